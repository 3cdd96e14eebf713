import CNGHTTP2
import InboxModel

/// HTTP/2 on one connection, spoken by nghttp2.
final class HTTP2Session: HTTPSession {
  /// One stream from its first header to its end; kept for the next stream afterwards.
  fileprivate final class Stream {
    var id: Int32 = 0
    var method = ""
    var path = ""
    var head = HeaderBlock()
    var hasTooManyHeaders = false
    var body: [UInt8] = []
    /// Bytes of the body whose window the client does not have back yet.
    var unconsumed = 0
    var isHandedOver = false
    var isAnswered = false
    /// Whether the client has sent all of it.
    var isComplete = false
    var response: [UInt8] = []
    var responseSent = 0
  }

  let wire = Origin.Wire.h2
  private let limits: FeedLimits
  private let ledger: PartialBodies
  private var session: OpaquePointer?
  private var actions: [SessionAction] = []
  private var streams: [Stream] = []
  private var spare: [Stream] = []
  private var current: Stream?
  private var previousHead: HeaderBlock?
  private var openCount = 0
  private(set) var waitingCount = 0
  private var isShuttingDown = false
  private var isBroken = false
  /// Whether the client may open one stream only, being unknown yet.
  private var isLimited: Bool
  private var errors = HTTP2Errors()
  /// The last stream a client opened, and the numbers it passed over, the latest few.
  private var lastOpened: Int32 = -1
  private var passedOver: [ClosedRange<Int32>] = []
  private var hasSettings = false
  private var firstByte: Double?
  private var now = 0.0
  /// Streams that began in the current call of `receive`.
  private var begun: [Int32] = []
  /// Streams that were not complete at the end of a call, oldest first, with their time limit.
  private var slow: [(id: Int32, limit: Double)] = []
  private var slowHead = 0

  /// - Parameter isKnown: whether the client has shown a certificate.
  init(limits: FeedLimits, ledger: PartialBodies, isKnown: Bool = false) {
    self.limits = limits
    self.ledger = ledger
    isLimited = limits.startsWithOneStream && !isKnown
    var options: OpaquePointer?
    nghttp2_option_new(&options)
    nghttp2_option_set_no_auto_window_update(options, 1)
    nghttp2_option_set_no_closed_streams(options, 1)
    nghttp2_session_server_new2(
      &session, HTTP2Callbacks.shared, Unmanaged.passUnretained(self).toOpaque(), options)
    nghttp2_option_del(options)
    submit([
      (NGHTTP2_SETTINGS_MAX_CONCURRENT_STREAMS, isLimited ? 1 : limits.streams),
      (NGHTTP2_SETTINGS_MAX_HEADER_LIST_SIZE, limits.headerBytes),
    ])
    nghttp2_session_set_local_window_size(
      session, UInt8(NGHTTP2_FLAG_NONE.rawValue), 0, Self.connectionWindow)
  }

  private func submit(_ settings: [(id: nghttp2_settings_id, value: Int)]) {
    let entries = settings.map {
      nghttp2_settings_entry(settings_id: Int32($0.id.rawValue), value: UInt32($0.value))
    }
    nghttp2_submit_settings(session, UInt8(NGHTTP2_FLAG_NONE.rawValue), entries, entries.count)
  }

  deinit {
    for stream in streams { ledger.bytes -= stream.body.count }
    nghttp2_session_del(session)
  }

  /// Bytes the client may have on the way for all its streams together.
  private static let connectionWindow: Int32 = 1 << 20

  // MARK: Input

  func receive(_ bytes: UnsafeRawBufferPointer, at now: Double) {
    guard !isBroken else { return }
    self.now = now
    if firstByte == nil { firstByte = now }
    let count = nghttp2_session_mem_recv(
      session, bytes.baseAddress?.assumingMemoryBound(to: UInt8.self), bytes.count)
    if count < 0 { fail("the bytes are not HTTP/2: \(HTTP2Errors.message(count))") }
    for id in begun {
      if let stream = stream(id), !stream.isComplete {
        slow.append((id, now + limits.slowSeconds))
      }
    }
    begun.removeAll(keepingCapacity: true)
    forgetFinishedSlow()
  }

