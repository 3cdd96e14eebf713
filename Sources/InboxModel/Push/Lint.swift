/// Advice about pushes that work, but not as their sender will have meant.
public enum Lint {
  /// Everything worth saying about an accepted push, in the order in which a reader wants it: its
  /// headers, then its payload.
  public static func findings(for delivery: Delivery) -> [LintFinding] {
    delivery.payload.findings
  }

  /// Which fields of a JSON object take most bytes, largest first; empty for anything else.
  public static func largestFields(_ bytes: [UInt8]) -> [(path: String, bytes: Int)] {
    []
  }
}
