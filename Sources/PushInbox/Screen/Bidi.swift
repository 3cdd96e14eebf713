import CFribidi

/// The Unicode Bidirectional Algorithm (UAX #9), by FriBidi: levels are resolved once for a
/// paragraph, the order for each row of it.
enum Bidi {
  /// The version of FriBidi.
  static var libraryVersion: String {
    // Several lines, of which the first is "(GNU FriBidi) 1.0.16".
    let text = String(cString: cfribidi_version_info())
    return text.prefix { $0 != "\n" }.split(separator: " ").last.map(String.init) ?? ""
  }

  /// Sets the direction of each glyph of a paragraph.
  static func resolve(_ glyphs: inout [Glyph]) {
    var scalars: [UInt32] = []
    var starts: [Int] = []
    for glyph in glyphs {
      starts.append(scalars.count)
      scalars += glyph.text.unicodeScalars.map(\.value)
    }
    let count = FriBidiStrIndex(scalars.count)
    var types = Array(repeating: cfribidi_neutral(), count: scalars.count)
    var brackets = Array(repeating: FriBidiBracketType(), count: scalars.count)
    var joining = Array(repeating: FriBidiArabicProp(), count: scalars.count)
    var levels = Array(repeating: FriBidiLevel(), count: scalars.count)
    var base = cfribidi_first_strong()
    fribidi_get_bidi_types(scalars, count, &types)
    fribidi_get_bracket_types(scalars, count, types, &brackets)
    guard fribidi_get_par_embedding_levels_ex(types, brackets, count, &base, &levels) > 1 else {
      return  // only left-to-right text, or no memory
    }
    fribidi_get_joining_types(scalars, count, &joining)
    fribidi_join_arabic(types, count, levels, &joining)
    var forms = scalars
    fribidi_shape(cfribidi_shaping(), levels, count, &joining, &forms)
    for (index, start) in starts.enumerated() {
      glyphs[index].direction = Direction(
        level: UInt8(clamping: levels[start]), base: cfribidi_is_right_to_left(base) ? 1 : 0,
        form: forms[start] == scalars[start] ? nil : Unicode.Scalar(forms[start]))
    }
  }

  /// Returns the indices of a row's glyphs in visual order, from left to right (UAX #9, rules L1
  /// and L2).
  ///
  /// Glyphs without a direction are the program's own: they keep their place and separate the texts
  /// on both sides.
  static func order(of row: [Glyph]) -> [Int] {
    var levels = row.map { $0.direction?.level ?? 0 }
    // Trailing spaces have the level of the paragraph (UAX #9, rule L1).
    for place in row.indices.reversed() {
      guard row[place].isSpace else { break }
      levels[place] = row[place].direction?.base ?? 0
    }
    var order = Array(row.indices)
    for level in stride(from: levels.max() ?? 0, to: 0, by: -1) {
      var start = 0
      while start < order.count {
        let end = order[start...].firstIndex { levels[$0] < level } ?? order.endIndex
        order[start..<end].reverse()
        start = end + 1
      }
    }
    return order
  }

  /// Returns a row in visual order, with brackets mirrored and Arabic letters joined.
  static func arranged(_ row: [Glyph]) -> [Glyph] {
    order(of: row).map { place in
      var glyph = row[place]
      if let form = glyph.direction?.form {
        glyph.drawn = String(form) + String(glyph.drawn.unicodeScalars.dropFirst())
      }
      return glyph
    }
  }

  /// Returns a row in logical order with a directional mark at the end of each bidirectional text,
  /// so that a terminal that reorders text does not move the rest of the row.
  static func isolated(_ row: [Glyph]) -> [Glyph] {
    var glyphs = row
    for index in glyphs.indices where glyphs[index].direction != nil {
      let next = index + 1 < glyphs.endIndex ? glyphs[index + 1].direction : nil
      if next == nil { glyphs[index].drawn.unicodeScalars.append("\u{200E}") }
    }
    return glyphs
  }
}
