/// The form of a setting: its schema, and the functions that read and write it.
struct SettingForm<Value>: Sendable {
  /// Reads the value of a present key.
  typealias Read =
    @Sendable (
      _ reader: inout SettingsReader, _ key: String, _ value: inout Value
    ) throws(SettingsError) -> Void

  var schema: SettingsSchema
  /// The kinds of values that are accepted besides the schema, such as the path of a file.
  var otherKinds: [JSONKind] = []
  var read: Read
  /// Returns the written value; nil omits the key.
  var write: @Sendable (Value) -> JSONValue?
}

extension SettingForm {
  /// The form of a single value.
  init(_ scalar: SettingScalar<Value>) {
    schema = .value(.init(scalar))
    read = { reader, key, value throws(SettingsError) in try reader.read(key, scalar, into: &value)
    }
    write = scalar.json
  }

  // MARK: Lists

  /// A list. Each element is read separately, so that an error names it.
  static func list<Element>(of scalar: SettingScalar<Element>) -> Self where Value == [Element] {
    Self(
      schema: .value(.init(scalar, isList: true)),
      read: { reader, key, value throws(SettingsError) in
        try reader.elements(key, scalar, into: &value)
      },
      write: { .array($0.compactMap(scalar.json)) })
  }

  /// An unordered list, written sorted.
  static func set<Element: Sendable>(of scalar: SettingScalar<Element>) -> Self
  where Value == Set<Element> {
    let list = SettingForm<[Element]>.list(of: scalar)
    return Self(
      schema: list.schema,
      read: { reader, key, value throws(SettingsError) in
        var elements: [Element] = []
        try list.read(&reader, key, &elements)
        value = Set(elements)
      },
      write: { value in
        .array(value.compactMap(scalar.json).sorted { ($0.string ?? "") < ($1.string ?? "") })
      })
  }

  /// A list of names that stand for bits. Names that are only in `readable` are not written.
  static func options(
    _ names: [(name: String, option: Value)], readable: [(name: String, option: Value)]? = nil
  ) -> Self where Value: OptionSet & Sendable, Value.Element == Value {
    let known = readable ?? names
    let words = known.map(\.name)
    return Self(
      schema: .value(
        .init(expected: words.alternatives, kinds: [.string], choices: words, isList: true)),
      read: { reader, key, value throws(SettingsError) in
        var texts: [String] = []
        try reader.elements(key, .text, into: &texts)
        var options: Value = []
        var errors: [SettingsError] = []
        for text in texts {
          if let option = known.first(where: { $0.name == text })?.option {
            options.formUnion(option)
          } else {
            errors.append(reader.notOne(of: words, .string(text), key))
          }
        }
        try reader.fail(errors)
        value = options
      },
      write: { value in
        .array(names.filter { value.isSuperset(of: $0.option) }.map { .string($0.name) })
      })
  }

  /// A list of objects, which replaces the previous one.
  ///
  /// - Parameters:
  ///   - blank: The element whose differences each object states.
  ///   - id: The value that must be unique.
  ///   - key: The key of that value.
  static func objects<Element: SettingsObject, ID: Hashable & Sendable>(
    from blank: Element, unique id: any KeyPath<Element, ID> & Sendable, by key: String
  ) -> Self where Value == [Element] {
    objects(members: Element.fields.members(), write: \.json, state: Set<ID>()) {
      reader, elements, known throws(SettingsError) in
      var element = blank
      try element.apply(&reader)
      guard known.insert(element[keyPath: id]).inserted else {
        throw reader.error(.repeated, key)
      }
      elements.append(element)
    }
  }

  /// A list of objects, each of which `append` reads and appends to the previous ones.
  static func objects<Element>(
    members: [SettingsSchema.Member], write: @escaping @Sendable (Element) -> JSONObject,
    append:
      @escaping @Sendable (inout SettingsReader, inout [Element]) throws(SettingsError) -> Void
  ) -> Self where Value == [Element] {
    objects(members: members, write: write, state: ()) {
      reader, elements, _ throws(SettingsError) in try append(&reader, &elements)
    }
  }

  /// The same with a state that `append` keeps from one object of a list to the next.
  private static func objects<Element, State: Sendable>(
    members: [SettingsSchema.Member], write: @escaping @Sendable (Element) -> JSONObject,
    state: State,
    append:
      @escaping @Sendable (inout SettingsReader, inout [Element], inout State)
      throws(SettingsError) -> Void
  ) -> Self where Value == [Element] {
    Self(
      schema: .value(
        .init(expected: "a list of objects", isList: true, elements: members)),
      read: { reader, key, value throws(SettingsError) in
        var (elements, state): ([Element], State) = ([], state)
        try reader.objects(key) { reader throws(SettingsError) in
          try append(&reader, &elements, &state)
        }
        value = elements
      },
      write: { .array($0.map { .object(write($0)) }) })
  }

  // MARK: Objects

  /// An optional object.
  ///
  /// - Parameters:
  ///   - blank: The object whose differences the first one states.
  ///   - acceptsNull: Whether `null` removes the object.
  static func object<Wrapped: SettingsObject>(from blank: Wrapped, acceptsNull: Bool) -> Self
  where Value == Wrapped? {
    let form = SettingForm<Wrapped>.object
    return Self(
      schema: form.schema, otherKinds: acceptsNull ? [.null] : [],
      read: { reader, key, value throws(SettingsError) in
        if acceptsNull, reader.value(key)?.isNull == true { return value = nil }
        var object = value ?? blank
        try form.read(&reader, key, &object)
        value = object
      },
      write: { $0.flatMap(form.write) })
  }

