/// An identifier that mostly is a UUID, in sixteen bytes where it is one: as text each would be an allocation
/// of its own, and the list holds a hundred thousand.
enum CompactID: Hashable, Sendable {
  /// A UUID of the form 8-4-4-4-12, its letters in lower case.
  case lower(UInt64, UInt64)
  /// The same with letters in upper case, at least one of them.
  case upper(UInt64, UInt64)
  /// Any other text.
  case other(String)

  init(_ text: String) {
    self = Self.uuid(text) ?? .other(text)
  }

  /// The text it was made of.
  var text: String {
    switch self {
    case .lower(let high, let low): Self.text(high, low, ten: UInt8(ascii: "a"))
    case .upper(let high, let low): Self.text(high, low, ten: UInt8(ascii: "A"))
    case .other(let text): text
    }
  }

  /// Whether a dash stands there.
  private static func isDash(_ place: Int) -> Bool {
    place == 8 || place == 13 || place == 18 || place == 23
  }

  private static func uuid(_ text: String) -> CompactID? {
    guard text.utf8.count == 36 else { return nil }
    // All but texts of another language's objects lie in one piece, where this is cheap.
    return text.utf8.withContiguousStorageIfAvailable(uuid) ?? uuid(Array(text.utf8))
  }

  private static func uuid(_ bytes: some RandomAccessCollection<UInt8>) -> CompactID? {
    var (high, low): (UInt64, UInt64) = (0, 0)
    var (hasLower, hasUpper) = (false, false)
    var place = -1
    for byte in bytes {
      place += 1
      if isDash(place) {
        guard byte == UInt8(ascii: "-") else { return nil }
        continue
      }
      let digit: UInt8
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"): digit = byte - UInt8(ascii: "0")
      case UInt8(ascii: "a")...UInt8(ascii: "f"):
        digit = byte - UInt8(ascii: "a") + 10
        hasLower = true
      case UInt8(ascii: "A")...UInt8(ascii: "F"):
        digit = byte - UInt8(ascii: "A") + 10
        hasUpper = true
      default: return nil
      }
      high = high << 4 | low >> 60
      low = low << 4 | UInt64(digit)
    }
    if hasLower, hasUpper { return nil }
    return hasUpper ? .upper(high, low) : .lower(high, low)
  }

  private static func text(_ high: UInt64, _ low: UInt64, ten: UInt8) -> String {
    String(unsafeUninitializedCapacity: 36) { bytes in
      var (high, low) = (high, low)
      for place in 0..<36 {
        guard !isDash(place) else {
          bytes[place] = UInt8(ascii: "-")
          continue
        }
        let digit = UInt8(high >> 60)
        bytes[place] = digit < 10 ? UInt8(ascii: "0") + digit : ten + digit - 10
        high = high << 4 | low >> 60
        low <<= 4
      }
      return 36
    }
  }
}
