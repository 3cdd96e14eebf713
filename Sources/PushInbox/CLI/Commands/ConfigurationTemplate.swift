import InboxModel

/// The file that `config init` writes, derived from the table of settings: each setting with its
/// sentence, commented out with its default or an example.
enum ConfigurationTemplate {
  static let text = (head + ["{"] + sections + ["}", ""]).joined(separator: "\n")

  private static let head = [
    "// The configuration of PushInbox, JSON5. A line that begins with // and no blank is a default or an",
    "// example: remove the // to set it.",
    "//   pushinbox config check     reports every mistake",
    "//   pushinbox config reload    makes a running inbox read the file again",
    "//   pushinbox config show --origin",
  ]

  /// The sections in their order, with an empty line between groups; other sections form the last
  /// group.
  private static let groups = [
    ["device"], ["focus"], ["summary"], ["apps"], ["categories"], ["gateway", "history"], ["queue"],
    ["faults"], ["hooks", "bidi", "banner", "colors", "filters", "keys", "tls"],
  ]

  /// The settings with which a section begins; others follow in the order of the table.
  private static let leading = [
    "gateway": [
      "strict", "streams", "legacy", "feedback", "legacyTopic", "keys", "certificates",
      "environment", "environmentKeyReason", "tokenUpdates", "devices", "tokens",
    ],
    "queue": ["apps", "ttl", "repeatMaxCount"],
  ]

  private static let defaults = Configuration().json(phone: PhoneSettings())

  private static var sections: [String] {
    let members = SettingsSchema.configuration.members
    let others = members.map(\.key).filter { key in !groups.joined().contains(key) }
    let blocks = (groups + [others]).map { keys in
      keys.flatMap { key in members.filter { $0.key == key }.flatMap(section) }
    }
    return blocks.filter { !$0.isEmpty }.flatMap { [""] + $0 }.dropFirst().map(\.self)
  }

  private static func section(_ member: SettingsSchema.Member) -> [String] {
    if member.sample == .lines([]) { return [] }
    let title = ([member.meaning] + (member.title.map { [$0] } ?? [])).map { "  // " + $0 }
    switch member.schema {
    case .value(let form) where form.elements == nil:
      return title + lines(of: member, default: defaults[member.key], indentation: 2)
    case .value:
      return title + ["  \(member.key): ["] + sentences(on: member.schema)
        + lines(of: member, indentation: 4) + ["  ],"]
    case .keys(let members):
      let first = leading[member.key] ?? []
      let sorted =
        first.flatMap { key in members.filter { $0.key == key } }
        + members.filter { !first.contains($0.key) }
      let values = defaults[member.key]?.object
      let rows = sorted.flatMap { member in
        let lines = lines(of: member, default: values?[member.key], indentation: 4)
        if lines.isEmpty { return member.schema == .unavailable ? [] : sentences(on: member) }
        return ["    // " + member.meaning] + sentences(on: member.schema) + lines
      }
      return title + ["  \(member.key): {"] + rows + ["  },"]
    case .names, .unavailable:
      return title + ["  \(member.key): {"] + sentences(on: member.schema)
        + lines(of: member, indentation: 4) + ["  },"]
    }
  }

  /// Returns a line for each setting inside of an object, of objects under a name or of those of a
  /// list: `//   schedules.N.from: The time of day at which …`.
  private static func sentences(on schema: SettingsSchema, at path: String = "") -> [String] {
    schema.allMembers.flatMap { sentences(on: $0, at: path) }
  }

  /// Returns a line for a setting, one for each word of a list that has a sentence, and those for
  /// the settings inside of it.
  private static func sentences(on member: SettingsSchema.Member, at path: String = "") -> [String]
  {
    let key = path + member.key
    let inner: String
    switch member.schema {
    case .names: inner = key + ".NAME."
    case .value: inner = key + ".N."
    case .keys: inner = key + "."
    case .unavailable: return []
    }
    let words = member.wordMeanings.sorted { $0.key < $1.key }
    return sentence(key, member.meaning)
      + words.flatMap { sentence("\(key).\($0.key)", $0.value) }
      + sentences(on: member.schema, at: inner)
  }

  /// The columns of a line of the file; values may have longer ones.
  private static let width = 100

  /// Returns the line about a setting; two if it were too long.
  private static func sentence(_ key: String, _ meaning: String) -> [String] {
    let start = "    //   \(key):"
    let line = "\(start) \(meaning)"
    return line.count <= width ? [line] : [start, "    //     \(meaning)"]
  }

  private static func lines(
    of member: SettingsSchema.Member, default value: JSONValue? = nil, indentation: Int
  ) -> [String] {
    let start = String(repeating: " ", count: indentation) + "//"
    switch member.sample {
    case .lines(let lines): return lines.map { start + $0 }
    case .value(let value, let remark): return [line(start, member.key, value, remark)]
    case .standard(let remark):
      guard member.schema != .unavailable else { return [] }
      let remark = remark ?? otherWords(than: value, member.schema) ?? ""
      return [line(start, member.key, JSONWriter.text(value ?? .null), remark)]
    }
  }

  /// The column at which comments begin, if there is room.
  private static let remarkColumn = 39

  private static func line(
    _ start: String, _ key: String, _ value: String, _ remark: String
  ) -> String {
    let line = start + "\(key): \(value),"
    guard !remark.isEmpty else { return line }
    let gap = max(1, remarkColumn - line.count)
    return line + String(repeating: " ", count: gap) + "// " + remark
  }

  private static func otherWords(than value: JSONValue?, _ schema: SettingsSchema) -> String? {
    guard case .value(let form) = schema, !form.isList, !form.choices.contains("true") else {
      return nil
    }
    let others = form.choices.filter { .string($0) != value }
    return others.isEmpty
      ? nil : "or " + others.map { JSONWriter.text(.string($0)) }.joined(separator: ", ")
  }
}
