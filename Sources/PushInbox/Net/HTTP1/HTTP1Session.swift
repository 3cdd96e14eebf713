import InboxModel

/// HTTP/1.1 and 1.0 on one connection (RFC 9112): requests may be pipelined, responses are sent in
/// order.
///
/// ``drainActions()`` parses one request at a time: a client that does not read its responses stops
/// the parsing, not only the reading of its socket.
final class HTTP1Session: HTTPSession {
  /// A request that was passed on; its response waits here until the earlier ones are sent.
  private struct Slot {
    var stream: Int
    var isHead: Bool
    /// Whether the connection ends after the response.
    var isLast: Bool
    var isTunnel = false
    /// Whether the slot is for `100 Continue` only, without a request.
    var isInterim = false
    var response: HTTPResponse?
  }

  let version = HTTPVersion.http1
  private let limits: ConnectionLimits
  private let memory: RequestMemory
  private var parser: HTTP1Parser
  private var actions: [HTTPAction] = []
  private var slots: [Slot] = []
  private var count = 0
  private(set) var waitingCount = 0
  /// The bytes of the response bodies that wait in ``slots``.
  private var unsent = 0
  /// Whether no further request is read: the last one ended the connection or was malformed.
  private var isEnding = false
  private var isInputEnded = false
  private var isTunnelOpen = false
  /// When the current incomplete request began; nil without one, and while input is not read.
  private var begun: Double?
  private var now = 0.0

  init(limits: ConnectionLimits, memory: RequestMemory) {
    self.limits = limits
    self.memory = memory
    parser = HTTP1Parser(headerLimit: limits.headerBytes, bodyLimit: limits.bodyBytes)
  }

  deinit {
    memory.bytes -= slots.count * RequestMemory.slot + unsent
  }

  func receive(_ bytes: UnsafeRawBufferPointer, at now: Double) {
    // The bytes that follow CONNECT belong to its tunnel.
    guard !isEnding || isTunnelOpen || slots.last?.isTunnel == true else { return }
    self.now = now
    parser.append(bytes)
  }

  /// Parses the next request if there is room for one.
  private func parse() {
    while wantsInput, actions.isEmpty, readNext() {}
    // A client whose input we do not read is not slow.
    if !parser.isInsideRequest || !wantsInput {
      begun = nil
    } else if begun == nil {
      begun = now
    }
  }

  /// Handles one result of the parser; returns false when it needs more bytes.
  private func readNext() -> Bool {
    switch parser.next() {
    case .needsMore:
      if isInputEnded { endOfInput() }
      return false
    case .wantsContinue:
      add(
        Slot(
          stream: 0, isHead: false, isLast: false, isInterim: true,
          response: HTTPResponse(status: 100)))
    case .request(let head, let body):
      count += 1
      add(Slot(stream: count, isHead: head.method == "HEAD", isLast: !head.keepsAlive))
      isEnding = isEnding || !head.keepsAlive
      actions.append(
        .request(
          HTTPRequest(
            stream: count, method: head.method, path: head.path, authority: head.authority,
            head: head.fields, body: body)))
    case .bodyEnded:
      begun = nil
    case .connect(let target, let authorization):
      count += 1
      guard waitingCount == 0 else {
        end(status: 400, because: "CONNECT was sent before earlier requests were answered")
        break
      }
      add(Slot(stream: count, isHead: false, isLast: true, isTunnel: true))
      isEnding = true
      actions.append(.tunnel(to: target, authorization: authorization, stream: count))
    case .broken(let status, let because):
      count += 1
      end(status: status, because: because)
    }
    return true
  }

  private func add(_ slot: Slot) {
    slots.append(slot)
    memory.bytes += RequestMemory.slot
    if slot.response == nil { waitingCount += 1 }
  }

  private func end(status: Int?, because: String) {
    isEnding = true
    if status != nil { add(Slot(stream: count, isHead: false, isLast: true)) }
    actions.append(.broken(ProtocolViolation(stream: count, status: status, because: because)))
  }

  func inputEnded() {
    isInputEnded = true
    parse()
  }

