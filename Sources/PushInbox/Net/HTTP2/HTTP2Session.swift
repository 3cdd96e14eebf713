import CNGHTTP2
import InboxModel

/// HTTP/2 on one connection (RFC 9113), by nghttp2.
final class HTTP2Session: HTTPSession {
  /// The version of nghttp2.
  static var libraryVersion: String {
    nghttp2_version(0).map { String(cString: $0.pointee.version_str) } ?? ""
  }

  let version = HTTPVersion.http2
  private let limits: ConnectionLimits
  private let memory: RequestMemory
  private let session: OpaquePointer
  private var actions: [HTTPAction] = []
  /// The received bytes that are not parsed yet.
  private var rest: [UInt8] = []
  private var isInputEnded = false
  /// The open streams. nghttp2 holds their addresses until it closes them.
  private var streams: [Int32: HTTP2Stream] = [:]
  private var current: HTTP2Stream?
  private var previous = HTTP2Stream.Previous()
  private(set) var waitingCount = 0
  /// The number of streams with ``HTTP2Stream/isUnread``.
  private var unreadCount = 0
  /// The time at which a part of a response body was last sent, or the first of them was ready.
  private var lastBodySent = 0.0
  private var isShuttingDown = false
  private var isBroken = false
  /// Whether the client may open only one stream because it has not authenticated itself.
  private var isLimited: Bool
  private var errors = HTTP2Errors()
  private var scanner = FrameScanner()
  private var closedStreams: ClosedStreams
  private var hasSettings = false
  private var firstByte: Double?
  private var now = 0.0
  private var slow = SlowRequests()

  /// Creates a session with its SETTINGS frame; nil when memory is short.
  ///
  /// - Parameter isKnown: Whether the client has presented a certificate.
  init?(limits: ConnectionLimits, memory: RequestMemory, isKnown: Bool = false) {
    guard let session = HTTP2Callbacks.makeSession() else { return nil }
    self.session = session
    self.limits = limits
    self.memory = memory
    closedStreams = ClosedStreams(limit: limits.streams)
    isLimited = limits.startsWithOneStream && !isKnown
    nghttp2_session_set_user_data(session, Unmanaged.passUnretained(self).toOpaque())
    submit([
      (NGHTTP2_SETTINGS_MAX_CONCURRENT_STREAMS, isLimited ? 1 : limits.streams),
      (NGHTTP2_SETTINGS_MAX_HEADER_LIST_SIZE, limits.headerBytes),
    ])
    check(
      nghttp2_session_set_local_window_size(
        session, UInt8(NGHTTP2_FLAG_NONE.rawValue), 0, Self.connectionWindow))
  }

  /// Ends the connection when a call of nghttp2 has failed: memory is short, or the call was
  /// invalid.
  private func check(_ code: Int32) {
    guard code < 0 else { return }
    fail("HTTP/2 failed here: \(HTTP2Errors.message(Int(code)))", NGHTTP2_INTERNAL_ERROR)
  }

  /// Returns bytes to the windows of a stream and of the connection.
  private func consume(_ count: Int, of id: Int32) {
    check(nghttp2_session_consume(session, id, count))
  }

  private func submitReset(_ id: Int32, _ code: nghttp2_error_code) {
    check(
      nghttp2_submit_rst_stream(
        session, UInt8(NGHTTP2_FLAG_NONE.rawValue), id, UInt32(code.rawValue)))
  }

  private func submit(_ settings: [(id: nghttp2_settings_id, value: Int)]) {
    let entries = settings.map {
      nghttp2_settings_entry(settings_id: Int32($0.id.rawValue), value: UInt32($0.value))
    }
    check(
      nghttp2_submit_settings(session, UInt8(NGHTTP2_FLAG_NONE.rawValue), entries, entries.count))
  }

  deinit {
    memory.bytes -= rest.count
    for stream in streams.values { memory.bytes -= stream.held }
    nghttp2_session_del(session)
  }

  /// The flow-control window of the connection in bytes, for all streams together.
  private static let connectionWindow: Int32 = 1 << 20

  // MARK: Input

  func receive(_ bytes: UnsafeRawBufferPointer, at now: Double) {
    guard !isBroken else { return }
    self.now = now
    if firstByte == nil { firstByte = now }
    let count = rest.isEmpty ? parseSome(of: bytes) : 0
    keep(bytes[count...])
  }

  /// The number of actions from which no further bytes are parsed until these are handled.
  private static let actionsAtOnce = 32
  /// The number of bytes between two looks at the number of actions.
  private static let bytesAtOnce = 1 << 10

