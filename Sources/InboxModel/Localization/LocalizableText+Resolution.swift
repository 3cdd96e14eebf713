extension LocalizableText {
  /// Returns the text after looking it up in the app's strings and filling its placeholders, as the
  /// phone does on delivery (`docs/guides/localisation.md`). A missing key is itself the format:
  /// Apple's samples use sentences as keys. Literal text is never a format.
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

/// A fault of a localized text (`docs/guides/localisation.md`).
public struct TextFault: Hashable, Sendable {
  /// The kinds of problems, the most severe first.
  public enum Kind: String, Sendable, CaseIterable, Comparable {
    /// The app has no string for the key, which is shown instead.
    case keyMissing
    /// The format requires more arguments than the push has.
    case argumentMissing
    /// The format requires a number (`%d`, plural forms), but arguments are strings.
    case numberWanted

    /// Returns whether the left kind is more severe.
    public static func < (left: Kind, right: Kind) -> Bool {
      allCases.firstIndex(of: left) ?? 0 < allCases.firstIndex(of: right) ?? 0
    }
  }

  /// The kind of the problem.
  public var kind: Kind
  /// The looked-up key.
  public var key: String

  /// Makes a fault.
  public init(_ kind: Kind, _ key: String) {
    self.kind = kind
    self.key = key
  }

  /// The reason code, `text.key-missing` or `text.argument-missing`; nil for other faults.
  public var code: ReasonCode? {
    switch kind {
    case .keyMissing: .textKeyMissing
    case .argumentMissing: .textArgumentMissing
    case .numberWanted: nil
    }
  }
}

/// A resolved text.
public struct ResolvedText: Equatable, Sendable {
  /// The text that is shown; nil if it is empty, which counts as absent.
  public var text: String?
  /// The faults, the most severe first.
  public var faults: [TextFault] = []
  /// The language of the text, or of an unsuccessful search; nil without a search, and if the app's
  /// strings apply to every language.
  public var language: String?
}
