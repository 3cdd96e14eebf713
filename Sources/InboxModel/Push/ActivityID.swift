/// The number of a Live Activity on the phone, from 1.
public struct ActivityID: RawRepresentable, Hashable, Comparable, Sendable {
  /// The number.
  public let rawValue: Int

  /// Makes the identifier with a number.
  public init(rawValue: Int) {
    self.rawValue = rawValue
  }

  /// The number as a name: `A3`.
  public var text: String { "A\(rawValue)" }

  /// Parses ``text``, in either case; nil for anything else.
  public init?(_ text: String) {
    guard let first = text.first, first == "A" || first == "a",
      text.dropFirst().allSatisfy({ ("0"..."9").contains($0) }), let number = Int(text.dropFirst()),
      number > 0
    else { return nil }
    rawValue = number
  }

  /// Orders by age, oldest first.
  public static func < (left: ActivityID, right: ActivityID) -> Bool {
    left.rawValue < right.rawValue
  }
}
