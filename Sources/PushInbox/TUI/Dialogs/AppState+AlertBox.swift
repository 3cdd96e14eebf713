import InboxModel

// The modal alert of a phone of 2009 to 2012, which took the place of today's banner (Apple, "Local and
// Push Notification Programming Guide", iOS 4: an alert with Close and an action button).

extension AppState {
  /// The push whose alert box is on show; nil today, and while a page or a prompt lies over the phone.
  func alertBox(_ device: Phone) -> DeliveredNotification? {
    guard device.settings.device.era == .year2012, let banner else { return nil }
    switch layers.last {
    case nil, .lockScreen: return device.notification(banner.id)
    default: return nil
    }
  }

  /// Answers a command while the box is open: only its two buttons work on the phone, and commands that
  /// look at the push or leave for another page.
  ///
  /// - Returns: nil for commands that the box leaves alone.
  mutating func answerAlertBox(by command: Command, _ device: Phone) -> [Intent]? {
    guard let notification = alertBox(device) else { return nil }
    switch command {
    case .cancel, .dismiss: return closeAlertBox(notification)
    case .inspect, .tap:
      guard notification.openLabel != nil else { return closeAlertBox(notification) }
      layers = []
      banner = nil
      let unlock: [Intent] =
        device.settings.device.lock == .locked ? [.change(.lock(.unlocked))] : []
      return unlock + use(.open, on: notification.id, device)
    case .next, .previous, .first, .last, .halfDown, .halfUp, .pageDown, .pageUp, .new,
      .previousMatch, .nextGroup, .previousGroup, .fold, .unfold, .toggle, .foldAll, .unfoldAll:
      return []
    default: return nil
    }
  }

  /// Closes the box; the phone keeps nothing of the push.
  private mutating func closeAlertBox(_ notification: DeliveredNotification) -> [Intent] {
    banner = nil
    showMessage("Closed: #\(notification.id.rawValue) is gone, as on a phone of that time.")
    return [.dismiss([notification.id])]
  }
}
