/// The JSON Schemas (draft-07, json-schema.org) of what PushInbox reads and writes, for editors and
/// validators. They are derived from the tables by which the readers and lint work.
public enum JSONSchema: String, CaseIterable, Sendable {
  /// A payload: its keys, with the types and ranges that lint expects.
  case payload
  /// A push line, or a file with one push.
  case push
  /// A line of a scenario.
  case scenario
  /// A configuration file.
  case config
  /// A line of `events --json`.
  case event
  /// The inbox, as `ls --json` prints it.
  case inbox

  /// The subject in a few words.
  public var title: String {
    switch self {
    case .payload: "The payload of a push"
    case .push: "A push as a line or a file"
    case .scenario: "A line of a scenario"
    case .config: "A configuration file"
    case .event: "An event"
    case .inbox: "The inbox"
    }
  }

  /// The schema, indented, without a final line end.
  public var text: String { JSONWriter.text(.object(root), pretty: true) }

  /// The schema.
  var root: JSONObject {
    var root: JSONObject = [
      "$schema": "http://json-schema.org/draft-07/schema#", "title": .string("PushInbox: \(title)"),
    ]
    let content: JSONObject
    switch self {
    case .payload:
      content = PayloadKey.schema
    case .push:
      content = PushLine.schema
      root["definitions"] = ["payload": .object(PayloadKey.schema)]
    case .scenario:
      content = ScenarioReader.schema
      root["definitions"] = ["payload": .object(PayloadKey.schema)]
    case .config: content = SettingsSchema.configuration.json
    case .event: content = JSONShape.eventSchema
    case .inbox: content = JSONShape.inboxSchema
    }
    root.members += content.members
    return root
  }

  /// The reference to the payload in a schema that contains pushes.
  static let payloadReference: JSONObject = ["$ref": "#/definitions/payload"]
}

extension JSONObject {
  /// Returns the schema of a value of one of these kinds; of any value if all are possible.
  static func schema(ofKinds kinds: [JSONKind]) -> JSONObject {
    if Set(kinds).isSuperset(of: JSONKind.allCases) { return [:] }
    let names = kinds.map { JSONValue.string($0.rawValue) }
    return ["type": names.count == 1 ? names[0] : .array(names)]
  }

  /// Returns the schema of an object with these properties and no others.
  static func schema(
    ofProperties properties: [(key: String, schema: JSONObject)], required: [String] = []
  ) -> JSONObject {
    var schema: JSONObject = [
      "type": "object",
      "properties": .object(
        JSONObject(properties.map { Member(key: $0.key, value: .object($0.schema)) })),
      "additionalProperties": false,
    ]
    if !required.isEmpty { schema["required"] = .array(required.map(JSONValue.string)) }
    return schema
  }

  /// Returns the schema of a list.
  static func schema(ofElements element: JSONObject) -> JSONObject {
    ["type": "array", "items": .object(element)]
  }

  /// Returns the schema of what one of these schemas describes.
  static func schema(anyOf schemas: [JSONObject]) -> JSONObject {
    schemas.count == 1 ? schemas[0] : ["anyOf": .array(schemas.map(JSONValue.object))]
  }

  /// Returns the schema with a description, which precedes it.
  func described(_ text: String) -> JSONObject {
    JSONObject([Member(key: "description", value: .string(text))] + members)
  }
}
