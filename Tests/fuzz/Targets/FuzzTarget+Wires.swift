import Foundation

@testable import InboxModel
@testable import PushInbox

// Readers of connections: a stream parses to the same values in pieces of any size.

extension FuzzTarget {
  static let wires = [
    legacy, relayLine, relayMessage, control, controlLine, http1, http2, detection, streams, feed,
  ]

  private static let legacy = FuzzTarget(
    "binary frames",
    bytes: [
      [0, 0, 32] + [UInt8](repeating: 7, count: 32) + [0, 2] + Array("{}".utf8),
      [1, 0, 0, 0, 1, 0, 0, 0, 9, 0, 32] + [UInt8](repeating: 7, count: 32) + [0, 2]
        + Array("{}".utf8),
      [2, 0, 0, 0, 40, 1, 0, 32] + [UInt8](repeating: 7, count: 32) + [2, 0, 2] + Array("{}".utf8),
    ]
  ) { input in
    func frames(_ pieces: [ArraySlice<UInt8>]) -> ([LegacyFrame], LegacyFault?) {
      var (reader, frames) = (LegacyReader(), [LegacyFrame]())
      for piece in pieces {
        reader.append(piece)
        reading: while true {
          switch next(of: &reader) {
          case .success(let frame?): frames.append(frame)
          case .success(nil): break reading
          case .failure(let fault): return (frames, fault)
          }
        }
      }
      return (frames, nil)
    }
    let (whole, cut) = (frames([input[...]]), frames(pieces(of: input)))
    try expectHolds(whole == cut, "cut it reads otherwise: \(whole) \(cut)")
    return !whole.0.isEmpty && whole.1 == nil
  }

  private static func next(of reader: inout LegacyReader) -> Result<LegacyFrame?, LegacyFault> {
    do throws(LegacyFault) { return .success(try reader.next()) } catch { return .failure(error) }
  }

  private static let relayLine = FuzzTarget(
    "line of a provider",
    [
      #"{"offer":{"v":1,"provider":"00ff","arrivals":true}}"#,
      #"{"delivery":{"app":"com.a","position":3,"repeat":true,"sentAt":"2026-01-01T09:00:00Z","waited":2.5,"#
        + #""push":{"aps":{}}}}"#,
      #"{"begin":{"com.a":3}}"#, #"{"error":"x"}"#,
      #"{"repeated":{"app":"com.a","asked":[1,2],"coming":[1]}}"#, #"{"arrivals":7}"#,
    ]
  ) { input in
    // A line of a stream has no line feed.
    guard !input.contains(0x0A), let line = try? RelayLine.read(input) else { return false }
    var expected = line
    if case .delivery(let app, let position, let isRepeat, .some(var sent), let push) = line {
      sent.at = sent.at.wholeMilliseconds
      sent.waited = (sent.waited * 1000).rounded() / 1000
      expected = .delivery(
        app: app, position: position, isRepeat: isRepeat, sent: sent, push: push)
    }
    let again = try RelayLine.read(Array(line.bytes.dropLast()))
    try expectHolds(
      again == expected, "read and written again it differs: \(line) \(String(describing: again))")
    return true
  }

  private static let relayMessage = FuzzTarget(
    "line of a phone",
    [
      #"{"subscribe":{"v":1,"device":"iphone","last":{"com.a":3},"arrivals":"00ff"}}"#,
      #"{"ack":{"com.a":8},"arrivals":[{"n":1,"app":"com.a","position":3,"sentAt":"2026-01-01T09:00:00Z","how":"late","late":1.5}]}"#,
      #"{"repeat":{"app":"com.a","positions":[1,2]}}"#,
    ]
  ) { input in
    guard let message = try? RelayMessage.read(input), message != .unknown else { return false }
    var expected = message
    if case .acknowledge(let positions, var reports) = message {
      // An outcome that this version does not know is not written.
      if reports.contains(where: { $0.outcome == nil }) { return true }
      for index in reports.indices {
        reports[index].sentAt = reports[index].sentAt.wholeMilliseconds
      }
      expected = .acknowledge(positions, arrivals: reports)
    }
    let again = try RelayMessage.read(Array(message.bytes.dropLast()))
    try expectHolds(again == expected, "read and written again it differs: \(message) \(again)")
    return true
  }

  private static let control = FuzzTarget(
    "control request",
    [
      String(decoding: ControlRequest(words: ["ls", "is:unread"]).bytes, as: UTF8.self),
      String(
        decoding: ControlRequest(words: ["push"], input: Array("{}".utf8)).bytes, as: UTF8.self),
    ]
  ) { input in
    func read(_ pieces: [ArraySlice<UInt8>]) -> ControlRequest.Reader.Reading {
      var reader = ControlRequest.Reader()
      for piece in pieces {
        let reading = piece.withUnsafeBytes { reader.receive($0) }
        guard reading == .incomplete else { return reading }
      }
      return .incomplete
    }
    let whole = read([input[...]])
    try expectHolds(whole == read(pieces(of: input)), "cut it reads otherwise: \(whole)")
    guard case .complete(let request) = whole else { return false }
    try expectHolds(read([request.bytes[...]]) == whole, "read and written again it differs")
    return true
  }