  /// Parses bytes until there are ``actionsAtOnce``; returns their number.
  private func parseSome(of bytes: UnsafeRawBufferPointer) -> Int {
    var start = 0
    while start < bytes.count, actions.count < Self.actionsAtOnce, !isBroken {
      let end = min(start + Self.bytesAtOnce, bytes.count)
      parseFrames(UnsafeRawBufferPointer(rebasing: bytes[start..<end]))
      start = end
    }
    slow.add(before: now + limits.slowSeconds) { isIncomplete($0) }
    return start
  }

  /// Keeps bytes for later; none after an error.
  private func keep(_ bytes: Slice<UnsafeRawBufferPointer>) {
    guard !isBroken, !bytes.isEmpty else { return }
    rest += bytes
    memory.bytes += bytes.count
  }

  private func parseRest() {
    guard !rest.isEmpty else { return }
    let bytes = rest
    rest = []
    let count = bytes.withUnsafeBytes(parseSome)
    if !isBroken { rest = Array(bytes[count...]) }
    memory.bytes -= bytes.count - rest.count
    if rest.isEmpty, isInputEnded { endInput() }
  }

  private func parseFrames(_ bytes: UnsafeRawBufferPointer) {
    var (start, offset) = (0, 0)
    while !isBroken, let header = scanner.next(in: bytes, from: &offset) {
      guard concernsClosedStream(header) else { continue }
      let end = max(start, offset - FrameScanner.headerSize)
      parse(UnsafeRawBufferPointer(rebasing: bytes[start..<end]))
      start = end
      // Earlier bytes of this call may have opened the stream.
      if streams[header.stream] == nil { rejectClosedStream(header) }
    }
    parse(UnsafeRawBufferPointer(rebasing: bytes[start...]))
  }

  /// Whether a stream is open, and its request is not complete.
  private func isIncomplete(_ id: Int32) -> Bool {
    streams[id].map { !$0.isComplete } ?? false
  }

  private func parse(_ bytes: UnsafeRawBufferPointer) {
    guard !isBroken, !bytes.isEmpty else { return }
    let count = nghttp2_session_mem_recv(
      session, bytes.baseAddress?.assumingMemoryBound(to: UInt8.self), bytes.count)
    if count < 0 { fail("the bytes are not HTTP/2: \(HTTP2Errors.message(count))") }
  }

  /// Handles the end of the input. Responses may still be due; the connection sends them.
  func inputEnded() {
    isInputEnded = true
    if rest.isEmpty { endInput() }
  }

  private func endInput() {
    guard !isBroken, !isShuttingDown else { return }
    let isUnfinished = slow.contains { isIncomplete($0) }
    if !hasSettings {
      actions.append(
        .broken(ProtocolViolation(because: "the connection ended before its SETTINGS frame")))
    } else if isUnfinished {
      actions.append(
        .broken(ProtocolViolation(because: "the connection ended in the middle of a request")))
    }
    let waiting = streams.values.filter(\.hasIncompleteResponse).map(\.id).sorted()
    actions += waiting.map { .clientLeft(stream: Int($0)) }
  }

  var hasBacklog: Bool { !actions.isEmpty || !rest.isEmpty }

  func drainActions() -> [HTTPAction] {
    if actions.isEmpty { parseRest() }
    defer { actions.removeAll() }
    return actions
  }

  /// Whether input is parsed: not while memory is short and requests of this client wait for our
  /// responses. If all of them wait for the client, its next bytes may be the window updates that
  /// release them.
  var wantsInput: Bool {
    !isBroken && (memory.hasRoom || waitingCount == 0)
  }

  private func fail(
    _ because: String, _ code: nghttp2_error_code = NGHTTP2_PROTOCOL_ERROR
  ) {
    guard !isBroken else { return }
    isBroken = true
    actions.append(.broken(ProtocolViolation(because: because)))
    // If even that fails, the connection ends without a GOAWAY frame.
    _ = nghttp2_session_terminate_session(session, UInt32(code.rawValue))
  }

  private func hold(_ bytes: Int, for stream: HTTP2Stream) {
    stream.held += bytes
    memory.bytes += bytes
  }

