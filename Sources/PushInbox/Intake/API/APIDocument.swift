import InboxModel

/// The description of the API in OpenAPI 3.0.3, from the table of endpoints.
enum APIDocument {
  static var root: JSONObject {
    var paths = JSONObject()
    for endpoint in APIEndpoint.all {
      let path = APIEndpoint.root + endpoint.path
      var methods = paths[path]?.object ?? [:]
      methods[endpoint.method.lowercased()] = .object(operation(endpoint))
      paths[path] = .object(methods)
    }
    return [
      "openapi": "3.0.3",
      "info": ["title": "PushInbox", "version": "1"],
      "security": [["token": []]],
      "paths": .object(paths),
      "components": [
        "securitySchemes": ["token": ["type": "http", "scheme": "bearer"]],
        "schemas": [
          "Error": [
            "type": "object", "required": ["error"],
            "properties": [
              "error": ["type": "string", "description": "The sentence that the command prints."],
              "exit": ["type": "integer", "description": "The exit code of the command."],
            ],
          ],
          "Output": [
            "type": "object", "required": ["output"],
            "properties": ["output": ["type": "array", "items": ["type": "string"]]],
          ],
        ],
        "responses": ["Error": .object(response("An error.", reference("schemas/Error")))],
      ],
    ]
  }

  private static func operation(_ endpoint: APIEndpoint) -> JSONObject {
    let schema: JSONObject =
      switch endpoint.output {
      case .object: ["type": "object"]
      case .list: ["type": "array", "items": ["type": "object"]]
      case .lines: reference("schemas/Output")
      case .events: ["type": "string"]
      }
    let type = endpoint.output == .events ? "text/event-stream" : "application/json"
    let words = endpoint.path.split { !$0.isLetter }.map {
      $0.prefix(1).uppercased() + $0.dropFirst()
    }
    var operation: JSONObject = [
      "operationId": .string(endpoint.method.lowercased() + words.joined()),
      "summary": .string(endpoint.summary),
      "responses": [
        "200": .object(response("Success.", schema, type: type)),
        "default": .object(reference("responses/Error")),
      ],
    ]
    let parameters = endpoint.parameters.filter { $0.place != .body }
    if let negative = endpoint.negative {
      var responses = operation["responses"]?.object ?? [:]
      responses[String(negative.status)] = .object(response(negative.meaning, schema, type: type))
      operation["responses"] = .object(responses)
    }
    if !parameters.isEmpty { operation["parameters"] = .array(parameters.map(parameter)) }
    if let meaning = endpoint.input {
      operation["requestBody"] = [
        "required": true, "description": .string(meaning),
        "content": ["application/x-ndjson": ["schema": ["type": "string"]]],
      ]
    } else if let body = body(of: endpoint) {
      operation["requestBody"] = [
        "required": true, "content": ["application/json": ["schema": .object(body)]],
      ]
    }
    return operation
  }

  private static func parameter(_ parameter: APIEndpoint.Parameter) -> JSONValue {
    var schema: JSONObject = ["type": "string"]
    if let standard = parameter.standard { schema["default"] = .string(standard) }
    return [
      "name": .string(parameter.name), "in": .string(parameter.place.rawValue),
      "required": .bool(parameter.isRequired), "description": .string(parameter.meaning),
      "schema": .object(schema),
    ]
  }

  private static func body(of endpoint: APIEndpoint) -> JSONObject? {
    if let meaning = endpoint.assignments {
      return ["type": "object", "description": .string(meaning), "minProperties": 1]
    }
    let members = endpoint.parameters.filter { $0.place == .body }
    guard !members.isEmpty else { return nil }
    let properties = members.map { member in
      JSONObject.Member(
        key: member.name, value: ["type": "string", "description": .string(member.meaning)])
    }
    return [
      "type": "object", "properties": .object(JSONObject(properties)),
      "required": .array(members.filter(\.isRequired).map { .string($0.name) }),
      "additionalProperties": false,
    ]
  }

  private static func response(
    _ description: String, _ schema: JSONObject, type: String = "application/json"
  ) -> JSONObject {
    var content = JSONObject()
    content[type] = ["schema": .object(schema)]
    return ["description": .string(description), "content": .object(content)]
  }

  private static func reference(_ name: String) -> JSONObject {
    ["$ref": .string("#/components/" + name)]
  }
}
