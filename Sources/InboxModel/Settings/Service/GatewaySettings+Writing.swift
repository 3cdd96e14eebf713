extension GatewaySettings {
  /// As a file would say it; what is not limited is left out.
  var json: JSONObject {
    var object: JSONObject = ["strict": .bool(isStrict)]
    if !keys.isEmpty { object["keys"] = .array(keys.map { .object($0.json) }) }
    if !certificates.isEmpty {
      object["certificates"] = .array(certificates.map { .object($0.json) })
    }
    if let environment { object["environment"] = .string(environment.rawValue) }
    object["environmentKeyReason"] = .string(environmentKeyReason.rawValue)
    object["tokenUpdates"] = JSONValue(tokenUpdates)
    if let tokenRate {
      object["tokenRate"] = [
        "count": JSONValue(tokenRate.count), "per": .string(TimeSpan.text(tokenRate.span)),
      ]
    }
    if !devices.isEmpty {
      object["devices"] = .array(
        devices.values.sorted { $0.token.hex < $1.token.hex }.map { .object($0.json) })
    }
    object["tokens"] = .string(tokens.rawValue)
    object["topics"] = .string(topics.rawValue)
    if streams == .apple { object["streams"] = "apple" }
    return object
  }
}

extension ListedDevice {
  fileprivate var json: JSONObject {
    var object: JSONObject = ["token": .string(token.hex)]
    object["app"] = .string(app.rawValue)
    if topic != app.rawValue { object["topic"] = .string(topic) }
    if let environment { object["environment"] = .string(environment.rawValue) }
    object["state"] = .string(state.rawValue)
    if let since { object["since"] = .string(Timestamp.text(since)) }
    return object
  }
}

extension ProviderKey {
  fileprivate var json: JSONObject {
    var object: JSONObject = [
      "id": .string(id.rawValue), "team": .string(team.rawValue), "file": .string(file),
    ]
    if !topics.isEmpty { object["topics"] = .array(topics.map(JSONValue.string)) }
    if let environment { object["environment"] = .string(environment.rawValue) }
    return object
  }
}

extension ListedCertificate {
  fileprivate var json: JSONObject {
    var object: JSONObject = ["file": .string(file)]
    if let topics { object["topics"] = .array(topics.map(JSONValue.string)) }
    return object
  }
}
