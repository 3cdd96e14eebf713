/// An app's strings in all its languages (`docs/guides/localisation.md`).
public struct LocalizedStrings: Equatable, Sendable {
  /// The texts of one language by key.
  public typealias Table = [String: LocalizedEntry]

  /// The texts for every language: those in the settings, and in files outside `.lproj` folders.
  /// They override ``tables``.
  public var common: Table = [:]
  /// The texts by language in canonical form: `ru`, `pt-BR`, `Base`.
  public private(set) var tables: [String: Table] = [:]
  /// The development language of the app; nil if unknown.
  public var developmentLanguage: String?
  /// The path of the file, absolute if the program resolved it; nil for texts in the settings.
  public internal(set) var path: String?
  /// Remarks about valid but probably unintended contents, one sentence each; at most
  /// ``maximumRemarks``.
  public private(set) var remarks: [String] = []

  /// The maximum number of remarks.
  public static let maximumRemarks = 20

  /// Whether there are no texts.
  public var isEmpty: Bool { common.isEmpty && tables.isEmpty }

  /// The available languages, sorted.
  public var languages: [String] { tables.keys.sorted() }

  /// The strings without a reference to their file, if an object of settings can represent them:
  /// those of at most one language, without plural forms. Others are unchanged.
  var selfContained: LocalizedStrings {
    let table = common.merging(tables.values.first ?? [:]) { common, _ in common }
    let isSayable = tables.count <= 1 && table.values.allSatisfy(\.variables.isEmpty)
    return path != nil && isSayable ? LocalizedStrings(common: table) : self
  }

  /// Adds the texts of a language, replacing existing ones; nil for every language.
  public mutating func add(_ table: Table, language: String?) {
    guard let language else { return common.merge(table) { $1 } }
    tables[LanguageTag.canonical(language), default: [:]].merge(table) { $1 }
  }

  /// Adds a remark about probably unintended contents.
  public mutating func remark(_ sentence: String) {
    if remarks.count < Self.maximumRemarks { remarks.append(sentence) }
  }

  /// Returns the languages in which a key is looked up, in order: the first of the phone's
  /// languages that the app has, exact or related, with its generalizations, then the development
  /// language.
  ///
  /// The default development language is `Base`, else English, else, if the app has none of the
  /// phone's languages either, the first available one (`docs/guides/localisation.md`).
  public func searchOrder(for preferred: [String]) -> [String] {
    var order: [String] = []
    for language in preferred where order.isEmpty {
      let language = LanguageTag.canonical(language)
      order = LanguageTag.generalizations(of: language).filter { tables[$0] != nil }
      if order.isEmpty {
        order = Array(languages.filter { LanguageTag.areAkin($0, language) }.prefix(1))
      }
    }
    let origin = [developmentLanguage, "Base", "en"].compactMap(\.self).first { tables[$0] != nil }
    if let origin, !order.contains(origin) { order.append(origin) }
    return order.isEmpty ? Array(languages.prefix(1)) : order
  }
}

/// A text of an app's strings.
public struct LocalizedEntry: Equatable, Sendable, ExpressibleByStringLiteral {
  /// The format.
  public var format: String
  /// The texts of its `%#@name@` by plural form.
  public var variables: [String: [PluralCategory: String]]

  /// Makes an entry, by default without variables.
  public init(_ format: String, variables: [String: [PluralCategory: String]] = [:]) {
    self.format = format
    self.variables = variables
  }

  /// Makes a text without variables.
  public init(stringLiteral value: String) { self.init(value) }
}

extension LocalizedStrings: ExpressibleByDictionaryLiteral {
  /// Makes texts for every language.
  public init(dictionaryLiteral elements: (String, LocalizedEntry)...) {
    self.init(common: Dictionary(elements) { $1 })
  }
}
