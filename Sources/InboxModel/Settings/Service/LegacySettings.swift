/// The ports of the binary interface, which are off unless asked for (`gateway.legacy`,
/// `gateway.feedback`, `gateway.legacyTopic`).
public struct LegacySettings: Equatable, Sendable {
  /// Where it listens, `HOST:PORT`; nil for nowhere.
  public var address: String?
  /// Where its feedback service listens, `HOST:PORT`; nil for nowhere.
  public var feedbackAddress: String?
  /// The app of what comes without a certificate that names one; nil is that of any push without a topic.
  public var topic: String?

  /// Off.
  public init() {}

  /// Reads the keys of the `gateway` object.
  mutating func apply(_ reader: inout SettingsReader) throws(SettingsError) {
    try Self.address("legacy", &reader, into: &address)
    try Self.address("feedback", &reader, into: &feedbackAddress)
    try reader.read("legacyTopic", as: BundleID.form, into: &topic) { value in
      value.isNull
        ? .some(nil) : value.string.flatMap { BundleID(wellFormed: $0)?.rawValue }.map { .some($0) }
    }
  }

  private static func address(
    _ key: String, _ reader: inout SettingsReader, into target: inout String?
  ) throws(SettingsError) {
    try reader.read(key, as: "HOST:PORT, such as `127.0.0.1:2195`", into: &target) { value in
      value.isNull ? .some(nil) : value.string.flatMap { isAddress($0) ? .some($0) : nil }
    }
  }

  private static func isAddress(_ text: String) -> Bool {
    guard let colon = text.lastIndex(of: ":"), colon > text.startIndex else { return false }
    let port = text[text.index(after: colon)...]
    return port.utf8.allSatisfy(\.isDigit) && UInt16(port) != nil
  }

  /// What was set, as members of the `gateway` object.
  var members: [(key: String, value: JSONValue)] {
    [("legacy", address), ("feedback", feedbackAddress), ("legacyTopic", topic)].compactMap {
      key, text in text.map { (key, .string($0)) }
    }
  }
}
