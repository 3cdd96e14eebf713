/// A stable name for the decision of a rule.
public struct ReasonCode: RawRepresentable, Hashable, Sendable {
  /// The name.
  public let rawValue: String

  /// Takes a name.
  public init(rawValue: String) {
    self.rawValue = rawValue
  }
}

extension ReasonCode {
  /// Whether a Focus silenced the push.
  var isOfFocus: Bool {
    [.dndManual, .dndSchedule, .focusRule, .focusFilter].contains(self)
  }

  /// Whether a Focus that was on let the push pass.
  var isOfPassedFocus: Bool {
    [.passedCritical, .passedTimeSensitive, .passedAllowed].contains(self)
  }

  /// Refused, with the word of a row in the list of rejected pushes: `reject.<AppleReason>`, or an `intake.*`
  /// code as it is.
  static func rejected(for reason: String) -> ReasonCode {
    ReasonCode(rawValue: reason.hasPrefix("intake.") ? reason : "reject." + reason)
  }

  /// Nothing stopped it.
  public static let shown = ReasonCode(rawValue: "shown")

  /// Kept while the phone was offline.
  public static let deviceOfflineStored = ReasonCode(rawValue: "device.offline-stored")
  /// A newer push took its place while the phone was offline.
  public static let deviceCoalesced = ReasonCode(rawValue: "device.coalesced")
  /// Its time was over before the phone came back.
  public static let deviceExpired = ReasonCode(rawValue: "device.expired")

  /// The channel shows nothing.
  public static let channelNone = ReasonCode(rawValue: "channel.none")
  /// The channel is for the list only.
  public static let channelLow = ReasonCode(rawValue: "channel.low")
  /// The channel has a sound and no banner.
  public static let channelDefault = ReasonCode(rawValue: "channel.default")
  /// Not to be seen on a lock screen.
  public static let channelSecret = ReasonCode(rawValue: "channel.secret")

  /// The app is not installed.
  public static let appNotInstalled = ReasonCode(rawValue: "app.not-installed")
  /// The person said no.
  public static let appDenied = ReasonCode(rawValue: "app.denied")
  /// The person was not asked yet.
  public static let appNotDetermined = ReasonCode(rawValue: "app.not-determined")
  /// On trial: the list only.
  public static let appProvisional = ReasonCode(rawValue: "app.provisional")
  /// The person chose the list only.
  public static let appQuietly = ReasonCode(rawValue: "app.quietly")
  /// Muted for a while.
  public static let appMuted = ReasonCode(rawValue: "app.muted")
  /// The switches it needed are off.
  public static let appOff = ReasonCode(rawValue: "app.off")

  /// Only wakes the app.
  public static let kindBackground = ReasonCode(rawValue: "kind.background")
  /// Would wake the app, which was woken too often of late.
  public static let kindBackgroundBudget = ReasonCode(rawValue: "kind.background-budget")
  /// Goes to the app by PushKit.
  public static let kindPushKit = ReasonCode(rawValue: "kind.pushkit")
  /// Goes to a Live Activity.
  public static let kindLiveActivity = ReasonCode(rawValue: "kind.live-activity")
  /// Nothing to show, nobody to wake.
  public static let kindEmpty = ReasonCode(rawValue: "kind.empty")
  /// Sets the icon's number and nothing else.
  public static let kindBadgeOnly = ReasonCode(rawValue: "kind.badge-only")
  /// A sound without text.
  public static let kindSoundOnly = ReasonCode(rawValue: "kind.sound-only")
  /// A push type no person sees.
  public static let kindNotShown = ReasonCode(rawValue: "kind.not-shown")

  /// Data of which the app made what is shown.
  public static let kindData = ReasonCode(rawValue: "kind.data")
  /// Data of which the app can make nothing.
  public static let kindDataRefused = ReasonCode(rawValue: "kind.data-refused")
  /// Data for an app that the person has force-quit.
  public static let kindDataLost = ReasonCode(rawValue: "kind.data-lost")
  /// Its sender takes back what is shown.
  public static let remoteRemoved = ReasonCode(rawValue: "remote.removed")

