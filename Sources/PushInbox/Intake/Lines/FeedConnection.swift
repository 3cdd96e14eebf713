import InboxModel

/// The connection of a line feed to its source. After a loss it is made again, with a pause.
struct FeedConnection {
  /// The state of the connection. Times are in ``LoopClock/seconds``.
  enum Phase {
    case waiting(until: Double)
    case connecting(Dialer)
    case open(Int32)
    /// No further attempt is made.
    case closed
  }

  var phase: Phase
  var pause = ReconnectPause()

  /// Makes a connection that is not open yet.
  ///
  /// - Parameter start: The time of the first attempt.
  init(start: Double) {
    phase = .waiting(until: start)
  }
}

/// A line feed with a connection, and its behaviour in each phase.
protocol ConnectedFeed: EventLoopHandler {
  var source: FeedSource { get }
  var limits: ConnectionLimits { get }
  var loop: IntakeLoop { get }
  var lines: FeedLines { get }
  var connection: FeedConnection { get set }
  /// Whether bytes wait to be sent.
  var hasOutput: Bool { get }
  /// Starts to connect.
  func connect()
  /// Starts to use an open connection.
  func connected(_ descriptor: Int32)
  /// Sends waiting bytes.
  func flush()
  /// Reads once.
  func read(_ descriptor: Int32)
  /// Closes the connection and schedules the next attempt.
  func cut(_ error: String)
}

extension ConnectedFeed {
  var descriptor: Int32? {
    switch connection.phase {
    case .connecting(let dialer): dialer.descriptor
    case .open(let descriptor): descriptor
    case .waiting, .closed: nil
    }
  }

  var interest: Int16 {
    switch connection.phase {
    case .connecting: Int16(POLLOUT)
    case .open: Int16((loop.mayRead ? POLLIN : 0) | (hasOutput ? POLLOUT : 0))
    case .waiting, .closed: 0
    }
  }

  var deadline: Double? {
    switch connection.phase {
    case .waiting(let until): until
    case .connecting(let dialer): dialer.deadline
    case .open, .closed: nil
    }
  }

  var isDone: Bool {
    if case .closed = connection.phase { true } else { false }
  }

  func ready(_ events: Int16) {
    switch connection.phase {
    case .connecting(let dialer): dialer.ready()
    case .open(let descriptor):
      if Int32(events) & POLLOUT != 0 { flush() }
      if Int32(events) & ~POLLOUT != 0, case .open = connection.phase { read(descriptor) }
    case .waiting, .closed: break
    }
  }

  func timePassed(_ now: Double) {
    switch connection.phase {
    case .waiting:
      report(.connecting)
      connect()
    case .connecting(let dialer): dialer.timePassed()
    case .open, .closed: break
    }
  }

  /// Creates a dialer and starts it with `start`.
  func dial(_ start: (Dialer) -> Void) {
    let dialer = Dialer(loop: loop, limitSeconds: limits.slowSeconds) { [weak self] result in
      guard let self else { return }
      switch result {
      case .success(let descriptor): connected(descriptor)
      case .failure(.unreachable(let error)): cut(error)
      case .failure(.refused(let error)): fail(error)
      }
    }
    connection.phase = .connecting(dialer)
    start(dialer)
  }

  /// Resolves the host of `place` and connects to it: to addresses of the loopback interface only,
  /// unless the options allow others.
  func dial(_ place: HostPort, _ options: FeedOptions, with resolver: @escaping Dialer.Resolver) {
    dial { dialer in
      dialer.resolve(place, with: resolver) { addresses throws(Dialer.Failure) in
        let allowed = options.allowsNetwork ? addresses : addresses.filter(\.isLoopback)
        guard allowed.isEmpty, !addresses.isEmpty else { return allowed }
        throw .refused("\(place.host) is not on this machine; allow it with --allow-network")
      }
    }
  }

  /// Schedules the next attempt after a pause in seconds.
  func reconnect(after pause: Double, because error: String) {
    report(.cut(error: error, retryIn: pause))
    connection.phase = .waiting(until: loop.now + pause)
  }

  /// Ends the feed, whose source is at its end.
  func finish() {
    release()
    report(.ended(lines: lines.count, bad: lines.badCount))
  }

  /// Ends the feed after an error that retrying would not solve.
  func fail(_ error: String) {
    release()
    report(.failed(error: error))
  }

  /// Closes the connection.
  func release() {
    if case .open(let descriptor) = connection.phase, source != .standardInput {
      Socket.close(descriptor)
    }
    connection.phase = .closed
  }

  func report(_ condition: FeedState.Condition) {
    loop.emit(.state(FeedState(source: source, condition: condition)))
  }
}
