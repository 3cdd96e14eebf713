/// The keys that a configuration may have and the values that they may hold: the tables of
/// ``SettingField`` without their owners.
public indirect enum SettingsSchema: Equatable, Sendable {
  /// A value of its own.
  case value(Form)
  /// An object with these keys, in the order in which they are read.
  case keys([Member])
  /// An object whose keys are names: apps, Focuses, categories.
  case names(SettingsSchema)
  /// A known key without effect in this version.
  case unavailable

  /// A key of an object.
  public struct Member: Equatable, Sendable {
    /// The key.
    public var key: String
    /// The form of its value.
    public var schema: SettingsSchema
    /// The effect of the setting in one sentence, at most 78 columns.
    public var meaning: String
    /// The sentences on the words of a list, by the word.
    public var wordMeanings: [String: String] = [:]
    /// The place of the setting in `config init`.
    public var sample = Sample.standard(nil)
    /// The remark over the setting in `config init`.
    public var title: String?
    /// The name in `set`, beside the path; of a setting of an app the beginning of the name, with a
    /// dot.
    var shortName: String?
    /// The values that need consent in a file that was merely found.
    var consent: Consent?
    /// Whether the key is a path of `set`.
    var isListed = true

    init(_ key: String, _ schema: SettingsSchema, _ meaning: String) {
      self.key = key
      self.schema = schema
      self.meaning = meaning
    }
  }

  /// The lines of a setting in `config init`.
  public enum Sample: Equatable, Sendable {
    /// The default, with a remark; nil is the other words that are possible, or the meaning.
    case standard(String?)
    /// A value as it is written, and a remark.
    case value(String, String)
    /// Lines as they are.
    case lines([String])
  }

  /// The values of a setting that need the user's consent in a file that was merely found: they
  /// could delete what was received, open a port, change who is let in, run a program or change
  /// when the user's own runs, or read a file elsewhere.
  enum Consent: Equatable, Sendable {
    case all
    case `true`
    case `false`
    /// An object with this key.
    case having(String)
    /// A text that names a file or folder elsewhere.
    case pathOutside
    /// A filter under the name of one of the user's own.
    case ownFilter
  }

  /// The form of a value.
  public struct Form: Equatable, Sendable {
    /// The end of a sentence, as errors say it: `a time of day such as 07:00`.
    public var expected: String
    /// The words it may be, or its elements; empty where they cannot be counted.
    public var choices: [String] = []
    /// Whether it is a list.
    public var isList = false
    /// The keys of each element of a list of objects; nil for other values.
    public var elements: [Member]?
  }

  /// The settings of the phone: `device`, `focus`, `summary`, `apps`, `categories`, `keys`,
  /// `colors`, `bidi`, `banner`, and those of the systems.
  public static let phone = PhoneSettings.fields.schema()

  /// The keys of an object with fixed ones, as far as this version can set them.
  public var keys: [String] {
    guard case .keys(let members) = self else { return [] }
    return members.filter { $0.schema != .unavailable }.map(\.key)
  }

  /// The keys of an object, of an object under a name, or of the objects of a list, with their
  /// descriptions.
  public var members: [Member] {
    switch self {
    case .keys(let members): members
    case .names(let schema): schema.members
    case .value(let form): form.elements ?? []
    case .unavailable: []
    }
  }

  /// The form of the value of a key, of a name, or of a place in a list of objects, from 0.
  public subscript(key: String) -> SettingsSchema? {
    switch self {
    case .keys(let members): members.first { $0.key == key }?.schema
    case .names(let schema): schema
    case .value(let form): Int(key).flatMap { $0 < 0 ? nil : form.elements.map(Self.keys) }
    case .unavailable: nil
    }
  }

  /// The continuations of a key that begins like a word, up to the next dot or to the `=`.
  ///
  /// - Parameter names: the names known at a path: of apps, Focuses, categories.
  public static func completions(
    of word: String, names: ([String]) -> [String]
  ) -> [String] {
    phone.completions(of: word, at: [], names)
  }

  private func completions(
    of word: String, at path: [String], _ names: ([String]) -> [String]
  ) -> [String] {
    let keys = if case .names = self { names(path) } else { keys }
    return keys.flatMap { key -> [String] in
      let text = (path + [key]).joined(separator: ".")
      guard let next = self[key] else { return [] }
      if case .value = next { return [text + "="] }
      return word.hasPrefix(text + ".")
        ? next.completions(of: word, at: path + [key], names) : [text + "."]
    }
  }
}
