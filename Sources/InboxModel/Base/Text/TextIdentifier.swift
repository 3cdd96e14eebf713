/// An identifier that is a text: compared and passed on, without computation. Its representation is
/// private; its text is for output: JSON, columns of the store, the screen, filters.
public protocol TextIdentifier: Hashable, Comparable, Sendable, ExpressibleByStringInterpolation,
  CustomStringConvertible, CustomDebugStringConvertible
{
  /// Makes an identifier of any text; its form is validated on input.
  init(_ text: String)
  /// The original text, byte for byte.
  var text: String { get }
  /// Whether the text has no characters.
  var isEmpty: Bool { get }
}

extension TextIdentifier {
  /// Makes an identifier with the text of another.
  public init(_ other: some TextIdentifier) {
    self.init(other.text)
  }

  /// Makes an identifier from a literal.
  public init(stringLiteral value: String) {
    self.init(value)
  }

  /// Whether the text has no characters.
  public var isEmpty: Bool { text.isEmpty }

  /// Compares the texts.
  public static func < (left: Self, right: Self) -> Bool { left.text < right.text }

  /// The text.
  public var description: String { text }

  /// The quoted text.
  public var debugDescription: String { text.debugDescription }
}

extension JSONField where Self: TextIdentifier {
  func append(to bytes: inout [UInt8]) { text.append(to: &bytes) }

  init?(json: JSONValue) {
    guard let text = json.string else { return nil }
    self.init(text)
  }
}
