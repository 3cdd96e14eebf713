import Foundation

@testable import InboxModel
@testable import PushInbox

// The API for tests: the commands of a running inbox behind requests.

extension FuzzTarget {
  static let api = [apiRequests]

  /// Requests with an empty line between them, each a line `METHOD PATH?QUERY` with the path below
  /// `/api/v1`, and its body. Further requests are ignored.
  private static let apiRequests = FuzzTarget(
    "API requests",
    [
      "GET /pushes?filter=app%3Acom.a+is:unread\n\nGET /pushes/last\n\nGET /pushes/1/why\n\nGET /rejected",
      "POST /pushes/1/act\n{\"action\":\"YES\",\"text\":\"x\"}\n\nPOST /read\n{\"filter\":\"last\"}\n\n"
        + "DELETE /pushes?filter=is:read\n\nDELETE /rejected",
      "GET /events?filter=app:com.a\n\nPOST /settings\n{\"dnd\":true,\"badge.com.a\":2}\n\nGET /settings\n\n"
        + "DELETE /settings",
      "GET /wait?filter=Hi&count=1&timeout=0s\n\nPOST /faults\n{\"next\":2,\"answer\":\"TooManyRequests\"}\n\n"
        + "GET /faults\n\nDELETE /faults",
      "POST /run\n{\"aps\":{\"alert\":\"x\"}}\n{\"expect\":{\"count\":1}}\n\nPOST /reset\n\nGET /openapi.json",
    ], words: ofAPI, stepsPerByte: 200_000
  ) { input in
    // The commands run on the main thread.
    guard !Thread.isMainThread else { return try MainActor.assumeIsolated { try answers(input) } }
    return try DispatchQueue.main.sync { try MainActor.assumeIsolated { try answers(input) } }
  }

  @MainActor
  private static func answers(_ input: [UInt8]) throws -> Bool {
    let bench = try APIBench()
    var isAccepted = false
    for request in requests(in: input).prefix(APIBench.limit) {
      if try bench.answers(request) { isAccepted = true }
    }
    try bench.end()
    return isAccepted
  }

  private static func requests(in input: [UInt8]) -> [HTTPRequest] {
    var requests: [HTTPRequest] = []
    var rest = input[...]
    while !rest.isEmpty {
      let end = rest.firstRange(of: [10, 10])
      let part = rest[..<(end?.lowerBound ?? rest.endIndex)]
      rest = end.map { rest[$0.upperBound...] } ?? []
      let lines = part.split(separator: 10, maxSplits: 1, omittingEmptySubsequences: false)
      let head = String(decoding: lines[0], as: UTF8.self).split(separator: " ", maxSplits: 1)
      guard head.count == 2 else { continue }
      let target = head[1].split(separator: "?", maxSplits: 1)
      requests.append(
        HTTPRequest(
          stream: 1, method: String(head[0]), path: APIEndpoint.root + (target.first ?? ""),
          query: target.count > 1 ? String(target[1]) : "", head: HeaderBlock(),
          body: lines.count > 1 ? Array(lines[1]) : []))
    }
    return requests
  }
}

/// A running inbox in memory with some pushes, which carries out requests of the API.
@MainActor
private final class APIBench {
  /// The number of requests of an input.
  static let limit = 6
  /// The number of pushes of a scenario that is played.
  private static let scenarioLimit = 10

  private let runtime: AppRuntime
  private let events: EventHub
  private var streams: [ControlReply] = []

