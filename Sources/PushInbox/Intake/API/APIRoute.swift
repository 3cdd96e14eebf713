import Foundation
import InboxModel

/// The API for tests: passes requests below `/api/v1` to the commands of the control socket, and
/// responds with what they print.
// Sendable: the variables are used only on the loop's thread.
final class APIRoute: Route, @unchecked Sendable {
  /// A request that waits for its command, or a stream of events.
  private final class Call {
    let endpoint: APIEndpoint
    let stream: Int
    weak var connection: Connection?
    /// The number of the connection, which may have ended.
    let connectionNumber: Int
    var reply: ControlReply?
    /// The lines of the responses so far.
    var lines: [UInt8] = []
    /// The body of a stream that has begun.
    var events: EventBody?

    init(_ endpoint: APIEndpoint, _ routed: RoutedRequest) {
      self.endpoint = endpoint
      stream = routed.request.stream
      connection = routed.connection
      connectionNumber = routed.connection.number
    }

    var session: (any HTTPSession)? { connection?.session?.http }
  }

  /// The maximum number of requests that wait at once, streams included.
  static let maximumCalls = ControlServer.maximumConnections
  /// The bytes from which a body is sent in pieces, so that it does not count as memory of
  /// requests.
  private static let largeBody = 64 << 10

  private let token: String
  private let key = HMACKey()
  private let loop: IntakeLoop
  private let perform: @Sendable (ControlRequest, ControlReply) -> Void
  private var calls: [Int: Call] = [:]
  private var lastCall = 0
  private var isStopping = false

  /// Makes the route of the HTTP interface.
  ///
  /// - Parameters:
  ///   - token: The token that requests must have.
  ///   - perform: Carries out a command. Called on the loop's thread; must return without waiting.
  init(
    token: String, loop: IntakeLoop,
    perform: @escaping @Sendable (ControlRequest, ControlReply) -> Void
  ) {
    self.token = token
    self.loop = loop
    self.perform = perform
  }

  // MARK: Requests

  func handle(_ routed: RoutedRequest) -> Bool {
    let request = routed.request
    guard APIEndpoint.isServed(request.path) else { return false }
    guard isAdmitted(request.head["authorization"]) else {
      var response = Self.error(
        401,
        "the token is missing or wrong: send `Authorization: Bearer TOKEN` with the token in "
          + "api-token beside ca.pem, or in the file of --api-token-file")
      response.fields = [HeaderField("www-authenticate", "Bearer")]
      routed.respond(with: response)
      return true
    }
    let limit = routed.connection.registry.limits.bodyBytes
    switch Self.meaning(of: request, bodyLimit: limit) {
    case .response(let response): routed.respond(with: response)
    case .command(let command, let endpoint): begin(command, endpoint, routed)
    }
    return true
  }

  /// The meaning of a request that has the token.
  enum Meaning {
    /// A response without a command.
    case response(HTTPResponse)
    /// A command, whose output is the response.
    case command(ControlRequest, APIEndpoint)
  }

  /// Returns the meaning of a request with a path of the API.
  static func meaning(of request: HTTPRequest, bodyLimit: Int) -> Meaning {
    let rest = String(request.path.dropFirst(APIEndpoint.root.count))
    if rest == "/openapi.json", request.isRead {
      let text = JSONWriter.text(.object(APIDocument.root), pretty: true) + "\n"
      return .response(
        HTTPResponse(status: 200, contentType: "application/json", body: Array(text.utf8)))
    }
    let matches = APIEndpoint.all.compactMap { endpoint in
      endpoint.match(rest).map { (endpoint: endpoint, values: $0) }
    }
    guard let match = matches.first(where: { $0.endpoint.method == request.method }) else {
      return .response(rejection(request, matches.map(\.endpoint.method)))
    }
    guard request.body.count <= bodyLimit else {
      return .response(error(413, "the body has over \(bodyLimit) bytes"))
    }
    do throws(APIEndpoint.Problem) {
      let words = try match.endpoint.words(
        path: match.values, query: request.query, body: request.body)
      let input = match.endpoint.input == nil ? [] : request.body
      return .command(ControlRequest(words: words, input: input), match.endpoint)
    } catch {
      return .response(Self.error(400, error.text, exit: 2))
    }
  }

  private func begin(
    _ command: ControlRequest, _ endpoint: APIEndpoint, _ routed: RoutedRequest
  ) {
    guard !isStopping else { return routed.respond(with: Self.ending) }
    guard calls.count < Self.maximumCalls else {
      return routed.respond(with: Self.error(503, "\(calls.count) requests wait already"))
    }
    lastCall += 1
    let call = Call(endpoint, routed)
    calls[lastCall] = call
    let number = lastCall
    let reply = ControlReply { [weak self, loop] in
      loop.perform { [weak self] in self?.proceed(number) }
    }
    call.reply = reply
    perform(command, reply)
  }

  /// Continues a call whose command has printed something, has begun a stream or has ended.
  private func proceed(_ number: Int) {
    guard let call = calls[number], let reply = call.reply else { return }
    if call.events != nil {
      call.session?.resume(call.stream, at: loop.now)
    } else if call.endpoint.output == .events, reply.isStream {
      let events = EventBody(reply) { [weak self] in self?.end(number) }
      call.events = events
      call.session?.respond(
        to: call.stream,
        with: HTTPResponse(
          status: 200, fields: [HeaderField("cache-control", "no-store")],
          contentType: "text/event-stream"),
        body: events, at: loop.now)
    } else {
      let (bytes, isLast) = reply.drain(unsent: 0)
      call.lines += bytes
      guard isLast else { return reply.updateBacklog(unsent: 0) }
      end(number)
      respond(to: call, with: Self.response(to: call.endpoint, APIResult(call.lines)))
    }
    call.connection?.pump()
  }

