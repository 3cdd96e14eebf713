/// Quoting of text for shells, XML and string literals, so that they restore the same text.
///
/// Every function works on Unicode scalars, never on `Character`: a quote followed by a combining
/// mark is one `Character` that differs from a quote (Unicode Standard Annex #29, "Grapheme Cluster
/// Boundary Rules"), while the program that reads the result still sees a quote.
/// `.ci/check-quoting` rejects quoting by `Character` elsewhere.
public enum Quoting {
  /// Returns a text with certain scalars replaced, whatever follows them.
  public static func replacing(
    _ replacements: [Unicode.Scalar: String], in text: String
  ) -> String {
    text.unicodeScalars.reduce(into: "") { result, scalar in
      if let replacement = replacements[scalar] {
        result += replacement
      } else {
        result.unicodeScalars.append(scalar)
      }
    }
  }

  // MARK: URIs

  /// Returns a text for a URI: the bytes of its UTF-8, as `%` and two hexadecimal digits unless
  /// they are kept (RFC 3986 §2.1).
  ///
  /// - Parameter isKept: Whether a byte, which must be ASCII then, stands for itself.
  public static func percentEncoded(
    _ text: String, except isKept: (UInt8) -> Bool
  ) -> String {
    text.utf8.reduce(into: "") { result, byte in
      if isKept(byte) {
        result.unicodeScalars.append(UnicodeScalar(byte))
      } else {
        result += (byte < 0x10 ? "%0" : "%") + String(byte, radix: 16, uppercase: true)
      }
    }
  }

  // MARK: Shells

  /// Returns a word for a POSIX shell, bash or zsh: bare if it consists of ASCII letters, digits
  /// and `%+,-./:=@_`, otherwise ``singleQuoted(_:)``.
  public static func shellWord(_ text: String) -> String {
    let isBare = text.utf8.allSatisfy {
      switch $0 {
      case 48...57, 65...90, 97...122: true
      default: "%+,-./:=@_".utf8.contains($0)
      }
    }
    // zsh replaces `=name` by the path of a program (zsh manual, "Filename Expansion").
    return isBare && !text.isEmpty && !text.hasPrefix("=") ? text : singleQuoted(text)
  }

  /// Returns a text in single quotes for a POSIX shell, bash or zsh: one word in which nothing is
  /// expanded (POSIX.1-2024, "Shell Command Language", §2.2.2). U+0000 is kept, but no shell can
  /// store it.
  public static func singleQuoted(_ text: String) -> String {
    "'" + replacing(["'": #"'\''"#], in: text) + "'"
  }

  /// Returns a text in single quotes for fish, where a backslash escapes a quote and itself.
  public static func fishQuoted(_ text: String) -> String {
    "'" + replacing(["'": #"\'"#, #"\"#: #"\\"#], in: text) + "'"
  }

  /// Returns the format, in single quotes, with which `printf` of a POSIX shell writes these bytes.
  ///
  /// It has no control characters, so that it can be pasted into a terminal. The bytes may include
  /// U+0000 and invalid UTF-8.
  public static func printfFormat(_ bytes: [UInt8]) -> String {
    let text = String(validating: bytes, as: UTF8.self)
    let scalars = text.map { Array($0.unicodeScalars) } ?? bytes.map { Unicode.Scalar($0) }
    var format = ""
    for scalar in scalars {
      switch scalar {
      case #"\"#: format += #"\\"#
      case "%": format += "%%"
      case "\n": format += #"\n"#
      case "-" where format.isEmpty: format += octal(scalar)  // It would begin an option.
      case _ where text == nil && !scalar.isASCII:
        format += octal([UInt8(truncatingIfNeeded: scalar.value)])
      case _ where scalar.properties.generalCategory == .control: format += octal(scalar)
      default: format.unicodeScalars.append(scalar)
      }
    }
    return singleQuoted(format)
  }

  private static func octal(_ scalar: Unicode.Scalar) -> String {
    octal(Array(UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter))
  }

  private static func octal(_ bytes: [UInt8]) -> String {
    bytes.map { byte in
      let digits = String(byte, radix: 8)
      return #"\"# + String(repeating: "0", count: 3 - digits.count) + digits
    }.joined()
  }

  // MARK: Markup and literals

  /// Returns escaped character data for the content of an XML element. Control characters, most of
  /// which XML 1.0 does not allow, are not changed.
  public static func xmlText(_ text: String) -> String {
    replacing(["&": "&amp;", "<": "&lt;", ">": "&gt;"], in: text)
  }

  /// Returns the value of an XML attribute for double quotes: ``xmlText(_:)`` with `"` escaped.
  public static func xmlAttribute(_ text: String) -> String {
    replacing(["\"": "&quot;"], in: xmlText(text))
  }

  /// Returns a text in double quotes with `"` and `\` escaped by a backslash, as C, YAML and
  /// ``SettingPath`` read it. Control characters are not changed.
  public static func doubleQuoted(_ text: String) -> String {
    "\"" + replacing(["\"": #"\""#, #"\"#: #"\\"#], in: text) + "\""
  }
}
