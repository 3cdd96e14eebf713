extension PhoneGeneration {
  /// A push as far as the phone understands it.
  ///
  /// There was no collapse identifier, and of `aps` these keys: `alert` with its text,
  /// `action-loc-key` and `launch-image`, `sound` as a name, `badge`. The badge goes when a push
  /// that shows or sounds sends none; one with nothing but `content-available` leaves everything as
  /// it is (BOK-06).
  func understood(_ push: Delivery) -> Delivery {
    guard self == .year2012 else { return push }
    var push = push
    push.headers.collapseID = nil
    let sent = push.payload
    var known = Payload()
    (known.bytes, known.findings) = (sent.bytes, sent.findings)
    (known.hasAps, known.custom) = (sent.hasAps, sent.custom)
    (known.appMessage, known.android) = (sent.appMessage, sent.android)
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

  /// The label of what opens the app; nil where an alert only has a button that takes it away
  /// (APL-15, APL-20, BOK-05).
  ///
  /// - Parameters:
  ///   - languages: The person's languages, for the button that the payload does not name.
  ///   - localize: Looks a key up in the app's strings.
  func openLabel(
    of payload: Payload, languages: [String], localize: (String) -> String
  ) -> String? {
    guard self == .year2012 else { return DeliveredNotification.defaultOpenLabel }
    let alert = payload.alert
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
  /// Today a launch hands the payload over with its options, and then the response comes all the
  /// same; in 2012 it was one or the other (BOK-02, BOK-03).
  func calls(onResponseOf wasRunning: Bool) -> [AppCall] {
    switch self {
    case .today: wasRunning ? [.didReceive] : [.didFinishLaunching, .didReceive]
    case .year2012: wasRunning ? [.didReceiveRemote] : [.didFinishLaunching]
    }
  }
}
