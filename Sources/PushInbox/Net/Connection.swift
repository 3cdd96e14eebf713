import Foundation
import InboxModel

/// A socket and its protocol layers: TLS if the first bytes are a TLS handshake, then HTTP or the
/// port's own protocol. A `CONNECT` tunnel adds the same layers again.
final class Connection: WatchedHandler {
  let number: Int
  private let service: any ConnectionService
  /// Whether the server speaks first.
  private let speaksFirst: Bool
  let socket: Int32
  private let peer: HostPort?
  let registry: ConnectionRegistry
  /// The layers of TLS; a tunnel may have its own inside that of the proxy.
  private(set) var secured = TLSLayers()
  private(set) var phase = ConnectionPhase.unknown([])
  /// The start of the current protocol detection or handshake; nil before its first byte and after
  /// its end.
  private var openingSince: Double?
  private var lastActive: Double
  private var output = ConnectionOutput()
  private var isInputEnded = false
  /// Whether a `CONNECT` was served. Tunnels inside tunnels are not supported.
  private(set) var isTunnel = false
  /// Whether no further output will be produced; the connection closes when the output is flushed.
  private var isLeaving = false
  /// The bytes received after the final output was queued.
  private var unreadCount = 0
  /// The certificate of the client in the innermost TLS layer. It is parsed once, and each request
  /// of the connection refers to it.
  private(set) var certificate: Indirect<ClientCertificate>?

  init(
    number: Int, descriptor: Int32, service: any ConnectionService, peer: HostPort?,
    registry: ConnectionRegistry
  ) {
    self.number = number
    self.service = service
    speaksFirst = service.ownProtocol?.speaksFirst ?? false
    socket = descriptor
    self.peer = peer
    self.registry = registry
    lastActive = registry.loop.now
    if speaksFirst { openingSince = lastActive }
  }

  /// The current session; nil before the protocol is detected and after the final response.
  var session: (any Session)? {
    if case .speaking(let session) = phase { session } else { nil }
  }

  // MARK: WatchedHandler

  var place: Int?

  var isDone: Bool {
    if case .closed = phase { true } else { false }
  }

  var descriptor: Int32? { isDone ? nil : socket }

  var interest: Int16 {
    var events: Int32 = output.waiting > 0 ? POLLOUT : 0
    switch phase {
    case .lingering: if !isInputEnded { events |= POLLIN }
    case .closed: return 0
    case .unknown: if canRead { events |= POLLIN }
    case .speaking(let session):
      if canRead, session.wantsInput, !session.hasBacklog { events |= POLLIN }
    }
    return Int16(events)
  }

  /// Whether the socket is read: not while the runtime is behind or the client does not read its
  /// responses.
  private var canRead: Bool {
    registry.loop.mayRead && !isInputEnded && !isLeaving && output.waiting == 0
  }

  /// The maximum number of reads in a turn, so that other connections get theirs.
  private static let readsAtOnce = 16
  /// The number of requests after which a turn ends.
  private static let requestsAtOnce = 32

  /// The number of requests handled in this turn.
  private var handledCount = 0

  /// Whether further requests may be handled before other connections have their turn.
  private var isItsTurn: Bool { handledCount < Self.requestsAtOnce }

  /// Passes on the actions of a session while it is the connection's turn.
  func handleActions(of session: any HTTPSession, _ handle: ([HTTPAction]) -> Void) {
    while isItsTurn {
      let actions = session.drainActions()
      guard !actions.isEmpty else { return }
      handledCount += actions.count
      handle(actions)
    }
  }

  /// A client that does not read its responses has no further turn.
  var hasWork: Bool {
    registry.loop.mayRead && !isLeaving && output.waiting == 0 && session?.hasBacklog == true
  }

  func work() {
    handledCount = 0
    pump()
  }

  var deadline: Double? {
    switch phase {
    case .closed: return nil
    case .lingering(let until, _): return until
    case .unknown, .speaking: break
    }
    // A client whose socket we do not read is not slow.
    guard registry.loop.mayRead else { return nil }
    if isLeaving { return lastActive + registry.limits.slowSeconds }
    let idle = waitingCount == 0 ? lastActive + idleLimit : .infinity
    return min(idle, requestDeadline ?? .infinity, unreadDeadline ?? .infinity)
  }

  /// The time limit for unread responses becomes shorter when others use up the request memory.
  var deadlineSeconds: Double { registry.limits.fullSeconds }

