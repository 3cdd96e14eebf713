/// An app's strings in all its languages (`docs/localisation.md`).
public struct LocalizedStrings: Equatable, Sendable {
  /// The texts of one language by key.
  public typealias Table = [String: LocalizedEntry]

  /// Texts for every language: those written into the settings, and files outside any `.lproj`
  /// folder. They win over ``tables``.
  public var common: Table = [:]
  /// Texts by language in its canonical form: `ru`, `pt-BR`, `Base`.
  public private(set) var tables: [String: Table] = [:]
  /// The language the app is written in; nil where nothing names it.
  public var developmentLanguage: String?
  /// The path of the file, absolute where the program resolves it; nil for texts of the settings.
  public internal(set) var path: String?
  /// Remarks about legal but probably unintended contents, a sentence each; the first
  /// ``mostRemarks``.
  public private(set) var remarks: [String] = []

  /// More remarks than this are dropped.
  public static let mostRemarks = 20

  /// Whether there is no text at all.
  public var isEmpty: Bool { common.isEmpty && tables.isEmpty }

  /// The languages there are, sorted.
  public var languages: [String] { tables.keys.sorted() }

  /// The strings without the file they were read from, as far as an object of settings can say
  /// them: those of one language at most, without plural forms. Others stay as they are.
  var selfContained: LocalizedStrings {
    let table = common.merging(tables.values.first ?? [:]) { common, _ in common }
    let isSayable = tables.count <= 1 && table.values.allSatisfy(\.variables.isEmpty)
    return path != nil && isSayable ? LocalizedStrings(common: table) : self
  }

  /// Adds texts of a language, over those it has; nil is every language.
  public mutating func add(_ table: Table, language: String?) {
    guard let language else { return common.merge(table) { $1 } }
    tables[LanguageTag.canonical(language), default: [:]].merge(table) { $1 }
  }

  /// Notes what is surely not meant.
  public mutating func remark(_ sentence: String) {
    if remarks.count < Self.mostRemarks { remarks.append(sentence) }
  }

  /// The languages in which a key is looked up, in that order: the first of the phone's languages
  /// that the app has, exact or akin, with what it is a kind of, then the development language.
  ///
  /// Without a declared development language it is `Base`, else English, else, where the app has
  /// none of the phone's languages either, the first there is (`docs/localisation.md`).
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

/// One text of an app's strings.
public struct LocalizedEntry: Equatable, Sendable, ExpressibleByStringLiteral {
  /// The format.
  public var format: String
  /// The texts of its `%#@name@`, one for each plural form.
  public var variables: [String: [PluralCategory: String]]

  /// Makes an entry; most have no variables.
  public init(_ format: String, variables: [String: [PluralCategory: String]] = [:]) {
    self.format = format
    self.variables = variables
  }

  /// A text without variables.
  public init(stringLiteral value: String) { self.init(value) }
}

extension LocalizedStrings: ExpressibleByDictionaryLiteral {
  /// Texts for every language.
  public init(dictionaryLiteral elements: (String, LocalizedEntry)...) {
    self.init(common: Dictionary(elements) { $1 })
  }
}
