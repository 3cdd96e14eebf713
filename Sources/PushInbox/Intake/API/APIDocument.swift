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
          "Rejection": [
            "type": "object", "required": ["reason"],
            "properties": ["reason": ["type": "string", "description": "A reason of APNs."]],
          ],
          "Output": [
            "type": "object", "required": ["output"],
            "properties": ["output": ["type": "array", "items": ["type": "string"]]],
          ],
        ],
        "responses": .object(
          JSONObject(errors.map { .init(key: $0.name, value: .object($0.response)) })),
      ],
    ]
  }

  /// The errors of every operation: those of the port, which come first, and those of the API. A
  /// request that is not HTTP has the status of its error and a text, too.
  private static let errors: [(status: String, name: String, response: JSONObject)] = {
    let error = reference("schemas/Error")
    return [
      ("401", "NoToken", response("The token is missing or wrong.", error)),
      (
        "403", "FromWebPage",
        response("The request comes from a web page.", reference("schemas/Rejection"))
      ),
      (
        "421", "WrongHost",
        response(
          "The request is for a host that is not served here.", ["type": "string"],
          type: "text/plain")
      ),
      (
        "default", "Error",
        [
          "description": "An error; a text if the request could not be read.",
          "content": [
            "application/json": ["schema": .object(error)],
            "text/plain": ["schema": ["type": "string"]],
          ],
        ]
      ),
    ]
  }()

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
    var success = response("Success.", schema, type: type)
    if endpoint.mayPrintLines {
      var content = success["content"]?.object ?? [:]
      content["application/x-ndjson"] = [
        "schema": [
          "type": "string",
          "description": "For some filters, unless it is one: an object per line.",
        ]
      ]
      success["content"] = .object(content)
    }
    var responses: JSONObject = ["200": .object(success)]
    if let negative = endpoint.negative {
      responses[String(negative.status)] = .object(response(negative.meaning, schema, type: type))
    }
    for error in errors { responses[error.status] = .object(reference("responses/" + error.name)) }
    var operation: JSONObject = [
      "operationId": .string(endpoint.method.lowercased() + words.joined()),
      "summary": .string(endpoint.summary),
      "responses": .object(responses),
    ]
    let parameters = endpoint.parameters.filter { $0.place != .body }
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
    var schema: JSONObject = ["type": .string(parameter.type)]
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
        key: member.name,
        value: ["type": .string(member.type), "description": .string(member.meaning)])
    }
    var body: JSONObject = [
      "type": "object", "properties": .object(JSONObject(properties)),
      "additionalProperties": false,
    ]
    let required = members.filter(\.isRequired).map { JSONValue.string($0.name) }
    if !required.isEmpty { body["required"] = .array(required) }
    return body
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

extension APIEndpoint.Parameter {
  /// The type of the value in JSON Schema.
  fileprivate var type: String { use == .flag ? "boolean" : "string" }
}