  /// Whether HEADERS or DATA arrive for a number that is known to be closed.
  private func concernsClosedStream(_ frame: FrameScanner.Header) -> Bool {
    let isHeaders = frame.type == NGHTTP2_HEADERS.rawValue
    guard isHeaders || frame.type == NGHTTP2_DATA.rawValue, !frame.stream.isMultiple(of: 2),
      // After GOAWAY, new streams and their frames are ignored (RFC 9113 §6.8).
      !isShuttingDown
    else { return false }
    return closedStreams.state(of: frame.stream, isHeaders: isHeaders) != .unused
      && streams[frame.stream] == nil
  }

  /// Ends the connection at a frame for a closed stream, which nghttp2 would accept.
  private func rejectClosedStream(_ frame: FrameScanner.Header) {
    let name = frame.type == NGHTTP2_HEADERS.rawValue ? "HEADERS" : "DATA"
    switch closedStreams.state(of: frame.stream, isHeaders: false) {
    case .unused, .reset: break
    case .passedOver:
      fail("\(name) was received for stream \(frame.stream), after one with a larger number")
    case .closed:
      fail(
        "\(name) was received for stream \(frame.stream), which is closed", NGHTTP2_STREAM_CLOSED)
    }
  }

  func beginHeaders(_ id: Int32, isRequest: Bool) {
    guard isRequest else {
      current = nil
      return
    }
    // nghttp2 accepts streams until the GOAWAY frame is sent, which does not name them.
    guard !isShuttingDown else {
      current = nil
      refuse(id)
      return
    }
    let mayOpen = unreadCount > 0 ? memory.hasRoomForUnread : !memory.isExhausted
    guard mayOpen || streams.isEmpty else {
      current = nil
      reject(id)
      return
    }
    let stream = HTTP2Stream(id)
    streams[id] = stream
    hold(RequestMemory.stream, for: stream)
    current = stream
    slow.begin(id)
  }

  /// Rejects a new stream of a client that holds others open: it does not read responses or does
  /// not finish its requests.
  private func reject(_ id: Int32) {
    errors.isMemoryShort = true
    refuse(id)
  }

  /// Resets a stream that the client may open again.
  private func refuse(_ id: Int32) {
    closedStreams.recordReset(id)
    submitReset(id, NGHTTP2_REFUSED_STREAM)
  }

  func header(
    _ id: Int32, name: UnsafeBufferPointer<UInt8>, value: UnsafeBufferPointer<UInt8>
  ) {
    // Trailers have no current stream: their fields are ignored.
    guard let stream = current, stream.id == id, !stream.hasTooManyHeaders else { return }
    let size = HeaderBlock.size(name: name, value: value)
    stream.headSize += size
    if stream.headSize > limits.headerBytes {
      stream.hasTooManyHeaders = true
      return
    }
    hold(size, for: stream)
    stream.add(name: name, value: value, after: &previous)
  }

  func data(_ id: Int32, _ bytes: UnsafeBufferPointer<UInt8>) {
    guard let stream = streams[id], !stream.isHandedOver else {
      consume(bytes.count, of: id)
      return
    }
    let (room, before) = (limits.bodyBytes + 1 - stream.body.count, stream.body.capacity)
    stream.body.append(contentsOf: bytes.prefix(room), most: limits.bodyBytes + 1)
    hold(stream.body.capacity - before, for: stream)
    if memory.hasRoom {
      consume(bytes.count, of: id)
    } else {
      stream.unconsumed += bytes.count
    }
    if bytes.count >= room { handOver(stream) }
  }

  func received(_ frame: nghttp2_frame_hd) {
    switch frame.type {
    case UInt8(NGHTTP2_SETTINGS.rawValue):
      hasSettings = true
    case UInt8(NGHTTP2_HEADERS.rawValue), UInt8(NGHTTP2_DATA.rawValue):
      guard let stream = streams[frame.stream_id] else { return }
      let isComplete = frame.flags & UInt8(NGHTTP2_FLAG_END_STREAM.rawValue) != 0
      // The bytes after CONNECT belong to the tunnel, so the stream does not end here (RFC 9113
      // §8.5).
      guard isComplete || stream.method == "CONNECT" else { return }
      stream.isComplete = true
      if !stream.isHandedOver { handOver(stream) }
    default: break
    }
  }

  /// Passes on a complete request, or one whose body is over the limit.
  private func handOver(_ stream: HTTP2Stream) {
    stream.isHandedOver = true
    waitingCount += 1
    if stream.unconsumed > 0 {
      consume(stream.unconsumed, of: stream.id)
      stream.unconsumed = 0
    }
    if stream.hasTooManyHeaders {
      actions.append(
        .broken(
          ProtocolViolation(
            stream: Int(stream.id), status: 431,
            because: HeaderBlock.tooLong(limits.headerBytes))))
    } else {
      actions.append(.request(stream.request))
      if stream.head.isWorthReusing { previous.head = stream.head }
    }
    stream.head = HeaderBlock()
    stream.body = []
    // From here on the intake counts the rest.
    hold(RequestMemory.stream - stream.held, for: stream)
  }

