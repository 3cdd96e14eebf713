/// The values of a push that only an Android phone reads.
public struct AndroidHints: Equatable, Sendable {
  /// The key by which a newer push replaces it while it waits; nil where it has none.
  var collapseKey: String?
  /// The notification channel; nil where the push names none.
  var channelID: String?
  /// Whether nothing of it may stand on a lock screen.
  var isSecret = false
}

extension Payload {
  /// Whether it is for an Android phone, whatever way it came.
  public var isForAndroid: Bool { self.android != nil }
}
