import Foundation

/// A search text that ignores case and accents: `angstrom` finds `Ångström`.
///
/// Foundation's folding would make a new string of each text, and a filter is applied to 100,000
/// entries during typing. Marks that make another letter without being an accent (the vowels of
/// Thai and Devanagari, combining class 0) are significant.
public struct FoldedText: Equatable, Sendable {
  private let scalars: [UInt32]
  /// The folded text as bytes, if it is ASCII; nil otherwise. Most texts are ASCII and are searched
  /// in place.
  private let ascii: [UInt8]?

  /// Folds a text.
  public init(_ text: String) {
    scalars = Self.folded(text)
    ascii = scalars.allSatisfy { $0 < 0x80 } ? scalars.map { UInt8(truncatingIfNeeded: $0) } : nil
  }

  /// Initializes the shared tables, which the first search would do otherwise.
  public static func prepare() {
    _ = bases
  }

  /// Returns whether the text occurs in another. The empty text always does. It allocates nothing.
  func occurs(in text: some StringProtocol) -> Bool {
    text.utf8.withContiguousStorageIfAvailable(occurs)
      ?? occurs(in: String(decoding: Array(text.utf8), as: UTF8.self))
  }

  /// Returns whether the text occurs in a UTF-8 text.
  func occurs(in bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    guard let first = scalars.first else { return true }
    return Self.bases.withUnsafeBufferPointer { bases in
      var place = 0
      while place < bytes.count {
        let base = Self.nextBase(in: bytes, at: &place, bases)
        if base == first, continues(in: bytes, at: place, bases) { return true }
      }
      return false
    }
  }

  /// Returns whether the letters after the first follow at an index.
  private func continues(
    in bytes: UnsafeBufferPointer<UInt8>, at place: Int, _ bases: UnsafeBufferPointer<UInt32>
  ) -> Bool {
    var (place, index) = (place, 1)
    while index < scalars.count {
      guard place < bytes.count else { return false }
      let base = Self.nextBase(in: bytes, at: &place, bases)
      if base == Self.dropped { continue }
      guard base == scalars[index] else { return false }
      index += 1
    }
    return true
  }

  /// Returns the scalar at an index without case and accents, and advances the index past it.
  private static func nextBase(
    in bytes: UnsafeBufferPointer<UInt8>, at place: inout Int, _ bases: UnsafeBufferPointer<UInt32>
  ) -> UInt32 {
    let byte = bytes[place]
    guard byte >= 0x80 else {
      place += 1
      return UInt32(lowercased(byte))
    }
    let length = byte < 0xE0 ? 2 : byte < 0xF0 ? 3 : 4
    var value = UInt32(byte) & (0x7F >> UInt32(length))
    for offset in 1..<length {
      value = value << 6 | UInt32(place + offset < bytes.count ? bytes[place + offset] : 0) & 0x3F
    }
    place += length
    if value < bases.count { return bases[Int(value)] }
    return Unicode.Scalar(value).map(rareBase) ?? dropped
  }

  /// Returns the non-overlapping occurrences in a text that is divided into pieces, as ranges of
  /// pieces; none for the empty text.
  public func ranges(in pieces: some Sequence<String>) -> [Range<Int>] {
    guard !scalars.isEmpty else { return [] }
    var (letters, owners): ([UInt32], [Int]) = ([], [])
    for (number, piece) in pieces.enumerated() {
      for letter in Self.folded(piece) {
        letters.append(letter)
        owners.append(number)
      }
    }
    var ranges: [Range<Int>] = []
    var place = 0
    while place + scalars.count <= letters.count {
      guard letters[place..<place + scalars.count].elementsEqual(scalars) else {
        place += 1
        continue
      }
      ranges.append(owners[place]..<owners[place + scalars.count - 1] + 1)
      place += scalars.count
    }
    return ranges
  }

  /// Returns whether the text occurs in another; false for nil.
  func occurs(in text: String?) -> Bool {
    text.map(occurs) ?? false
  }

  /// Returns whether another text is equal, ignoring case and accents.
  func equals(_ text: some StringProtocol) -> Bool {
    // An ASCII text has the same length after folding, so bytes are compared.
    if let ascii, text.utf8.allSatisfy({ $0 < 0x80 }) {
      return text.utf8.elementsEqual(ascii) { Self.lowercased($0) == $1 }
    }
    return Self.folded(String(text)) == scalars
  }

  private static func lowercased(_ byte: UInt8) -> UInt8 {
    (65...90).contains(byte) ? byte | 0x20 : byte
  }

  private static func folded(_ text: String) -> [UInt32] {
    var folded: [UInt32] = []
    folded.reserveCapacity(text.utf8.count)
    let bases = bases
    for scalar in text.unicodeScalars {
      let base = scalar.value < bases.count ? bases[Int(scalar.value)] : rareBase(of: scalar)
      if base != dropped { folded.append(base) }
    }
    return folded
  }

  /// A marker for a separate accent. No scalar has this value.
  private static let dropped = UInt32.max

  private static func rareBase(of scalar: Unicode.Scalar) -> UInt32 {
    switch scalar.value {
    // Han, Hangul and emoji have neither case nor accents.
    case 0x3400..<0xA000, 0xAC00..<0xD7A4, 0x1F000..<0x2F800: scalar.value
    default: computedBase(of: scalar)
    }
  }

  /// The cached results for the scripts with many accents, Latin to Kana.
  private static let bases = (0..<0x3100).map { value in
    Unicode.Scalar(UInt32(value)).map(computedBase) ?? dropped
  }

  /// Returns a scalar without case and accents.
  private static func computedBase(of scalar: Unicode.Scalar) -> UInt32 {
    let decomposed = String(Character(scalar)).decomposedStringWithCanonicalMapping
    let letter = decomposed.unicodeScalars.first {
      $0.properties.canonicalCombiningClass == .notReordered
    }
    return letter?.properties.lowercaseMapping.unicodeScalars.first?.value ?? dropped
  }
}
