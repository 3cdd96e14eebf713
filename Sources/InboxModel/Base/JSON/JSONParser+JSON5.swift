/// The additional white space, comments and signs of JSON5 (spec.json5.org §2, §7, §8).
extension JSONParser {
  /// Skips one comment or one white space character that only JSON5 allows; returns false if there
  /// is none.
  mutating func skipJSON5Space() throws(JSONError) -> Bool {
    let start = position
    switch current {
    case "\u{0B}", "\u{0C}":
      position += 1
      return true
    case "/":
      if byte(at: position + 1) == "/" {
        while position < bytes.count, try !isLineEnd(self.scalar()) {}
        return true
      }
      if byte(at: position + 1) == "*" {
        position += 2
        while position < bytes.count {
          if current == "*", byte(at: position + 1) == "/" {
            position += 2
            return true
          }
          _ = try scalar()
        }
        throw error("this comment is never closed", at: start)
      }
      return false
    case "\u{80}"...:
      let scalar = try scalar()
      let isSpace =
        isLineEnd(scalar) || scalar == "\u{FEFF}"
        || scalar.properties.generalCategory == .spaceSeparator
      if !isSpace { position = start }
      return isSpace
    default: return false
    }
  }

  private func isLineEnd(_ scalar: Unicode.Scalar) -> Bool {
    scalar == "\n" || scalar == "\r" || scalar == "\u{2028}" || scalar == "\u{2029}"
  }

  /// Parses a key without quotes: an ECMAScript 5.1 `IdentifierName` (ECMA-262, edition 5.1, §7.6).
  mutating func identifier() throws(JSONError) -> String {
    var name = ""
    while position < bytes.count {
      let start = position
      var scalar = try self.scalar()
      let isEscaped = scalar == "\\"
      if isEscaped {
        guard current == "u" else {
          throw error("a key without quotes allows `\\u` and four digits only", at: start)
        }
        position += 1
        scalar = try unicodeEscape(from: start)
      }
      guard isNamePart(scalar, isFirst: name.isEmpty) else {
        if isEscaped {
          throw error("this escape is not a letter, as a key without quotes needs", at: start)
        }
        position = start
        break
      }
      name.unicodeScalars.append(scalar)
    }
    if name.isEmpty { throw error("expected a key, not \(whatIsHere)") }
    return name
  }

  private func isNamePart(_ scalar: Unicode.Scalar, isFirst: Bool) -> Bool {
    switch scalar {
    case "a"..."z", "A"..."Z", "_", "$": return true
    case "0"..."9": return !isFirst
    case "\u{200C}", "\u{200D}": return !isFirst
    default: break
    }
    switch scalar.properties.generalCategory {
    case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter,
      .letterNumber:
      return true
    case .nonspacingMark, .spacingMark, .decimalNumber, .connectorPunctuation: return !isFirst
    default: return false
    }
  }
}