  /// Answers may still be wanted; the connection sees to it that they are sent.
  func inputEnded() {
    guard !isBroken, !isShuttingDown else { return }
    let isUnfinished = slow[slowHead...].contains { stream($0.id).map { !$0.isComplete } ?? false }
    if !hasSettings {
      actions.append(.broken(Breach(because: "the connection ended before its SETTINGS frame")))
    } else if isUnfinished {
      actions.append(.broken(Breach(because: "the connection ended in the middle of a request")))
    }
  }

  func takeActions() -> [SessionAction] {
    defer { actions.removeAll() }
    return actions
  }

  var wantsInput: Bool {
    !isBroken
  }

  private func fail(_ because: String) {
    isBroken = true
    actions.append(.broken(Breach(because: because)))
    nghttp2_session_terminate_session(session, UInt32(NGHTTP2_PROTOCOL_ERROR.rawValue))
  }

  private func stream(_ id: Int32) -> Stream? {
    guard let pointer = nghttp2_session_get_stream_user_data(session, id) else { return nil }
    return Unmanaged<Stream>.fromOpaque(pointer).takeUnretainedValue()
  }

  /// A number that was passed over is closed for good (RFC 9113 §5.1.1), which nghttp2 lets pass.
  func begin(_ frame: nghttp2_frame_hd) {
    let id = frame.stream_id
    guard frame.type == NGHTTP2_HEADERS.rawValue, id > 0, !id.isMultiple(of: 2) else { return }
    if id > lastOpened {
      if id > lastOpened + 2 { passedOver = passedOver.suffix(15) + [lastOpened + 1...id - 1] }
      lastOpened = id
    } else if passedOver.contains(where: { $0.contains(id) }) {
      fail("HEADERS came for stream \(id), after one with a larger number")
    }
  }

  func beginHeaders(_ id: Int32, isRequest: Bool) {
    guard isRequest else {
      current = nil
      return
    }
    let stream: Stream
    if let reused = spare.popLast() {
      stream = reused
    } else {
      stream = Stream()
      streams.append(stream)
    }
    stream.id = id
    openCount += 1
    current = stream
    begun.append(id)
    nghttp2_session_set_stream_user_data(session, id, Unmanaged.passUnretained(stream).toOpaque())
  }

  func header(
    _ id: Int32, name: UnsafeBufferPointer<UInt8>, value: UnsafeBufferPointer<UInt8>
  ) {
    // Trailers have no current stream: their fields mean nothing to a push.
    guard let stream = current, stream.id == id, !stream.hasTooManyHeaders else { return }
    if stream.head.size + name.count + value.count > limits.headerBytes {
      stream.hasTooManyHeaders = true
    } else if name.first != UInt8(ascii: ":") {
      stream.head.add(name: name, value: value, like: previousHead)
    } else if name.isSame(as: ":path") {
      let end = value.firstIndex(of: UInt8(ascii: "?")) ?? value.endIndex
      stream.path = String(decoding: value[..<end], as: UTF8.self)
    } else if name.isSame(as: ":method") {
      stream.method =
        value.isSame(as: "POST") ? "POST" : String(decoding: value, as: UTF8.self)
    }
  }

  func data(_ id: Int32, _ bytes: UnsafeBufferPointer<UInt8>) {
    guard let stream = stream(id), !stream.isHandedOver else {
      nghttp2_session_consume(session, id, bytes.count)
      return
    }
    let room = limits.bodyBytes + 1 - stream.body.count
    stream.body.append(contentsOf: bytes.prefix(room))
    ledger.bytes += min(room, bytes.count)
    if ledger.bytes <= limits.partialBytes {
      nghttp2_session_consume(session, id, bytes.count)
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
      guard let stream = stream(frame.stream_id) else { return }
      let isComplete = frame.flags & UInt8(NGHTTP2_FLAG_END_STREAM.rawValue) != 0
      // What follows CONNECT is the tunnel's: nobody would end the stream (RFC 9113 §8.5).
      guard isComplete || stream.method == "CONNECT" else { return }
      stream.isComplete = true
      if !stream.isHandedOver { handOver(stream) }
    default: break
    }
  }

  /// The whole request is there, or as much of its body as is read.
  private func handOver(_ stream: Stream) {
    stream.isHandedOver = true
    waitingCount += 1
    releaseBody(of: stream)
    let request = HTTPRequest(
      stream: Int(stream.id), method: stream.method, path: stream.path, head: stream.head,
      body: stream.body)
    previousHead = stream.head
    stream.body = []
    if stream.hasTooManyHeaders {
      actions.append(
        .broken(
          Breach(
            stream: Int(stream.id), status: 431,
            because: "the header block is longer than \(limits.headerBytes) bytes")))
    } else {
      actions.append(.request(request))
    }
  }

