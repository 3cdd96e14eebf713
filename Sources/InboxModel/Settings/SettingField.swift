/// An entry of the table of settings: the keys of an object, and the property with their value.
///
/// The tables of all objects together are the only description of a setting. Reading, writing,
/// schema, the need for consent, the name in `set`, the settings page, completion and `config init`
/// derive from its entry.
struct SettingField<Owner>: Sendable {
  typealias Read =
    @Sendable (_ owner: inout Owner, _ reader: inout SettingsReader) throws(SettingsError) -> Void

  /// The descriptions of the keys: one, several that are read together, or none for a check.
  var members: [SettingsSchema.Member]
  /// The keys that the object must have.
  var requiredKeys: [String] = []
  /// Reads the keys that are present.
  var read: Read
  /// Returns the values of the keys that are written.
  var write: @Sendable (Owner) -> [JSONObject.Member]
}

/// An object of the configuration.
protocol SettingsObject: Sendable {
  /// The settings of the object, in the order in which they are read and written.
  static var fields: [SettingField<Self>] { get }
}

extension SettingsObject {
  /// Applies the keys of an object; keys that are absent change nothing. If it throws, some keys
  /// may have been applied.
  mutating func apply(_ reader: inout SettingsReader) throws(SettingsError) {
    for field in Self.fields { try field.read(&self, &reader) }
  }

  /// Applies the keys of an object, with errors that have no position. If it throws, nothing is
  /// changed.
  mutating func apply(_ object: JSONObject) throws(SettingsError) {
    var result = self
    do throws(SettingsError) {
      var reader = SettingsReader(object, source: SettingsSource(bytes: []))
      try result.apply(&reader)
      try reader.finish()
    } catch {
      throw error.withoutPlace
    }
    self = result
  }

  /// The settings in the form of a file. Reading it returns equal settings.
  var json: JSONObject { Self.fields.json(of: self) }
}

extension SettingField {
  /// Returns the entry for the table of an object that contains the owner.
  func within<Outer>(
    _ path: any WritableKeyPath<Outer, Owner> & Sendable
  ) -> SettingField<Outer> {
    SettingField<Outer>(
      members: members, requiredKeys: requiredKeys,
      read: { outer, reader throws(SettingsError) in try read(&outer[keyPath: path], &reader) },
      write: { write($0[keyPath: path]) })
  }
}

extension Array {
  /// Returns the descriptions of all keys.
  func members<Owner>() -> [SettingsSchema.Member] where Element == SettingField<Owner> {
    let required = flatMap(\.requiredKeys)
    return flatMap(\.members).map { member in
      var member = member
      member.isRequired = required.contains(member.key)
      return member
    }
  }

  /// Returns the schema of the object with these keys.
  func schema<Owner>() -> SettingsSchema where Element == SettingField<Owner> {
    .keys(members())
  }

  /// Returns the settings of an object in the form of a file.
  func json<Owner>(of owner: Owner) -> JSONObject where Element == SettingField<Owner> {
    JSONObject(flatMap { $0.write(owner) })
  }

  /// Returns the entries for the table of an object that contains their owner.
  func within<Owner, Outer>(
    _ path: any WritableKeyPath<Outer, Owner> & Sendable
  ) -> [SettingField<Outer>] where Element == SettingField<Owner> {
    map { $0.within(path) }
  }
}

// MARK: - Entries

extension SettingField {
  /// A setting of any form.
  static func form<Value>(
    _ key: String, _ path: any WritableKeyPath<Owner, Value> & Sendable,
    _ form: SettingForm<Value>, _ meaning: String
  ) -> Self {
    Self(
      members: [.init(key, form.schema, meaning, or: form.otherKinds)],
      read: { owner, reader throws(SettingsError) in
        guard reader.value(key) != nil else { return }
        try form.read(&reader, key, &owner[keyPath: path])
      },
      write: { owner in form.write(owner[keyPath: path]).map { [.init(key: key, value: $0)] } ?? []
      })
  }

  /// A single value.
  static func value<Value>(
    _ key: String, _ path: any WritableKeyPath<Owner, Value> & Sendable,
    _ scalar: SettingScalar<Value>, _ meaning: String
  ) -> Self { form(key, path, SettingForm(scalar), meaning) }

  /// A switch.
  static func flag(
    _ key: String, _ path: any WritableKeyPath<Owner, Bool> & Sendable, _ meaning: String
  ) -> Self { value(key, path, .flag, meaning) }

  /// One of a few words.
  static func choice<Choice: RawRepresentable<String> & CaseIterable & Sendable>(
    _ key: String, _ path: any WritableKeyPath<Owner, Choice> & Sendable, _ meaning: String
  ) -> Self { value(key, path, .choice, meaning) }