  init() throws {
    let environment = ["HOME": "/nonexistent"]
    let arguments = try Arguments([])
    let places = try RuntimePaths(arguments, environment, opensInbox: false)
    events = EventHub(
      listeners: [], runner: HookRunner(environment: environment, onResult: { _ in }))
    let store = try Store(at: .memory)
    var loaded = LoadedConfiguration()
    try loaded.configuration.apply(
      Array("{categories:{C:{actions:[{id:'YES',title:'Yes'}]}}}".utf8), fileName: "fuzz",
      allowsPrograms: false)
    runtime = AppRuntime(
      loaded: loaded, from: ConfigurationFiles(arguments, places, environment),
      store: store, snapshot: try store.snapshot(), intake: Intake(wakeUp: {}),
      counters: Counters(), events: events,
      endpoints: Endpoints(
        apns: HostPort(host: "127.0.0.1", port: 1), authority: "", socket: "/nonexistent/socket"))
    try runtime.moveClock(.moment(FuzzTarget.now))
    for (number, push) in [
      ("com.a", #"{"aps":{"alert":"Hi","badge":1,"category":"C"}}"#),
      ("com.b", #"{"aps":{"alert":{"title":"T","body":"é"},"sound":"default"}}"#),
      ("com.a", #"{"aps":{"content-available":1}}"#), ("", "{}"),
    ].enumerated() {
      runtime.handle([
        .gateway(
          .pushReceived(
            PushRequest(
              path: push.0.isEmpty ? "/" : "/3/device/" + DeviceToken.local.hex,
              fields: [HeaderField("apns-topic", push.0)], body: Array(push.1.utf8),
              origin: Origin(wire: .h2), receivedAt: FuzzTarget.now,
              freshID: APNSID(upper: 0xB, UInt64(number))), reply: nil))
      ])
    }
  }

  /// Carries out a request; returns whether it succeeded. Throws unless the response is a
  /// documented one.
  func answers(_ request: HTTPRequest) throws -> Bool {
    switch APIRoute.meaning(of: request, bodyLimit: ConnectionLimits().bodyBytes) {
    case .response(let response):
      try expectIsError(response, unless: request.path == APIEndpoint.root + "/openapi.json")
      return response.status == 200
    case .command(let command, let endpoint):
      let reply = ControlReply {}
      if endpoint.command == ["run"] {
        guard Self.isShort(command.input) else { return false }
        PostedScenario.play(command.input, reply)
      } else {
        CommandDispatcher.answer(command, reply, in: runtime, events)
      }
      if reply.isStream {
        streams.append(reply)
        return true
      }
      let (lines, hasEnded) = reply.drain(unsent: 0)
      guard hasEnded else {
        try expectHolds(endpoint.lasts, "\(command.words) has no end")
        streams.append(reply)
        return true
      }
      reply.close()
      let response = APIRoute.response(to: endpoint, APIResult(lines))
      guard response.status == 200 || response.status == endpoint.negative?.status else {
        try expectIsError(response, unless: false)
        return false
      }
      try expectHasForm(response, of: endpoint)
      return true
    }
  }

  /// Ends the requests that last. Throws unless each event is an object.
  func end() throws {
    for reply in streams {
      if reply.isStream {
        let body = EventBody(reply) {}
        let text = String(decoding: body.read(atMost: .max).bytes, as: UTF8.self)
        for event in text.split(separator: "\n\n") {
          try expectHolds(event.hasPrefix("data: "), "an event is \(event)")
          try Self.expectIsObject(Array(event.dropFirst("data: ".count).utf8), "an event")
        }
      }
      reply.close()
    }
    // Where no loop runs, closed requests are released here.
    if !streams.isEmpty { RunLoop.main.run(until: Date()) }
  }

  /// Whether a scenario has few pushes: its steps grow with the number that it writes.
  private static func isShort(_ scenario: [UInt8]) -> Bool {
    var (reader, pushes) = (ScenarioReader(), 0)
    for line in ScenarioReader.lines(of: scenario[...], fileName: "-") {
      guard let step = try? reader.step(of: line) else { continue }
      if case .push(_, let count, _) = step.action { pushes += count }
    }
    return pushes <= scenarioLimit
  }

  // MARK: Documented responses

  /// Throws unless the response is an error as `docs/reference/api.md` describes it.
  private func expectIsError(_ response: HTTPResponse, unless mayBeDocument: Bool) throws {
    let object = try Self.expectIsObject(response.body, "a response")
    try expectHolds(response.contentType == "application/json", "the response is no JSON")
    if mayBeDocument, response.status == 200 {
      try expectHolds(object["openapi"] != nil, "the document is another one")
      return
    }
    try expectHolds(
      [400, 404, 405, 408, 413].contains(response.status),
      "the status is \(response.status): \(String(decoding: response.body, as: UTF8.self))")
    let text = object["error"]?.string ?? ""
    try expectHolds(!text.isEmpty && isClean(text), "the error is \(text.debugDescription)")
    try expectHolds(object["exit"] == nil || object["exit"]?.int != nil, "exit is no number")
    let allowed = response.fields.first { $0.name == "allow" }?.value
    try expectHolds((response.status == 405) == (allowed != nil), "allow is missing")
  }

  /// Throws unless the response has the form of the endpoint.
  private func expectHasForm(_ response: HTTPResponse, of endpoint: APIEndpoint) throws {
    switch endpoint.output {
    case .object where response.contentType == "application/x-ndjson":
      for line in response.body.split(separator: 10) {
        try Self.expectIsObject(Array(line), "a line")
      }
    case .object, .events: try Self.expectIsObject(response.body, "a response")
    case .list:
      let list = try? JSONReader.read(response.body).root.array
      try expectHolds(
        list.map { $0.allSatisfy { $0.object != nil } } ?? false, "the response is no list")
    case .lines:
      let object = try Self.expectIsObject(response.body, "a response")
      let lines = object["output"]?.array
      try expectHolds(
        object.members.count == 1
          && lines.map { $0.allSatisfy { $0.string.map(isClean) ?? false } } ?? false,
        "the lines are \(String(decoding: response.body, as: UTF8.self).debugDescription)")
    }
  }

  @discardableResult
  private static func expectIsObject(_ bytes: [UInt8], _ name: String) throws -> JSONObject {
    guard let object = try? JSONReader.read(bytes).root.object else {
      throw BrokenProperty(
        description:
          "\(name) is no object: \(String(decoding: bytes, as: UTF8.self).debugDescription)")
    }
    return object
  }
}
