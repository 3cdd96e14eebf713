/// The reader of `.strings` files: `"key" = "value";` with comments
/// (`docs/guides/localisation.md`).
enum StringsFile {
  /// Parses a text.
  ///
  /// - Parameter bytes: UTF-8 or UTF-16, with or without a byte order mark.
  /// - Throws: ``StringsError`` for the first syntax error. Like Apple's parser, it then returns
  ///   nothing of the file.
  static func read(_ bytes: [UInt8]) throws(StringsError) -> StringsContents {
    let text = try utf8(bytes)
    var contents = StringsContents()
    var duplicates: [(key: String, offset: Int)] = []
    try text.withUnsafeBufferPointer { buffer throws(StringsError) in
      var parser = StringsParser(buffer)
      while let (key, value, offset) = try parser.entry() {
        if contents.table.updateValue(LocalizedEntry(value), forKey: key) != nil {
          duplicates.append((key, offset))
        }
      }
      // The positions are computed in one pass, since a file may consist of duplicates.
      var position = JSONPosition()
      for (key, offset) in duplicates.prefix(LocalizedStrings.maximumRemarks) {
        position.advance(to: offset, in: buffer)
        contents.duplicates.append((key, position))
      }
    }
    return contents
  }

  // MARK: Encodings

  /// Returns the text as UTF-8 without a byte order mark. A text begins with an ASCII character, so
  /// that NUL among its first two bytes indicates UTF-16 without a mark.
  static func utf8(_ bytes: [UInt8]) throws(StringsError) -> [UInt8] {
    switch (bytes.first, bytes.dropFirst().first) {
    case (0xFF, 0xFE): return try utf8(ofUTF16: bytes.dropFirst(2), isBigEndian: false)
    case (0xFE, 0xFF): return try utf8(ofUTF16: bytes.dropFirst(2), isBigEndian: true)
    case (0, .some(1...)): return try utf8(ofUTF16: bytes[...], isBigEndian: true)
    case (.some(1...), 0): return try utf8(ofUTF16: bytes[...], isBigEndian: false)
    default:
      let text = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? Array(bytes.dropFirst(3)) : bytes
      guard String(validating: text, as: UTF8.self) == nil else { return text }
      throw StringsError(
        "the text is neither UTF-8 nor UTF-16", position: end(ofWhatReads: text, UTF8()))
    }
  }

  /// Returns the offset after the readable part of a text.
  private static func end<Codec: UnicodeCodec>(
    ofWhatReads units: [Codec.CodeUnit], _ codec: Codec
  ) -> JSONPosition {
    var (codec, units, text) = (codec, units.makeIterator(), [UInt8]())
    while case .scalarValue(let scalar) = codec.decode(&units) {
      if let encoded = UTF8.encode(scalar) { text.append(contentsOf: encoded) }
    }
    return JSONPosition(offset: text.count, in: text)
  }

  private static func utf8(
    ofUTF16 bytes: ArraySlice<UInt8>, isBigEndian: Bool
  ) throws(StringsError) -> [UInt8] {
    let units = stride(from: bytes.startIndex, to: bytes.endIndex - 1, by: 2).map { place in
      let (one, two) = (UInt16(bytes[place]), UInt16(bytes[place + 1]))
      return isBigEndian ? one << 8 | two : two << 8 | one
    }
    guard bytes.count % 2 == 0, let text = String(validating: units, as: UTF16.self) else {
      throw StringsError("the text is broken UTF-16", position: end(ofWhatReads: units, UTF16()))
    }
    return Array(text.utf8)
  }
}
