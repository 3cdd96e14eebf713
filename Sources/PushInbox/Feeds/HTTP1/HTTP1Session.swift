import InboxModel

/// HTTP/1.1 and 1.0 on one connection (RFC 9112): requests may be pipelined, answers go out in order.
final class HTTP1Session: HTTPSession {
  /// A request that was handed over; its answer waits here for its turn.
  private struct Slot {
    var stream: Int
    var isHead: Bool
    /// Whether the connection ends after the answer.
    var isLast: Bool
    var isTunnel = false
    /// `100 Continue` only, no request of its own.
    var isInterim = false
    var response: [UInt8]?
  }

  let wire = Origin.Wire.h1
  private let limits: FeedLimits
  private var parser: HTTP1Parser
  private var actions: [SessionAction] = []
  private var slots: [Slot] = []
  private var output: [UInt8] = []
  private var count = 0
  /// No request will be read any more: the last one said so, or something was broken.
  private var isEnding = false
  private var isTunnelOpen = false
  /// When the request began that has not come whole; nil without one, and while none is read.
  private var begun: Double?
  private var now = 0.0

  init(limits: FeedLimits) {
    self.limits = limits
    parser = HTTP1Parser(headerLimit: limits.headerBytes, bodyLimit: limits.bodyBytes)
  }

  func receive(_ bytes: UnsafeRawBufferPointer, at now: Double) {
    guard !isEnding else { return }
    self.now = now
    parser.append(bytes)
    parse()
  }

  private func parse() {
    findRequests()
    // A sender we hold back is not slow.
    if !parser.isInsideRequest || !wantsInput {
      begun = nil
    } else if begun == nil {
      begun = now
    }
  }

  private func findRequests() {
    while wantsInput {
      switch parser.next() {
      case .needsMore:
        return
      case .wantsContinue:
        slots.append(
          Slot(
            stream: 0, isHead: false, isLast: false, isInterim: true,
            response: Array("HTTP/1.1 100 Continue\r\n\r\n".utf8)))
        flush()
      case .request(let head, let body):
        count += 1
        slots.append(Slot(stream: count, isHead: head.method == "HEAD", isLast: !head.keepsAlive))
        isEnding = isEnding || !head.keepsAlive
        actions.append(
          .request(
            HTTPRequest(
              stream: count, method: head.method, path: head.path, head: head.fields, body: body)))
      case .bodyEnded:
        begun = nil
      case .connect(let target, let authorization):
        count += 1
        guard waitingCount == 0 else {
          end(status: 400, because: "CONNECT came before earlier requests were answered")
          return
        }
        slots.append(Slot(stream: count, isHead: false, isLast: true, isTunnel: true))
        isEnding = true
        actions.append(.tunnel(to: target, authorization: authorization, stream: count))
      case .broken(let status, let because):
        count += 1
        end(status: status, because: because)
      }
    }
  }

  private func end(status: Int, because: String) {
    isEnding = true
    slots.append(Slot(stream: count, isHead: false, isLast: true))
    actions.append(.broken(Breach(stream: count, status: status, because: because)))
  }

  func inputEnded() {
    if !isEnding, parser.isInsideRequest {
      count += 1
      end(status: 400, because: "the connection ended in the middle of a request")
    }
    isEnding = true
    flush()
  }

  func takeActions() -> [SessionAction] {
    defer { actions.removeAll() }
    return actions
  }

  func answer(_ stream: Int, with response: HTTPResponse, at now: Double) {
    self.now = now
    guard let index = slots.firstIndex(where: { $0.stream == stream && !$0.isInterim }),
      slots[index].response == nil
    else { return }
    let slot = slots[index]
    if slot.isTunnel, response.status == 200 {
      isTunnelOpen = true
      slots[index].response = Array("HTTP/1.1 200 Connection established\r\n\r\n".utf8)
    } else {
      slots[index].response = response.http1Bytes(
        isHead: slot.isHead, closes: slot.isLast || isShuttingDown)
    }
    flush()
  }

  /// Moves the answers whose turn has come to the output, and reads on when there is room again.
  private func flush() {
    let ready = slots.prefix { $0.response != nil }
    guard !ready.isEmpty else { return }
    for slot in ready { output.append(contentsOf: slot.response ?? []) }
    slots.removeFirst(ready.count)
    if !isEnding { parse() }
  }

  func produce(into output: inout [UInt8], limit: Int) {
    output.append(contentsOf: self.output)
    self.output.removeAll(keepingCapacity: true)
  }

  var waitingCount: Int {
    slots.count
  }

  var wantsInput: Bool {
    !isEnding && slots.count < limits.streams
  }

  private var isShuttingDown = false

  func shutDown(_ reason: String) {
    isShuttingDown = true
    isEnding = true
  }

  var hasOutput: Bool {
    !output.isEmpty
  }

  var isFinished: Bool {
    isEnding && slots.isEmpty && !hasOutput && !isTunnelOpen
  }

  var tunnelInput: [UInt8]? {
    isTunnelOpen && !hasOutput ? parser.rest : nil
  }

  var deadline: Double? {
    isEnding ? nil : begun.map { $0 + limits.slowSeconds }
  }

  func timePassed(_ now: Double) {
    guard let deadline, deadline <= now else { return }
    count += 1
    end(
      status: 408,
      because: "the request did not arrive whole within \(limits.slowSeconds) seconds")
  }
}

extension HTTPResponse {
  /// The message of RFC 9112 §2.1.
  fileprivate func http1Bytes(isHead: Bool, closes: Bool) -> [UInt8] {
    var text = "HTTP/1.1 \(status) \(Self.phrase(status))\r\n"
    if !apnsID.isEmpty { text += "apns-id: \(apnsID)\r\n" }
    if let uniqueID { text += "apns-unique-id: \(uniqueID)\r\n" }
    if let contentType { text += "content-type: \(contentType)\r\n" }
    if status == 407 { text += "proxy-authenticate: Basic realm=\"PushInbox\"\r\n" }
    if closes { text += "connection: close\r\n" }
    text += "content-length: \(body.count)\r\n\r\n"
    return Array(text.utf8) + (isHead ? [] : body)
  }

  private static func phrase(_ status: Int) -> String {
    switch status {
    case 200: "OK"
    case 400: "Bad Request"
    case 403: "Forbidden"
    case 404: "Not Found"
    case 405: "Method Not Allowed"
    case 407: "Proxy Authentication Required"
    case 408: "Request Timeout"
    case 410: "Gone"
    case 413: "Content Too Large"
    case 417: "Expectation Failed"
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
