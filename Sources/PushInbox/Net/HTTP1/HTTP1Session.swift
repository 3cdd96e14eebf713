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
    /// Whether the request is of HTTP/1.0, which has no chunks.
    var isOldVersion = false
    /// Whether the connection ends after the response.
    var isLast: Bool
    var isTunnel = false
    /// Whether the slot is for `100 Continue` only, without a request.
    var isInterim = false
    var response: HTTPResponse?
    /// The body that is read piece by piece; nil for the one of ``response``.
    var body: (any HTTPBody)?
    /// Whether the head was sent, and the body may be sent now.
    var isBegun = false
    /// The number of bytes of the response's own body that were sent.
    var sentCount = 0
    /// Whether the body had nothing to read.
    var isStalled = false
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
  /// The bytes of ``RequestMemory`` that ``parser`` holds.
  private var held = 0
  /// Whether no further request is read: the last one ended the connection or was malformed.
  private var isEnding = false {
    didSet {
      // The bytes that follow CONNECT belong to its tunnel.
      guard isEnding, !oldValue, !isTunnelOpen, slots.last?.isTunnel != true else { return }
      parser.discard()
      updateHeld()
    }
  }
  private var isInputEnded = false
  /// Whether the received bytes contain no further complete request.
  private var isParsed = true
  private var isTunnelOpen = false
  /// The start of the current incomplete request; nil without one, and while input is not read.
  private var begun: Double?
  private var now = 0.0

  init(limits: ConnectionLimits, memory: RequestMemory) {
    self.limits = limits
    self.memory = memory
    parser = HTTP1Parser(headerLimit: limits.headerBytes, bodyLimit: limits.bodyBytes)
  }

  deinit {
    memory.bytes -= slots.count * RequestMemory.slot + unsent + held
  }

  private func updateHeld() {
    let added = parser.held - held
    guard added != 0 else { return }
    held += added
    memory.bytes += added
  }

  func receive(_ bytes: UnsafeRawBufferPointer, at now: Double) {
    // The bytes that follow CONNECT belong to its tunnel.
    guard !isEnding || isTunnelOpen || slots.last?.isTunnel == true else { return }
    self.now = now
    parser.append(bytes)
    isParsed = false
  }

  /// Parses the next request if there is room for one.
  private func parse() {
    while mayParse, actions.isEmpty, readNext() {}
    // A client whose input we do not read is not slow.
    if !parser.isInsideRequest || !mayParse {
      begun = nil
    } else if begun == nil {
      begun = now
    }
    updateHeld()
  }

  /// Handles one result of the parser; returns false when it needs more bytes.
  private func readNext() -> Bool {
    switch parser.next() {
    case .needsMore:
      isParsed = true
      if isInputEnded { endOfInput() }
      return false
    case .wantsContinue:
      add(
        Slot(
          stream: 0, isHead: false, isLast: false, isInterim: true,
          response: HTTPResponse(status: 100)))
    case .request(let head, let body):
      count += 1
      add(
        Slot(
          stream: count, isHead: head.method == "HEAD", isOldVersion: head.isOldVersion,
          isLast: !head.keepsAlive))
      isEnding = isEnding || !head.keepsAlive
      actions.append(
        .request(
          HTTPRequest(
            stream: count, method: head.method, path: head.path, query: head.query,
            authority: head.authority, head: head.fields, body: body)))
      if isInputEnded { actions.append(.clientLeft(stream: count)) }
    case .bodyEnded:
      begun = nil
    case .connect(let target, let head):
      count += 1
      guard waitingCount == 0 else {
        end(status: 400, because: "CONNECT was sent before earlier requests were answered")
        break
      }
      add(Slot(stream: count, isHead: false, isLast: true, isTunnel: true))
      isEnding = true
      actions.append(.tunnel(to: target, head, stream: count))
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
    let waiting = slots.filter { !$0.isTunnel && ($0.response == nil || $0.body != nil) }
    actions += waiting.map { .clientLeft(stream: $0.stream) }
    isInputEnded = true
    isParsed = false
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
    guard let index = unanswered(stream) else { return }
    waitingCount -= 1
    slots[index].response = response
    unsent += response.body.count
    memory.bytes += response.body.count
    if slots[index].isTunnel, response.status == 200 { isTunnelOpen = true }
  }

  private func unanswered(_ stream: Int) -> Int? {
    slots.firstIndex { $0.stream == stream && !$0.isInterim && $0.response == nil }
  }

  func respond(
    to stream: Int, with response: HTTPResponse, body: any HTTPBody, at now: Double
  ) {
    self.now = now
    guard let index = unanswered(stream) else { return }
    slots[index].response = response
    slots[index].body = body
    guard slots[index].isOldVersion else { return }
    // The end of the connection is that of the body.
    slots[index].isLast = true
    isEnding = true
    let later = slots[(index + 1)...]
    waitingCount -= later.count { $0.response == nil || $0.body != nil }
    memory.bytes -= later.count * RequestMemory.slot
    let unsent = later.reduce(0) { $0 + ($1.response?.body.count ?? 0) }
    self.unsent -= unsent
    memory.bytes -= unsent
    slots.removeSubrange((index + 1)...)
  }

  func resume(_ stream: Int, at now: Double) {
    self.now = now
    guard let index = slots.firstIndex(where: { $0.stream == stream && $0.body != nil }) else {
      return
    }
    slots[index].isStalled = false
  }

  /// Moves the responses that are next in order to the output.
  func produce(into output: inout [UInt8], limit: Int) {
    var sent = 0
    var bodies = 0
    while sent < slots.count, output.count < limit, let response = slots[sent].response {
      // Shutting down, it reads no further request.
      if isShuttingDown, sent == slots.count - 1, !slots[sent].isBegun { slots[sent].isLast = true }
      if let body = slots[sent].body {
        guard Self.produce(response, body, of: &slots[sent], into: &output, limit) else { break }
        waitingCount -= 1
      } else {
        guard Self.produce(response, of: &slots[sent], into: &output, limit) else { break }
        bodies += response.body.count
      }
      sent += 1
    }
    slots.removeFirst(sent)
    unsent -= bodies
    memory.bytes -= sent * RequestMemory.slot + bodies
  }

  /// Moves a response to the output, as far as the limit allows; returns whether it has ended. A
  /// long body leaves in pieces, so that it counts as memory until the client reads it.
  private static func produce(
    _ response: HTTPResponse, of slot: inout Slot, into output: inout [UInt8], _ limit: Int
  ) -> Bool {
    if !slot.isBegun {
      slot.isBegun = true
      response.appendHead(
        to: &output, closes: slot.isLast, opensTunnel: slot.isTunnel && response.status == 200)
    }
    if slot.isHead { return true }
    let piece = response.body[slot.sentCount...].prefix(max(0, limit - output.count))
    output += piece
    slot.sentCount += piece.count
    return slot.sentCount == response.body.count
  }

  /// Moves what a body has to the output, in chunks (RFC 9112 §7.1) unless the end of the
  /// connection is its end; returns whether it has ended.
  private static func produce(
    _ response: HTTPResponse, _ body: any HTTPBody, of slot: inout Slot,
    into output: inout [UInt8], _ limit: Int
  ) -> Bool {
    let isChunked = !slot.isOldVersion
    if !slot.isBegun {
      slot.isBegun = true
      response.appendHead(to: &output, closes: slot.isLast, framing: isChunked ? .chunks : .end)
    }
    if slot.isHead { return true }
    while output.count < limit, !slot.isStalled {
      let (bytes, isLast) = body.read(atMost: limit - output.count)
      if isChunked, !bytes.isEmpty {
        output += "\(String(bytes.count, radix: 16))\r\n".utf8
        output += bytes
        output += "\r\n".utf8
      } else {
        output += bytes
      }
      if isLast {
        if isChunked { output += "0\r\n\r\n".utf8 }
        return true
      }
      slot.isStalled = bytes.isEmpty
    }
    return false
  }

  /// The bytes of unsent response bodies from which no further request is parsed.
  private static let mostUnsent = 8 << 10
  /// The number of waiting responses from which no further request is parsed.
  private static let mostAnswered = 32

  private var mayParse: Bool {
    !isEnding && slots.count < limits.streams && unsent < Self.mostUnsent
      && slots.count - waitingCount < Self.mostAnswered && (slots.isEmpty || memory.hasRoom)
  }

  /// Bytes after the last request are discarded; reading them shows when the client leaves.
  var wantsInput: Bool {
    mayParse || isEnding && waitingCount > 0 && slots.last?.isTunnel == false
  }

  var hasBacklog: Bool { !actions.isEmpty || !isParsed && mayParse }

  private var isShuttingDown = false

  func shutDown(_ reason: String) {
    isShuttingDown = true
    isEnding = true
  }

  var hasOutput: Bool {
    slots.first.map { $0.response != nil && !$0.isStalled } ?? false
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
  /// The framing of a body (RFC 9112 §6.3).
  fileprivate enum Framing { case length, chunks, end }

  /// Appends the status line and the fields in the format of RFC 9112 §2.1.
  fileprivate func appendHead(
    to output: inout [UInt8], closes: Bool, opensTunnel: Bool = false, framing: Framing = .length
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
    switch framing {
    // RFC 9110 §8.6: a response without content has no length.
    case .length where status == 204: text += "\r\n"
    case .length: text += "content-length: \(body.count)\r\n\r\n"
    case .chunks: text += "transfer-encoding: chunked\r\n\r\n"
    case .end: text += "\r\n"
    }
    output += text.utf8
  }

  private static func phrase(_ status: Int) -> String {
    switch status {
    case 100: "Continue"
    case 200: "OK"
    case 201: "Created"
    case 204: "No Content"
    case 400: "Bad Request"
    case 401: "Unauthorized"
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
