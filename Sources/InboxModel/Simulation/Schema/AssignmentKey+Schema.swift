// The JSON Schema of `set` steps: the keys of `set` and the paths of settings, with their values as
// text, as ``SettingAssignment`` parses them.

extension AssignmentKey {
  /// The schema of a `set` step: an object, or a list of words `KEY=VALUE`.
  static let schema: JSONObject = {
    let paths = SettingsSchema.phone.paths(at: .init())
    // Of keys with two entries the first is that of `set` itself.
    var keys: [JSONObject.Member] = []
    var patterns: [JSONObject.Member] = []
    for entry in all.map(\.entry) + paths.map(\.entry) {
      let entry = JSONObject.Member(key: entry.key, value: .object(entry.schema))
      if entry.key.hasPrefix("^") {
        patterns.append(entry)
      } else if !keys.contains(where: { $0.key == entry.key }) {
        keys.append(entry)
      }
    }
    return [
      "type": ["object", "array"], "items": ["type": "string", "pattern": "="],
      "properties": .object(JSONObject(keys)),
      "patternProperties": .object(JSONObject(patterns)), "additionalProperties": false,
      "dependencies": ["focus.until": ["focus"]],
    ]
  }()

  /// The name or its pattern, and the schema of the value.
  fileprivate var entry: (key: String, schema: JSONObject) {
    let setting = SettingsSchema.shortNames.first { $0.name == name }.map { SettingPath($0.path) }
    var form = self.form
    if case .value(let itsForm)? = setting?.schema { form = itsForm }
    // Scenarios have no real clock.
    if name == "clock" { form?.choices = [] }
    let schema = (form?.assigned ?? [:]).described(meaning ?? setting?.meaning ?? "")
    return (
      name.hasSuffix(".") ? "^" + JSONSchema.escaped(name) + BundleID.pattern + "$" : name, schema
    )
  }
}

