import InboxModel

/// A generator of request identifiers in APNs' format, UUIDs in upper case. It does not ask the
/// system for randomness each time.
struct FreshIDs {
  // xoshiro256** (Blackman and Vigna): identifiers must be unique, not secret.
  private var state: (UInt64, UInt64, UInt64, UInt64)

  init() {
    var system = SystemRandomNumberGenerator()
    state = (system.next(), system.next(), system.next(), system.next() | 1)
  }

  /// Returns the next identifier, a UUID of version 4 (RFC 9562 §5.4).
  mutating func next() -> APNSID {
    let high = (word() & 0xFFFF_FFFF_FFFF_0FFF) | 0x4000
    let low = (word() & 0x3FFF_FFFF_FFFF_FFFF) | 0x8000_0000_0000_0000
    return APNSID(upper: high, low)
  }

  private mutating func word() -> UInt64 {
    func rotated(_ value: UInt64, _ count: UInt64) -> UInt64 {
      (value << count) | (value >> (64 - count))
    }
    let result = rotated(state.1 &* 5, 7) &* 9
    let shifted = state.1 << 17
    state.2 ^= state.0
    state.3 ^= state.1
    state.1 ^= state.2
    state.0 ^= state.3
    state.2 ^= shifted
    state.3 = rotated(state.3, 45)
    return result
  }
}
