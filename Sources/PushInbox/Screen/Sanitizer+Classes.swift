/// Classes of scalars where the general category is not sufficient.
extension Sanitizer {
  static func isPictograph(_ scalar: Unicode.Scalar) -> Bool {
    scalar.value >= 0xA0 && scalar.properties.isEmoji
  }

  /// Whether a scalar is a visible format character: a sign that spans the digits after it.
  static func isPrepended(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x600...0x605, 0x6DD, 0x70F, 0x890...0x891, 0x8E2, 0x110BD, 0x110CD: true
    default: false
    }
  }

  /// Whether a scalar belongs to a script in which joiners change shapes: Arabic to Sinhala,
  /// Myanmar, Khmer, Mongolian, and the newer Indic scripts.
  static func usesJoiners(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x600...0xDFF, 0x1000...0x109F, 0x1780...0x18AF, 0x1900...0x1CFF, 0xA800...0xABFF,
      0xFB50...0xFDFF, 0xFE70...0xFEFC, 0x10A00...0x11FFF, 0x1E900...0x1E95F:
      true
    default: false
    }
  }

  static func isRightToLeft(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x590...0x61B, 0x61D...0x8FF, 0xFB1D...0xFDFF, 0xFE70...0xFEFC, 0x10800...0x10FFF,
      0x1E800...0x1EFFF:
      true
    default: false
    }
  }

  /// Whether a conjoining Hangul vowel or final may follow a scalar.
  static func isHangul(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x1100...0x115E, 0xA960...0xA97C, 0xAC00...0xD7A3: true
    default: false
    }
  }

  /// Whether a scalar is a tag digit or a tag lower-case letter.
  static func isRegionTag(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0xE0030...0xE0039, 0xE0061...0xE007A: true
    default: false
    }
  }
}
