import InboxModel

/// The modal alert of a phone of 2009 to 2012, which took the place of today's banner (Apple, "Local and Push
/// Notification Programming Guide", iOS 4: an alert with Close and an action button).
struct AlertBox {
  /// The push on show.
  let notification: DeliveredNotification

  /// The box on show over pages, by default those of the context; nil today, and while a page or a dialog lies over
  /// the phone.
  init?(over pages: PageStack? = nil, in context: PageContext) {
    let pages = pages ?? context.pages
    guard context.device.settings.device.era == .year2012,
      let banner = context.state.notices.banner,
      pages.layers.isEmpty || pages.layers.last == .kept(LockScreenPage.command),
      let notification = context.device.notification(banner.id)
    else { return nil }
    self.notification = notification
  }

  /// Answers a command while a box is open: only its two buttons work on the phone, and commands that look at the
  /// push or leave for another page. Returns false for these.
  static func answer(_ command: Command, in context: inout PageContext) -> Bool {
    guard let box = AlertBox(in: context) else { return false }
    switch command {
    case .cancel, .dismiss: box.close(&context)
    case .inspect, .tap: box.openApp(&context)
    case .next, .previous, .first, .last, .halfDown, .halfUp, .pageDown, .pageUp, .new,
      .previousMatch, .nextGroup, .previousGroup, .fold, .unfold, .toggle, .foldAll, .unfoldAll:
      break
    default: return false
    }
    return true
  }

  private func openApp(_ context: inout PageContext) {
    guard notification.openLabel != nil else { return close(&context) }
    context.changePages { pages, _ in pages.layers = [] }
    context.request(.dismissBanner)
    Navigation.unlock(in: &context)
    context.request(.act(.use(.open, text: nil, on: notification.id)))
  }

  /// Closes the box; the phone keeps nothing of the push.
  private func close(_ context: inout PageContext) {
    context.request(.dismissBanner)
    context.showMessage("Closed: #\(notification.id.rawValue) is gone, as on a phone of that time.")
    context.request(.dismiss([notification.id]))
  }

  /// The keys of the box.
  func hints(_ maker: HintMaker) -> [Hint] {
    (notification.openLabel == nil ? [] : maker.hints([.inspect], "open app"))
      + maker.hints([.cancel], "close for good") + maker.hints([.why], "why") + maker.own([.help])
  }
}