  private var idleLimit: Double {
    if case .unknown(let bytes) = phase, bytes.isEmpty, secured.isEmpty {
      registry.limits.firstByteSeconds
    } else {
      registry.limits.idleSeconds
    }
  }

  private var requestDeadline: Double? {
    if isSilent { return openingSince.map { $0 + registry.limits.silenceSeconds } }
    let own: Double? =
      if let openingSince {
        openingSince + registry.limits.slowSeconds
      } else if case .speaking(let session) = phase {
        session.deadline
      } else {
        nil
      }
    // The input of a client that does not read its responses is not read either: such a client is
    // idle, not slow.
    guard !output.isBlocked || openingSince != nil else { return nil }
    return own.map {
      max($0, max(registry.loop.lastHeld, output.lastBlocked) + registry.limits.slowSeconds)
    }
  }

  /// The time limit for reading a byte of the responses that wait for the client; nil without any.
  private var unreadDeadline: Double? {
    let blocked = output.lastBlocked
    let since = output.waiting > 0 ? blocked : session?.unreadSince.map { max($0, blocked) }
    return since.map { max($0, registry.loop.lastHeld) + unreadLimit }
  }

  private var unreadLimit: Double {
    registry.requestMemory.unreadSeconds(registry.limits)
  }

  /// Whether the client may be waiting for the server to speak first, without TLS.
  private var isSilent: Bool {
    guard speaksFirst, secured.isEmpty, case .unknown(let bytes) = phase else {
      return false
    }
    return bytes.isEmpty
  }

  /// The moment of the last byte in either direction; nil while a request, a response or a
  /// handshake is in progress.
  var idleSince: Double? {
    guard openingSince == nil, output.waiting == 0, !isLeaving else { return nil }
    switch phase {
    case .unknown: return lastActive
    case .speaking(let session):
      return session.waitingCount == 0 && session.deadline == nil ? lastActive : nil
    case .lingering, .closed: return nil
    }
  }

  private var waitingCount: Int {
    if case .speaking(let session) = phase { session.waitingCount } else { 0 }
  }

  func ready(_ events: Int16) {
    // Another handler may have closed it earlier in this round.
    guard !isDone else { return }
    handledCount = 0
    if Int32(events) & POLLOUT != 0 { pump() }
    let (events, hasEnded) = (Int32(events), Int32(events) & (POLLHUP | POLLERR) != 0)
    // Other connections may have used up the request memory since the round began.
    guard !isDone, hasEnded || events & Int32(interest) & POLLIN != 0 else { return }
    var reads = 1
    while read(), reads < Self.readsAtOnce, isItsTurn {
      registry.loop.handOver()
      guard Int32(interest) & POLLIN != 0 else { return }
      reads += 1
    }
  }

  /// Reads once. Returns false when the socket has no further bytes.
  private func read() -> Bool {
    switch Socket.read(socket, into: registry.buffer) {
    case .bytes(let count):
      lastActive = registry.loop.now
      if case .lingering = phase {
        unreadCount += count
      } else {
        receive(UnsafeRawBufferPointer(rebasing: registry.buffer[..<count]), depth: 0)
        pump()
      }
      return count == registry.buffer.count
    case .nothingYet: break
    case .end: inputEnded()
    case .failed:
      reportEarlyEnd()
      close()
    }
    return false
  }

  func timePassed(_ now: Double) {
    if case .lingering = phase {
      if isInputEnded { closeWhenTaken() } else { close(isOrderly: true) }
    } else if isLeaving {
      // The client does not even read the final response.
      close()
    } else if let unreadDeadline, unreadDeadline <= now {
      endUnread(now)
    } else if let requestDeadline, requestDeadline <= now {
      if isSilent {
        speakFirst()
        pump()
      } else if case .speaking(let session) = phase, openingSince == nil {
        session.timePassed(now)
        service.handleActions(of: session, on: self)
        pump()
      } else {
        openingFailed(
          "no complete request was received within \(registry.limits.slowSeconds) seconds")
      }
    } else {
      shutDown("IdleTimeout")
    }
  }

  /// Closes a connection whose client does not read its responses, which releases their memory.
  private func endUnread(_ now: Double) {
    // Frames that wait in the socket may open a window.
    if Int32(interest) & POLLIN != 0 { _ = read() }
    guard !isDone, let unreadDeadline, unreadDeadline <= now else { return }
    report(.unread(seconds: unreadLimit))
    session?.endUnread()
    pump()
    close()
  }

  // MARK: Input

