import Foundation
import InboxModel

/// A listener's connections and what they share. Lives on the loop's thread, until the last connection
/// has closed.
final class ConnectionRegistry: @unchecked Sendable {
  let loop: EventLoop
  let limits: ConnectionLimits
  /// The app of what comes by the binary interface; nil is that of any push without a topic.
  let legacyTopic: String?
  /// What a `CONNECT` has to prove.
  let proxy: ProxySettings
  /// Who gets access tokens for FCM, and what they get.
  let accounts: ServiceAccounts
  let accessTokens = AccessTokens()
  private let tls: TLSContext?
  private let legacyTLS: TLSContext?
  /// The hosts for which requests are answered.
  let hosts: ServedHosts
  let requestMemory: RequestMemory
  /// The buffer into which sockets are read, one after the other. What one read brings may wait in its connection:
  /// so it is small.
  let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 8 << 10, alignment: 16)
  /// Where TLS puts what it decrypted, by depth: a tunnel may hold TLS inside TLS.
  let scratch = (0..<2).map { _ in
    UnsafeMutableRawBufferPointer.allocate(byteCount: 64 << 10, alignment: 16)
  }
  /// Requests read so far.
  var requestCount = 0
  private var freshIDs = FreshIDs()
  private var ports: [ListeningSocket] = []
  private var connections: [Int: Connection] = [:]
  private var lastNumber = 0
  private var isQuiet = false
  /// Whether one was turned away since a connection last ended.
  private var isFull = false
  private var whenEmpty: (() -> Void)?
  /// There from the first answer that has to wait.
  private var late: DelayedResponses?

  init(
    loop: EventLoop, limits: ConnectionLimits, tls: TLSContext?, legacyTLS: TLSContext?,
    legacyTopic: String?, proxy: ProxySettings, hosts: ServedHosts = ServedHosts(),
    accounts: ServiceAccounts = ServiceAccounts()
  ) {
    self.loop = loop
    self.limits = limits
    self.tls = tls
    self.legacyTLS = legacyTLS
    self.legacyTopic = legacyTopic
    self.proxy = proxy
    self.hosts = hosts
    requestMemory = RequestMemory(limit: limits.requestMemory)
    self.accounts = accounts
  }

  /// How TLS is spoken on a port; nil when it is not.
  func tls(for service: Service) -> TLSContext? { service == .push ? tls : legacyTLS }

  deinit {
    buffer.deallocate()
    for buffer in scratch { buffer.deallocate() }
  }

  /// Starts to accept.
  func open(_ ports: [ListeningPort], for service: Service) {
    for port in ports {
      let socket = ListeningSocket(port, for: service, hub: self)
      self.ports.append(socket)
      loop.add(socket)
    }
  }

  /// Takes a connection, or turns it away when there are too many.
  func take(_ descriptor: Int32, from peer: HostPort?, for service: Service) {
    guard connections.count < limits.connections else {
      loop.counters.update { $0.turnedAway += 1 }
      close(descriptor)
      if !isFull { tellFull(peer, service) }
      isFull = true
      return
    }
    Socket.prepare(descriptor)
    Socket.set(TCP_NODELAY, level: Int32(IPPROTO_TCP), on: descriptor)
    // The system too holds little for a client that does not read; by itself it takes megabytes.
    Socket.set(SO_SNDBUF, to: 64 << 10, on: descriptor)
    lastNumber += 1
    let connection = Connection(
      number: lastNumber, descriptor: descriptor, service: service, peer: peer, hub: self)
    connections[lastNumber] = connection
    loop.add(connection)
    let count = connections.count
    loop.counters.update {
      $0.connections += 1
      $0.openConnections = count
    }
  }

  /// Of those that find no room the first is told; the next one when there was room in between.
  private func tellFull(_ peer: HostPort?, _ service: Service) {
    loop.emit(
      .refused(
        Refusal(
          origin: Origin(wire: service == .push ? .h1 : .legacy, client: peer?.description),
          at: loop.clock.date(), reason: "intake.full",
          because: "\(limits.connections) connections are open, the most there may be; the next "
            + "ones are closed at once.",
          fix: "Send over few connections that stay: one carries thousands of pushes.")))
  }

  /// Lets a connection go that has closed its socket.
  func forget(_ number: Int) {
    isFull = false
    connections[number] = nil
    let count = connections.count
    loop.counters.update { $0.openConnections = count }
    for port in ports { port.resume() }
    if count == 0 { whenEmpty?() }
  }

  /// Gives answers to their connections; those that a fault delays later, but none after the end.
  func deliver(_ answers: [(ResponseHandle, PushResponse)]) {
    guard !isQuiet, answers.contains(where: { $0.1.delay > 0 }) else { return send(answers) }
    let late = self.late ?? DelayedResponses(hub: self)
    if self.late == nil { loop.add(late) }
    self.late = late
    for (address, answer) in answers where answer.delay > 0 {
      late.add(answer, to: address, due: loop.now + answer.delay)
    }
    send(answers.filter { $0.1.delay <= 0 })
  }

  /// Gives answers to their connections, then lets each send all of its own at once.
  func send(_ answers: [(ResponseHandle, PushResponse)]) {
    var touched: [Int: Connection] = [:]
    var last: Connection?
    for (address, answer) in answers {
      if last?.number != address.connection {
        last = connections[address.connection]
        if let last { touched[last.number] = last }
      }
      last?.answer(address.stream, with: answer)
    }
    for connection in touched.values { connection.pump() }
  }

  /// Gives the feedback list to who asked for it.
  func tell(_ entries: [FeedbackEntry], to address: ResponseHandle) {
    guard let connection = connections[address.connection] else { return }
    connection.tell(entries)
    connection.pump()
  }

  /// Brings the shared counters up to date; done when somebody looks and not with each request.
  func publishCounts() {
    let count = requestCount
    loop.counters.update { $0.requests = count }
  }

  /// An identifier for a request that brought none.
  func freshID() -> String {
    freshIDs.next()
  }

  /// Closes the ports and lets the connections finish what they have.
  func quiesce() {
    guard !isQuiet else { return }
    isQuiet = true
    for port in ports { port.close() }
    ports = []
    late?.end()
    for connection in connections.values { connection.shutDown("Shutdown") }
  }

  /// Calls back as soon as no connection is left.
  func notifyWhenEmpty(_ callback: @escaping () -> Void) {
    if connections.isEmpty { callback() } else { whenEmpty = callback }
  }

  /// Ends all connections, whatever they are doing.
  func closeAll() {
    for connection in connections.values { connection.close() }
  }
}