  func closed(_ id: Int32) {
    guard let stream = streams[id] else { return }
    if stream.isHandedOver {
      if stream.isWaiting { waitingCount -= 1 }
      if stream.hasIncompleteResponse { actions.append(.clientLeft(stream: Int(id))) }
    } else if stream.unconsumed > 0 {
      check(nghttp2_session_consume_connection(session, stream.unconsumed))
    }
    setUnread(false, stream)
    if current === stream { current = nil }
    memory.bytes -= stream.held
    streams[id] = nil
  }

  func received(invalidField text: UnsafeRawBufferPointer) {
    errors.recordInvalidField(text)
  }

  func received(invalid frame: nghttp2_frame_hd, _ code: Int32) {
    errors.recordInvalidFrame(frame, code)
    closedStreams.recordReset(frame.stream_id)
  }

  func sent(goaway code: UInt32, _ debug: UnsafeBufferPointer<UInt8>) {
    guard !isBroken, let action = errors.ending(code, debug) else { return }
    actions.append(action)
  }

  /// Records that a part of a response body was sent.
  func sentBody(of id: Int32) {
    lastBodySent = now
    guard let stream = streams[id], stream.responseBody == nil,
      stream.responseSent == stream.response.count
    else { return }
    setUnread(false, stream)
  }

  private func setUnread(_ isUnread: Bool, _ stream: HTTP2Stream) {
    guard isUnread != stream.isUnread else { return }
    stream.isUnread = isUnread
    if isUnread, unreadCount == 0 { lastBodySent = now }
    unreadCount += isUnread ? 1 : -1
  }

  func sent(reset code: UInt32, of id: Int32) {
    closedStreams.recordReset(id)
    // The GOAWAY frame says it.
    guard !isShuttingDown || code != NGHTTP2_REFUSED_STREAM.rawValue else { return }
    let limit = isLimited ? 1 : limits.streams
    if let stream = streams[id], !stream.isHandedOver, let length = stream.head["content-length"] {
      errors.recordContentLength(length, received: stream.body.count, of: id)
    }
    if let action = errors.reset(id, code, limit: limit) { actions.append(action) }
  }

  // MARK: Output

  func liftStreamLimit() {
    guard isLimited else { return }
    isLimited = false
    submit([(NGHTTP2_SETTINGS_MAX_CONCURRENT_STREAMS, limits.streams)])
  }

  func respond(to id: Int, with response: HTTPResponse, at now: Double) {
    guard let stream = streams[Int32(truncatingIfNeeded: id)], stream.isHandedOver,
      !stream.isAnswered
    else { return }
    stream.isAnswered = true
    waitingCount -= 1
    stream.response = stream.method == "HEAD" ? [] : response.body
    hold(stream.response.count, for: stream)
    self.now = now
    setUnread(!stream.response.isEmpty, stream)
    HTTP2Fields.withFields(of: response) { submit($0, for: stream) }
  }

  func respond(to id: Int, with response: HTTPResponse, body: any HTTPBody, at now: Double) {
    guard let stream = streams[Int32(truncatingIfNeeded: id)], stream.isHandedOver,
      !stream.isAnswered
    else { return }
    guard stream.method != "HEAD" else { return respond(to: id, with: response, at: now) }
    stream.isAnswered = true
    waitingCount -= 1
    stream.responseBody = body
    self.now = now
    setUnread(true, stream)
    HTTP2Fields.withFields(of: response) { submit($0, for: stream) }
  }

  func resume(_ id: Int, at now: Double) {
    guard let stream = streams[Int32(truncatingIfNeeded: id)], stream.isStalled else { return }
    self.now = now
    stream.isStalled = false
    waitingCount -= 1
    setUnread(true, stream)
    check(nghttp2_session_resume_data(session, stream.id))
  }

