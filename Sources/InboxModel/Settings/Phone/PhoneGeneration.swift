/// Which phone it is (`device.era` of `design/contract.md` §10): all that another year changes in the rules
/// stands in this file.
///
/// The phone of 2012 has iOS 5, as most phones had before iOS 6 brought Do Not Disturb in September of that
/// year. It shows an alert with a badge and a sound
/// unless the app runs in the foreground, which gets the payload instead (APL-10); it groups by app, has
/// one button that opens the app (APL-15, BOK-05), and takes the badge away when none is sent (APL-16).
public enum PhoneGeneration: String, Sendable, CaseIterable {
  /// As this year's.
  case today
  /// As in 2012.
  case year2012 = "2012"

  /// The questions the phone does not ask, since what they are about did not exist.
  var unknownRules: Set<StepName> {
    self == .today ? [] : Self.unknownIn2012
  }

  private static let unknownIn2012: Set<StepName> = [
    .extension, .collapse, .delivery, .summary, .focus, .level, .preview,
  ]

  /// Whether apps can register categories.
  var hasCategories: Bool { self == .today }

  /// Whether what a person dismissed can be had back. A closed alert box was gone for good.
  var keepsDismissed: Bool { self == .today }

  /// An app's settings as far as the phone has them.
  ///
  /// Before there was a quiet delivery, an app on trial was one that is allowed to notify.
  func inForce(_ settings: AppSettings) -> AppSettings {
    guard self == .year2012 else { return settings }
    var known = settings
    if known.permission == .provisional { known.permission = .authorized }
    known.deliverQuietly = false
    known.previews = .always
    known.grouping = .byApp
    known.present = .payloadOnly
    known.categories = [:]
    return known
  }

  /// A push as far as the phone understands it.
  ///
  /// There was no collapse identifier, and of `aps` these keys: `alert` with its text, `action-loc-key` and
  /// `launch-image`, `sound` as a name, `badge`. The badge goes when a push that shows or sounds sends
  /// none; one with nothing but `content-available` leaves everything as it is (BOK-06).
  func understood(_ push: Delivery) -> Delivery {
    guard self == .year2012 else { return push }
    var push = push
    push.headers.collapseID = nil
    let sent = push.payload
    var known = Payload()
    (known.bytes, known.findings) = (sent.bytes, sent.findings)
    (known.hasAps, known.custom, known.webim) = (sent.hasAps, sent.custom, sent.webim)
    known.alert = sent.alert.map { alert in
      var box = Alert()
      (box.body, box.launchImage) = (alert.body, alert.launchImage)
      (box.action, box.showsView) = (alert.action, alert.showsView)
      return box
    }
    known.sound = sent.sound.map { Sound(name: $0.name) }
    known.badge = sent.badge ?? (known.isVisible ? 0 : nil)
    push.payload = known
    return push
  }

  /// Whether a remark of lint holds for this phone: in 2012 `action-loc-key` is shown, and there are no
  /// threads and no levels.
  public func isConcerned(by finding: LintFinding) -> Bool {
    guard self == .year2012 else { return true }
    switch finding.rule {
    case .deprecatedKey: return finding.path != "aps.alert.action-loc-key"
    case .noThread, .unstableThread, .threadPerPush: return false
    case .criticalEntitlement, .timeSensitiveEntitlement: return false
    default: return true
    }
  }

  /// The label of what opens the app; nil where an alert only has a button that takes it away (APL-15,
  /// APL-20, BOK-05).
  ///
  /// - Parameters:
  ///   - languages: The person's languages, for the button that the payload does not name.
  ///   - localize: Looks a key up in the app's strings.
  func openLabel(
    of alert: Alert?, languages: [String], localize: (String) -> String
  ) -> String? {
    guard self == .year2012 else { return DeliveredNotification.defaultOpenLabel }
    guard alert?.showsView != false else { return nil }
    switch alert?.action {
    case .dismissOnly?: return nil
    case .key(let key)?: return localize(key)
    case .label(let label)?: return label
    case nil: return AlertBoxWords(languages: languages).view
    }
  }

  /// The methods by which an app hears that the person answered one of its notifications, in order.
  ///
  /// Today a launch hands the payload over with its options, and then the response comes all the same;
  /// in 2012 it was one or the other (BOK-02, BOK-03).
  func calls(onResponseOf wasRunning: Bool) -> [AppCall] {
    switch self {
    case .today: wasRunning ? [.didReceive] : [.didFinishLaunching, .didReceive]
    case .year2012: wasRunning ? [.didReceiveRemote] : [.didFinishLaunching]
    }
  }
}
