extension Payload {
  /// Returns findings about keys of its texts for which some or all languages of the app have no
  /// text.
  func missingTranslations(in strings: LocalizedStrings) -> [LintFinding] {
    // The system of a data message has its own texts.
    guard !strings.isEmpty, let alert = self.alert, self.appMessage == nil else { return [] }
    let texts = [
      ("aps.alert.title-loc-key", alert.title), ("aps.alert.subtitle-loc-key", alert.subtitle),
      ("aps.alert.loc-key", alert.body),
    ]
    return texts.compactMap { path, text in
      guard case .localized(let key, _) = text, strings.common[key] == nil else { return nil }
      let languages = strings.languages
      let without = languages.filter { language in
        !LanguageTag.generalizations(of: language).contains { strings.tables[$0]?[key] != nil }
      }
      guard !without.isEmpty || languages.isEmpty else { return nil }
      return LintFinding(
        .missingTranslation, path: path,
        without.count == languages.count
          ? "The app has no text for \(quoted(key)); phones show the key itself."
          : "There is no text for \(quoted(key)) in \(without.joined(separator: ", ")); phones in "
            + "\(without.count == 1 ? "this language" : "these languages") show another one.")
    }
  }
}