  private static let controlLine = FuzzTarget(
    "control response",
    [
      #"{"out":"a\n"}"#, #"{"err":"b"}"#, #"{"exit":3}"#,
      #"{"address":"127.0.0.1:2197","name":"demo","pid":7,"socket":"/run/x.sock","store":null,"v":1}"#,
    ], words: ["\"out\":", "\"err\":", "\"exit\":", "\"pid\":", "\"socket\":\"/", "2147483648"]
  ) { input in
    if let registration = InboxRegistration(input) {
      try expectHolds(
        InboxRegistration(registration.bytes) == registration, "written and read it differs")
      return true
    }
    guard let line = ControlLine(input) else { return false }
    var bytes: [UInt8] = []
    line.append(to: &bytes)
    // A long text becomes several lines, an empty one none.
    let lines = bytes.split(separator: 0x0A).map { ControlLine($0) }
    let joined = lines.reduce(into: "") { text, line in
      if case .out(let part) = line { text += part }
      if case .err(let part) = line { text += part }
    }
    switch line {
    case .exit: try expectHolds(lines == [line], "written and read it differs")
    case .out(let text), .err(let text):
      try expectHolds(
        joined == text && !lines.contains(nil), "written and read it differs: \(joined)")
    }
    return true
  }

  private static let http1 = FuzzTarget(
    "HTTP/1 requests",
    [
      "POST /3/device/00 HTTP/1.1\r\nHost: localhost\r\nContent-Length: 2\r\n\r\n{}",
      "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n2;x=\"y\"\r\n{}\r\n0\r\nT: u\r\n\r\n"
        + "GET /ready HTTP/1.1\r\nHost: a\r\n\r\n",
      "CONNECT api.push.apple.com:443 HTTP/1.1\r\nHost: api.push.apple.com:443\r\n\r\n",
      "GET http://a/ready?x HTTP/1.0\r\nExpect: 100-continue\r\n\r\n",
    ], words: ofHTTP1
  ) { input in
    try acts(on: input) { HTTP1Session(limits: $0, memory: RequestMemory(limit: $0.requestMemory)) }
  }

  private static let http2 = FuzzTarget(
    "HTTP/2 requests",
    bytes: [
      // SETTINGS, HEADERS of `POST /3/device/00` (RFC 7541, without Huffman coding), DATA.
      preface + [0, 0, 0, 4, 0, 0, 0, 0, 0]
        + [0, 0, 28, 1, 4, 0, 0, 0, 1, 0x83, 0x87, 0x04, 12] + Array("/3/device/00".utf8)
        + [0x41, 9] + Array("localhost".utf8) + [0x0F, 0x0D, 0]
        + [0, 0, 2, 0, 1, 0, 0, 0, 1] + Array("{}".utf8),
      // PING, WINDOW_UPDATE, RST_STREAM of a stream that was not opened, GOAWAY.
      preface + [0, 0, 0, 4, 0, 0, 0, 0, 0, 0, 0, 8, 6, 0, 0, 0, 0, 0, 1, 2, 3, 4, 5, 6, 7, 8]
        + [0, 0, 4, 8, 0, 0, 0, 0, 0, 0, 0, 1, 0],
    ], words: ofHTTP2, stepsPerByte: 2000
  ) { input in
    try acts(on: input) {
      HTTP2Session(limits: $0, memory: RequestMemory(limit: $0.requestMemory))
    }
  }

  private static let preface = Array("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".utf8)

  /// Feeds a session an input, whole and in pieces, and expects the same requests. Returns whether
  /// there is no violation.
  private static func acts(
    on input: [UInt8], by session: (ConnectionLimits) -> (any HTTPSession)?
  ) throws -> Bool {
    func actions(_ pieces: [ArraySlice<UInt8>]) throws -> [HTTPAction] {
      guard let session = session(ConnectionLimits()) else {
        throw BrokenProperty(description: "there is no session")
      }
      var (actions, output): ([HTTPAction], [UInt8]) = ([], [])
      for piece in pieces {
        piece.withUnsafeBytes { session.receive($0, at: 0) }
        while case let next = session.drainActions(), !next.isEmpty { actions += next }
      }
      session.inputEnded()
      session.produce(into: &output, limit: 1 << 20)
      return actions
    }
    let (whole, cut) = (try actions([input[...]]), try actions(pieces(of: input)))
    try expectHolds(whole == cut, "cut it reads otherwise: \(whole) \(cut)")
    return !whole.contains { if case .broken = $0 { true } else { false } }
  }