  private func endOfInput() {
    if parser.isInsideRequest {
      count += 1
      end(status: 400, because: "the connection ended in the middle of a request")
    }
    isEnding = true
  }

  func drainActions() -> [HTTPAction] {
    if actions.isEmpty { parse() }
    defer { actions.removeAll() }
    return actions
  }

  func respond(to stream: Int, with response: HTTPResponse, at now: Double) {
    self.now = now
    guard let index = slots.firstIndex(where: { $0.stream == stream && !$0.isInterim }),
      slots[index].response == nil
    else { return }
    waitingCount -= 1
    slots[index].response = response
    unsent += response.body.count
    memory.bytes += response.body.count
    if slots[index].isTunnel, response.status == 200 { isTunnelOpen = true }
  }

  /// Moves the responses that are next in order to the output.
  func produce(into output: inout [UInt8], limit: Int) {
    var sent = 0
    var bodies = 0
    while sent < slots.count, output.count < limit, let response = slots[sent].response {
      let slot = slots[sent]
      response.append(
        to: &output, isHead: slot.isHead, closes: slot.isLast || isShuttingDown,
        opensTunnel: slot.isTunnel && response.status == 200)
      bodies += response.body.count
      sent += 1
    }
    slots.removeFirst(sent)
    unsent -= bodies
    memory.bytes -= sent * RequestMemory.slot + bodies
  }

  /// The bytes of unsent response bodies from which no further request is parsed.
  private static let mostUnsent = 8 << 10
  /// The number of waiting responses from which no further request is parsed.
  private static let mostAnswered = 32

  var wantsInput: Bool {
    !isEnding && slots.count < limits.streams && unsent < Self.mostUnsent
      && slots.count - waitingCount < Self.mostAnswered && (slots.isEmpty || memory.hasRoom)
  }

  private var isShuttingDown = false

  func shutDown(_ reason: String) {
    isShuttingDown = true
    isEnding = true
  }

  var hasOutput: Bool {
    slots.first?.response != nil
  }

  var isFinished: Bool {
    isEnding && slots.isEmpty && !isTunnelOpen
  }

  var tunnelInput: [UInt8]? {
    isTunnelOpen && slots.isEmpty ? parser.rest : nil
  }

  var deadline: Double? {
    isEnding ? nil : begun.map { $0 + limits.slowSeconds }
  }

  func timePassed(_ now: Double) {
    guard let deadline, deadline <= now else { return }
    count += 1
    end(
      status: 408,
      because: "the request was not complete within \(limits.slowSeconds) seconds")
  }
}

extension HTTPResponse {
  /// Appends the message in the format of RFC 9112 §2.1.
  fileprivate func append(
    to output: inout [UInt8], isHead: Bool, closes: Bool, opensTunnel: Bool
  ) {
    let phrase = opensTunnel ? "Connection established" : Self.phrase(status)
    var text = "HTTP/1.1 \(status) \(phrase)\r\n"
    if opensTunnel || status == 100 {
      output += (text + "\r\n").utf8
      return
    }
    for field in fields { text += "\(field.name): \(field.value)\r\n" }
    if let contentType { text += "content-type: \(contentType)\r\n" }
    if status == 407 { text += "proxy-authenticate: Basic realm=\"PushInbox\"\r\n" }
    if closes { text += "connection: close\r\n" }
    text += "content-length: \(body.count)\r\n\r\n"
    output += text.utf8
    if !isHead { output += body }
  }

  private static func phrase(_ status: Int) -> String {
    switch status {
    case 100: "Continue"
    case 200: "OK"
    case 400: "Bad Request"
    case 403: "Forbidden"
    case 404: "Not Found"
    case 405: "Method Not Allowed"
    case 407: "Proxy Authentication Required"
    case 408: "Request Timeout"
    case 410: "Gone"
    case 413: "Content Too Large"
    case 414: "URI Too Long"
    case 417: "Expectation Failed"
    case 421: "Misdirected Request"
    case 429: "Too Many Requests"
    case 431: "Request Header Fields Too Large"
    case 500: "Internal Server Error"
    case 501: "Not Implemented"
    case 503: "Service Unavailable"
    case 505: "HTTP Version Not Supported"
    default: ""
    }
  }
}
