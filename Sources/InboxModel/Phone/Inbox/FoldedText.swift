import Foundation

/// A text to search for, without regard to case and accents: `Ångström` is found by `angstrom`.
///
/// Written by hand because a filter is applied to a hundred thousand entries while somebody types:
/// Foundation's folding makes a new string of each. Marks that make another letter of a letter
/// without being an accent (the vowels of Thai and Devanagari, combining class 0) are kept.
public struct FoldedText: Equatable, Sendable {
  private let scalars: [UInt32]
  /// The same as bytes, if it is ASCII: most text is, and is searched as it lies there.
  private let ascii: [UInt8]?

  /// Folds a text.
  public init(_ text: String) {
    scalars = Self.folded(text)
    ascii = scalars.allSatisfy { $0 < 0x80 } ? scalars.map { UInt8(truncatingIfNeeded: $0) } : nil
  }

  /// Computes what all searches need, which the first one would do otherwise.
  public static func prepare() {
    _ = bases
  }

  /// Whether the text occurs anywhere in another; the empty one does. Allocates nothing.
  func occurs(in text: some StringProtocol) -> Bool {
    text.utf8.withContiguousStorageIfAvailable(occurs)
      ?? occurs(in: String(decoding: Array(text.utf8), as: UTF8.self))
  }

  /// Whether the text occurs anywhere in another one in UTF-8.
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

  /// Whether the letters after the first follow at a place.
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

  /// The letter under case and accent of the scalar at a place, which moves behind it.
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

  /// The places where it occurs in a text that is divided into pieces, as ranges of pieces, none
  /// overlapping another; none for the empty one.
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

  /// Whether it occurs in a text that is there.
  func occurs(in text: String?) -> Bool {
    text.map(occurs) ?? false
  }

  /// Whether another text is this one.
  func equals(_ text: some StringProtocol) -> Bool {
    // What is ASCII stays as long as it is, byte for byte.
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

  /// Stands for an accent by itself. No scalar has this number.
  private static let dropped = UInt32.max

  private static func rareBase(of scalar: Unicode.Scalar) -> UInt32 {
    switch scalar.value {
    // Han, Hangul and emoji have neither.
    case 0x3400..<0xA000, 0xAC00..<0xD7A4, 0x1F000..<0x2F800: scalar.value
    default: computedBase(of: scalar)
    }
  }

  /// The answers for the scripts with many accents, Latin to Kana, which are asked for all the
  /// time.
  private static let bases = (0..<0x3100).map { value in
    Unicode.Scalar(UInt32(value)).map(computedBase) ?? dropped
  }

  /// The letter under case and accent.
  private static func computedBase(of scalar: Unicode.Scalar) -> UInt32 {
    let decomposed = String(Character(scalar)).decomposedStringWithCanonicalMapping
    let letter = decomposed.unicodeScalars.first {
      $0.properties.canonicalCombiningClass == .notReordered
    }
    return letter?.properties.lowercaseMapping.unicodeScalars.first?.value ?? dropped
  }
}
