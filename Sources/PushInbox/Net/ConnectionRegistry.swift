import Foundation

/// The connections of a listener and their shared state. Lives until the last connection has
/// closed.
// Sendable: used only on the loop's thread, to which the listener passes it after creation.
final class ConnectionRegistry: @unchecked Sendable {
  let loop: EventLoop
  let limits: ConnectionLimits
  let requestMemory: RequestMemory
  /// The read buffer, which all sockets share. It is small because a connection may retain the
  /// bytes of one read.
  let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 8 << 10, alignment: 16)
  /// The buffers for decrypted bytes, by depth: a tunnel may hold TLS inside TLS.
  let scratch = (0..<2).map { _ in
    UnsafeMutableRawBufferPointer.allocate(byteCount: 64 << 10, alignment: 16)
  }
  private var ports: [ListeningSocket] = []
  private var connections: [Int: Connection] = [:]
  private var lastNumber = 0
  private var turnedAwayCount = 0
  private(set) var isQuiet = false
  /// Whether a connection was turned away since one last ended.
  private var isFull = false
  private var whenEmpty: (() -> Void)?
  private let countsChanged: (Counts) -> Void

  /// The numbers of connections.
  struct Counts: Equatable, Sendable {
    /// The connections that are open now.
    var open = 0
    /// The connections accepted since the start.
    var accepted = 0
    /// The connections closed after accept because too many were open.
    var turnedAway = 0
  }

  /// Makes a registry without connections.
  ///
  /// - Parameter countsChanged: Receives the numbers of connections after each change.
  init(
    loop: EventLoop, limits: ConnectionLimits, countsChanged: @escaping (Counts) -> Void
  ) {
    self.loop = loop
    self.limits = limits
    self.countsChanged = countsChanged
    requestMemory = RequestMemory(limit: limits.requestMemory)
    requestMemory.roomReturned = { [unowned loop] in loop.resumeReading() }
  }

  deinit {
    buffer.deallocate()
    for buffer in scratch { buffer.deallocate() }
  }

  /// Returns the open connection with a number.
  subscript(number: Int) -> Connection? { connections[number] }

  /// Starts accepting connections on the ports.
  func open(_ ports: [ListeningPort], for service: any ConnectionService) {
    for port in ports {
      let socket = ListeningSocket(port.descriptor, on: loop) {
        service.connectionTurnedAway(from: nil, by: .descriptors)
      } accepted: { [self] in
        add($0, from: $1, for: service)
      }
      self.ports.append(socket)
      loop.add(socket)
    }
  }

  /// Adds an accepted connection, or turns it away when there are too many.
  func add(_ descriptor: Int32, from peer: HostPort?, for service: any ConnectionService) {
    if connections.count >= limits.connections { endLongestIdle() }
    guard connections.count < limits.connections else {
      turnedAwayCount += 1
      reportCounts()
      close(descriptor)
      if !isFull { service.connectionTurnedAway(from: peer, by: .connections(limits.connections)) }
      isFull = true
      return
    }
    Socket.prepare(descriptor)
    Socket.set(TCP_NODELAY, level: Int32(IPPROTO_TCP), on: descriptor)
    // The system's send buffer is limited too, for clients that do not read; by default it grows to
    // megabytes.
    Socket.set(SO_SNDBUF, to: 64 << 10, on: descriptor)
    lastNumber += 1
    let connection = Connection(
      number: lastNumber, descriptor: descriptor, service: service, peer: peer, registry: self)
    connections[lastNumber] = connection
    loop.watch(connection)
    reportCounts()
  }

  /// Closes the connection that has been idle longest, if it has been idle for
  /// ``ConnectionLimits/yieldSeconds``.
  private func endLongestIdle() {
    let idle = connections.values.compactMap { connection in
      connection.idleSince.map { (since: $0, connection: connection) }
    }
    guard let longest = idle.min(by: { $0.since < $1.since }),
      longest.since + limits.yieldSeconds <= loop.now
    else { return }
    longest.connection.shutDown("IdleTimeout")
    longest.connection.close(isOrderly: true)
  }

  /// Removes a connection that has closed its socket.
  func remove(_ number: Int) {
    isFull = false
    connections[number] = nil
    reportCounts()
    for port in ports { port.resume() }
    if connections.isEmpty { whenEmpty?() }
  }

  private func reportCounts() {
    countsChanged(
      Counts(open: connections.count, accepted: lastNumber, turnedAway: turnedAwayCount))
  }

  /// Closes the ports. Open connections finish their requests.
  func quiesce() {
    guard !isQuiet else { return }
    isQuiet = true
    for port in ports { port.close() }
    ports = []
    for connection in connections.values { connection.shutDown("Shutdown") }
  }

  /// Calls back as soon as no connection is left; immediately if there is none.
  func notifyWhenEmpty(_ callback: @escaping () -> Void) {
    if connections.isEmpty { callback() } else { whenEmpty = callback }
  }

  /// Closes all connections immediately.
  func closeAll() {
    for connection in connections.values { connection.close() }
  }
}
