extension PhoneGeneration {
  /// Returns the push reduced to the features of this generation.
  ///
  /// Early phones had no collapse identifier, and read these keys of `aps`: `alert` with its text,
  /// `action-loc-key` and `launch-image`, `sound` as a name, `badge`. A push that shows an alert or
  /// plays a sound without a badge removes the badge; one with only `content-available` leaves
  /// everything unchanged (BOK-06).
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

  /// Returns the label of the button that opens the app; nil if the alert only has a button that
  /// dismisses it (APL-15, APL-20, BOK-05).
  ///
  /// - Parameters:
  ///   - languages: The user's languages, for the default label.
  ///   - localize: Looks up a key in the app's strings.
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

  /// Returns the delegate methods that report a user's response to a notification, in order.
  ///
  /// Today a launch passes the payload in its options and the response follows; in 2012 only one of
  /// them happened (BOK-02, BOK-03).
  func calls(onResponseOf wasRunning: Bool) -> [AppCall] {
    switch self {
    case .today: wasRunning ? [.didReceive] : [.didFinishLaunching, .didReceive]
    case .year2012: wasRunning ? [.didReceiveRemote] : [.didFinishLaunching]
    }
  }
}