  private static let detection = FuzzTarget(
    "first bytes of a connection",
    bytes: [Array("PRI * HTTP/2.0\r\n".utf8), [0x16, 3, 1, 0, 5], Array("GET / HTTP/1.1".utf8)],
    words: ofHTTP1
  ) { input in
    for speaksHTTP in [true, false] {
      for isSecured in [true, false] {
        var known = ProtocolDetection.undecided
        for count in 0...min(input.count, 40) {
          let found = ProtocolDetection(
            input.prefix(count), speaksHTTP: speaksHTTP, isSecured: isSecured)
          if !speaksHTTP, count == 0 { continue }
          try expectHolds(
            known == .undecided || found == known, "\(known) is \(found) with more bytes")
          known = found
        }
      }
    }
    return true
  }

  private static let streams = FuzzTarget(
    "event stream",
    ["data: a\ndata:b\nid: 7\n\n", "\u{FEFF}retry: 1500\r\n: c\r\revent: x\rdata\r\r"],
    words: ofStreams, stepsPerByte: 1000
  ) { input in
    // A small limit, so that short inputs exceed it.
    let limit = 40
    func events(_ pieces: [ArraySlice<UInt8>]) -> ([EventStreamParser.Output], String, Double?) {
      var parser = EventStreamParser(limit: limit, lastEventID: "first")
      var events: [EventStreamParser.Output] = []
      for piece in pieces { parser.receive(piece) { events.append($0) } }
      return (events, parser.lastEventID, parser.reconnectionTime)
    }
    func lines(_ pieces: [ArraySlice<UInt8>]) -> [LineSplitter.Line] {
      var splitter = LineSplitter(limit: limit)
      var lines: [LineSplitter.Line] = []
      for piece in pieces { piece.withUnsafeBytes { splitter.receive($0) { lines.append($0) } } }
      splitter.end { lines.append($0) }
      return lines
    }
    let pieces = pieces(of: input)
    let (whole, cut) = (events([input[...]]), events(pieces))
    try expectHolds(whole == cut, "cut it reads otherwise: \(whole) \(cut)")
    for case .event(let data, let id) in whole.0 {
      try expectHolds(data.count <= limit && id != "", "an event is over the limit")
    }
    try expectHolds(whole.1.utf8.allSatisfy { ![0, 10, 13].contains($0) }, "the id is no line")
    try expectHolds(lines([input[...]]) == lines(pieces), "cut it has other lines")
    for case .whole(let line) in lines([input[...]]) {
      try expectHolds(line.count <= limit && !line.contains(10), "a line is over the limit")
    }
    return !whole.0.isEmpty
  }

  /// A loop without sockets, for the numbers and the clock of its feeds. Its count is reset under
  /// the lock.
  private static let loop = (
    lock: NSLock(),
    loop: Result { () throws(SystemError) in
      try IntakeLoop(
        intake: Intake(wakeUp: {}),
        clock: LoopClock(seconds: { 0 }, date: { Date(timeIntervalSince1970: 1_776_000_000) }))
    }
  )

  private static let feed = FuzzTarget(
    "stream of a feed",
    [
      "HTTP/1.1 200 OK\r\ncontent-type: application/x-ndjson\r\n\r\n{\"aps\":{\"alert\":\"x\"}}\n\n{\n",
      "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\n"
        + "transfer-encoding: chunked\r\n\r\n1b\r\nid:1\ndata:{\"aps\":{}}\n\nre\r\n0\r\n\r\n",
      "HTTP/1.1 200\r\nContent-Type: application/json; x=y\r\nContent-Length: 2\r\n\r\n{}",
    ], words: ofResponses, stepsPerByte: 4000
  ) { input in
    func read(_ pieces: [ArraySlice<UInt8>]) throws -> [String] {
      let loop = try loop.loop.get()
      loop.lineCount = 0
      let limits = ConnectionLimits(headerBytes: 400, lineBytes: 200)
      var exchange = HTTPFeedExchange(limits, lastEventID: "first")
      var lines = FeedLines(.standardInput, limits: limits, loop: loop)
      var items: [FeedItem] = []
      var ending: HTTPFeedExchange.Ending?
      for piece in pieces where ending == nil {
        ending = piece.withUnsafeBytes { exchange.receive($0, &lines, &items) }
      }
      ending = ending ?? exchange.inputEnded(&lines, &items)
      if case .cut(let reason) = ending {
        try expectHolds(isClean(reason), "control characters: \(reason.debugDescription)")
      }
      // All but the identifiers, which are random.
      return items.map { item in
        switch item {
        case .push(let push, _): "\(push.lineID ?? "") \(push.path) \(push.fields) \(push.body)"
        case .rejected(let rejected): "\(rejected.because) \(rejected.body)"
        default: "another item"
        }
      } + ["\(String(describing: ending)) \(exchange.lastEventID) \(exchange.isAccepted)"]
    }
    return try loop.lock.withLock {
      let (whole, cut) = (try read([input[...]]), try read(pieces(of: input)))
      try expectHolds(whole == cut, "cut it reads otherwise: \(whole) \(cut)")
      return whole.count > 1 || whole[0].contains("ended")
    }
  }
}
