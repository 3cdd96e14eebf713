/// An entry of the table of settings: the keys of an object, and the property that holds their
/// value.
///
/// The tables of all objects together are the one place that describes a setting. Its reading, its
/// writing, its schema, the need for consent, its name in `set`, the settings page, completion and
/// `config init` follow from its entry.
struct SettingField<Owner>: Sendable {
  typealias Read =
    @Sendable (_ owner: inout Owner, _ reader: inout SettingsReader) throws(SettingsError) -> Void

  /// The descriptions of the keys: one, several that are read together, or none for a check.
  var members: [SettingsSchema.Member]
  /// Reads the keys as far as they are there.
  var read: Read
  /// The values of the keys, as far as they are written.
  var write: @Sendable (Owner) -> [JSONObject.Member]
}

/// An object of the configuration.
protocol SettingsObject: Sendable {
  /// The settings of the object, in the order in which they are read and written.
  static var fields: [SettingField<Self>] { get }
}

extension SettingsObject {
  /// Applies the keys of an object: they change only what they name. Some of them when it throws.
  mutating func apply(_ reader: inout SettingsReader) throws(SettingsError) {
    for field in Self.fields { try field.read(&self, &reader) }
  }

  /// Applies an object of the keys; errors name no place. Nothing is changed when it throws.
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

  /// The settings as a file would state them; read again, they mean the same.
  var json: JSONObject { Self.fields.json(of: self) }
}

extension SettingField {
  /// The same entry in the table of an object that holds the owner.
  func within<Outer>(
    _ path: any WritableKeyPath<Outer, Owner> & Sendable
  ) -> SettingField<Outer> {
    SettingField<Outer>(
      members: members,
      read: { outer, reader throws(SettingsError) in try read(&outer[keyPath: path], &reader) },
      write: { write($0[keyPath: path]) })
  }
}

extension Array {
  /// The descriptions of all keys.
  func members<Owner>() -> [SettingsSchema.Member] where Element == SettingField<Owner> {
    flatMap(\.members)
  }

  /// The object with these keys.
  func schema<Owner>() -> SettingsSchema where Element == SettingField<Owner> {
    .keys(members().filter(\.isListed))
  }

  /// The settings of an object as a file would state them.
  func json<Owner>(of owner: Owner) -> JSONObject where Element == SettingField<Owner> {
    JSONObject(flatMap { $0.write(owner) })
  }

  /// The entries in the table of an object that holds their owner.
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
      members: [.init(key, form.schema, meaning)],
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

  /// A list of values without an order.
  static func set<Element: Sendable>(
    _ key: String, _ path: any WritableKeyPath<Owner, Set<Element>> & Sendable,
    of scalar: SettingScalar<Element>, _ meaning: String
  ) -> Self { form(key, path, .set(of: scalar), meaning) }

  /// An object with settings of its own.
  static func object<Object: SettingsObject>(
    _ key: String, _ path: any WritableKeyPath<Owner, Object> & Sendable, _ meaning: String
  ) -> Self { form(key, path, .object, meaning) }

  /// An object whose settings the owner holds itself, or in several parts.
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

  /// A check of what was read before it.
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

  /// A check that keys are there.
  static func required(_ keys: String...) -> Self {
    check { _, reader throws(SettingsError) in
      for key in keys where !reader.has(key) { throw reader.error(.missing, key) }
    }
  }

  /// A known key that has no effect; it is rejected unless it states nothing: `[]`, `{}`, `null`,
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
  /// The name in `set`: `lock`; of a setting of an app the beginning of the name, `app.`.
  func short(_ name: String) -> Self { described { $0.shortName = name } }

  /// The values that need consent in a file that was merely found.
  func consent(_ values: SettingsSchema.Consent) -> Self { described { $0.consent = values } }

  /// A key that is no path of `set`.
  var unlisted: Self { described { $0.isListed = false } }

  /// The sentences on the words of a list.
  func words(_ meanings: [String: String]) -> Self { described { $0.wordMeanings = meanings } }

  /// The remark behind the default in `config init`, in place of the other words or the meaning.
  func remark(_ remark: String) -> Self { described { $0.sample = .standard(remark) } }

  /// The value in `config init`, in place of the default, and a remark.
  func sample(_ value: String, _ remark: String = "") -> Self {
    described { $0.sample = .value(value, remark) }
  }

  /// The lines of `config init`, each after its `//`; none leaves the setting out.
  func samples(_ lines: String...) -> Self { described { $0.sample = .lines(lines) } }

  /// The remark over the setting in `config init`.
  func title(_ title: String) -> Self { described { $0.title = title } }

  /// Leaves the key out where its value is this one.
  func omitting(_ value: JSONValue) -> Self {
    var field = self
    field.write = { [write] owner in write(owner).filter { $0.value != value } }
    return field
  }

  /// Writes another value than the property's; nil leaves the key out.
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
