// The JSON Schema of payloads: the documented keys with the types and ranges that lint expects.
// Keys beside `aps` are the app's own.

extension PayloadKey {
  /// The schema of a payload.
  static let schema: JSONObject = {
    let activity = object(of: aps + liveActivity, isActivity: true)
    let isActivity: JSONObject = [
      "properties": ["aps": ["type": "object", "required": ["event"]]], "required": ["aps"],
    ]
    return [
      "type": "object",
      "if": .object(isActivity),
      "then": ["properties": ["aps": .object(activity)]],
      "else": ["properties": ["aps": .object(object(of: aps + liveActivity, isActivity: false))]],
    ]
  }()

  /// Returns the schema of an object with these keys.
  ///
  /// - Parameter isActivity: Whether it is the `aps` of a Live Activity, whose texts may be objects
  ///   and whose relevance score has no limits.
  private static func object(of keys: [PayloadKey], isActivity: Bool) -> JSONObject {
    .schema(
      ofProperties: keys.map { key in
        (key.name, key.schema(isActivity: isActivity).described(key.meaning))
      })
  }

  private func schema(isActivity: Bool) -> JSONObject {
    var schema: JSONObject
    switch type {
    case .string: schema = ["type": "string"]
    case .stringOrNull: schema = ["type": ["string", "null"]]
    case .number: schema = ["type": "number"]
    case .wholeNumber: schema = ["type": "integer"]
    case .flag: schema = ["enum": [1, 0]]
    case .boolean: schema = ["type": "boolean"]
    case .truth: schema = ["type": "boolean"]
    case .strings: schema = ["type": "array", "items": ["type": "string"]]
    case .object: schema = ["type": "object"]
    case .alert: schema = .schema(anyOf: [["type": "string"], Self.alertObject(isActivity)])
    case .sound:
      schema = .schema(
        anyOf: [["type": "string"], Self.object(of: Self.sound, isActivity: isActivity)])
    case .activityText:
      let text = PayloadKey.alert.filter { ["loc-key", "loc-args"].contains($0.name) }
      schema = ["type": "string"]
      if isActivity {
        schema = .schema(anyOf: [schema, Self.object(of: text, isActivity: true)])
      }
    }
    if !words.isEmpty { schema = ["enum": .array(words.map(JSONValue.string))] }
    if let range, !(isActivity && name == "relevance-score") {
      schema["minimum"] = .number(JSONNumber(range.lowerBound))
      if range.upperBound < .infinity { schema["maximum"] = .number(JSONNumber(range.upperBound)) }
    }
    return schema
  }

  /// The alert of a Live Activity may have a sound.
  private static func alertObject(_ isActivity: Bool) -> JSONObject {
    object(
      of: alert + (isActivity ? aps.filter { $0.name == "sound" } : []), isActivity: isActivity)
  }
}
