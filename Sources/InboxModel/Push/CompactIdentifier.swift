/// An identifier that usually is a UUID and then takes 16 bytes. Stored as text, each would be an
/// allocation, and the list holds up to 100,000.
public struct CompactIdentifier<Kind: Sendable>: TextIdentifier, JSONField {
  private enum Value: Hashable {
    /// A UUID of the form 8-4-4-4-12, its letters in lower case.
    case lower(UInt64, UInt64)
    /// The same with letters in upper case, at least one of them.
    case upper(UInt64, UInt64)
    /// Any other text.
    case other(String)
  }

  private let value: Value

  /// Makes an identifier of any text.
  public init(_ text: String) {
    value = Self.uuid(text) ?? .other(text)
  }

  /// Makes a UUID with letters in upper case of its two halves.
  public init(upper high: UInt64, _ low: UInt64) {
    let digits = 0x0F0F_0F0F_0F0F_0F0F as UInt64
    let hasLetters = [high, high >> 4, low, low >> 4].contains { half in
      // Adding 6 carries into the next half byte from 10 on.
      ((half & digits) &+ 0x0606_0606_0606_0606) & ~digits != 0
    }
    value = hasLetters ? .upper(high, low) : .lower(high, low)
  }

  /// Generates a version 4 UUID in lower case.
  init(from numbers: inout SplitMix64) {
    let (high, low) = numbers.nextIdentifier()
    value = .lower(high, low)
  }

  /// Makes a UUID from ``halves``.
  init(halves: (high: UInt64, low: UInt64, isUpper: Bool)) {
    value = halves.isUpper ? .upper(halves.high, halves.low) : .lower(halves.high, halves.low)
  }

  /// The two halves of a UUID, and whether its letters are in upper case; nil for any other text.
  var halves: (high: UInt64, low: UInt64, isUpper: Bool)? {
    switch value {
    case .lower(let high, let low): (high, low, false)
    case .upper(let high, let low): (high, low, true)
    case .other: nil
    }
  }

  /// Makes an identifier with the text of one of another kind.
  public init<Other>(_ other: CompactIdentifier<Other>) {
    value =
      switch other.value {
      case .lower(let high, let low): .lower(high, low)
      case .upper(let high, let low): .upper(high, low)
      case .other(let text): .other(text)
      }
  }

  /// The original text.
  public var text: String {
    if case .other(let text) = value { return text }
    return String(unsafeUninitializedCapacity: 36) { text in
      writeUUID { text[$0] = $1 }
      return 36
    }
  }

  /// Whether the text has no characters.
  public var isEmpty: Bool { if case .other(let text) = value { text.isEmpty } else { false } }

  /// Appends the text as JSON.
  func append(to bytes: inout [UInt8], printable: Bool = false) {
    if case .other(let text) = value {
      return JSONWriter.append(string: text, printable: printable, to: &bytes)
    }
    bytes.append(UInt8(ascii: "\""))
    appendText(to: &bytes)
    bytes.append(UInt8(ascii: "\""))
  }

  /// Appends the text.
  public func appendText(to bytes: inout [UInt8]) {
    if case .other(let text) = value { return bytes.append(contentsOf: text.utf8) }
    writeUUID { bytes.append($1) }
  }

  private func writeUUID(_ write: (_ place: Int, _ byte: UInt8) -> Void) {
    var (high, low, ten): (UInt64, UInt64, UInt8)
    switch value {
    case .lower(let first, let second): (high, low, ten) = (first, second, UInt8(ascii: "a"))
    case .upper(let first, let second): (high, low, ten) = (first, second, UInt8(ascii: "A"))
    case .other: return
    }
    for place in 0..<36 {
      guard !Self.isDash(place) else {
        write(place, UInt8(ascii: "-"))
        continue
      }
      let digit = UInt8(high >> 60)
      write(place, digit < 10 ? UInt8(ascii: "0") + digit : ten + digit - 10)
      high = high << 4 | low >> 60
      low <<= 4
    }
  }

  /// Returns whether a UUID has a dash at this index.
  private static func isDash(_ place: Int) -> Bool {
    place == 8 || place == 13 || place == 18 || place == 23
  }

  private static func uuid(_ text: String) -> Value? {
    guard text.utf8.count == 36 else { return nil }
    // The storage is contiguous, and access is cheap, for all strings but those bridged from
    // another language.
    return text.utf8.withContiguousStorageIfAvailable(uuid) ?? uuid(Array(text.utf8))
  }

  private static func uuid(_ bytes: some RandomAccessCollection<UInt8>) -> Value? {
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
}

extension JSONMembers {
  /// Adds the text of an identifier; nil becomes `null`.
  mutating func add<Kind>(_ key: String, _ value: CompactIdentifier<Kind>?) {
    guard let value else { return add(key, json: nil) }
    add(key) { value.append(to: &$0, printable: true) }
  }
}