  private func releaseBody(of stream: Stream) {
    ledger.bytes -= stream.body.count
    guard stream.unconsumed > 0 else { return }
    nghttp2_session_consume(session, stream.id, stream.unconsumed)
    stream.unconsumed = 0
  }

  func closed(_ id: Int32) {
    guard let stream = stream(id) else { return }
    if stream.isHandedOver {
      if !stream.isAnswered { waitingCount -= 1 }
    } else {
      ledger.bytes -= stream.body.count
      if stream.unconsumed > 0 { nghttp2_session_consume_connection(session, stream.unconsumed) }
    }
    openCount -= 1
    if current === stream { current = nil }
    nghttp2_session_set_stream_user_data(session, id, nil)
    stream.reset()
    spare.append(stream)
  }

  func received(invalidField text: UnsafeRawBufferPointer) {
    errors.note(field: text)
  }

  func received(invalid frame: nghttp2_frame_hd, _ code: Int32) {
    errors.note(frame, code)
  }

  func sent(goaway code: UInt32, _ debug: UnsafeBufferPointer<UInt8>) {
    guard !isBroken, let action = errors.ending(code, debug) else { return }
    actions.append(action)
  }

  func sent(reset code: UInt32, of id: Int32) {
    let limit = isLimited ? 1 : limits.streams
    if let stream = stream(id), !stream.isHandedOver, let length = stream.head["content-length"] {
      errors.note(contentLength: length, received: stream.body.count, of: id)
    }
    if let action = errors.reset(id, code, limit: limit) { actions.append(action) }
  }

  // MARK: Output

  func answer(_ stream: Int, with answer: Answer, at now: Double) {
    if isLimited, answer.reason?.leavesSenderUnknown != true {
      isLimited = false
      submit([(NGHTTP2_SETTINGS_MAX_CONCURRENT_STREAMS, limits.streams)])
    }
    self.answer(stream, with: HTTPResponse(answer), at: now)
  }

  func answer(_ id: Int, with response: HTTPResponse, at now: Double) {
    guard let stream = stream(Int32(truncatingIfNeeded: id)), stream.isHandedOver,
      !stream.isAnswered
    else { return }
    stream.isAnswered = true
    waitingCount -= 1
    stream.response = stream.method == "HEAD" ? [] : response.body
    var status = Self.digits(response.status)
    var apnsID = response.apnsID
    var uniqueID = response.uniqueID ?? ""
    var type = response.contentType ?? ""
    status.withUTF8 { status in
      apnsID.withUTF8 { apnsID in
        uniqueID.withUTF8 { uniqueID in
          type.withUTF8 { type in
            withUnsafeTemporaryAllocation(of: nghttp2_nv.self, capacity: 4) { fields in
              fields.initializeElement(at: 0, to: Self.field(":status", status))
              var count = 1
              func add(
                _ name: StaticString, _ value: UnsafeBufferPointer<UInt8>, isIndexed: Bool
              ) {
                guard !value.isEmpty else { return }
                fields.initializeElement(
                  at: count, to: Self.field(name, value, isIndexed: isIndexed))
                count += 1
              }
              // The ids are new in each answer: kept out of the compression table (RFC 7541 §6.2.2).
              add("apns-id", apnsID, isIndexed: false)
              add("apns-unique-id", uniqueID, isIndexed: false)
              add("content-type", type, isIndexed: true)
              submit(UnsafeBufferPointer(fields).prefix(count), for: stream)
            }
          }
        }
      }
    }
  }

  private func submit(_ fields: Slice<UnsafeBufferPointer<nghttp2_nv>>, for stream: Stream) {
    let fields = UnsafeBufferPointer(rebasing: fields)
    guard !stream.response.isEmpty else {
      nghttp2_submit_response(session, stream.id, fields.baseAddress, fields.count, nil)
      return
    }
    var provider = nghttp2_data_provider()
    provider.source.ptr = Unmanaged.passUnretained(stream).toOpaque()
    provider.read_callback = { _, _, buffer, length, flags, source, _ in
      guard let buffer, let flags, let pointer = source?.pointee.ptr else {
        return Int(NGHTTP2_ERR_TEMPORAL_CALLBACK_FAILURE.rawValue)
      }
      let stream = Unmanaged<Stream>.fromOpaque(pointer).takeUnretainedValue()
      let rest = stream.response[stream.responseSent...]
      let count = min(length, rest.count)
      rest.prefix(count).withUnsafeBufferPointer {
        if let start = $0.baseAddress { buffer.update(from: start, count: count) }
      }
      stream.responseSent += count
      if stream.responseSent == stream.response.count {
        flags.pointee |= NGHTTP2_DATA_FLAG_EOF.rawValue
      }
      return count
    }
    nghttp2_submit_response(session, stream.id, fields.baseAddress, fields.count, &provider)
  }

