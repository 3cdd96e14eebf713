/// The way to one setting of the phone: `device.stackThreshold`, `apps.com.example.chat.banners`.
///
/// As a text its parts are joined by dots. Names that have dots themselves need no quotes where the
/// keys around them tell where they end; else they stand in double quotes. A number is a place in a
/// list of objects, from 0: `categories.MAIL.actions.0.title`.
public struct SettingPath: Hashable, Sendable {
  /// Keys and names, from the top.
  public let components: [String]

  /// A path of these parts, whether or not anything is set by it.
  public init(_ components: [String]) { self.components = components }

  /// Reads a path as it is written; nil if nothing is set by that name. Of several ways to read it
  /// the one with the longest name first counts.
  public init?(_ text: String) {
    guard let parts = Self.parts(of: text), let components = Self.resolve(parts[...], in: .phone)
    else { return nil }
    self.components = components
  }

  /// The path as it is written; reading it gives the same path.
  public var text: String {
    let isName = components.indices.map { index in
      if case .names? = SettingPath(Array(components[..<index])).schema { true } else { false }
    }
    let spellings = [
      components,
      components.map { component in
        component.utf8.contains { ".\"=".utf8.contains($0) }
          ? Quoting.doubleQuoted(component) : component
      },
      zip(components, isName).map { $1 ? Quoting.doubleQuoted($0) : $0 },
    ].map { $0.joined(separator: ".") }
    // Before a value, too, it is to be read as this.
    return spellings.first {
      Self($0)?.components == components && ($0 + "=").assignment == $0.endIndex
    } ?? spellings[2]
  }

  /// The schema of its value; nil for an unknown path.
  public var schema: SettingsSchema? { components.reduce(SettingsSchema.phone) { $0?[$1] } }

  /// The setting it is or leads into, and the way on from there into a list of objects: such a list
  /// is set and kept whole.
  public var whole: (path: SettingPath, rest: ArraySlice<String>) {
    var schema: SettingsSchema? = .phone
    for (index, component) in components.enumerated() {
      schema = schema?[component]
      if case .value? = schema {
        return (SettingPath(Array(components[...index])), components[(index + 1)...])
      }
    }
    return (self, [])
  }

  /// Whether another path leads through this one or to it.
  public func contains(_ other: SettingPath) -> Bool { other.components.starts(with: components) }

  /// The object of a file that sets nothing but this.
  public func object(_ value: JSONValue) -> JSONObject {
    guard let last = components.last else { return [:] }
    var object = JSONObject([.init(key: last, value: value)])
    for component in components.dropLast().reversed() {
      object = JSONObject([.init(key: component, value: .object(object))])
    }
    return object
  }

  /// The value an object has at the path.
  public func value(in object: JSONObject) -> JSONValue? {
    components.reduce(JSONValue.object(object)) { $0?.part($1) }
  }

  /// The settings that an object of a file names, with their values, in their order; what is no
  /// setting is left out.
  public static func leaves(of object: JSONObject) -> [(path: SettingPath, value: JSONValue)] {
    leaves(of: object, at: [], in: .phone)
  }

  private static func leaves(
    of object: JSONObject, at components: [String], in schema: SettingsSchema
  ) -> [(path: SettingPath, value: JSONValue)] {
    object.members.flatMap { member -> [(path: SettingPath, value: JSONValue)] in
      guard let next = schema[member.key] else { return [] }
      let path = components + [member.key]
      if case .object(let inner) = member.value { return leaves(of: inner, at: path, in: next) }
      return [(SettingPath(path), member.value)]
    }
  }

  // MARK: Reading

  /// A part as written: quoted ones are whole.
  private typealias Part = (text: String, isQuoted: Bool)

  private static func parts(of text: String) -> [Part]? {
    var parts: [Part] = []
    var rest = text.unicodeScalars[...]
    while true {
      if rest.first == "\"" {
        var part = String.UnicodeScalarView()
        rest.removeFirst()
        while let scalar = rest.popFirst(), scalar != "\"" {
          part.append(scalar == "\\" ? rest.popFirst() ?? scalar : scalar)
        }
        parts.append((String(part), true))
      } else {
        let part = rest.prefix { $0 != "." }
        rest = rest[part.endIndex...]
        parts.append((String(part), false))
      }
      if rest.isEmpty { return parts.count <= 64 ? parts : nil }
      guard rest.removeFirst() == "." else { return nil }
    }
  }

