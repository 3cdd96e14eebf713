import Foundation
import Testing

@testable import InboxModel

/// The schemas that `pushinbox schema` prints. `Tests/schema/run` validates files and output with
/// them.
@Suite struct JSONSchemaTests {
  @Test(arguments: JSONSchema.allCases)
  func `a schema is JSON that names its draft and its subject`(_ schema: JSONSchema) throws {
    let root = try #require(JSONReader.read(Array(schema.text.utf8)).root.object)
    #expect(root["$schema"] == "http://json-schema.org/draft-07/schema#")
    #expect(root["title"]?.string == "PushInbox: " + schema.title)
    #expect(root == schema.root)
  }

  @Test func `the schema of scenarios has every step, with its meaning`() throws {
    let steps = try #require(JSONSchema.scenario.root["else"]?.object?["properties"]?.object)
    for key in ScenarioReader.stepKeys {
      let step = try #require(steps[key]?.object, "\(key)")
      #expect(step["description"]?.string?.isEmpty == false, "\(key)")
    }
    for companion in ScenarioReader.companions {
      #expect(steps[companion.key] != nil, "\(companion.key)")
    }
  }

  @Test func `the schema of settings has every key, also those that set does not have`() {
    let config = JSONSchema.config.root
    func has(_ path: String...) -> Bool {
      let value = path.reduce(JSONValue.object(config) as JSONValue?) { value, key in
        value?.object?[key]
      }
      return value != nil
    }
    #expect(has("properties", "device", "properties", "lock"))
    #expect(has("properties", "history", "properties", "keep", "maximum"))
    let service = JSONWriter.text(.object(config))
    #expect(service.contains("in place of a program"))
  }

  struct Value: CustomTestStringConvertible {
    var name: String
    var schema: SettingsSchema
    var json: JSONValue
    var testDescription: String { name }
  }

  @Test(arguments: [
    Value(
      name: "a switch", schema: .value(.init(SettingScalar<Bool>.flag)),
      json: ["type": "boolean"]),
    Value(
      name: "a number", schema: .value(.init(SettingScalar.number(in: 1...9))),
      json: ["type": "integer", "minimum": 1, "maximum": 9]),
    Value(
      name: "words", schema: .value(.init(SettingScalar<LockState>.choice)),
      json: ["enum": ["locked", "unlocked"]]),
    Value(
      name: "a word that may be a number",
      schema: .value(.init(SettingScalar<PhoneGeneration>.choice)),
      json: ["enum": ["today", "2012", 2012]]),
    Value(
      name: "an optional string", schema: .value(.init(SettingScalar<String?>.optional(.text))),
      json: ["type": ["string", "null"]]),
    Value(
      name: "a span of time",
      schema: .value(.init(SettingScalar<TimeInterval>.someTime("`1s`"))),
      json: [
        "type": "string",
        "pattern": #"^((?=[0-9.]*[1-9])([0-9]+\.?[0-9]*|\.[0-9]+)(ms|s|m|h|d))$"#,
      ]),
    Value(
      name: "an object with a required key", schema: HistoryFields.fields.schema(),
      json: [
        "type": "object",
        "properties": [
          "keep": [
            "description": "The number. Value: a whole number from 1 to 9.", "type": "integer",
            "minimum": 1, "maximum": 9,
          ]
        ], "additionalProperties": false, "required": ["keep"],
      ]),
    Value(
      name: "a list", schema: .value(.init(SettingScalar<String>.text, isList: true)),
      json: ["type": "array", "items": ["type": "string"]]),
    Value(
      name: "names", schema: .names(.value(.init(SettingScalar<Bool>.flag))),
      json: ["type": "object", "additionalProperties": ["type": "boolean"]]),
    Value(
      name: "a key without effect", schema: .unavailable, json: ["enum": [[], [:], nil, false]]),
    Value(
      name: "keys",
      schema: .keys([.init("a", .value(.init(SettingScalar<Bool>.flag)), "A.", or: [.null])]),
      json: [
        "type": "object",
        "properties": [
          "a": ["description": "A.", "anyOf": [["type": "boolean"], ["type": "null"]]]
        ], "additionalProperties": false,
      ]),
  ])
  func `each form of a setting is described by its JSON schema`(_ value: Value) {
    #expect(JSONValue.object(value.schema.json) == value.json)
  }

  private struct HistoryFields: SettingsObject {
    var keep = 1
    static let fields: [SettingField<Self>] = [
      .number("keep", \.keep, in: 1...9, "The number."), .required("keep"),
    ]
  }

  // MARK: Steps of `set`

  /// Returns the schemas of a key in `set`: more than one if it is of several patterns.
  private static func setSchemas(_ key: String) throws -> [JSONValue] {
    func members(_ name: String) throws -> [JSONObject.Member] {
      try #require(AssignmentKey.schema[name]?.object).members
    }
    func isMatch(_ pattern: String) throws -> Bool {
      let range = NSRange(key.startIndex..., in: key)
      return try NSRegularExpression(pattern: pattern).firstMatch(in: key, range: range) != nil
    }
    let found =
      try members("properties").filter { $0.key == key }
      + members("patternProperties").filter { try isMatch($0.key) }
    return found.map { member in
      var schema = member.value.object ?? [:]
      schema["description"] = nil
      return .object(schema)
    }
  }

  @Test func `each key of set has one schema`() throws {
    for key in SettingChange.keys {
      let key = key.hasSuffix(".") ? key + "com.example.a" : key
      #expect(try Self.setSchemas(key).count == 1, "\(key)")
    }
  }

  @Test func `each path of a setting has one schema, whatever else it looks like`() throws {
    let paths = Self.paths(of: .phone, at: [])
    #expect(paths.count > 110)
    for path in paths {
      let key = SettingPath(path).text
      let schemas = try Self.setSchemas(key)
      #expect(!schemas.isEmpty && schemas.allSatisfy { $0 == schemas[0] }, "\(key): \(schemas)")
    }
  }

  private static func paths(of schema: SettingsSchema, at path: [String]) -> [[String]] {
    switch schema {
    case .keys(let members):
      return members.filter(\.isListed).flatMap { paths(of: $0.schema, at: path + [$0.key]) }
    case .names(let named): return paths(of: named, at: path + ["com.example.a"])
    case .value(let form):
      return [path] + (form.elements.map { paths(of: .keys($0), at: path + ["0"]) } ?? [])
    case .unavailable: return []
    }
  }

  @Test(arguments: ["bogus", "device", "device.lok", "apps.com.example.a", "app.", "mute."])
  func `a key that set does not have has no schema`(_ key: String) throws {
    #expect(try Self.setSchemas(key).isEmpty)
  }

  @Test(arguments: ScenarioReader.StepName.allCases)
  func `each key in the schema of a step is known to the reader of scenarios`(
    _ name: ScenarioReader.StepName
  ) throws {
    let steps = try #require(JSONSchema.scenario.root["else"]?.object?["properties"]?.object)
    let keys = steps[name.rawValue]?.object?["properties"]?.object?.members.map(\.key) ?? []
    // Expectations have only keys of the output; a push is read whole.
    for key in keys where ![.expect, .expectEvent, .push].contains(name) {
      let line = #"{"\#(name.rawValue)":{"\#(key)":[]}}"#
      do throws(SettingsError) {
        _ = try Scenario(Array(line.utf8))
      } catch {
        #expect(error.problem != .unknownKey, "\(line): \(error.message)")
      }
    }
  }
}