  /// Passes received bytes up through the TLS layers to the session.
  private func receive(_ bytes: UnsafeRawBufferPointer, depth: Int) {
    guard !isLeaving else {
      unreadCount += bytes.count
      return
    }
    if depth < secured.count {
      decrypt(bytes, depth: depth)
      return
    }
    switch phase {
    case .unknown(let earlier):
      if openingSince == nil { openingSince = registry.loop.now }
      let bytes = earlier + bytes
      phase = .unknown(bytes)
      open(with: bytes, depth: depth)
    case .speaking(let session):
      session.receive(bytes, at: registry.loop.now)
      service.handleActions(of: session, on: self)
    case .lingering, .closed: break
    }
  }

  private func decrypt(_ bytes: UnsafeRawBufferPointer, depth: Int) {
    let layer = secured[depth]
    let wasEstablished = layer.isEstablished
    do {
      try layer.receive(bytes, scratch: registry.scratch[depth]) { plain in
        if !wasEstablished { openingSince = nil }
        receive(plain, depth: depth + 1)
      }
      if !wasEstablished, layer.isEstablished, case .unknown(let bytes) = phase, bytes.isEmpty {
        openingSince = nil
        if speaksFirst { speakFirst() }
      }
      if layer.isEnded { inputEnded() }
    } catch {
      // Some clients report their objection to the certificate only after the handshake.
      if case .unknown = phase { handshakeFailed(error) }
      leave()
    }
  }

  /// Detects the protocol from the first bytes and passes them to its session.
  private func open(with bytes: [UInt8], depth: Int) {
    let session: any Session
    let ownProtocol = service.ownProtocol
    switch ProtocolDetection(bytes, speaksHTTP: ownProtocol == nil, isSecured: depth > 0) {
    case .undecided: return
    case .tls:
      guard depth < registry.scratch.count, let context = service.tls,
        let layer = TLSSession(context)
      else {
        openingFailed("TLS is not supported on this port")
        return
      }
      secured.append(layer)
      phase = .unknown([])
      bytes.withUnsafeBytes { receive($0, depth: depth) }
      return
    case .http2:
      guard
        let http2 = HTTP2Session(
          limits: registry.limits, memory: registry.requestMemory,
          isKnown: secured.last?.clientCertificate != nil)
      else {
        openingFailed("no memory is left for an HTTP/2 session")
        return
      }
      session = http2
    case .http1: session = HTTP1Session(limits: registry.limits, memory: registry.requestMemory)
    case .own:
      guard let ownProtocol else { return }
      session = ownProtocol.makeSession()
    }
    speak(session)
    bytes.withUnsafeBytes { session.receive($0, at: registry.loop.now) }
    service.handleActions(of: session, on: self)
  }

  private func speakFirst() {
    if let ownProtocol = service.ownProtocol { speak(ownProtocol.makeSession()) }
  }

  private func speak(_ session: any Session) {
    openingSince = nil
    certificate = secured.last?.clientCertificate.map(Indirect.init)
    phase = .speaking(session)
    service.handleActions(of: session, on: self)
  }

  private func inputEnded() {
    isInputEnded = true
    if isSilent { speakFirst() }
    switch phase {
    case .speaking(let session):
      session.inputEnded()
      pump()
    case .unknown:
      reportEarlyEnd()
      close()
    case .lingering: close(isOrderly: true)
    case .closed: break
    }
  }

  /// Reports a connection that closed before its protocol was detected.
  private func reportEarlyEnd() {
    guard case .unknown(let bytes) = phase, !isLeaving else { return }
    if let layer = secured.last, !layer.isEstablished {
      handshakeFailed(
        layer.hasSentCertificate
          ? .closedAtCertificate
          : .other("the client closed the connection during the handshake"))
    } else if bytes.isEmpty, let wrongName {
      handshakeFailed(.wrongName(wrongName))
    } else if !bytes.isEmpty {
      report(
        .noProtocol(because: "the connection ended after \(bytes.count) bytes", bytes: bytes))
    }
  }

  func report(_ failure: ConnectionFailure) {
    service.connectionFailed(self, failure)
  }

  /// The served host that a request named last; most clients name only one.
  var servedHost: String?

  /// Whether a refused list was reported. Once is enough for each connection.
  var hasReportedRefusal = false

  /// Whether the service has state of this connection to release when it closes.
  var hasServiceState = false

  private(set) lazy var peerText = peer?.description