  private static func resolve(
    _ parts: ArraySlice<Part>, in schema: SettingsSchema
  ) -> [String]? {
    guard let first = parts.first else { return nil }
    let rest = parts.dropFirst()
    switch schema {
    case .keys, .value:
      guard let next = schema[first.text] else { return nil }
      // What ends in a key, or in a list, is a setting, be it an object.
      if rest.isEmpty { return [first.text] }
      return resolve(rest, in: next).map { [first.text] + $0 }
    case .names(let next):
      if first.isQuoted { return resolve(name: first.text, rest, in: next) }
      let readings = (parts.startIndex + 1...parts.endIndex).reversed().compactMap { end in
        resolve(name: parts[..<end].map(\.text).joined(separator: "."), parts[end...], in: next)
      }
      return readings.first { leadsIntoList($0.dropFirst(), in: next) } ?? readings.first
    case .unavailable: return nil
    }
  }

  /// Whether a way goes on behind a value: no name looks like that.
  private static func leadsIntoList(
    _ components: ArraySlice<String>, in schema: SettingsSchema
  ) -> Bool {
    if case .value = schema { return !components.isEmpty }
    guard let first = components.first, let next = schema[first] else { return false }
    return leadsIntoList(components.dropFirst(), in: next)
  }

  private static func resolve(
    name: String, _ rest: ArraySlice<Part>, in schema: SettingsSchema
  ) -> [String]? {
    guard !name.isEmpty else { return nil }
    guard rest.isEmpty else { return resolve(rest, in: schema).map { [name] + $0 } }
    if case .value = schema { return [name] }
    return nil
  }

  /// The path nearest to a text that is none, with the keys mended that make it none; nil if none
  /// is near.
  static func suggestion(for text: String) -> String? {
    guard let parts = parts(of: text) else { return nil }
    return mended(parts[...], in: .phone).map { SettingPath($0).text }
  }

  private static func mended(
    _ parts: ArraySlice<Part>, in schema: SettingsSchema
  ) -> [String]? {
    guard let first = parts.first else { return nil }
    switch schema {
    case .keys:
      let rest = parts.dropFirst()
      guard
        let key = schema[first.text] == nil
          ? NearestName.of(first.text, among: schema.keys) : first.text,
        let next = schema[key]
      else { return nil }
      if rest.isEmpty { return [key] }
      return (resolve(rest, in: next) ?? mended(rest, in: next)).map { [key] + $0 }
    case .names(let next):
      for end in (parts.startIndex + 1..<parts.endIndex).reversed() {
        let name = parts[..<end].map(\.text).joined(separator: ".")
        if !name.isEmpty, let rest = mended(parts[end...], in: next) { return [name] + rest }
        if first.isQuoted { return nil }
      }
      return nil
    case .value:
      guard let next = schema[first.text] else { return nil }
      return mended(parts.dropFirst(), in: next).map { [first.text] + $0 }
    case .unavailable: return nil
    }
  }
}

extension SettingPath {
  /// A setting of the phone itself.
  public static func device(_ key: String) -> SettingPath { SettingPath(["device", key]) }

  /// A setting of an app.
  public static func app(_ app: BundleID, _ key: String) -> SettingPath {
    SettingPath(["apps", app.text, key])
  }

  /// A setting of a Focus.
  public static func focus(_ name: FocusName, _ key: String) -> SettingPath {
    SettingPath(["focus", name.text, key])
  }
}

extension JSONValue {
  /// The member of an object, or the element of a list by its number from 0.
  func part(_ name: String) -> JSONValue? {
    guard let elements = array else { return object?[name] }
    return Int(name).flatMap { elements.indices.contains($0) ? elements[$0] : nil }
  }

  /// With another value at the end of a way through objects and lists; null takes away what is
  /// there, and the number after the last adds an element. Nil for a number beyond.
  func replacing(_ way: ArraySlice<String>, with value: JSONValue) -> JSONValue? {
    guard let name = way.first else { return value }
    let rest = way.dropFirst()
    let isTakenAway = rest.isEmpty && value.isNull
    guard case .array(var elements) = self else {
      var object = self.object ?? JSONObject()
      guard !isTakenAway else {
        object[name] = nil
        return .object(object)
      }
      guard let new = (object[name] ?? [:]).replacing(rest, with: value) else { return nil }
      object[name] = new
      return .object(object)
    }
    guard let place = Int(name), (0...elements.count).contains(place) else { return nil }
    let end = min(place + 1, elements.count)
    guard !isTakenAway else {
      guard place < end else { return nil }
      elements.remove(at: place)
      return .array(elements)
    }
    guard let new = (part(name) ?? [:]).replacing(rest, with: value) else { return nil }
    elements.replaceSubrange(place..<end, with: [new])
    return .array(elements)
  }
}

extension SettingPath {
  /// A part of it; empty beyond its end.
  subscript(index: Int) -> String { components.indices.contains(index) ? components[index] : "" }
}
