import Foundation

/// A listener's connections and what they share. Lives until the last connection has closed.
// Sendable: used on the loop's thread only, to which the listener hands it when it is made.
final class ConnectionRegistry: @unchecked Sendable {
  let loop: EventLoop
  let limits: ConnectionLimits
  let requestMemory: RequestMemory
  /// The buffer into which sockets are read, one after the other. The bytes of one read may wait in their connection:
  /// so it is small.
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
  /// Whether one was turned away since a connection last ended.
  private var isFull = false
  private var whenEmpty: (() -> Void)?
  private let countsChanged: (Counts) -> Void

  /// The numbers of connections.
  struct Counts: Equatable, Sendable {
    /// Those open now.
    var open = 0
    /// Those accepted since the start.
    var accepted = 0
    /// Those closed at once because too many were open.
    var turnedAway = 0
  }

  /// - Parameter countsChanged: Receives the numbers of connections after each change.
  init(
    loop: EventLoop, limits: ConnectionLimits, countsChanged: @escaping (Counts) -> Void
  ) {
    self.loop = loop
    self.limits = limits
    self.countsChanged = countsChanged
    requestMemory = RequestMemory(limit: limits.requestMemory)
  }

  deinit {
    buffer.deallocate()
    for buffer in scratch { buffer.deallocate() }
  }

  /// The open connection of a number.
  subscript(number: Int) -> Connection? { connections[number] }

  /// Starts to accept.
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
    // The system too holds little for a client that does not read; by itself it takes megabytes.
    Socket.set(SO_SNDBUF, to: 64 << 10, on: descriptor)
    lastNumber += 1
    let connection = Connection(
      number: lastNumber, descriptor: descriptor, service: service, peer: peer, registry: self)
    connections[lastNumber] = connection
    loop.add(connection)
    reportCounts()
  }

  /// Ends the connection that has been idle longest, if that is long enough to give its place to another one.
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

  /// Closes the ports and lets the connections finish what they have.
  func quiesce() {
    guard !isQuiet else { return }
    isQuiet = true
    for port in ports { port.close() }
    ports = []
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
