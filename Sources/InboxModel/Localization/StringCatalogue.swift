/// The parser of string catalogs, `.xcstrings` (`docs/guides/localisation.md`): all languages in
/// one JSON file. Of device variations the iPhone's is used; the state of a translation is ignored.
enum StringCatalogue {
  /// Parses a file into an app's strings.
  static func read(
    _ bytes: [UInt8], into strings: inout LocalizedStrings
  ) throws(StringsError) {
    let document: JSONDocument
    do throws(JSONError) {
      document = try JSONReader.read(bytes)
    } catch {
      throw StringsError(
        error.problem,
        position: JSONPosition(offset: error.offset, line: error.line, column: error.column))
    }
    func wrong(_ problem: String, _ offset: Int?) -> StringsError {
      StringsError(problem, position: JSONPosition(offset: offset ?? 0, in: bytes))
    }
    guard case .object(let root) = document.root else { throw wrong("expected an object", nil) }
    guard let source = root["sourceLanguage"]?.string, LanguageTag.isWellFormed(source) else {
      throw wrong(
        "`sourceLanguage` must be a language such as `en`",
        root.member("sourceLanguage")?.valueOffset)
    }
    guard case .object(let entries)? = root["strings"] else {
      throw wrong("`strings` must be an object", root.member("strings")?.valueOffset)
    }
    var tables: [String: LocalizedStrings.Table] = [source: [:]]
    for member in entries.members {
      // Without a text in the source language the key is the text.
      tables[source]?[member.key] = LocalizedEntry(member.key)
      for localization in member.value.object?["localizations"]?.object?.members ?? [] {
        guard let entry = entry(localization.value) else { continue }
        tables[localization.key, default: [:]][member.key] = entry
      }
    }
    for (language, table) in tables { strings.add(table, language: language) }
    strings.developmentLanguage = LanguageTag.canonical(source)
  }

  /// Parses one text in one language; nil for none.
  private static func entry(_ value: JSONValue) -> LocalizedEntry? {
    guard let unit = unit(value) else { return nil }
    var entry = LocalizedEntry(unit.format)
    if let forms = unit.forms { entry.variables["count"] = forms }
    for member in value.object?["substitutions"]?.object?.members ?? [] {
      guard let substitution = member.value.object, var forms = plurals(member.value) else {
        continue
      }
      // In the forms of a substitution `%arg` is its number.
      let position = substitution["argNum"]?.int.map { "\($0)$" } ?? ""
      let type = substitution["formatSpecifier"]?.string ?? "d"
      forms = forms.mapValues { $0.replacing("%arg", with: "%" + position + type) }
      entry.variables[member.key] = forms
    }
    return entry
  }

  /// Returns a text, or plural forms with a format that consists of their variable.
  private static func unit(
    _ value: JSONValue
  ) -> (format: String, forms: [PluralCategory: String]?)? {
    if let text = text(value) { return (text, nil) }
    if let forms = plurals(value) { return ("%#@count@", forms) }
    let devices = value.object?["variations"]?.object?["device"]?.object
    guard let variation = devices?["iphone"] ?? devices?["other"] else { return nil }
    if let text = text(variation) { return (text, nil) }
    return plurals(variation).map { ("%#@count@", $0) }
  }

  private static func text(_ value: JSONValue) -> String? {
    value.object?["stringUnit"]?.object?["value"]?.string
  }

  private static func plurals(_ value: JSONValue) -> [PluralCategory: String]? {
    guard let members = value.object?["variations"]?.object?["plural"]?.object?.members else {
      return nil
    }
    var forms: [PluralCategory: String] = [:]
    for member in members {
      if let category = PluralCategory(rawValue: member.key) {
        forms[category] = text(member.value)
      }
    }
    return forms.isEmpty ? nil : forms
  }
}
