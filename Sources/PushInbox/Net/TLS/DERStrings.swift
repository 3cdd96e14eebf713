/// The strings in a DER value in their order, at any depth (ITU-T X.690). Apple describes its
/// topics extension only in prose.
struct DERStrings {
  private(set) var texts: [String] = []

  private static let utf8String: UInt8 = 0x0C
  private static let printableString: UInt8 = 0x13
  private static let ia5String: UInt8 = 0x16

  /// Reads as many strings as can be parsed.
  init(_ bytes: [UInt8]) {
    read(bytes[...], depth: 0)
  }

  private mutating func read(_ bytes: ArraySlice<UInt8>, depth: Int) {
    var rest = bytes
    while let tag = rest.popFirst(), let count = Self.length(&rest), count <= rest.count {
      let value = rest.prefix(count)
      rest = rest.dropFirst(count)
      switch tag {
      case Self.utf8String, Self.printableString, Self.ia5String:
        texts.append(String(decoding: value, as: UTF8.self))
      case _ where tag & 0x20 != 0 && depth < 8: read(value, depth: depth + 1)
      default: break
      }
    }
  }

  private static func length(_ rest: inout ArraySlice<UInt8>) -> Int? {
    guard let first = rest.popFirst() else { return nil }
    guard first >= 0x80 else { return Int(first) }
    let digits = Int(first & 0x7F)
    guard (1...3).contains(digits), rest.count >= digits else { return nil }
    defer { rest = rest.dropFirst(digits) }
    return rest.prefix(digits).reduce(0) { $0 << 8 | Int($1) }
  }
}
