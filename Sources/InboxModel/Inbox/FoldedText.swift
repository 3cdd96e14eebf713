import Foundation

/// A text to search for, without regard to case and accents: `Ångström` is found by `angstrom`.
///
/// Written by hand because a filter is applied to a hundred thousand entries while somebody types:
/// Foundation's folding makes a new string of each. Marks that make another letter of a letter without
/// being an accent (the vowels of Thai and Devanagari, combining class 0) are kept.
struct FoldedText: Equatable, Sendable {
  private let scalars: [UInt32]
  /// The same as bytes, if it is ASCII: most text is, and is searched as it lies there.
  private let ascii: [UInt8]?

  init(_ text: String) {
    scalars = Self.folded(text)
    ascii = scalars.allSatisfy { $0 < 0x80 } ? scalars.map { UInt8(truncatingIfNeeded: $0) } : nil
  }

  /// Whether the text occurs anywhere in another; the empty one does.
  func occurs(in text: String) -> Bool {
    var text = text
    let answer: Bool? = text.withUTF8 { utf8 in
      guard utf8.allSatisfy({ $0 < 0x80 }) else { return nil }
      guard let ascii else { return false }
      return Self.occurs(ascii, in: utf8, folding: Self.lowercased)
    }
    return answer
      ?? Self.folded(text).withUnsafeBufferPointer { Self.occurs(scalars, in: $0) { $0 } }
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

  private static func occurs<Unit: Equatable>(
    _ needle: [Unit], in haystack: UnsafeBufferPointer<Unit>, folding fold: (Unit) -> Unit
  ) -> Bool {
    guard let first = needle.first else { return true }
    guard haystack.count >= needle.count else { return false }
    for start in 0...haystack.count - needle.count where fold(haystack[start]) == first {
      var length = 1
      while length < needle.count, fold(haystack[start + length]) == needle[length] { length += 1 }
      if length == needle.count { return true }
    }
    return false
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

  /// The answers for the scripts with many accents, Latin to Kana, which are asked for all the time.
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
