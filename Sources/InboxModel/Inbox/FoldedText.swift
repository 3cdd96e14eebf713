import Foundation

/// A text to search for, without regard to case and accents: `Ångström` is found by `angstrom`.
///
/// Written by hand because a filter is applied to a hundred thousand entries while somebody types:
/// Foundation's folding makes a new string of each. Marks that make another letter of a letter without
/// being an accent (the vowels of Thai and Devanagari, combining class 0) are kept.
struct FoldedText: Equatable, Sendable {
  private let bytes: [UInt8]

  init(_ text: String) {
    bytes = Self.folded(text)
  }

  /// Whether the text occurs anywhere in another; the empty one does.
  func occurs(in text: String) -> Bool {
    guard let first = bytes.first else { return true }
    let haystack = Self.folded(text)
    guard haystack.count >= bytes.count else { return false }
    return (0...haystack.count - bytes.count).contains { start in
      haystack[start] == first && haystack[start..<start + bytes.count].elementsEqual(bytes)
    }
  }

  /// Whether another text is this one.
  func equals(_ text: String) -> Bool {
    Self.folded(text) == bytes
  }

  private static func folded(_ text: String) -> [UInt8] {
    var text = text
    return text.withUTF8 { utf8 in
      var folded: [UInt8] = []
      folded.reserveCapacity(utf8.count)
      var place = 0
      while place < utf8.count, utf8[place] < 0x80 {
        folded.append((65...90).contains(utf8[place]) ? utf8[place] | 0x20 : utf8[place])
        place += 1
      }
      guard place < utf8.count else { return folded }
      for scalar in String(decoding: utf8[place...], as: UTF8.self).unicodeScalars {
        if let base = base(of: scalar), let bytes = UTF8.encode(base) {
          folded.append(contentsOf: bytes)
        }
      }
      return folded
    }
  }

  /// The letter under case and accent; nil for an accent that stands by itself.
  private static func base(of scalar: Unicode.Scalar) -> Unicode.Scalar? {
    switch scalar.value {
    case 0..<0x3100: bases[Int(scalar.value)]
    case 0x3400..<0xA000, 0xAC00..<0xD7A4: scalar
    default: computedBase(of: scalar)
    }
  }

  /// The answers for the scripts with many accents, Latin to Kana, which are asked for all the time.
  private static let bases = (0..<0x3100).map { value in
    Unicode.Scalar(UInt32(value)).flatMap(computedBase)
  }

  private static func computedBase(of scalar: Unicode.Scalar) -> Unicode.Scalar? {
    let decomposed = String(Character(scalar)).decomposedStringWithCanonicalMapping
    let letter = decomposed.unicodeScalars.first {
      $0.properties.canonicalCombiningClass == .notReordered
    }
    return letter?.properties.lowercaseMapping.unicodeScalars.first
  }
}
