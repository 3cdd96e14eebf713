extension LocalizableText {
  /// Looks the text up in the app's strings and fills it, as the phone does at the moment of
  /// delivery (`docs/localisation.md`). A key that is not there is itself the format: Apple's own
  /// samples use sentences as keys. Literal text is never read as a format.
  public func resolved(with localization: Localization) -> ResolvedText {
    switch self {
    case .literal(let text): return ResolvedText(text: text.isEmpty ? nil : text)
    case .localized(let key, let arguments):
      let found = localization.find(key)
      let format = found.map(localization.format) ?? LocalizedFormat(key)
      let filled = format.filled(with: arguments)
      var faults: [TextFault] = []
      if found == nil { faults.append(TextFault(.keyMissing, key)) }
      if filled.lacksArguments {
        faults.append(TextFault(.argumentMissing, key))
      } else if filled.wantsNumbers {
        faults.append(TextFault(.numberWanted, key))
      }
      return ResolvedText(
        text: filled.text.isEmpty ? nil : filled.text, faults: faults,
        language: found == nil ? localization.language : found?.language)
    }
  }
}

/// Something wrong with a text that was looked up (`docs/localisation.md`).
public struct TextFault: Hashable, Sendable {
  /// The kinds of problems, the most severe first.
  public enum Kind: String, Sendable, CaseIterable, Comparable {
    /// The app has no string for the key, which is shown in its place.
    case keyMissing
    /// The format asks for more arguments than were sent.
    case argumentMissing
    /// The format is for a number (`%d`, plural forms), and arguments are texts.
    case numberWanted

    /// The worse is the smaller.
    public static func < (left: Kind, right: Kind) -> Bool {
      allCases.firstIndex(of: left) ?? 0 < allCases.firstIndex(of: right) ?? 0
    }
  }

  /// The kind of the problem.
  public var kind: Kind
  /// The key that was looked up.
  public var key: String

  /// Describes a fault.
  public init(_ kind: Kind, _ key: String) {
    self.kind = kind
    self.key = key
  }

  /// `text.key-missing`, `text.argument-missing`, or nil.
  public var code: ReasonCode? {
    switch kind {
    case .keyMissing: .textKeyMissing
    case .argumentMissing: .textArgumentMissing
    case .numberWanted: nil
    }
  }
}

/// A text after its resolution on the phone.
public struct ResolvedText: Equatable, Sendable {
  /// The text that is shown; nil when it is empty, which counts as absent.
  public var text: String?
  /// All that is wrong with it, the worst first.
  public var faults: [TextFault] = []
  /// The language of the text, or of the search that found none; nil where nothing was looked up or
  /// the app's strings stand for every language.
  public var language: String?
}
