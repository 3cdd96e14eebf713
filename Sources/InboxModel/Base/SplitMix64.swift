/// Pseudorandom numbers that are the same in every run (Steele, Lea, Flood: "Fast splittable
/// pseudorandom number generators", OOPSLA 2014).
public struct SplitMix64: RandomNumberGenerator, Equatable, Sendable {
  /// The state: a generator that starts with it continues the sequence.
  private(set) var state: UInt64

  /// Starts a sequence from a seed.
  public init(seed: UInt64) {
    state = seed
  }

  /// Returns the next 64 bits.
  public mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
    return mixed ^ mixed >> 31
  }

  /// Returns the halves of the next identifier, a version 4 UUID.
  mutating func nextIdentifier() -> (high: UInt64, low: UInt64) {
    (next() & ~0xF000 | 0x4000, next() & ~(0b11 << 62) | 0b10 << 62)
  }
}
