/// An app's strings as a phone with these languages reads them.
public struct Localization: Equatable, Sendable {
  /// The app's strings.
  public var strings: LocalizedStrings
  /// The phone's languages, the preferred one first; BCP 47.
  public var languages: [String]

  /// A text that was found.
  public struct Found: Equatable, Sendable {
    /// The text.
    public var entry: LocalizedEntry
    /// Its language in canonical form; nil where it stands for every language.
    public var language: String?
  }

  /// Makes a reader of strings.
  public init(_ strings: LocalizedStrings = [:], languages: [String] = ["en"]) {
    self.strings = strings
    self.languages = languages
  }

  /// The language in which a key is looked up first; nil where texts stand for every language.
  public var language: String? {
    strings.tables.isEmpty ? nil : strings.searchOrder(for: languages).first
  }

  /// Looks a key up; nil if the app does not have it.
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

  /// The format of what was found, with the plural rules of its language.
  public func format(of found: Found) -> LocalizedFormat {
    let language = found.language.flatMap { $0 == "Base" ? strings.developmentLanguage : $0 }
    return LocalizedFormat(
      found.entry.format, variables: found.entry.variables,
      language: language ?? languages.first ?? "en")
  }

  /// A text of a category: where it is a key of the app's strings its format, else the text itself.
  ///
  /// Apps make them by `NSString.localizedUserNotificationString(forKey:arguments:)`, which looks
  /// up when the text is shown.
  public func format(_ written: String) -> LocalizedFormat {
    find(written).map(format) ?? LocalizedFormat(written)
  }

  /// A label: where it is a key of the app's strings its text, else the label itself.
  public func text(_ written: String) -> String {
    guard let found = find(written) else { return written }
    return found.entry.variables.isEmpty
      ? found.entry.format : format(of: found).filled(with: []).text
  }
}