  /// The app's service extension changed it.
  public static let extensionChanged = ReasonCode(rawValue: "extension.changed")
  /// The app's service extension took too long: shown as it came.
  public static let extensionTimeout = ReasonCode(rawValue: "extension.timeout")
  /// The app's service extension failed: shown as it came.
  public static let extensionFailed = ReasonCode(rawValue: "extension.failed")

  /// The app has no string for a key.
  public static let textKeyMissing = ReasonCode(rawValue: "text.key-missing")
  /// A format asks for more arguments than were sent.
  public static let textArgumentMissing = ReasonCode(rawValue: "text.argument-missing")

  /// The app in the foreground wanted no banner.
  public static let foregroundAppDeclined = ReasonCode(rawValue: "foreground.app-declined")
  /// Kept for the scheduled summary.
  public static let summaryHeld = ReasonCode(rawValue: "summary.held")
  /// Put off by the person.
  public static let snoozed = ReasonCode(rawValue: "snoozed")
  /// Asked for the list only.
  public static let levelPassive = ReasonCode(rawValue: "level.passive")
  /// Its priority, 1, does not wake a locked phone.
  public static let levelPriority = ReasonCode(rawValue: "level.priority")

  /// Do Not Disturb, turned on by hand.
  public static let dndManual = ReasonCode(rawValue: "dnd.manual")
  /// Do Not Disturb, on by its schedule.
  public static let dndSchedule = ReasonCode(rawValue: "dnd.schedule")
  /// Another Focus.
  public static let focusRule = ReasonCode(rawValue: "focus.rule")
  /// The app's filter in a Focus.
  public static let focusFilter = ReasonCode(rawValue: "focus.filter")
  /// A critical push passes every Focus.
  public static let passedCritical = ReasonCode(rawValue: "dnd.passed.critical")
  /// The Focus lets time-sensitive pushes pass.
  public static let passedTimeSensitive = ReasonCode(rawValue: "dnd.passed.time-sensitive")
  /// The Focus lets the app pass.
  public static let passedAllowed = ReasonCode(rawValue: "dnd.passed.allowed")

  /// The content is hidden for now.
  public static let previewHidden = ReasonCode(rawValue: "preview.hidden")
  /// Grouped by thread.
  public static let groupThread = ReasonCode(rawValue: "group.thread")
  /// Grouped by app.
  public static let groupApp = ReasonCode(rawValue: "group.app")
  /// Not grouped.
  public static let groupSingle = ReasonCode(rawValue: "group.single")
  /// Took the place of an older entry.
  public static let collapseReplaced = ReasonCode(rawValue: "collapse.replaced")

  /// All of these, in their order; codes of rejections are made of their reasons.
  static let all = beforeGuests + Guests.reasonCodes + afterGuests

  private static let beforeGuests: [ReasonCode] = [
    .shown, .deviceOfflineStored, .deviceCoalesced, .deviceExpired,
  ]

  private static let afterGuests: [ReasonCode] = [
    .channelNone, .channelLow, .channelDefault, .channelSecret,
    .appNotInstalled, .appDenied, .appNotDetermined, .appProvisional, .appQuietly, .appMuted,
    .appOff, .kindBackground, .kindBackgroundBudget, .kindPushKit, .kindLiveActivity, .kindEmpty,
    .kindBadgeOnly, .kindSoundOnly, .kindNotShown, .kindData, .kindDataRefused, .kindDataLost,
    .remoteRemoved, .extensionChanged, .extensionTimeout, .extensionFailed, .textKeyMissing,
    .textArgumentMissing, .foregroundAppDeclined, .summaryHeld, .snoozed, .levelPassive,
    .levelPriority, .dndManual, .dndSchedule, .focusRule, .focusFilter, .passedCritical,
    .passedTimeSensitive, .passedAllowed, .previewHidden, .groupThread, .groupApp, .groupSingle,
    .collapseReplaced,
  ]
}
