/// Sanitises senders' text for terminals.
///
/// Characters that control, reorder or hide text are replaced by their name in ASCII: `^[` for
/// Escape, `\u202e` for an override; a tab becomes a space. Legitimate uses stay: joiners where a
/// script or an emoji needs them, one variation selector after a character that has variants.
/// Sanitising is idempotent.
struct Sanitizer {
  /// The maximum number of marks on one character: it fills an ncurses cell (`CCHARW_MAX`).
  static let marksLimit = 4
  /// The maximum number of replacements in a row; an ellipsis replaces further ones.
  static let floodLimit = 8
  /// The maximum number of emoji that are joined to a first one.
  static let joinLimit = 4

  /// Sanitises one line.
  ///
  /// - Parameter limit: The maximum size of the result in bytes of UTF-8; longer text is cut and
  ///   ends in `…`.
  static func glyphs(of raw: String, limit: Int) -> [Glyph] {
    if raw.utf8.count <= limit, raw.utf8.allSatisfy({ (0x20..<0x7F).contains($0) }) {
      return raw.utf8.map(Glyph.printable)
    }
    var sanitizer = Sanitizer(raw, limit: limit)
    sanitizer.run()
    guard sanitizer.keepsDirectionMarks else { return sanitizer.glyphs }
    if !sanitizer.hasRightToLeft {
      // The limit has cut away the letters for which the marks were kept.
      sanitizer = Sanitizer(raw, limit: limit, mayKeepDirectionMarks: false)
      sanitizer.run()
    }
    if sanitizer.hasRightToLeft { Bidi.resolve(&sanitizer.glyphs) }
    return sanitizer.glyphs
  }

  private let scalars: [Unicode.Scalar]
  private let limit: Int
  private let isCut: Bool
  /// Whether there is a right-to-left letter, for which marks of direction are kept.
  private let keepsDirectionMarks: Bool
  private var glyphs: [Glyph] = []
  private var bytes = 0
  private var position = 0

  /// The last retained scalar, the first one of its glyph, and the last emoji joined to it; nil
  /// where nothing may be attached.
  private var previous: Unicode.Scalar?
  private var base: Unicode.Scalar?
  private var lastJoined: Unicode.Scalar?
  private var marks = 0
  private var joins = 0
  private var flood = 0

  private init(_ raw: String, limit: Int, mayKeepDirectionMarks: Bool = true) {
    // Every glyph has at least one byte and few scalars, so more than this would be cut anyway.
    let bound = raw.unicodeScalars.prefix(limit * 8)
    scalars = Array(bound)
    self.limit = limit
    isCut = bound.endIndex < raw.unicodeScalars.endIndex
    keepsDirectionMarks = mayKeepDirectionMarks && scalars.contains(where: Self.isRightToLeft)
    glyphs.reserveCapacity(scalars.count)
  }

  /// Whether a right-to-left letter is left.
  private var hasRightToLeft: Bool {
    glyphs.contains { $0.text.unicodeScalars.contains(where: Self.isRightToLeft) }
  }

  private mutating func run() {
    while position < scalars.count, bytes <= limit {
      filter(scalars[position])
      position += 1
    }
    if bytes > limit || isCut { cut() }
  }

  private mutating func filter(_ scalar: Unicode.Scalar) {
    switch scalar.value {
    case 0x20..<0x7F: add(.printable(UInt8(scalar.value)), scalar)
    case 0x09: add(.space, " ")
    case 0..<0x20, 0x7F: replace("^" + String(Unicode.Scalar(UInt8(scalar.value ^ 0x40))))
    case 0xAD: add(Glyph(text: "\u{AD}", drawn: "-", columns: 1), scalar)
    case 0x200C, 0x200D: appendJoiner(scalar)
    case 0x200E, 0x200F, 0x61C: appendDirectionMark(scalar)
    case 0x180B...0x180D, 0x180F, 0xFE00...0xFE0F, 0xE0100...0xE01EF: appendSelector(scalar)
    case 0x1160...0x11FF, 0xD7B0...0xD7FF: appendJamo(scalar)
    case 0x1F1E6...0x1F1FF: appendRegionalIndicator(scalar)
    case 0x1F3FB...0x1F3FF: appendSkinTone(scalar)
    case 0x1F3F4: appendFlag(scalar)
    default: appendByCategory(scalar)
    }
  }

  private mutating func appendByCategory(_ scalar: Unicode.Scalar) {
    let properties = scalar.properties
    switch properties.generalCategory {
    case _ where properties.isDefaultIgnorableCodePoint: replace(scalar)
    case .nonspacingMark, .enclosingMark: attach(scalar)
    case .format where Self.isPrepended(scalar): add(scalar)
    case .control, .format, .surrogate, .privateUse, .unassigned, .lineSeparator,
      .paragraphSeparator:
      replace(scalar)
    default: add(scalar)
    }
  }

  // MARK: Scalars that are allowed only in context