extension JSONSchema {
  /// Returns a regular expression that matches a text without other signs than dots and dashes.
  static func escaped(_ text: String) -> String { text.replacing(".", with: #"\."#) }

  /// The regular expression of a quoted name in a path.
  fileprivate static let quotedName = #""(\\[\s\S]|[^"\\])*""#
  /// The regular expression of a name that is not quoted. It ends before the index of a list.
  fileprivate static let plainName: String = {
    let lists = SettingsSchema.phone.listKeys.sorted().joined(separator: "|")
    return #"[^"](?:(?!\.(\#(lists))\.[0-9]+\.)[\s\S])*"#
  }()
}

/// The path of a setting that may contain names and indexes.
private struct PathPattern {
  private enum Component {
    case key(String)
    case name
    case index
  }

  private var components: [Component] = []

  var count: Int { components.count }

  func key(_ key: String) -> Self { appending(.key(key)) }
  var name: Self { appending(.name) }
  var index: Self { appending(.index) }

  private func appending(_ component: Component) -> Self {
    var result = self
    result.components.append(component)
    return result
  }

  /// The path itself, or the regular expression of such paths, which begins with `^`.
  ///
  /// - Parameter hasOperators: Whether `+` and `-` may follow.
  func text(hasOperators: Bool) -> String {
    let isFixed = components.allSatisfy { if case .key = $0 { true } else { false } }
    guard !isFixed || hasOperators else { return sample.joined(separator: ".") }
    let name = JSONSchema.quotedName + (needsQuotes ? "" : "|" + JSONSchema.plainName)
    let parts = components.map { component in
      switch component {
      case .key(let key): JSONSchema.escaped(key)
      case .name: "(\(name))"
      case .index: "[0-9]+"
      }
    }
    return "^" + parts.joined(separator: #"\."#) + (hasOperators ? "[+-]?" : "") + "$"
  }

  /// A path of this form.
  private var sample: [String] {
    components.map { component in
      switch component {
      case .key(let key): key
      case .name: "n"
      case .index: "0"
      }
    }
  }

  /// Whether names must be quoted, since the path without quotes is that of another setting.
  private var needsQuotes: Bool {
    SettingPath(sample.joined(separator: "."))?.components != sample
  }
}

/// A path of settings with the schema of its values.
private struct PathEntry {
  let path: PathPattern
  var schema: JSONObject
  var hasOperators = false

  /// The path of a value that `null` removes.
  var orNull: Self {
    var entry = self
    entry.schema = .schema(anyOf: [schema, ["enum": ["null"]]])
    return entry
  }

  var entry: (key: String, schema: JSONObject) {
    (path.text(hasOperators: hasOperators), schema)
  }
}

extension SettingsSchema {
  /// The keys of lists of objects.
  fileprivate var listKeys: Set<String> {
    members.reduce(into: []) { keys, member in
      if case .value(let form) = member.schema, form.elements != nil { keys.insert(member.key) }
      keys.formUnion(member.schema.listKeys)
    }
  }

  /// Returns the paths of settings in a value at a path.
  fileprivate func paths(at path: PathPattern) -> [PathEntry] {
    switch self {
    case .unavailable: []
    case .names(let schema): schema.value(at: path.name) + schema.paths(at: path.name)
    case .keys(let members):
      members.filter(\.isListed).flatMap { member in
        let path = path.key(member.key)
        return member.schema.value(at: path, or: member.otherKinds).map { entry in
          PathEntry(
            path: entry.path, schema: entry.schema.described(member.meaning),
            hasOperators: entry.hasOperators)
        } + member.schema.paths(at: path)
      }
    case .value(let form):
      if let elements = form.elements {
        [PathEntry(path: path.index, schema: .text(#"\s*(\{[\s\S]*|null\s*)"#))]
          + SettingsSchema.keys(elements).paths(at: path.index).map(\.orNull)
      } else {
        []
      }
    }
  }

  /// Returns the path if a value can be set there: a single one, a list, or a whole object below a
  /// name.
  private func value(at path: PathPattern, or otherKinds: [JSONKind] = []) -> [PathEntry] {
    if case .value(let form) = self {
      let isAny = !otherKinds.isEmpty && form.otherWords.isEmpty
      let schema = isAny ? JSONObject.anyAssigned : form.assigned
      return [PathEntry(path: path, schema: schema, hasOperators: form.isList)]
    }
    if otherKinds.contains(.string) { return [PathEntry(path: path, schema: .anyAssigned)] }
    // A name alone is no setting.
    let isSetting = path.endsWithKey && path.count > 2
    return isSetting || otherKinds.contains(.null)
      ? [PathEntry(path: path, schema: .text(#"\s*(\{[\s\S]*|null\s*)"#))] : []
  }
}

extension PathPattern {
  fileprivate var endsWithKey: Bool {
    if case .key? = components.last { true } else { false }
  }
}

extension SettingsSchema.Form {
  /// The schema of the value in a `set` step: a string, number or boolean, parsed as on a command
  /// line.
  fileprivate var assigned: JSONObject {
    if isList { return assignedList }
    let hasSwitch = kinds.contains(.boolean) || isOnOrOff
    var words = choices + otherWords + (kinds.contains(.null) ? ["null"] : [])
    if hasSwitch { words += ["true", "false", "yes", "no", "on", "off"] }
    let isFree = choices.isEmpty && !hasSwitch && range == nil && pattern == nil
    let isOpen = kinds.contains(.array) && elementPattern == nil || kinds.contains(.number)
    guard !isFree, !isOpen else { return .anyAssigned }
    var schemas: [JSONObject] = []
    var values: [JSONValue] = []
    for word in words where !values.contains(.string(word)) {
      values.append(.string(word))
      if let isOn = Bool(word) { values.append(.bool(isOn)) }
      if let number = Int(word), range == nil { values.append(JSONValue(number)) }
    }
    if !values.isEmpty { schemas.append(["enum": .array(values)]) }
    if let pattern { schemas.append(.text(pattern)) }
    if let elementPattern { schemas.append(.text(Self.list(of: elementPattern))) }
    if !kindsOfText.isEmpty { schemas.append(.schema(ofKinds: kindsOfText)) }
    if let range {
      schemas += [
        [
          "type": "integer", "minimum": JSONValue(range.lowerBound),
          "maximum": JSONValue(range.upperBound),
        ],
        .text("[+-]?[0-9]+"),
      ]
    }
    return .schema(anyOf: schemas)
  }

  /// The schema of a list: a JSON5 array, or elements with commas between them.
  private var assignedList: JSONObject {
    guard elements == nil, kinds.contains(.string) else { return .text(#"\s*|\s*\[[\s\S]*"#) }
    let element = choices.isEmpty ? pattern : choices.map(JSONSchema.escaped).joined(separator: "|")
    guard let element else { return .anyAssigned }
    return .schema(
      anyOf: [.text(([Self.list(of: element)] + otherWords).joined(separator: "|"))]
        + (kindsOfText.isEmpty ? [] : [.schema(ofKinds: kindsOfText)]))
  }

  /// Returns the regular expression of lists, without anchors.
  private static func list(of element: String) -> String {
    let one = #"((\#(element))\s*)?"#
    return #"\s*\#(one)(,\s*\#(one))*|\s*\[[\s\S]*"#
  }
}

extension JSONObject {
  /// The schema of any value in a `set` step.
  fileprivate static let anyAssigned = JSONObject.schema(ofKinds: [.string, .number, .boolean])

  /// Returns the schema of a string that is one of a regular expression as a whole.
  static func text(_ pattern: String) -> JSONObject {
    ["type": "string", "pattern": .string("^(" + pattern + ")$")]
  }
}
