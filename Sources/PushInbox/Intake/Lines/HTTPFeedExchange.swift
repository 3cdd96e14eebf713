import InboxModel

/// One request for an HTTP stream and its response: bytes in, pushes out. It has no access to the
/// socket.
struct HTTPFeedExchange {
  /// The reason why the response ended.
  enum Ending: Equatable {
    /// The stream must be requested again, with the reason.
    case cut(String)
    /// The stream is complete.
    case ended
  }

  /// The format of the body.
  private enum Form: Equatable {
    /// JSON lines, each a push line.
    case lines
    /// Server-sent events, each with a push line as its data.
    case events
  }

  private static let forms: [String: Form] = [
    "text/event-stream": .events, "application/x-ndjson": .lines, "application/ndjson": .lines,
    "application/jsonl": .lines, "application/json": .lines,
  ]

  private var response: HTTP1ResponseParser
  private var splitter: LineSplitter
  private var events: EventStreamParser
  private var head: HTTP1ResponseParser.Head?
  private var form: Form?

  init(_ limits: ConnectionLimits, lastEventID: String) {
    response = HTTP1ResponseParser(headerLimit: limits.headerBytes)
    splitter = LineSplitter(limit: limits.lineBytes)
    events = EventStreamParser(limit: limits.lineBytes, lastEventID: lastEventID)
  }

  /// Whether the server has responded with a stream.
  var isAccepted: Bool { form != nil }
  /// The identifier of the last event; empty if there was none.
  var lastEventID: String { events.lastEventID }
  /// The pause before the next request in seconds, as the server's `retry` field sets it.
  var reconnectionTime: Double? { events.reconnectionTime }

  /// Returns the request, with the last known event identifier.
  func request(for address: HTTPAddress) -> [UInt8] {
    var text = """
      GET \(address.target) HTTP/1.1\r
      host: \(address.hostField)\r
      accept: text/event-stream, application/x-ndjson, application/jsonl, application/json\r
      accept-encoding: identity\r
      cache-control: no-store\r
      user-agent: pushinbox\r\n
      """
    if !lastEventID.isEmpty { text += "last-event-id: \(lastEventID)\r\n" }
    return Array((text + "\r\n").utf8)
  }

  /// Parses received bytes.
  mutating func receive(
    _ bytes: UnsafeRawBufferPointer, _ lines: inout FeedLines, _ items: inout [FeedItem]
  ) -> Ending? {
    response.append(bytes)
    do throws(HTTP1Error) {
      while let part = try response.next() {
        switch part {
        case .head(let head): if let ending = begin(head) { return ending }
        case .body(let bytes): read(bytes, &lines, &items)
        case .end: return end(&lines, &items)
        }
      }
      return nil
    } catch {
      return .cut("it does not use HTTP/1.1: \(error.because)")
    }
  }

  /// Handles the end of the connection.
  mutating func inputEnded(_ lines: inout FeedLines, _ items: inout [FeedItem]) -> Ending {
    guard response.mayEnd else {
      return .cut(
        head == nil ? "it closed the connection without an answer" : "the stream was cut off")
    }
    return end(&lines, &items)
  }

  // MARK: Head

  private mutating func begin(_ head: HTTP1ResponseParser.Head) -> Ending? {
    self.head = head
    switch head.status {
    case 200: break
    // “No Content” tells clients to stop reconnecting (WHATWG HTML Living Standard, §9.2.3).
    case 204: return .ended
    case 300...399 where head.fields["location"] != nil:
      let place = PlainText.clean(String((head.fields["location"] ?? "").prefix(200)))
      return .cut("it redirects to \(place), which is not followed; use that address")
    default:
      let phrase = head.phrase.isEmpty ? "" : " " + PlainText.clean(String(head.phrase.prefix(80)))
      return .cut("it answers \(head.status)\(phrase)")
    }
    if let coding = head.fields["content-encoding"], coding.lowercased() != "identity" {
      return .cut("its content is encoded: \(PlainText.clean(String(coding.prefix(80))))")
    }
    let type = (head.fields["content-type"] ?? "").prefix { $0 != ";" && $0 != " " }
    form = Self.forms[type.lowercased()]
    guard form == nil else { return nil }
    let name =
      type.isEmpty ? "without a content-type" : "with \(PlainText.clean(String(type.prefix(80))))"
    return .cut("it answers \(name), not with JSON lines or text/event-stream")
  }

  // MARK: Body

  private mutating func read(
    _ bytes: ArraySlice<UInt8>, _ lines: inout FeedLines, _ items: inout [FeedItem]
  ) {
    switch form {
    case .lines:
      bytes.withUnsafeBytes { splitter.receive($0) { lines.receive($0, &items) } }
    case .events:
      events.receive(bytes) { event in
        lines.countLine()
        switch event {
        case .event(let data, let id):
          if !FeedLines.isBlank(data) { items.append(lines.push(data, id: id)) }
        case .tooLong(let start): items.append(lines.rejectionOfLength(start))
        }
      }
    case nil: break
    }
  }

  /// Handles the end of the body. A stream is requested again when it ends; a document, whose
  /// length was declared, is not.
  private mutating func end(_ lines: inout FeedLines, _ items: inout [FeedItem]) -> Ending {
    guard form == .lines else { return .cut("the server ended the stream") }
    splitter.end { lines.receive($0, &items) }
    return head?.hasLength == true ? .ended : .cut("the server ended the stream")
  }
}
