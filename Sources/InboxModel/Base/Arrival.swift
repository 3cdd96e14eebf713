/// The ordinal of a push among those that reached the phone: 1, 2, 3 …
///
/// It determines the order of the list. A push that had to wait has a smaller number than those
/// that overtook it, and a greater arrival. For a push that was not overtaken both are equal.
public struct Arrival: RawRepresentable, Hashable, Sendable, Comparable {
  /// The ordinal, from 1.
  public let rawValue: Int

  /// Makes an arrival from an ordinal.
  public init(rawValue: Int) {
    self.rawValue = rawValue
  }

  /// Returns whether the left push arrived before the right one.
  public static func < (left: Arrival, right: Arrival) -> Bool { left.rawValue < right.rawValue }
}

extension Arrival: ExpressibleByIntegerLiteral {
  /// Makes an arrival from a literal.
  public init(integerLiteral value: Int) {
    self.init(rawValue: value)
  }
}
