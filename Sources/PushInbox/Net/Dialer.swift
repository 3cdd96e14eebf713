import Foundation

/// A connection attempt: resolves a name on a separate thread, then tries its addresses in turn.
///
/// The owner is a handler of the loop and forwards ``descriptor``, ``deadline``, ``ready()`` and
/// ``timePassed()`` while it has a dialer.
// Sendable: used on the loop's thread; the resolver's thread calls only the resolver.
final class Dialer: @unchecked Sendable {
  /// A function that returns the addresses of a host. It may block.
  typealias Resolver = @Sendable (HostPort) throws(ListenError) -> [SocketAddress]
  /// The system's resolver.
  static let system: Resolver = { place throws(ListenError) in
    try Socket.addresses(of: place, passive: false)
  }
  /// A function that returns those of a host's addresses that may be connected to, or throws.
  typealias Admission = ([SocketAddress]) throws(Failure) -> [SocketAddress]

  /// The reason why a connection attempt failed.
  enum Failure: Error, Equatable {
    /// A later attempt may succeed.
    case unreachable(String)
    /// A later attempt would fail too.
    case refused(String)
  }

  private enum Phase {
    case resolving
    /// An attempt that is given up at the limit, in ``LoopClock/seconds``, with the addresses left
    /// to try.
    case connecting(Int32, limit: Double, others: [SocketAddress])
    case done
  }

  private unowned let loop: EventLoop
  private let limitSeconds: Double
  private let finished: (Result<Int32, Failure>) -> Void
  private var phase = Phase.done

  /// Makes a dialer without an attempt.
  ///
  /// - Parameters:
  ///   - limitSeconds: Seconds that an attempt with one address may take.
  ///   - finished: Receives the connected descriptor, which the receiver then owns, or the
  ///     failure. Called once, possibly before ``connect(to:)`` returns.
  init(
    loop: EventLoop, limitSeconds: Double, finished: @escaping (Result<Int32, Failure>) -> Void
  ) {
    self.loop = loop
    self.limitSeconds = limitSeconds
    self.finished = finished
  }

  deinit {
    if let descriptor { close(descriptor) }
  }

  /// The socket of the current attempt; nil while a name is resolved.
  var descriptor: Int32? {
    if case .connecting(let descriptor, _, _) = phase { descriptor } else { nil }
  }

  /// The time at which the current attempt is given up, in ``LoopClock/seconds``.
  var deadline: Double? {
    if case .connecting(_, let limit, _) = phase { limit } else { nil }
  }

  /// Resolves the name and connects. Resolution has its own thread because it may block, and all
  /// handlers share one.
  func resolve(
    _ place: HostPort, with resolver: @escaping Resolver,
    admitting admit: @escaping Admission = { $0 }
  ) {
    phase = .resolving
    let loop = loop
    nonisolated(unsafe) let admit = admit
    Thread.detachNewThread { [self] in
      let found = Result { () throws(ListenError) in try resolver(place) }
      loop.perform { self.resolved(found, admit) }
    }
  }

  private func resolved(_ found: Result<[SocketAddress], ListenError>, _ admit: Admission) {
    switch found {
    case .success(let addresses):
      do throws(Failure) {
        connect(to: try admit(addresses))
      } catch {
        finish(.failure(error))
      }
    case .failure(.unknownHost(_, let message)): finish(.failure(.unreachable(message)))
    case .failure(let error): finish(.failure(.unreachable("\(error)")))
    }
  }

  /// Connects to the first address that accepts the connection.
  func connect(to addresses: [SocketAddress]) {
    connect(to: addresses, after: "no address")
  }

  private func connect(to addresses: [SocketAddress], after error: String) {
    guard let address = addresses.first else {
      finish(.failure(.unreachable(error)))
      return
    }
    let others = Array(addresses.dropFirst())
    guard let descriptor = try? Socket.stream(address.family) else {
      connect(to: others, after: String(cString: strerror(errno)))
      return
    }
    let result = address.withPointer { Platform.connectSocket(descriptor, $0, $1) }
    if result == 0 {
      finish(.success(descriptor))
    } else if errno == EINPROGRESS {
      phase = .connecting(descriptor, limit: loop.now + limitSeconds, others: others)
    } else {
      let message = String(cString: strerror(errno))
      close(descriptor)
      connect(to: others, after: message)
    }
  }

  /// Handles the result of an attempt: the descriptor is writable or has failed.
  func ready() {
    guard case .connecting(let descriptor, _, let others) = phase else { return }
    var code: Int32 = 0
    var size = socklen_t(MemoryLayout<Int32>.size)
    getsockopt(descriptor, SOL_SOCKET, SO_ERROR, &code, &size)
    if code == 0 {
      finish(.success(descriptor))
    } else {
      close(descriptor)
      connect(to: others, after: String(cString: strerror(code)))
    }
  }

  /// Closes a connection attempt that had no answer in time, and tries the next address.
  func timePassed() {
    guard case .connecting(let descriptor, _, let others) = phase else { return }
    close(descriptor)
    connect(to: others, after: "no answer within \(limitSeconds) seconds")
  }

  private func finish(_ result: Result<Int32, Failure>) {
    phase = .done
    finished(result)
  }
}

/// The pauses between connection attempts: each is twice the one before, up to a limit. They have
/// no random part, so that the same failures give the same pauses.
struct ReconnectPause {
  /// The first pause in seconds.
  var base = 0.2 { didSet { reset() } }
  /// The next pause in seconds.
  private(set) var seconds = 0.2
  /// The longest pause in seconds, unless the first one is longer.
  static let longest = 30.0

  /// Returns the pause before the next attempt and doubles the one after it.
  mutating func next() -> Double {
    defer { seconds = max(base, min(seconds * 2, Self.longest)) }
    return seconds
  }

  /// Resets the pause to the first one.
  mutating func reset() {
    seconds = base
  }
}