  /// The address of this end; nil once the socket is closed.
  private(set) lazy var localHost: String? =
    SocketAddress.written { getsockname(socket, $0, $1) }.address?.hostPort?.host

  // MARK: Output

  /// Encrypts and sends the pending output. Closes the connection if nothing is left to do.
  func pump() {
    var mayHoldMore = true
    while mayHoldMore, !isDone {
      fill()
      enterTunnel()
      // If output up to the limit was sent immediately, there is room for more.
      mayHoldMore = output.waiting >= ConnectionOutput.limit
      flush()
      mayHoldMore = mayHoldMore && output.waiting == 0
    }
    registry.loop.changed(self)
  }

  private func fill() {
    if case .speaking(let session) = phase {
      service.handleActions(of: session, on: self)
      let bytes = collectOutput(of: session, limit: ConnectionOutput.limit - output.waiting)
      if let layer = secured.last { layer.send(bytes) } else { output.bytes += bytes }
      let isAnswered = isInputEnded && session.waitingCount == 0 && !session.hasOutput
      let isOver = session.isFinished || isAnswered && session.tunnelInput == nil
      if isOver, !session.hasBacklog { leave() }
    }
    secured.sink(into: &output.bytes)
  }

  /// Returns the session's output, up to a limit. Where this makes room for requests that wait to
  /// be parsed, it includes their responses.
  private func collectOutput(of session: any Session, limit: Int) -> [UInt8] {
    var bytes: [UInt8] = []
    if session.hasOutput { bytes.reserveCapacity(limit) }
    var count: Int
    repeat {
      count = bytes.count
      session.produce(into: &bytes, limit: limit)
      service.handleActions(of: session, on: self)
    } while bytes.count > count && bytes.count < limit
    return bytes
  }

  private func enterTunnel() {
    guard case .speaking(let session) = phase, let rest = session.tunnelInput else { return }
    isTunnel = true
    phase = .unknown([])
    guard !rest.isEmpty else {
      if isInputEnded { leave() }
      return
    }
    rest.withUnsafeBytes { receive($0, depth: secured.count) }
    fill()
  }

  /// Stops reading. Pending output is still sent.
  func leave() {
    isLeaving = true
  }

  private func flush() {
    let now = registry.loop.now
    guard let sent = output.flush(to: socket, at: now) else { return close() }
    if sent > 0 { lastActive = now }
    if output.waiting == 0, isLeaving { endOutput() }
  }

  private func endOutput() {
    guard !isDone, !isInputEnded || speaksFirst else {
      close()
      return
    }
    if case .lingering = phase { return }
    secured.close()
    secured.sink(into: &output.bytes)
    phase = .lingering(
      until: registry.loop.now + registry.limits.lingerSeconds, after: phase.session)
    flush()
    if !isInputEnded {
      shutdown(socket, Int32(SHUT_WR))
    } else if !isDone {
      closeWhenTaken()
    }
  }

  /// Closes the connection when the client, which closed its side first, has received all output.
  /// The client cannot confirm that, but its system's acknowledgements can. Until then the client
  /// does not see the end of the connection, so that it cannot reconnect before the result is
  /// known.
  private func closeWhenTaken() {
    let isTaken = Socket.isTaken(socket)
    let now = registry.loop.now
    if isTaken == nil, now < lastActive + registry.limits.lingerSeconds {
      phase = .lingering(until: now + Self.lookAgain, after: phase.session)
    } else {
      close(isOrderly: isTaken == true)
    }
  }

  /// Seconds between checks whether the client has received all output.
  private static let lookAgain = 0.01

  /// Accepts no new requests and closes when the accepted ones have their responses.
  func shutDown(_ reason: String) {
    switch phase {
    case .speaking(let session):
      session.shutDown(reason)
      if reason == "IdleTimeout" { leave() }
    case .unknown: leave()
    case .lingering, .closed: break
    }
    pump()
  }

  /// Closes the connection immediately.
  ///
  /// - Parameter isOrderly: Whether the client received the final response before.
  func close(isOrderly: Bool = false) {
    guard !isDone else { return }
    let session = phase.session
    phase = .closed
    if let session {
      let end = ConnectionEnd(isOrderly: isOrderly, unread: secured.isEmpty ? unreadCount : 0)
      service.sessionEnded(session, on: self, end)
    }
    _ = shutdown(socket, Int32(SHUT_RDWR))
    registry.loop.unwatch(self)
    Socket.close(socket)
    service.connectionClosed(self)
    registry.remove(number)
  }
}
