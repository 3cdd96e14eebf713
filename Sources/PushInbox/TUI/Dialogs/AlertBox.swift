import InboxModel

/// The modal alert of iPhones of 2009 to 2012, in place of today's banner (Apple, "Local and Push
/// Notification Programming Guide", iOS 4: an alert with Close and an action button).
struct AlertBox {
  /// The push that is shown.
  let notification: DeliveredNotification

  /// Creates the alert above pages, by default those of the context; nil for other generations of
  /// the phone, and while a page or a dialog covers it.
  init?(over pages: PageStack? = nil, in context: PageContext) {
    let pages = pages ?? context.pages
    guard context.device.settings.device.era == .year2012,
      let banner = context.state.notices.banner,
      pages.layers.isEmpty || pages.layers.last == .kept(LockScreenPage.command),
      let notification = context.device.notification(banner.id)
    else { return nil }
    self.notification = notification
  }

  /// Handles a command while the alert is open: only its two buttons work on the phone. Returns
  /// false for commands that show the push or open another page.
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

  /// Closes the alert. The phone does not store the push.
  private func close(_ context: inout PageContext) {
    context.request(.dismissBanner)
    context.show(.alertClosed(notification.id))
    context.request(.dismiss([notification.id]))
  }

  /// The keys of the box.
  func hints(_ maker: HintMaker) -> [Hint] {
    (notification.openLabel == nil ? [] : maker.hints([.inspect], "open app"))
      + maker.hints([.cancel], "close") + maker.hints([.why], "why") + maker.own([.help])
  }
}
