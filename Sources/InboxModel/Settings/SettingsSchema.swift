/// The keys and values that a configuration may contain: the tables of ``SettingField`` without
/// their owners.
public indirect enum SettingsSchema: Equatable, Sendable {
  /// A single value.
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
    /// The sentences about the words of a list, by word.
    public var wordMeanings: [String: String] = [:]
    /// The form of the setting in `config init`.
    public var sample = Sample.standard(nil)
    /// The remark above the setting in `config init`; nil for none.
    public var title: String?
    /// The name in `set`, beside the path; for a setting of an app the prefix, with a dot; nil for
    /// none.
    var shortName: String?
    /// The values that need consent in a discovered file; nil for none.
    var consent: Consent?
    /// Whether the key is a path of `set`.
    var isListed = true
    /// The kinds of values that are accepted besides the form, such as the path of a file.
    var otherKinds: [JSONKind] = []
    /// Whether the object must have the key.
    var isRequired = false

    init(
      _ key: String, _ schema: SettingsSchema, _ meaning: String, or otherKinds: [JSONKind] = []
    ) {
      self.key = key
      self.schema = schema
      self.meaning = meaning
      self.otherKinds = otherKinds
    }
  }

  /// The lines of a setting in `config init`.
  public enum Sample: Equatable, Sendable {
    /// The default, with a remark; nil for the other possible words.
    case standard(String?)
    /// A value as written, and a remark.
    case value(String, String)
    /// Literal lines.
    case lines([String])
  }

  /// The values of a setting that need the user's consent in a discovered file: they could delete
  /// received pushes, open a port, change who is admitted, run a program, change when the user's
  /// own programs run, or read a file elsewhere.
  enum Consent: Equatable, Sendable {
    case all
    case `true`
    case `false`
    /// An object with this key.
    case having(String)
    /// A string that names a file or folder elsewhere.
    case pathOutside
    /// A filter that replaces one of the user's own.
    case ownFilter
  }

  /// The form of a value.
  public struct Form: Equatable, Sendable {
    /// The expectation, the end of a sentence in errors: `a time of day such as 07:00`.
    public var expected: String
    /// The kinds of JSON values that the value or its elements can have.
    public var kinds: [JSONKind] = []
    /// The range of a whole number; nil for other values.
    public var range: ClosedRange<Int>?
    /// The accepted words of the value or its elements; empty if they are not enumerable.
    public var choices: [String] = []
    /// The words that are accepted besides ``choices``, but not offered.
    var otherWords: [String] = []
    /// The accepted strings as a regular expression (ECMA-262), without anchors; it may accept
    /// strings that the reader rejects. Nil for any string.
    var pattern: String?
    /// The same for the strings in a value that may be an array.
    var elementPattern: String?
    /// The kinds of other values whose text can be of ``pattern``, since `set` steps take them as
    /// text.
    var kindsOfText: [JSONKind] = []
    /// Whether it is a list.
    public var isList = false
    /// The keys of each element of a list of objects; nil for other values.
    public var elements: [Member]?
    /// Whether its words are `on` and `off`; `set` then accepts all words of a switch.
    var isOnOrOff: Bool { choices == ["on", "off"] }
  }

  /// The settings of ``PhoneSettings``.
  public static let phone = PhoneSettings.fields.schema()

  /// The keys of an object with fixed keys, as far as this version can set them.
  public var keys: [String] {
    guard case .keys(let members) = self else { return [] }
    return members.filter { $0.schema != .unavailable && $0.isListed }.map(\.key)
  }

  /// The keys of an object, of an object under a name, or of the objects of a list, with their
  /// descriptions, as far as they are paths of `set`.
  public var members: [Member] { allMembers.filter(\.isListed) }

  /// The keys of a file at the place of ``members``.
  public var allMembers: [Member] {
    switch self {
    case .keys(let members): members
    case .names(let schema): schema.allMembers
    case .value(let form): form.elements ?? []
    case .unavailable: []
    }
  }

  /// Returns the form of the value of a key, of a name, or of an index in a list of objects, from
  /// 0; nil for none.
  public subscript(key: String) -> SettingsSchema? {
    switch self {
    case .keys(let members): members.first { $0.key == key && $0.isListed }?.schema
    case .names(let schema): schema
    case .value(let form): Int(key).flatMap { $0 < 0 ? nil : form.elements.map(Self.keys) }
    case .unavailable: nil
    }
  }

  /// Returns the continuations of a key with this prefix, up to the next dot or to the `=`, with
  /// the sentences about them.
  ///
  /// - Parameter names: Returns the known names at a path, of apps, Focuses and categories, with
  ///   what they mean.
  public static func completions(
    of word: String, names: ([String]) -> [(name: String, meaning: String)]
  ) -> [(text: String, meaning: String)] {
    phone.completions(of: word, at: [], names)
  }

  private func completions(
    of word: String, at path: [String], _ names: ([String]) -> [(name: String, meaning: String)]
  ) -> [(text: String, meaning: String)] {
    let keys =
      if case .names = self { names(path) } else { members.map { ($0.key, $0.meaning) } }
    return keys.flatMap { key, meaning -> [(text: String, meaning: String)] in
      let text = (path + [key]).joined(separator: ".")
      guard let next = self[key], next != .unavailable else { return [] }
      if case .value = next { return [(text + "=", meaning)] }
      return word.hasPrefix(text + ".")
        ? next.completions(of: word, at: path + [key], names) : [(text + ".", meaning)]
    }
  }
}
