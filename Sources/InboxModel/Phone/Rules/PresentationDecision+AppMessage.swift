extension PresentationDecision {
  /// Decides about a data message that its app turns into a notification.
  ///
  /// As on Android, such a message starts an app that is not running. A force-quit app does not
  /// receive it, and it is not retained. Returns nil for a message without text, which is decided
  /// like other pushes.
  mutating func answer(
    about message: AppMessage, of push: Delivery, in phone: PresentationContext
  ) -> RuleResult? {
    if phone.appState == .forceQuit {
      return stop(
        .kindDataLost,
        "a message for \(phone.title(of: push)) itself, which the user force-quit: it receives none until it is started",
        setting: push.stateSetting)
    }
    switch message.operation {
    case .ignore(let fault):
      return stop(
        .kindDataRejected,
        "a \(message.system) message from which \(phone.title(of: push)) creates no notification: \(fault)"
      )
    case .remove:
      let what = message.id.map { "“\(cut($0))”" } ?? "the newest \(message.kind)"
      let order = "\(message.system) has \(phone.title(of: push)) remove \(what)"
      return stop(
        .remoteRemoved,
        phone.replaced > 0 ? order : order + ", which is not in the list")
    case .show: break
    }
    guard push.hasText(in: phone) else { return nil }
    return addNote(
      "\(phone.title(of: push)) creates it from a \(message.system) message, \(message.kind)\(message.remarks)",
      code: .kindData)
  }
}
