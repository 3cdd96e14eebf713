extension PresentationDecision {
  /// What becomes of a data message of Webim's (`spec/seeds.md` S002.5), of which its app makes what is shown.
  ///
  /// Such a message starts the app where it does not run, as on Android, but for one that the person has
  /// ended: that gets nothing, and nobody keeps it. nil for one without text, which goes the way of others.
  mutating func answer(
    about data: WebimReading, of push: Delivery, in phone: PresentationContext
  ) -> RuleResult? {
    if phone.appState == .forceQuit {
      return stop(
        .kindDataLost,
        "a message for \(phone.title(of: push)) itself, which the person force-quit: it gets none until it is started",
        setting: push.stateSetting)
    }
    guard let message = data.message else {
      return stop(
        .kindDataRefused,
        "a Webim message of which \(phone.title(of: push)) makes nothing: \(data.fault ?? "")")
    }
    guard message.event == .add else {
      let what = message.id.map { "“\(cut($0))”" } ?? "the newest \(message.kind.rawValue)"
      return stop(
        .remoteRemoved,
        phone.replaced > 0
          ? "Webim has \(phone.title(of: push)) take back \(what)"
          : "Webim has \(phone.title(of: push)) take back \(what), which is not on show: nothing to do"
      )
    }
    guard push.hasText(in: phone) else { return nil }
    return note(
      "\(phone.title(of: push)) makes it of a Webim message, \(message.kind.rawValue)\(message.remarks)",
      code: .kindData)
  }
}