  /// A whole number.
  static func number(
    _ key: String, _ path: any WritableKeyPath<Owner, Int> & Sendable, in range: ClosedRange<Int>,
    _ meaning: String
  ) -> Self { value(key, path, .number(in: range), meaning) }

  /// A list of values.
  static func list<Element>(
    _ key: String, _ path: any WritableKeyPath<Owner, [Element]> & Sendable,
    of scalar: SettingScalar<Element>, _ meaning: String
  ) -> Self { form(key, path, .list(of: scalar), meaning) }

  /// A list of unordered values.
  static func set<Element: Sendable>(
    _ key: String, _ path: any WritableKeyPath<Owner, Set<Element>> & Sendable,
    of scalar: SettingScalar<Element>, _ meaning: String
  ) -> Self { form(key, path, .set(of: scalar), meaning) }

  /// An object with its own settings.
  static func object<Object: SettingsObject>(
    _ key: String, _ path: any WritableKeyPath<Owner, Object> & Sendable, _ meaning: String
  ) -> Self { form(key, path, .object, meaning) }

  /// An object whose settings are properties of the owner or of several of its parts.
  static func section(_ key: String, _ fields: [Self], _ meaning: String) -> Self {
    Self(
      members: [.init(key, fields.schema(), meaning)],
      read: { owner, reader throws(SettingsError) in
        try reader.object(key) { reader throws(SettingsError) in
          for field in fields { try field.read(&owner, &reader) }
        }
      },
      write: { [.init(key: key, value: .object(fields.json(of: $0)))] })
  }

  /// Keys that are read together.
  static func group(
    _ members: [SettingsSchema.Member], read: @escaping Read,
    write: @escaping @Sendable (Owner) -> JSONObject
  ) -> Self {
    Self(
      members: members,
      read: { owner, reader throws(SettingsError) in
        for member in members { _ = reader.value(member.key) }
        try read(&owner, &reader)
      },
      write: { write($0).members })
  }

  /// A check of the values read before it.
  static func check(
    _ check:
      @escaping @Sendable (
        _ owner: inout Owner, _ reader: SettingsReader
      ) throws(SettingsError) -> Void
  ) -> Self {
    Self(
      members: [],
      read: { owner, reader throws(SettingsError) in
        try check(&owner, reader)
      },
      write: { _ in [] })
  }

  /// A check that keys are present.
  static func required(_ keys: String...) -> Self {
    var field = check { _, reader throws(SettingsError) in
      for key in keys where !reader.has(key) { throw reader.error(.missing, key) }
    }
    field.requiredKeys = keys
    return field
  }

  /// A known key without effect. It is rejected unless its value is empty: `[]`, `{}`, `null`,
  /// `false`.
  static func unavailable(_ key: String, _ meaning: String) -> Self {
    group(
      [.init(key, .unavailable, meaning)],
      read: { _, reader throws(SettingsError) in try reader.reject(unavailable: key) },
      write: { _ in [:] })
  }
}

// MARK: - Details

extension SettingField {
  /// Sets the name in `set`: `lock`; for a setting of an app the prefix, `app.`.
  func short(_ name: String) -> Self { described { $0.shortName = name } }

  /// Sets the values that need consent in a discovered file.
  func consent(_ values: SettingsSchema.Consent) -> Self { described { $0.consent = values } }

  /// A key that is not a path of `set`.
  var unlisted: Self { described { $0.isListed = false } }

  /// Sets the sentences about the words of a list.
  func words(_ meanings: [String: String]) -> Self { described { $0.wordMeanings = meanings } }

  /// Sets the remark after the default in `config init`, which replaces the list of words.
  func remark(_ remark: String) -> Self { described { $0.sample = .standard(remark) } }

  /// Sets the value in `config init`, which replaces the default, and a remark.
  func sample(_ value: String, _ remark: String = "") -> Self {
    described { $0.sample = .value(value, remark) }
  }

  /// Sets the lines in `config init`, each after its `//`; none omits the setting.
  func samples(_ lines: String...) -> Self { described { $0.sample = .lines(lines) } }

  /// Sets the remark above the setting in `config init`.
  func title(_ title: String) -> Self { described { $0.title = title } }

  /// Omits the key if its value is this one.
  func omitting(_ value: JSONValue) -> Self {
    var field = self
    field.write = { [write] owner in write(owner).filter { $0.value != value } }
    return field
  }

  /// Writes another value than the property's; nil omits the key.
  func written(_ value: @escaping @Sendable (Owner) -> JSONValue?) -> Self {
    var field = self
    field.write = { [members] owner in
      members.compactMap { member in value(owner).map { .init(key: member.key, value: $0) } }
    }
    return field
  }

  private func described(_ change: (inout SettingsSchema.Member) -> Void) -> Self {
    var field = self
    for index in members.indices { change(&field.members[index]) }
    return field
  }
}