  /// An object made from a draft, if the draft is complete; `null` removes it.
  static func drafted<Wrapped: DraftedSettings>() -> Self where Value == Wrapped? {
    Self(
      schema: SettingForm<Wrapped.Draft>.object.schema, otherKinds: [.null],
      read: { reader, key, value throws(SettingsError) in
        if reader.value(key)?.isNull == true { return value = nil }
        var result = value
        try reader.object(key) { reader throws(SettingsError) in
          var draft = Wrapped.Draft()
          try draft.apply(&reader)
          result = try Wrapped(draft, reader, over: result)
        }
        value = result
      },
      write: { value in value.map { .object($0.json) } ?? .null })
  }

  // MARK: Names

  /// An object whose keys are names.
  ///
  /// - Parameter standard: The initial value of a new name.
  static func table<Name: SettingName, Element>(
    of form: SettingForm<Element>, default standard: @escaping @Sendable (Name) -> Element
  ) -> Self where Value == [Name: Element] {
    Self(
      schema: .names(form.schema),
      read: { reader, key, value throws(SettingsError) in
        var table = value
        try reader.names(key) { name, entries throws(SettingsError) in
          let known = try Name(settingKey: name, in: entries)
          try form.read(&entries, name, &table[known, default: standard(known)])
        }
        value = table
      },
      write: { value in
        .object(
          JSONObject(
            sorted: value.compactMap { name, element in
              form.write(element).map { (name.settingKey, $0) }
            }))
      })
  }

  /// An object whose keys are names, of which invalid ones are skipped.
  static func passedOverTable(of form: SettingForm<String?>) -> Self
  where Value == [String: String] {
    Self(
      schema: .names(form.schema),
      read: { reader, key, value throws(SettingsError) in
        try reader.table(key) { name, entries throws(SettingsError) in
          try form.read(&entries, name, &value[name])
        }
      },
      write: { .object(JSONObject(sorted: $0.map { ($0, .string($1)) })) })
  }
}

extension SettingsSchema.Form {
  /// Makes the form of a value, or of the elements of a list.
  init(_ scalar: SettingScalar<some Any>, isList: Bool = false) {
    self.init(
      expected: scalar.expected, kinds: scalar.kinds, range: scalar.range, choices: scalar.choices,
      pattern: scalar.pattern, elementPattern: scalar.elementPattern, isList: isList)
    guard pattern != nil else { return }
    if scalar.convert("true") != nil { kindsOfText.append(.boolean) }
    if scalar.convert("5") != nil { kindsOfText.append(.number) }
  }
}

extension SettingForm where Value: SettingsObject {
  /// An object with its own settings; absent keys change nothing.
  static var object: Self {
    Self(
      schema: Value.fields.schema(),
      read: { reader, key, value throws(SettingsError) in
        try reader.object(key) { reader throws(SettingsError) in try value.apply(&reader) }
      },
      write: { .object($0.json) })
  }
}

/// Settings that need a whole object: the object is read into a draft, and the draft is validated.
protocol DraftedSettings: Sendable {
  associatedtype Draft: SettingsDraft

  /// Makes the settings; nil for an empty draft.
  ///
  /// - Parameter old: The previous settings.
  init?(_ draft: Draft, _ reader: SettingsReader, over old: Self?) throws(SettingsError)

  /// The draft that states these settings.
  var draft: Draft { get }
}

extension DraftedSettings {
  /// The settings in the form of a file.
  var json: JSONObject { draft.json }
}

/// An object as read, possibly incomplete.
protocol SettingsDraft: SettingsObject {
  /// Makes an empty draft.
  init()
}

/// A name that is a key of an object.
protocol SettingName: Hashable, Sendable {
  /// Parses a key.
  init(settingKey: String, in reader: SettingsReader) throws(SettingsError)

  /// The key that parses to this name.
  var settingKey: String { get }
}

extension String: SettingName {
  init(settingKey: String, in reader: SettingsReader) { self = settingKey }

  var settingKey: String { self }
}

/// A kind of identifiers that are names.
protocol SettingNameKind: Sendable {
  /// Rejects a key that is not an identifier of this kind.
  static func check(_ settingKey: String, in reader: SettingsReader) throws(SettingsError)
}

extension SettingNameKind {
  static func check(_ settingKey: String, in reader: SettingsReader) {}
}

extension IdentifierKind.Bundle: SettingNameKind {
  static func check(_ settingKey: String, in reader: SettingsReader) throws(SettingsError) {
    _ = try reader.app(settingKey)
  }
}

extension IdentifierKind.Category: SettingNameKind {}
extension IdentifierKind.Focus: SettingNameKind {}

extension Identifier: SettingName where Kind: SettingNameKind {
  init(settingKey: String, in reader: SettingsReader) throws(SettingsError) {
    try Kind.check(settingKey, in: reader)
    self.init(settingKey)
  }

  var settingKey: String { text }
}

extension JSONObject {
  /// Makes an object of members sorted by their names.
  init(sorted members: [(String, JSONValue)]) {
    self.init(members.sorted { $0.0 < $1.0 }.map { Member(key: $0.0, value: $0.1) })
  }
}