  /// Reads the next piece of a response body for a DATA frame; returns its length, or the code that
  /// makes nghttp2 wait for ``resume(_:at:)``.
  private func read(
    _ body: any HTTPBody, of stream: HTTP2Stream, into buffer: UnsafeMutablePointer<UInt8>,
    _ limit: Int, _ flags: UnsafeMutablePointer<UInt32>
  ) -> Int {
    let held = body.held
    let (bytes, isLast) = body.read(atMost: limit)
    hold(body.held - held, for: stream)
    bytes.withUnsafeBufferPointer {
      if let start = $0.baseAddress { buffer.update(from: start, count: bytes.count) }
    }
    stream.hasEnded = isLast
    if isLast {
      flags.pointee |= NGHTTP2_DATA_FLAG_EOF.rawValue
    } else if bytes.isEmpty {
      stream.isStalled = true
      waitingCount += 1
      setUnread(false, stream)
      return Int(NGHTTP2_ERR_DEFERRED.rawValue)
    }
    return bytes.count
  }

  private func submit(_ fields: UnsafeBufferPointer<nghttp2_nv>, for stream: HTTP2Stream) {
    guard !stream.response.isEmpty || stream.responseBody != nil else {
      check(nghttp2_submit_response(session, stream.id, fields.baseAddress, fields.count, nil))
      return
    }
    var provider = nghttp2_data_provider()
    provider.source.ptr = Unmanaged.passUnretained(stream).toOpaque()
    provider.read_callback = { _, _, buffer, length, flags, source, userData in
      guard let buffer, let flags, let pointer = source?.pointee.ptr else {
        return Int(NGHTTP2_ERR_TEMPORAL_CALLBACK_FAILURE.rawValue)
      }
      let stream = Unmanaged<HTTP2Stream>.fromOpaque(pointer).takeUnretainedValue()
      if let body = stream.responseBody, let userData {
        return Unmanaged<HTTP2Session>.fromOpaque(userData).takeUnretainedValue()
          .read(body, of: stream, into: buffer, length, flags)
      }
      let (count, isLast) = stream.readResponse(into: buffer, length)
      if isLast { flags.pointee |= NGHTTP2_DATA_FLAG_EOF.rawValue }
      return count
    }
    check(nghttp2_submit_response(session, stream.id, fields.baseAddress, fields.count, &provider))
  }

  func produce(into output: inout [UInt8], limit: Int) {
    while output.count < limit {
      var bytes: UnsafePointer<UInt8>?
      let count = nghttp2_session_mem_send(session, &bytes)
      guard count > 0, let bytes else { return check(Int32(count)) }
      output.append(contentsOf: UnsafeBufferPointer(start: bytes, count: count))
    }
  }

  func shutDown(_ reason: String) {
    guard !isShuttingDown else { return }
    isShuttingDown = true
    let debug = Array("{\"reason\":\"\(reason)\"}".utf8)
    check(
      nghttp2_submit_goaway(
        session, UInt8(NGHTTP2_FLAG_NONE.rawValue),
        nghttp2_session_get_last_proc_stream_id(session), UInt32(NGHTTP2_NO_ERROR.rawValue), debug,
        debug.count))
  }

  var hasOutput: Bool {
    nghttp2_session_want_write(session) != 0
  }

  var isFinished: Bool {
    if hasOutput { return false }
    return isBroken || nghttp2_session_want_read(session) == 0
      || (isShuttingDown && streams.isEmpty)
  }

  // MARK: Time

  /// The time at which a response held back by flow control last progressed; nil for none. Nil also
  /// while nothing is read: a frame that opens the windows may wait in the socket.
  var unreadSince: Double? {
    unreadCount > 0 && wantsInput ? lastBodySent : nil
  }

  func endUnread() {
    isBroken = true
    _ = nghttp2_session_terminate_session(session, UInt32(NGHTTP2_ENHANCE_YOUR_CALM.rawValue))
  }

  var deadline: Double? {
    if isBroken { return nil }
    if !hasSettings, let firstByte { return firstByte + limits.slowSeconds }
    return slow.deadline
  }

  func timePassed(_ now: Double) {
    if !hasSettings, let firstByte, firstByte + limits.slowSeconds <= now {
      fail("no SETTINGS frame was received within \(limits.slowSeconds) seconds")
      return
    }
    while let id = slow.removeLate(now) {
      guard let stream = streams[id], !stream.isComplete else { continue }
      submitReset(id, NGHTTP2_CANCEL)
      // The rest of a body over the limit; its request already has its response.
      if stream.isHandedOver { continue }
      actions.append(
        .broken(
          ProtocolViolation(
            because: "the request was not complete within \(limits.slowSeconds) seconds",
            fix: ProtocolViolation.slow)))
      shutDown("RequestTimeout")
    }
    slow.removeFinished { isIncomplete($0) }
  }
}
