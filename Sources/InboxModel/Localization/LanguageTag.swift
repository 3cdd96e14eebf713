/// Language tags of BCP 47: `ru`, `pt-BR`, `zh-Hant-TW`.
enum LanguageTag {
  /// The texts with this form as a regular expression (ECMA-262), without anchors and of any
  /// length.
  static let pattern = "[A-Za-z]{2,3}(-[A-Za-z0-9]{1,8})*"

  /// Returns whether a text has 2 to 35 letters, digits and hyphens, beginning with two or three
  /// letters.
  static func isWellFormed(_ text: String) -> Bool {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    return text.utf8.count <= 35 && (2...3).contains(parts[0].utf8.count)
      && parts[0].allSatisfy { $0.isASCII && $0.isLetter }
      && parts.allSatisfy { part in
        (1...8).contains(part.utf8.count)
          && part.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) }
      }
  }

  /// Returns the canonical form of a language's name on a phone or of a folder: `pt_br` is `pt-BR`,
  /// `English` is `en`, `Base` stays.
  static func canonical(_ name: String) -> String {
    var parts = name.split(whereSeparator: { $0 == "-" || $0 == "_" }).map(String.init)
    guard let first = parts.first, name != "Base" else { return name }
    let language = first.lowercased()
    parts[0] = oldNames[language] ?? language
    for index in parts.indices.dropFirst() {
      let part = parts[index]
      parts[index] = part.utf8.count == 4 ? part.capitalizedWord : part.uppercased()
    }
    return parts.joined(separator: "-")
  }

  /// The names of folders in old projects, and replaced codes.
  private static let oldNames = [
    "english": "en", "french": "fr", "german": "de", "italian": "it", "japanese": "ja",
    "spanish": "es", "dutch": "nl", "iw": "he", "in": "id", "no": "nb",
  ]

  /// Returns a canonical tag and its generalizations: `zh-TW`, `zh-Hant`, `zh`.
  static func generalizations(of tag: String) -> [String] {
    var tags = [tag]
    var parts = tag.split(separator: "-")
    if let script = script(of: tag), let language = parts.first {
      tags.append("\(language)-\(script)")
    }
    while parts.count > 1 {
      parts.removeLast()
      tags.append(parts.joined(separator: "-"))
    }
    var seen: Set<String> = []
    return tags.filter { seen.insert($0).inserted }
  }

  /// Returns whether readers of one language can read the other: `pt` and `pt-BR`, not `zh-Hans`
  /// and `zh-Hant`.
  static func areAkin(_ one: String, _ other: String) -> Bool {
    guard one.prefix(while: { $0 != "-" }) == other.prefix(while: { $0 != "-" }) else {
      return false
    }
    let scripts = (script(of: one), script(of: other))
    return scripts.0 == nil || scripts.1 == nil || scripts.0 == scripts.1
  }

  /// Returns the script of a tag; for Chinese that of its region; nil for none.
  private static func script(of tag: String) -> String? {
    let parts = tag.split(separator: "-")
    if let script = parts.dropFirst().first(where: { $0.utf8.count == 4 }) { return String(script) }
    guard parts.first == "zh" else { return nil }
    return parts.contains { ["TW", "HK", "MO"].contains($0) } ? "Hant" : "Hans"
  }
}

extension String {
  fileprivate var capitalizedWord: String { prefix(1).uppercased() + dropFirst().lowercased() }
}
