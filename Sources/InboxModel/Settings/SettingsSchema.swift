/// What can be set, as the readers of the configuration themselves tell it when they are asked instead of
/// given a file: there is no second table of keys (`design/contract.md` §10).
public indirect enum SettingsSchema: Equatable, Sendable {
  /// A value of its own.
  case value(Form)
  /// An object with these keys, in the order in which they are read.
  case keys([Member])
  /// An object whose keys are names: apps, Focuses, categories.
  case names(SettingsSchema)
  /// Described in the contract, but this version cannot do it.
  case unavailable

  /// A key of an object.
  public struct Member: Equatable, Sendable {
    /// The key.
    public var key: String
    /// What it may hold.
    public var schema: SettingsSchema
  }

  /// What a value must be.
  public struct Form: Equatable, Sendable {
    /// The end of a sentence, as errors say it: `a time of day such as 07:00`.
    public var expected: String
    /// The words it may be, or its elements; empty where they cannot be counted.
    public var choices: [String] = []
    /// Whether it is a list.
    public var isList = false
    /// The keys of each element of a list of objects; nil for other values.
    public var elements: [Member]?

    /// Makes a form.
    public init(
      expected: String, choices: [String] = [], isList: Bool = false, elements: [Member]? = nil
    ) {
      self.expected = expected
      self.choices = choices
      self.isList = isList
      self.elements = elements
    }
  }

  /// A switch.
  static let flag = SettingsSchema.value(
    Form(expected: "`true` or `false`", choices: ["true", "false"]))

  /// What can be set about the phone: `device`, `focus`, `summary`, `apps`, `categories`, `keys`,
  /// `colors`, `bidi`, `banner`.
  public static let phone: SettingsSchema = {
    var phone = PhoneSettings()
    let recorder = Recorder()
    var reader = SettingsReader(describedBy: recorder)
    // Nothing is read, so nothing can be wrong.
    try? phone.apply(&reader)
    return recorder.schema
  }()

  /// The keys of an object with fixed ones, as far as this version can set them.
  public var keys: [String] {
    guard case .keys(let members) = self else { return [] }
    return members.filter { $0.schema != .unavailable }.map(\.key)
  }

  /// What a key or a name of an object may hold, or a place in a list of objects, from 0.
  public subscript(key: String) -> SettingsSchema? {
    switch self {
    case .keys(let members): members.first { $0.key == key }?.schema
    case .names(let schema): schema
    case .value(let form): Int(key).flatMap { $0 < 0 ? nil : form.elements.map(Self.keys) }
    case .unavailable: nil
    }
  }

  /// How a key that begins like a word may go on, up to the next dot or to the `=`.
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

  /// Collects what a reader is asked for.
  final class Recorder {
    var schema: SettingsSchema { .keys(members) }
    fileprivate(set) var members: [Member] = []

    /// Of several notes about a key the last one counts.
    func note(_ key: String, _ schema: SettingsSchema) {
      members.removeAll { $0.key == key }
      members.append(Member(key: key, schema: schema))
    }

    subscript(key: String) -> SettingsSchema? { schema[key] }
  }
}
