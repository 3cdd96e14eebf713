// The JSON Schemas of output, and of expectations, which name parts of it.

extension JSONShape {
  /// The schema of the inbox as `ls --json` prints it.
  static let inboxSchema: JSONObject = {
    guard case .members(var members) = inbox else { return [:] }
    // Only expectations name it.
    members["last"] = nil
    return JSONShape.members(members).schema(isExpected: false)
  }()

  /// The schema of any event.
  static let eventSchema = JSONObject.schema(
    anyOf: events.sorted { $0.key < $1.key }.map { name, shape in
      var schema = shape.schema(isExpected: false)
      var properties = schema["properties"]?.object ?? [:]
      properties["event"] = ["const": .string(name)]
      schema["properties"] = .object(properties)
      schema["required"] = ["event"]
      return schema
    })

  /// Returns the schema.
  ///
  /// - Parameter isExpected: Whether it is the schema of an expectation, which may contain
  ///   operators.
  func schema(isExpected: Bool) -> JSONObject {
    switch self {
    case .any: return [:]
    case .value(let value): return value.schema
    case .optional(let shape):
      return .schema(anyOf: [shape.schema(isExpected: isExpected), ["type": "null"]])
    case .entries(let entry):
      return [
        "type": "object", "additionalProperties": .object(entry.schema(isExpected: isExpected)),
      ]
    case .members(let members):
      let properties = members.sorted { $0.key < $1.key }.map {
        ($0.key, $0.value.schema(isExpected: isExpected))
      }
      return .schema(
        ofProperties: properties
          + (isExpected ? [(Comparison.Operator.count.rawValue, Self.count)] : []))
    case .elements(let element):
      let list = JSONObject.schema(ofElements: element.schema(isExpected: isExpected))
      guard isExpected else { return list }
      return .schema(anyOf: [
        list,
        .schema(ofProperties: [
          (Comparison.Operator.contains.rawValue, list),
          (Comparison.Operator.count.rawValue, Self.count),
        ]),
      ])
    }
  }

  private static let count: JSONObject = ["type": "integer", "minimum": 0]
}

extension ExpectedValue {
  /// The schema of the value. `null` is always possible, since a key is `null` if it has no value.
  fileprivate var schema: JSONObject {
    switch self {
    case .any: return ["type": ["string", "number", "boolean", "null"]]
    case .truth: return ["type": ["boolean", "null"]]
    case .count: return ["type": ["integer", "null"], "minimum": 0]
    case .amount: return ["type": ["number", "null"], "minimum": 0]
    case .moment:
      return [
        "type": ["string", "null"], "format": "date-time",
        "pattern": .string("^\(Timestamp.printedPattern)$"),
      ]
    case .word(let words, let beginning):
      let known: JSONObject = ["enum": .array(words.map(JSONValue.string) + [.null])]
      guard let beginning else { return known }
      let pattern = "^" + beginning.replacing(".", with: "\\.")
      return .schema(anyOf: [known, ["type": "string", "pattern": .string(pattern)]])
    }
  }
}
