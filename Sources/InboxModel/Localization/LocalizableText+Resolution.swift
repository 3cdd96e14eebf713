/// What became of a text on the phone.
public struct ResolvedText: Equatable, Sendable {
  /// What is shown; nil when it came out empty, which counts as absent.
  public var text: String?
  /// `text.key-missing` or `text.argument-missing`, the former first.
  public var note: ReasonCode?
  /// Whether a placeholder is for a number and got a text.
  public var wantsNumbers: Bool
  /// The language of the text, or of the search that found none; nil where nothing was looked up or the
  /// app's strings stand for every language.
  public var language: String?

  /// Makes a resolved text.
  public init(
    text: String?, note: ReasonCode? = nil, wantsNumbers: Bool = false, language: String? = nil
  ) {
    self.text = text
    self.note = note
    self.wantsNumbers = wantsNumbers
    self.language = language
  }
}

extension LocalizableText {
  /// Looks the text up in the app's strings and fills it, as the phone does at the moment of delivery
  /// (`spec/payload-keys.md` §7.1). A key that is not there is itself the format: Apple's own samples use
  /// sentences as keys. Literal text is never read as a format.
  public func resolved(with localization: Localization) -> ResolvedText {
    switch self {
    case .literal(let text):
      return ResolvedText(text: text.isEmpty ? nil : text)
    case .localized(let key, let arguments):
      let found = localization.find(key)
      let format = found.map(localization.format) ?? LocalizedFormat(key)
      let filled = format.filled(with: arguments)
      var note: ReasonCode?
      if filled.lacksArguments { note = .textArgumentMissing }
      if found == nil { note = .textKeyMissing }
      return ResolvedText(
        text: filled.text.isEmpty ? nil : filled.text, note: note,
        wantsNumbers: filled.wantsNumbers,
        language: found == nil ? localization.language : found?.language)
    }
  }
}
