// The JSON Schemas of push lines and of scenario lines.

extension PushLine {
  /// The schema of a push line or file, whose payload is defined beside it.
  static var schema: JSONObject {
    [
      "type": "object", "if": .object(hasPayload(["payload", "payloadText"])),
      "then": .object(envelope(JSONSchema.payloadReference)),
      "else": .object(JSONSchema.payloadReference),
    ]
  }

  /// Returns the schema of an object that has one of these keys.
  static func hasPayload(_ keys: [String]) -> JSONObject {
    ["anyOf": .array(keys.map { ["required": [.string($0)]] })]
  }

  /// Returns the schema of an object with the payload and the keys beside it.
  static func envelope(_ payload: JSONObject, isComplete: Bool = false) -> JSONObject {
    var schema = JSONObject.schema(
      ofProperties: fields.map { field in
        let schema: JSONObject =
          switch field.form {
          // Feeds accept numbers, too.
          case .text: .schema(ofKinds: isComplete ? [.string, .null] : [.string, .number, .null])
          case .headers: .schema(ofKinds: [.object, .null])
          case .moment:
            [
              "type": ["string", "null"], "format": "date-time",
              "pattern": .string("^\(Timestamp.pattern)$"),
            ]
          case .payload: payload
          case .payloadText: isComplete ? [:] : ["type": "string"]
          }
        return (field.name, schema.described(field.meaning))
      })
    if !isComplete { schema["additionalProperties"] = true }
    return schema
  }
}

extension ScenarioReader {
  /// The schema of a line.
  static var schema: JSONObject {
    // Scenarios test payloads with mistakes, too; editors complete the keys of correct ones.
    let payload = JSONObject.schema(anyOf: [JSONSchema.payloadReference, [:]])
    return [
      "type": "object", "if": .object(PushLine.hasPayload(["payload", "aps"])),
      "then": .object(PushLine.envelope(payload)), "else": .object(steps(payload)),
    ]
  }

  private static func steps(_ payload: JSONObject) -> JSONObject {
    let common = companions.map { ($0.key, $0.member.json) } + [("at", atMember.json)]
    var schema = JSONObject.schema(
      ofProperties: stepKeys.map { ($0, step($0, payload)) } + common)
    schema["oneOf"] = .array(stepKeys.map { ["required": [.string($0)]] })
    schema["dependencies"] = .object(
      JSONObject(
        companions.map { companion in
          .init(
            key: companion.key,
            value: ["anyOf": .array(companion.steps.map { ["required": [.string($0)]] })])
        }))
    return schema
  }

  private static func step(_ key: String, _ payload: JSONObject) -> JSONObject {
    if let step = Guests.steps.first(where: { $0.name == key }) {
      return ["description": .string(step.meaning), "type": "object"]
    }
    guard let name = StepName(rawValue: key) else {
      return SettingsSchema.phone.members.first { $0.key == key }?.json ?? [:]
    }
    return switch name {
    case .push:
      JSONObject.schema(anyOf: [
        PushLine.envelope(payload, isComplete: true),
        ["type": "object", "required": ["aps"]],
      ]).described("A push line or a payload.")
    case .expect:
      JSONShape.inbox.schema(isExpected: true).described(
        "Parts of the inbox as `ls --json` prints it.")
    case .expectEvent:
      JSONShape.event.schema(isExpected: true)
        .described("Parts of an event as `events --json` prints it.")
    case .snapshot, .rejected, .accepted, .extension:
      ["description": "Written by recordings.", "type": "object"]
    case .set: AssignmentKey.schema.described(setMeaning)
    default: member(of: name).json
    }
  }
}
