// The JSON Schema of settings.

extension SettingsSchema {
  /// The schema of a value as it may stand in a file.
  var json: JSONObject {
    switch self {
    case .value(let form): form.json
    case .keys(let members): .schema(ofProperties: members.map { ($0.key, $0.json) })
    case .names(let schema): ["type": "object", "additionalProperties": .object(schema.json)]
    // Only empty values are accepted.
    case .unavailable: ["enum": [[], [:], nil, false]]
    }
  }
}

extension SettingsSchema.Member {
  /// The schema of the value, with its meaning.
  var json: JSONObject {
    let json = JSONObject.schema(
      anyOf: [schema.json] + (otherKinds.isEmpty ? [] : [.schema(ofKinds: otherKinds)]))
    guard case .value(let form) = schema, form.choices.isEmpty, form.elements == nil else {
      return json.described(meaning)
    }
    return json.described(
      "\(meaning) Value: \(form.isList ? "a list, each " : "")\(form.expected).")
  }
}

extension SettingsSchema.Form {
  fileprivate var json: JSONObject {
    if let elements {
      return .schema(
        ofElements: .schema(ofProperties: elements.map { ($0.key, $0.json) }))
    }
    return isList ? .schema(ofElements: single) : single
  }

  /// The schema of the value, or of an element of the list.
  private var single: JSONObject {
    guard choices.isEmpty || kinds == [.boolean] else {
      var words = choices.flatMap { word -> [JSONValue] in
        // Quotes of a word of digits are often left out.
        if kinds.contains(.boolean), let isOn = Bool(word) { return [.bool(isOn)] }
        return [.string(word)] + (Int(word).map { [JSONValue($0)] } ?? [])
      }
      if kinds.contains(.null) { words.append(.null) }
      return ["enum": .array(words)]
    }
    var json = JSONObject.schema(ofKinds: kinds)
    if let range {
      json["minimum"] = JSONValue(range.lowerBound)
      json["maximum"] = JSONValue(range.upperBound)
    }
    if kinds.contains(.array), kinds.count < JSONKind.allCases.count {
      json["items"] = ["type": "string"]
    }
    return json
  }
}
