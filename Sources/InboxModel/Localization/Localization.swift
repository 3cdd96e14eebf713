/// The lookup of an app's strings for a phone with certain languages.
public struct Localization: Equatable, Sendable {
  /// The app's strings.
  public var strings: LocalizedStrings
  /// The phone's languages as BCP 47 tags, the preferred one first.
  public var languages: [String]

  /// The result of a search.
  public struct Found: Equatable, Sendable {
    /// The text.
    public var entry: LocalizedEntry
    /// The language in canonical form; nil if the text applies to every language.
    public var language: String?
  }

  /// Makes a lookup.
  public init(_ strings: LocalizedStrings = [:], languages: [String] = ["en"]) {
    self.strings = strings
    self.languages = languages
  }

  /// The language in which keys are looked up first; nil if the texts apply to every language.
  public var language: String? {
    strings.tables.isEmpty ? nil : strings.searchOrder(for: languages).first
  }

  /// Looks up a key; nil if the app does not have it.
  public func find(_ key: String) -> Found? {
    if let entry = strings.common[key] { return Found(entry: entry) }
    guard !strings.tables.isEmpty else { return nil }
    for language in strings.searchOrder(for: languages) {
      if let entry = strings.tables[language]?[key] {
        return Found(entry: entry, language: language)
      }
    }
    return nil
  }

  /// Returns the format of a result, with the plural rules of its language.
  public func format(of found: Found) -> LocalizedFormat {
    let language = found.language.flatMap { $0 == "Base" ? strings.developmentLanguage : $0 }
    return LocalizedFormat(
      found.entry.format, variables: found.entry.variables,
      language: language ?? languages.first ?? "en")
  }

  /// Returns the format of a category's text: that of the app's strings if it is a key, else the
  /// text itself.
  ///
  /// Apps make such texts with `NSString.localizedUserNotificationString(forKey:arguments:)`, which
  /// looks up the key when the text is shown.
  public func format(_ written: String) -> LocalizedFormat {
    find(written).map(format) ?? LocalizedFormat(written)
  }

  /// Returns the text of a label: that of the app's strings if it is a key, else the label itself.
  public func text(_ written: String) -> String {
    guard let found = find(written) else { return written }
    return found.entry.variables.isEmpty
      ? found.entry.format : format(of: found).filled(with: []).text
  }
}
