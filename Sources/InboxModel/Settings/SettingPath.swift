/// The path of a setting of the phone: `device.stackThreshold`, `apps.com.example.chat.banners`.
///
/// In text form its components are joined by dots. Names that contain dots need no quotes if the
/// surrounding keys determine their end; otherwise they are in double quotes. A number is an index
/// in a list of objects, from 0: `categories.MAIL.actions.0.title`.
public struct SettingPath: Hashable, Sendable {
  /// The keys and names, from the top.
  public let components: [String]

  /// Makes a path of components, which need not be a known setting.
  public init(_ components: [String]) { self.components = components }

  /// Parses a path; nil if it is not a known setting. Of several interpretations the one with the
  /// longest first name is used.
  public init?(_ text: String) {
    guard let parts = Self.parts(of: text), let components = Self.resolve(parts[...], in: .phone)
    else { return nil }
    self.components = components
  }

  /// The path as text; parsing it returns the same path.
  public var text: String {
    let plain = components.joined(separator: ".")
    if isRead(from: plain) { return plain }
    let quoted = components.map { component in
      component.utf8.contains { ".\"=".utf8.contains($0) }
        ? Quoting.doubleQuoted(component) : component
    }.joined(separator: ".")
    if isRead(from: quoted) { return quoted }
    return components.indices.map { index in
      if case .names? = SettingPath(Array(components[..<index])).schema {
        Quoting.doubleQuoted(components[index])
      } else {
        components[index]
      }
    }.joined(separator: ".")
  }

  /// Returns whether a text is parsed to this path, before a value too.
  private func isRead(from text: String) -> Bool {
    Self(text)?.components == components && (text + "=").assignmentSign == text.endIndex
  }

  /// The schema of its value; nil for an unknown path.
  public var schema: SettingsSchema? { components.reduce(SettingsSchema.phone) { $0?[$1] } }

  /// The path of the setting that contains this one, and the rest of the path into a list of
  /// objects: such a list is set and stored as a whole.
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

  /// Returns whether another path is this one or below it.
  public func contains(_ other: SettingPath) -> Bool { other.components.starts(with: components) }

  /// Returns the object of a file that sets only this path.
  public func object(_ value: JSONValue) -> JSONObject {
    guard let last = components.last else { return [:] }
    var object = JSONObject([.init(key: last, value: value)])
    for component in components.dropLast().reversed() {
      object = JSONObject([.init(key: component, value: .object(object))])
    }
    return object
  }

  /// Returns the value of an object at the path; nil for none.
  public func value(in object: JSONObject) -> JSONValue? {
    components.reduce(JSONValue.object(object)) { $0?.part($1) }
  }

  /// Returns the settings in an object of a file, with their values, in their order. Unknown keys
  /// are skipped.
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

  /// A component as written; quoted ones are complete.
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
      // A path that ends with a key or a list is a setting, even if its value is an object.
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

  /// Returns whether the path continues after a value; names never look like that.
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

  /// Returns the valid path that is nearest to an invalid one, with its keys corrected; nil if none
  /// is similar.
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
  /// Returns the path of a setting of the phone itself.
  public static func device(_ key: String) -> SettingPath { SettingPath(["device", key]) }

  /// Returns the path of a setting of an app.
  public static func app(_ app: BundleID, _ key: String) -> SettingPath {
    SettingPath(["apps", app.text, key])
  }

  /// Returns the path of a setting of a Focus.
  public static func focus(_ name: FocusName, _ key: String) -> SettingPath {
    SettingPath(["focus", name.text, key])
  }
}

extension JSONValue {
  /// Returns the member of an object, or the element of a list at an index from 0; nil for none.
  func part(_ name: String) -> JSONValue? {
    guard let elements = array else { return object?[name] }
    return Int(name).flatMap { elements.indices.contains($0) ? elements[$0] : nil }
  }

  /// Returns the value with another value at a path through objects and lists. Null removes the
  /// value there, and the index after the last appends an element. Nil for an index beyond it.
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
  /// The component at an index; empty beyond the end.
  subscript(index: Int) -> String { components.indices.contains(index) ? components[index] : "" }
}