/// One socket that accepts.
final class ListeningSocket: EventLoopHandler {
  private let port: ListeningPort
  private let service: Service
  private let hub: ConnectionRegistry
  private(set) var isDone = false
  /// Set while the process has no descriptors left: tried again a little later.
  private(set) var deadline: Double?

  init(_ port: ListeningPort, for service: Service, hub: ConnectionRegistry) {
    self.port = port
    self.service = service
    self.hub = hub
  }

  var descriptor: Int32? { isDone ? nil : port.descriptor }
  var interest: Int16 { isDone || deadline != nil ? 0 : Int16(POLLIN) }

  func ready(_ events: Int16) {
    while !isDone {
      let (accepted, address) = SocketAddress.written { accept(port.descriptor, $0, $1) }
      if accepted >= 0 {
        hub.take(accepted, from: address?.hostPort, for: service)
      } else if errno == EMFILE || errno == ENFILE || errno == ENOBUFS || errno == ENOMEM {
        deadline = hub.loop.now + 1
        return
      } else if errno != EINTR, errno != ECONNABORTED {
        return
      }
    }
  }

  func timePassed(_ now: Double) {
    resume()
  }

  /// A descriptor may have become free.
  func resume() {
    deadline = nil
  }

  func close() {
    guard !isDone else { return }
    isDone = true
    Socket.close(port.descriptor)
  }
}
