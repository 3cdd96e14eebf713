// The JSON Schema of settings.

extension SettingsSchema {
  /// The schema of a value as it may stand in a file.
  var json: JSONObject {
    switch self {
    case .value(let form): form.json
    case .keys(let members): .schema(of: members)
    case .names(let schema): ["type": "object", "additionalProperties": .object(schema.json)]
    // Only empty values are accepted.
    case .unavailable: ["enum": [[], [:], nil, false]]
    }
  }
}

extension SettingsSchema.Member {
  /// The schema of the value, with its meaning.
  var json: JSONObject {
    var others = otherKinds.isEmpty ? [] : [JSONObject.schema(ofKinds: otherKinds)]
    if case .value(let form) = schema, !form.otherWords.isEmpty {
      others = [["enum": .array(form.otherWords.map(JSONValue.string))]]
    }
    let json = JSONObject.schema(anyOf: [schema.json] + others)
    guard case .value(let form) = schema, form.choices.isEmpty, form.elements == nil else {
      return json.described(meaning)
    }
    return json.described(
      "\(meaning) Value: \(form.isList ? "a list, each " : "")\(form.expected).")
  }
}

extension JSONObject {
  /// Returns the schema of an object with these keys.
  fileprivate static func schema(of members: [SettingsSchema.Member]) -> JSONObject {
    .schema(
      ofProperties: members.map { ($0.key, $0.json) },
      required: members.filter(\.isRequired).map(\.key))
  }
}

extension SettingsSchema.Form {
  fileprivate var json: JSONObject {
    if let elements {
      return .schema(
        ofElements: .schema(of: elements))
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
    if let pattern { json["pattern"] = .string("^(" + pattern + ")$") }
    if let range {
      json["minimum"] = JSONValue(range.lowerBound)
      json["maximum"] = JSONValue(range.upperBound)
    }
    if kinds.contains(.array), kinds.count < JSONKind.allCases.count {
      var item: JSONObject = ["type": "string"]
      if let elementPattern { item["pattern"] = .string("^(" + elementPattern + ")$") }
      json["items"] = .object(item)
    }
    return json
  }
}
