// The sentences of an app about missed pushes.

extension Phone {
  /// Returns the content of a push with missing ones before it: one sentence, in the app's words if
  /// it has `XIVA_MISSED`; nil for a push that is shown unchanged.
  func missedText(for push: Delivery) -> PresentationContext.Extension? {
    guard let missed = push.transit.queue.finding?.replacement else { return nil }
    let strings = localization(of: push.app)
    let own = strings.find("XIVA_MISSED").map { strings.format(of: $0).filled(count: missed) }
    let text = own ?? SystemStrings(languages: settings.device.languages).missed(missed)
    let payload = push.payload.withText(text)
    return .answered(
      payload, changed: push.payload.changed(by: payload).parts(unlike: push.payload))
  }

  /// Returns the sentence of a banner for several late pushes, in the app's words if it has
  /// `XIVA_LATE`.
  func lateText(_ count: Int, of app: BundleID) -> String {
    let strings = localization(of: app)
    return strings.find("XIVA_LATE").map { strings.format(of: $0).filled(count: count) }
      ?? SystemStrings(languages: settings.device.languages).cameLate(count)
  }
}