  private func respond(to call: Call, with response: HTTPResponse) {
    guard response.body.count > Self.largeBody else {
      call.session?.respond(to: call.stream, with: response, at: loop.now)
      return
    }
    call.session?.respond(
      to: call.stream, with: response, body: CompleteBody(response.body), at: loop.now)
  }

  /// Removes a call, whose command then ends.
  private func end(_ number: Int) {
    calls.removeValue(forKey: number)?.reply?.close()
  }

  /// Ends a call before its command has ended.
  private func cancel(_ number: Int, with response: HTTPResponse) {
    guard let call = calls[number] else { return }
    end(number)
    if let events = call.events {
      events.finish()
      call.session?.resume(call.stream, at: loop.now)
    } else {
      call.session?.respond(to: call.stream, with: response, at: loop.now)
    }
  }

  // MARK: The end of clients and of the inbox

  /// Ends streams, and commands that last until something happens.
  func clientLeft(stream: Int, of connection: Connection) {
    let left = calls.first { $1.connectionNumber == connection.number && $1.stream == stream }
    guard let (number, call) = left, call.endpoint.lasts else { return }
    cancel(number, with: Self.error(408, "the client closed its side of the connection"))
  }

  func connectionClosed(_ connection: Int) {
    for (number, call) in calls where call.connectionNumber == connection { end(number) }
  }

  /// Ends all calls. Can be called on any thread.
  func stop() {
    loop.perform { [self] in
      isStopping = true
      for (number, call) in calls {
        cancel(number, with: Self.ending)
        call.connection?.pump()
      }
    }
  }

  private static let ending = error(503, "the inbox ends", exit: 3)

  // MARK: The token

  /// Compares the token by codes, in a time that depends neither on it nor on its length.
  private func isAdmitted(_ authorization: String?) -> Bool {
    let words = (authorization ?? "").utf8.split(separator: UInt8(ascii: " "), maxSplits: 1)
    guard words.count == 2, String(words[0])?.lowercased() == "bearer" else { return false }
    return key.isCode(key.code(for: String(Substring(words[1]))), for: token)
  }

  // MARK: Responses

  private static func rejection(_ request: HTTPRequest, _ methods: [String]) -> HTTPResponse {
    guard !methods.isEmpty else {
      let path = PlainText.clean(String(request.path.prefix(200)))
      return error(404, "there is no endpoint \(path); see \(APIEndpoint.root)/openapi.json")
    }
    var response = error(405, "this endpoint accepts \(methods.alternatives)")
    response.fields = [HeaderField("allow", methods.joined(separator: ", "))]
    return response
  }

  /// Returns an error as JSON.
  ///
  /// - Parameter exit: The exit code that the command would have.
  static func error(_ status: Int, _ text: String, exit: Int32? = nil) -> HTTPResponse {
    HTTPResponse(
      status: status, contentType: "application/json",
      body: Array((errorText(text, exit: exit) + "\n").utf8))
  }

  /// Returns the JSON object of an error, with the sentence that a command prints.
  static func errorText(_ text: String, exit: Int32? = nil) -> String {
    let text = text.hasPrefix("pushinbox: ") ? String(text.dropFirst("pushinbox: ".count)) : text
    var object: JSONObject = [
      "error": .string(text.hasSuffix("\n") ? String(text.dropLast()) : text)
    ]
    if let exit { object["exit"] = JSONValue(Int(exit)) }
    return JSONWriter.text(.object(object), printable: true)
  }

  /// Returns the response to a command that has ended.
  static func response(to endpoint: APIEndpoint, _ result: APIResult) -> HTTPResponse {
    var status = 200
    if result.exit == 1, !result.output.isEmpty, let negative = endpoint.negative {
      status = negative.status
    } else if result.exit != 0 {
      return error(statuses[result.exit] ?? 500, result.errors, exit: result.exit)
    }
    let printed = result.output.split(separator: "\n")
    let body: String =
      switch endpoint.output {
      case .list: "[" + printed.joined(separator: ",\n") + "]\n"
      case .object, .events: result.output
      case .lines:
        JSONWriter.text(
          .object([
            "output": .array(result.all.split(separator: "\n").map { .string(String($0)) })
          ]), printable: true) + "\n"
      }
    let isOne = !endpoint.mayPrintLines || printed.count == 1
    return HTTPResponse(
      status: status, contentType: isOne ? "application/json" : "application/x-ndjson",
      body: Array(body.utf8))
  }

  /// The statuses by the exit codes of commands (`docs/reference/commands.md`).
  private static let statuses: [Int32: Int] = [1: 404, 2: 400, 3: 503, 4: 408, 5: 400, 6: 500]
}

/// The output of a command, and its exit code.
struct APIResult {
  /// The text for standard output.
  private(set) var output = ""
  /// The text for standard error.
  private(set) var errors = ""
  /// Both in their order.
  private(set) var all = ""
  private(set) var exit: Int32 = 1

  /// Parses responses in the form of the control socket.
  init(_ lines: [UInt8]) {
    for line in lines.split(separator: UInt8(ascii: "\n")) {
      switch ControlLine(line) {
      case .out(let text):
        output += text
        all += text
      case .err(let text):
        errors += text
        all += text
      case .exit(let code): exit = code
      case nil: break
      }
    }
  }
}