  private mutating func appendJoiner(_ scalar: Unicode.Scalar) {
    if scalar.value == 0x200D, let base, Self.isPictograph(base), joins < Self.joinLimit,
      position + 1 < scalars.count, Self.isPictograph(scalars[position + 1])
    {
      joins += 1
      position += 1
      append(scalar)
      append(scalars[position])
      lastJoined = previous
    } else if let previous, Self.usesJoiners(previous), marks < Self.marksLimit {
      attach(scalar)
    } else {
      replace(scalar)
    }
  }

  /// Appends a directional mark, which right-to-left text needs. Terminals do not receive it.
  private mutating func appendDirectionMark(_ scalar: Unicode.Scalar) {
    guard keepsDirectionMarks else { return replace(scalar) }
    if base != nil { append(scalar) }
  }

  /// Appends one variation selector after a character that can have one. It is not drawn, because
  /// terminals disagree about the resulting width.
  private mutating func appendSelector(_ scalar: Unicode.Scalar) {
    guard let previous, previous == base || previous == lastJoined else { return replace(scalar) }
    let isSelecting =
      scalar.value == 0xFE0E || scalar.value == 0xFE0F
      ? previous.properties.isEmoji : previous.value >= 0xA0
    if isSelecting { append(scalar) } else { replace(scalar) }
  }

  private mutating func appendJamo(_ scalar: Unicode.Scalar) {
    if let base, Self.isHangul(base), scalar.value != 0x1160 {
      attach(scalar)
    } else {
      replace(scalar)
    }
  }

  /// Appends a letter of a flag. Some terminals draw a pair of them as one picture and others as
  /// two, so plain letters are drawn.
  private mutating func appendRegionalIndicator(_ scalar: Unicode.Scalar) {
    let letter = Unicode.Scalar(UInt8(scalar.value - 0x1F1E6) + UInt8(ascii: "A"))
    add(Glyph(text: String(scalar), drawn: String(letter), columns: 1), scalar)
  }

  private mutating func appendSkinTone(_ scalar: Unicode.Scalar) {
    if let joined = lastJoined ?? base, joined.properties.isEmojiModifierBase,
      previous == joined || previous?.value == 0xFE0F
    {
      append(scalar)
    } else {
      add(scalar)
    }
  }

  /// Appends a black flag with the tags of a region (UTS #51, ED-14a); other tags, which hide text,
  /// are replaced.
  private mutating func appendFlag(_ flag: Unicode.Scalar) {
    add(flag)
    let tags = scalars[(position + 1)...].prefix { Self.isRegionTag($0) }
    let end = position + 1 + tags.count
    guard (3...6).contains(tags.count), end < scalars.count, scalars[end].value == 0xE007F else {
      return
    }
    for tag in scalars[position + 1...end] { append(tag) }
    position = end
  }

  // MARK: Output

  private mutating func add(_ scalar: Unicode.Scalar) {
    let text = String(scalar)
    let columns = DisplayWidth.columns(of: scalar)
    add(Glyph(text: text, drawn: text, columns: columns), scalar)
  }

  private mutating func add(_ glyph: Glyph, _ scalar: Unicode.Scalar) {
    bytes += glyph.text.utf8.count
    glyphs.append(glyph)
    (base, previous, lastJoined) = (scalar, scalar, nil)
    (marks, joins, flood) = (0, 0, 0)
  }

  /// Adds a mark to the previous character, or to a dotted circle if there is none.
  private mutating func attach(_ scalar: Unicode.Scalar) {
    if base == nil { add("◌") }
    guard marks < Self.marksLimit else { return }
    marks += 1
    glyphs[glyphs.count - 1].drawn.unicodeScalars.append(scalar)
    append(scalar)
  }

  /// Appends a scalar to the text without drawing it.
  private mutating func append(_ scalar: Unicode.Scalar) {
    bytes += UTF8.width(scalar)
    glyphs[glyphs.count - 1].text.unicodeScalars.append(scalar)
    previous = scalar
  }

  private mutating func replace(_ scalar: Unicode.Scalar) {
    let hex = String(scalar.value, radix: 16)
    replace(
      hex.count > 4
        ? "\\u{\(hex)}" : "\\u" + String(repeating: "0", count: 4 - hex.count) + hex)
  }

  private mutating func replace(_ name: String) {
    (base, previous, lastJoined) = (nil, nil, nil)
    flood += 1
    guard flood <= Self.floodLimit else {
      if flood == Self.floodLimit + 1 { addEllipsis() }
      return
    }
    for byte in name.utf8 {
      var glyph = Glyph.printable(byte)
      glyph.isReplacement = true
      glyphs.append(glyph)
    }
    bytes += name.utf8.count
  }

  private mutating func cut() {
    while bytes > limit - 3, let last = glyphs.popLast() {
      bytes -= last.text.utf8.count
    }
    if limit >= 3 { addEllipsis() }
  }

  private mutating func addEllipsis() {
    glyphs.append(Glyph(text: "…", drawn: "…", columns: 1, isReplacement: true))
    bytes += 3
  }
}