  func produce(into output: inout [UInt8], limit: Int) {
    while output.count < limit {
      var bytes: UnsafePointer<UInt8>?
      let count = nghttp2_session_mem_send(session, &bytes)
      guard count > 0, let bytes else { return }
      output.append(contentsOf: UnsafeBufferPointer(start: bytes, count: count))
    }
  }

  func shutDown(_ reason: String) {
    guard !isShuttingDown else { return }
    isShuttingDown = true
    let debug = Array("{\"reason\":\"\(reason)\"}".utf8)
    nghttp2_submit_goaway(
      session, UInt8(NGHTTP2_FLAG_NONE.rawValue), nghttp2_session_get_last_proc_stream_id(session),
      UInt32(NGHTTP2_NO_ERROR.rawValue), debug, debug.count)
  }

  var hasOutput: Bool {
    nghttp2_session_want_write(session) != 0
  }

  var isFinished: Bool {
    if hasOutput { return false }
    return isBroken || nghttp2_session_want_read(session) == 0
      || (isShuttingDown && openCount == 0)
  }

  // MARK: Time

  var deadline: Double? {
    if isBroken { return nil }
    if !hasSettings, let firstByte { return firstByte + limits.slowSeconds }
    return slowHead < slow.count ? slow[slowHead].limit : nil
  }

  func timePassed(_ now: Double) {
    if !hasSettings, let firstByte, firstByte + limits.slowSeconds <= now {
      fail("no SETTINGS frame came within \(limits.slowSeconds) seconds")
      return
    }
    while slowHead < slow.count, slow[slowHead].limit <= now {
      let id = slow[slowHead].id
      slowHead += 1
      guard let stream = stream(id), !stream.isComplete else { continue }
      nghttp2_submit_rst_stream(
        session, UInt8(NGHTTP2_FLAG_NONE.rawValue), id, UInt32(NGHTTP2_CANCEL.rawValue))
      // The rest of a body that is too large anyway: its push was answered.
      if stream.isHandedOver { continue }
      actions.append(
        .broken(
          Breach(
            because: "the request did not arrive whole within \(limits.slowSeconds) seconds",
            fix: Breach.slow)))
      shutDown("RequestTimeout")
    }
    forgetFinishedSlow()
  }

  private func forgetFinishedSlow() {
    while slowHead < slow.count, stream(slow[slowHead].id)?.isComplete ?? true { slowHead += 1 }
    if slowHead == slow.count || slowHead > 1024 {
      slow.removeFirst(slowHead)
      slowHead = 0
    }
  }

  // MARK: Small things

  private static func digits(_ status: Int) -> String {
    status == 200 ? "200" : String(status)
  }

  private static func field(
    _ name: StaticString, _ value: UnsafeBufferPointer<UInt8>, isIndexed: Bool = true
  ) -> nghttp2_nv {
    // nghttp2 copies both and writes to neither.
    nghttp2_nv(
      name: UnsafeMutablePointer(mutating: name.utf8Start),
      value: UnsafeMutablePointer(mutating: value.baseAddress), namelen: name.utf8CodeUnitCount,
      valuelen: value.count,
      flags: UInt8((isIndexed ? NGHTTP2_NV_FLAG_NONE : NGHTTP2_NV_FLAG_NO_INDEX).rawValue))
  }
}

/// How many bytes of unfinished bodies all connections of a listener hold together.
final class PartialBodies {
  var bytes = 0
}

extension HTTP2Session.Stream {
  func reset() {
    method = ""
    path = ""
    head = HeaderBlock()
    hasTooManyHeaders = false
    body = []
    unconsumed = 0
    isHandedOver = false
    isAnswered = false
    isComplete = false
    response = []
    responseSent = 0
  }
}
