import Foundation
import Testing

@testable import InboxModel

/// The table of settings: each entry is read, written, described and found.
@Suite struct SettingTableTests {
  /// The settings of a file with the paths of their objects; `*` stands for a name, `0` for a list
  /// index.
  private static let entries = entries(of: .configuration, at: [])

  private static func entries(
    of schema: SettingsSchema, at path: [String]
  ) -> [(path: [String], member: SettingsSchema.Member)] {
    switch schema {
    case .keys(let members):
      members.filter(\.isListed).flatMap { member in
        [(path + [member.key], member)] + entries(of: member.schema, at: path + [member.key])
      }
    case .names(let named): entries(of: named, at: path + ["*"])
    case .value(let form): form.elements.map { entries(of: .keys($0), at: path + ["0"]) } ?? []
    case .unavailable: []
    }
  }

  // MARK: Round trips

  /// Values of every form; each setting is tested with those that it accepts.
  private static let candidates =
    [
      "5", "true", "false", "null", #""com.example.a""#, #"["com.example.a"]"#, #"["late"]"#,
      #"["07:00"]"#, #""07:00""#, #""weekends""#, #""+03:00""#, #""ru""#, #"["ru"]"#, #""5s""#,
      #""5m""#,
      #""00fc""#, #""2026-04-14T18:58:00.000Z""#, #""127.0.0.1:2195""#, #""TooManyRequests""#,
      #""is:unread""#, #""red""#, #""action""#, #""com.example.a.voip""#, #""apple""#, #"["./x"]"#,
    ].compactMap { JSONValue(json5: $0) }

  /// Keys that an object requires, by the key or the path of the object.
  private static let companions: [[String]: JSONObject] = [
    ["focus", "*"]: ["from": "08:00", "to": "09:00"],
    ["focus", "*", "schedules", "0"]: ["from": "08:00", "to": "09:00"],
    ["categories", "*", "actions", "0"]: ["id": "A"],
    ["apps", "*", "categories", "*", "actions", "0"]: ["id": "A"],
    ["apps", "*", "extension"]: ["answer": ["a": 1]],
    ["apps", "*", "contentExtension"]: ["answer": "x", "categories": ["A"]],
    ["gateway", "devices", "0"]: ["token": "00fd", "app": "com.example.a"],
    ["gateway", "tokenRate"]: ["count": 3],
    ["gateway", "proxy"]: ["user": "a", "password": "b"],
    ["hooks", "0"]: ["on": "shown", "run": ["./a"]],
    ["faults", "0"]: ["delay": "1s", "percent": 2],
  ]

  /// Returns a file with a value at a path, and the required keys of each object on it that the key
  /// does not exclude.
  private static func file(_ path: [String], _ value: JSONValue) -> JSONObject {
    var result = value
    for index in path.indices.reversed() {
      let key = path[index]
      if key == "0" {
        result = [result]
        continue
      }
      var object = companions[Array(path[..<index])] ?? [:]
      if key == "run", object["on"] == nil { object["answer"] = nil }
      if key == "schedules" { object = [:] }
      object[key] = result
      result = .object(object)
    }
    return result.object ?? [:]
  }

  private static func read(_ object: JSONObject) -> Configuration? {
    var configuration = Configuration()
    do {
      try configuration.apply(
        Array(JSONWriter.text(.object(object)).utf8), fileName: "c", allowsPrograms: true)
    } catch {
      return nil
    }
    return configuration.passedOver.isEmpty ? configuration : nil
  }

  /// Settings whose value is not written under their key, or not without a file.
  private static let unwritten: Set = [
    "device.language", "history.maxAge", "gateway.proxy", "gateway.keys", "gateway.certificates",
    "focus.*.schedules",
  ]

  @Test func `each setting is written in a form that parses to the same value`() throws {
    var read: Set<String> = []
    for (path, member) in Self.entries {
      let name = path.joined(separator: ".")
      guard !Self.unwritten.contains(where: { name == $0 || name.hasPrefix($0 + ".") }) else {
        continue
      }
      let named = path.map { $0 == "*" ? "com.example.a" : $0 }
      let choices: [JSONValue] =
        if case .value(let form) = member.schema {
          form.choices.map { form.isList ? [.string($0)] : JSONValue(word: $0) }
            + form.choices.map { .string($0) }
        } else { [] }
      for value in choices + Self.candidates {
        let object = Self.named(.object(Self.file(path, value))).object ?? [:]
        guard let configuration = Self.read(object) else { continue }
        let written = configuration.json(phone: configuration.phone)
        let again = Self.read(written).map { $0.json(phone: $0.phone) }
        #expect(again == written, "\(name): \(JSONWriter.text(value))")
        if SettingPath(named).value(in: written) != nil { read.insert(name) }
      }
      if case .value(let form) = member.schema, form.elements == nil {
        #expect(read.contains(name), "no value of \(name) is read and written")
      }
    }
  }

  /// Returns the value with an app in place of each name.
  private static func named(_ value: JSONValue) -> JSONValue {
    switch value {
    case .object(let object):
      .object(
        JSONObject(
          object.members.map { member in
            .init(key: member.key == "*" ? "com.example.a" : member.key, value: named(member.value))
          }))
    case .array(let elements): .array(elements.map(named))
    default: value
    }
  }

  // MARK: Lists derived from the table

  @Test func `each setting has a sentence of at most 78 columns`() {
    for (path, member) in Self.entries {
      let meaning = member.meaning
      #expect(meaning.hasSuffix(".") && meaning.count <= 78, "\(path): \(meaning)")
      let first = meaning.unicodeScalars.first { $0 != "`" }
      #expect(
        first.map { $0.properties.isUppercase || ("0"..."9").contains($0) } == true, "\(meaning)")
    }
  }

  @Test func `each key of set has a sentence on its effect`() {
    for key in SettingChange.keys {
      let meaning = SettingChange.meaning(of: key)
      #expect(meaning?.hasSuffix(".") == true, "\(key)")
    }
  }

  @Test func `each setting of the phone is completed after the preceding keys`() {
    for (path, member) in Self.entries(of: .phone, at: []) where !path.contains("0") {
      let names = path.map { $0 == "*" ? "NAME" : $0 }
      let text = names.joined(separator: ".")
      let found = SettingsSchema.completions(of: text) { _ in [("NAME", "")] }
      let isValue = if case .value = member.schema { true } else { false }
      let whole = found.first { $0.text == text + (isValue ? "=" : ".") }
      #expect(whole?.meaning == (names.last == "NAME" ? "" : member.meaning), "\(text)")
    }
  }

  @Test func `each short name of set is a key and converts to its setting and back`() throws {
    #expect(
      SettingsSchema.shortNames.map(\.name) == ["lock", "previews", "grouping", "ringer", "app."])
    for (name, path) in SettingsSchema.shortNames {
      let app = "com.example.a"
      let key = name.hasSuffix(".") ? name + app : name
      #expect(SettingChange.keys.contains(name))
      let setting = try #require(SettingPath(key: key))
      #expect(setting.components == path.map { $0 == "*" ? app : $0 })
      #expect(setting.key == key)
    }
  }
}
