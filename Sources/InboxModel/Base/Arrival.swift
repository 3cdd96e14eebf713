/// The ordinal of a push among those that reached the phone: 1, 2, 3 …
///
/// The list is in this order. A push that had to wait has a smaller number than those
/// that overtook it, and a greater arrival. For a push that nothing overtook the two numbers are
/// equal.
public struct Arrival: RawRepresentable, Hashable, Sendable, Comparable {
  /// The ordinal, from 1.
  public let rawValue: Int

  /// Takes an ordinal.
  public init(rawValue: Int) {
    self.rawValue = rawValue
  }

  /// Earlier pushes have smaller ordinals.
  public static func < (left: Arrival, right: Arrival) -> Bool { left.rawValue < right.rawValue }
}

extension Arrival: ExpressibleByIntegerLiteral {
  /// Takes a literal.
  public init(integerLiteral value: Int) {
    self.init(rawValue: value)
  }
}
