import Foundation

/// The settings the rules asked for when a push arrived: enough to decide again, alike or with a change
/// (`design/contract.md` §7).
public struct Circumstances: Equatable, Sendable {
  /// When the phone decided.
  public var at = Date(timeIntervalSince1970: 0)

  /// The circumstances of a phone fresh from its box.
  public init() {}
}
