import InboxModel
import Testing

@testable import PushInbox

/// The table of the API's endpoints: which command each request becomes.
@Suite struct APIEndpointTests {
  private static func endpoint(_ method: String, _ path: String) throws -> (
    endpoint: APIEndpoint, values: [String: String]
  ) {
    let found = APIEndpoint.all.lazy.compactMap { endpoint in
      endpoint.method == method
        ? endpoint.match(path).map { (endpoint: endpoint, values: $0) } : nil
    }
    return try #require(found.first, "\(method) \(path)")
  }

  private static func words(
    _ method: String, _ path: String, _ query: String, _ body: String
  ) throws -> [String] {
    let (endpoint, values) = try Self.endpoint(method, path)
    return try endpoint.words(path: values, query: query, body: Array(body.utf8))
  }

  struct Request: CustomTestStringConvertible {
    var method: String
    var path: String
    var query = ""
    var body = ""
    var words: [String]
    var testDescription: String { "\(method) \(path)?\(query) \(body)" }
  }

  private static let noFilter =
    "`filter` is missing or empty; for everything in the list set `all` to `true`"

  @Test(arguments: [
    Request(method: "GET", path: "/pushes", words: ["ls", "--json", "--"]),
    Request(
      method: "GET", path: "/pushes", query: "filter=-app%3Aa.b+is:unread",
      words: ["ls", "--json", "--", "-app:a.b is:unread"]),
    Request(
      method: "GET", path: "/rejected", query: "filter=reason:BadTopic",
      words: ["ls", "--json", "--", "is:rejected", "reason:BadTopic"]),
    Request(method: "GET", path: "/pushes/last", words: ["show", "--json", "--", "last"]),
    Request(method: "GET", path: "/pushes/a%2Fb/why", words: ["why", "--json", "--", "a/b"]),
    Request(
      method: "POST", path: "/pushes/3/act", body: #"{"action":"REPLY","text":"--all"}"#,
      words: ["act", "--text=--all", "--", "3", "REPLY"]),
    Request(
      method: "GET", path: "/wait", query: "count=2&filter=Hi",
      words: ["wait", "--json", "--count=2", "--timeout=30s", "--", "Hi"]),
    Request(
      method: "POST", path: "/settings", body: #"{"dnd":"on","device.lowPower":true,"a":[1,"b"]}"#,
      words: ["set", "--", "dnd=on", "device.lowPower=true", #"a=[1,"b"]"#]),
    Request(
      method: "POST", path: "/faults", body: #"{"next":2,"answer":"TooManyRequests"}"#,
      words: ["fault", "--json", "--", "add", "next=2", "answer=TooManyRequests"]),
    Request(method: "DELETE", path: "/faults", words: ["fault", "--all", "--", "rm"]),
    Request(method: "POST", path: "/reset", words: ["reset", "--all", "--"]),
    Request(
      method: "GET", path: "/events", query: "filter=app:a.b",
      words: ["events", "--json", "--", "app:a.b"]),
    Request(method: "GET", path: "/settings", words: ["config", "--json", "--", "show"]),
    Request(method: "DELETE", path: "/settings", words: ["config", "--", "reset"]),
    Request(
      method: "DELETE", path: "/rejected", query: "filter=app:a.b",
      words: ["rm", "--", "is:rejected", "app:a.b"]),
    Request(method: "POST", path: "/run", body: "{", words: ["run", "--", "-"]),
    Request(
      method: "DELETE", path: "/pushes", query: "all=true", words: ["rm", "--all", "--"]),
    Request(
      method: "DELETE", path: "/pushes", query: "filter=a&all=false", words: ["rm", "--", "a"]),
    Request(
      method: "POST", path: "/read", body: #"{"all":true}"#, words: ["read", "--all", "--"]),
    Request(
      method: "POST", path: "/read", body: #"{"filter":"--all"}"#, words: ["read", "--", "--all"]),
  ])
  func `a request becomes the words of a command`(_ request: Request) throws {
    #expect(
      try Self.words(request.method, request.path, request.query, request.body) == request.words)
  }

  @Test(arguments: [
    Request(
      method: "GET", path: "/pushes", query: "fliter=x",
      words: ["there is no parameter `fliter`; did you mean `filter`?"]),
    Request(
      method: "GET", path: "/pushes", query: "filter=%zz",
      words: ["the query is not percent-encoded UTF-8"]),
    Request(method: "DELETE", path: "/pushes", words: [noFilter]),
    Request(method: "DELETE", path: "/pushes", query: "filter=", words: [noFilter]),
    Request(method: "POST", path: "/read", body: #"{"filter":" "}"#, words: [noFilter]),
    Request(method: "POST", path: "/read", body: #"{"all":false}"#, words: [noFilter]),
    Request(
      method: "POST", path: "/read", body: #"{"all":"yes"}"#,
      words: ["`all` is neither `true` nor `false`"]),
    Request(
      method: "POST", path: "/read", body: #"{"all":true,"filter":"a"}"#,
      words: ["`filter` and `all` exclude each other"]),
    Request(
      method: "GET", path: "/pushes", body: "{}", words: ["GET /pushes has no body"]),
    Request(
      method: "POST", path: "/settings", body: "[]",
      words: ["the body is an array, not an object"]),
    Request(method: "POST", path: "/run", words: ["the body is empty"]),
    Request(
      method: "POST", path: "/settings", body: "{}", words: ["the body is an empty object"]),
    Request(
      method: "POST", path: "/pushes/1/act", body: #"{"action":1}"#,
      words: ["`action` is a number, not a string"]),
    Request(
      method: "POST", path: "/pushes/1/act", body: "{}", words: ["`action` is missing"]),
    Request(
      method: "POST", path: "/pushes/1/act", body: #"{"action":"open","txet":"a"}"#,
      words: ["there is no parameter `txet`; did you mean `text`?"]),
  ])
  func `an invalid request is rejected with its reason`(_ request: Request) throws {
    let (endpoint, values) = try Self.endpoint(request.method, request.path)
    do throws(APIEndpoint.Problem) {
      _ = try endpoint.words(path: values, query: request.query, body: Array(request.body.utf8))
      Issue.record("accepted")
    } catch {
      #expect(error.text == request.words[0])
    }
  }

  @Test func `a body that is no JSON is reported with its position`() throws {
    let (endpoint, _) = try Self.endpoint("POST", "/settings")
    do throws(APIEndpoint.Problem) {
      _ = try endpoint.words(path: [:], query: "", body: Array("{\"a\":}".utf8))
      Issue.record("accepted")
    } catch {
      #expect(error.text.hasPrefix("the body is not JSON: line 1, column 6: "), "\(error.text)")
    }
  }

  @Test(arguments: APIEndpoint.all.indices)
  func `each endpoint is a command of the running inbox with options that it has`(index: Int) throws
  {
    let endpoint = APIEndpoint.all[index]
    let values = Dictionary(
      endpoint.parameters.filter { $0.place == .path }.map { ($0.name, "1") }
    ) { $1 }
    let valued = endpoint.parameters.filter { $0.use != .flag }
    let query = valued.filter { $0.place == .query }.map { $0.name + "=1s" }
    let members = valued.filter { $0.place == .body }.map {
      JSONObject.Member(key: $0.name, value: "1")
    }
    let object = endpoint.assignments == nil ? JSONObject(members) : ["a": "b"]
    let hasBody = !members.isEmpty || endpoint.assignments != nil
    let words = try endpoint.words(
      path: values, query: query.joined(separator: "&"),
      body: hasBody || endpoint.input != nil
        ? Array(JSONWriter.text(.object(object)).utf8) : [])
    let arguments = try Arguments(words)
    #expect(arguments.command?.name == words[0])
    // Scenarios are played apart from the inbox.
    guard words[0] != "run" else { return }
    #expect(CommandTable.type(of: arguments.command) is any LiveCommand.Type)
  }

  @Test(arguments: ["/pushes/", "/pushes/1/2", "/push", "", "/pushes/%zz"])
  func `an unknown path matches no endpoint`(_ path: String) {
    #expect(APIEndpoint.all.allSatisfy { $0.match(path) == nil })
  }

  struct Ended: CustomTestStringConvertible {
    var name: String
    var output: APIEndpoint.Output
    var lines: [ControlLine]
    var status: Int
    var body: String
    var testDescription: String { name }
  }

  @Test(arguments: [
    Ended(
      name: "an object", output: .object, lines: [.out("{\"a\":1}\n"), .exit(0)], status: 200,
      body: "{\"a\":1}\n"),
    Ended(
      name: "a list", output: .list, lines: [.out("{\"a\":1}\n{\"a\":2}\n"), .exit(0)], status: 200,
      body: "[{\"a\":1},\n{\"a\":2}]\n"),
    Ended(name: "no list", output: .list, lines: [.exit(0)], status: 200, body: "[]\n"),
    Ended(
      name: "lines of text", output: .lines,
      lines: [.out("read\n"), .err("again\n"), .exit(0)], status: 200,
      body: #"{"output":["read","again"]}"# + "\n"),
    Ended(
      name: "an unknown push", output: .object,
      lines: [.err("pushinbox: there is no push 7\n"), .exit(1)], status: 404,
      body: #"{"error":"there is no push 7","exit":1}"# + "\n"),
    Ended(
      name: "a wrong value", output: .lines, lines: [.err("pushinbox: x\n"), .exit(2)], status: 400,
      body: #"{"error":"x","exit":2}"# + "\n"),
    Ended(
      name: "a time limit", output: .list, lines: [.err("pushinbox: late\n"), .exit(4)],
      status: 408,
      body: #"{"error":"late","exit":4}"# + "\n"),
  ])
  func `the output of a command becomes a response`(_ ended: Ended) throws {
    var bytes: [UInt8] = []
    for line in ended.lines { line.append(to: &bytes) }
    let endpoint = APIEndpoint(
      method: "GET", path: "/x", summary: "", command: ["x"], output: ended.output)
    let response = APIRoute.response(to: endpoint, APIResult(bytes))
    #expect(response.status == ended.status)
    #expect(String(decoding: response.body, as: UTF8.self) == ended.body)
    #expect(response.contentType == "application/json")
  }

  @Test(arguments: [
    ("/settings", [#"{"a":1}"#], "application/json"),
    ("/settings", ["{", #"  "a": 1"#, "}"], "application/json"),
    ("/pushes", [#"{"a":1}"#], "application/json"),
    ("/pushes", [#"{"a":1}"#, #"{"a":2}"#], "application/x-ndjson"),
    ("/pushes", [], "application/x-ndjson"),
  ])
  func `an object on several lines is JSON, a list of an object per line are lines of JSON`(
    path: String, lines: [String], type: String
  ) throws {
    var bytes: [UInt8] = []
    for line in lines { ControlLine.out(line + "\n").append(to: &bytes) }
    ControlLine.exit(0).append(to: &bytes)
    let endpoint = try Self.endpoint("GET", path).endpoint
    let response = APIRoute.response(to: endpoint, APIResult(bytes))
    #expect(response.contentType == type)
    #expect(response.body == Array(lines.map { $0 + "\n" }.joined().utf8))
  }

  struct Played: CustomTestStringConvertible {
    var name: String
    var lines: [ControlLine]
    var status: Int
    var body: String
    var testDescription: String { name }
  }

  @Test(arguments: [
    Played(
      name: "every expectation passed", lines: [.out("{\"ok\":true}\n"), .exit(0)], status: 200,
      body: "[{\"ok\":true}]\n"),
    Played(
      name: "an expectation failed",
      lines: [.out("{\"ok\":true}\n{\"ok\":false}\n"), .exit(1)], status: 422,
      body: "[{\"ok\":true},\n{\"ok\":false}]\n"),
    Played(
      name: "the scenario is malformed", lines: [.err("pushinbox: -:1:2: x\n"), .exit(5)],
      status: 400, body: #"{"error":"-:1:2: x","exit":5}"# + "\n"),
    Played(
      name: "nothing was played", lines: [.err("pushinbox: x\n"), .exit(1)], status: 404,
      body: #"{"error":"x","exit":1}"# + "\n"),
  ])
  func `the status of a played scenario states whether its expectations passed`(
    _ played: Played
  ) throws {
    var bytes: [UInt8] = []
    for line in played.lines { line.append(to: &bytes) }
    let endpoint = try Self.endpoint("POST", "/run").endpoint
    let response = APIRoute.response(to: endpoint, APIResult(bytes))
    #expect(response.status == played.status)
    #expect(String(decoding: response.body, as: UTF8.self) == played.body)
  }

  @Test func `the document has both responses of a played scenario`() throws {
    let run = APIDocument.root["paths"]?.object?["/api/v1/run"]?.object?["post"]?.object
    let responses = try #require(run?["responses"]?.object)
    #expect(responses.members.map(\.key) == ["200", "422", "401", "403", "421", "default"])
    #expect(responses["422"]?.object?["content"] == responses["200"]?.object?["content"])
  }

  @Test func `the document names every endpoint once`() throws {
    let paths = try #require(APIDocument.root["paths"]?.object)
    let operations = paths.members.flatMap { $0.value.object?.members ?? [] }
    #expect(operations.count == APIEndpoint.all.count)
    let names = operations.compactMap { $0.value.object?["operationId"]?.string }
    #expect(Set(names).count == APIEndpoint.all.count)
  }
}
