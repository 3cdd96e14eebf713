/// The values of a push that only an Android phone reads.
public struct AndroidHints: Equatable, Sendable {
  /// The key by which a newer push replaces it while it waits; nil for none.
  var collapseKey: String?
  /// The notification channel; nil if the push names none.
  var channelID: String?
  /// Whether its content is hidden on the lock screen.
  var isSecret = false
}

extension Payload {
  /// Whether the push is for an Android phone, whatever its feed.
  public var isForAndroid: Bool { self.android != nil }
}
