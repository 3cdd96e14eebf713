/// An identifier that is a text: compared and handed on, never computed with.
public protocol TextIdentifier: RawRepresentable<String>, Hashable, Comparable, Sendable,
  ExpressibleByStringLiteral, CustomStringConvertible
{
  /// Makes an identifier of any text; its form is checked where it comes in.
  init(rawValue: String)
}

extension TextIdentifier {
  /// Makes an identifier of a literal.
  public init(stringLiteral value: String) {
    self.init(rawValue: value)
  }

  /// By the texts.
  public static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }

  /// The text.
  public var description: String { rawValue }
}
