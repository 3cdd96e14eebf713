import Foundation
import InboxModel

extension IntakeLoop {
  /// Subscribes to push lines. What becomes of it comes as ``FeedItem/state(_:)``.
  func subscribe(
    to source: FeedSource, _ options: FeedOptions = FeedOptions(),
    limits: ConnectionLimits = ConnectionLimits(),
    resolver: @escaping Dialer.Resolver = Dialer.system,
    makeWatch: @escaping @Sendable () -> FileWatch? = { FileWatch() }
  ) {
    perform { [unowned self] in
      switch source {
      case .file(let path):
        add(
          FileFeed(
            source, path: source.progressKey ?? path, options: options, limits: limits,
            makeWatch: makeWatch, loop: self))
      case .http(let address):
        add(
          HTTPFeed(
            source, address, options: options, limits: limits, resolver: resolver, loop: self))
      case .standardInput, .unix, .tcp:
        add(LineFeed(source, limits: limits, resolver: resolver, loop: self))
      }
    }
  }

  /// Numbers lines from here on after so many that were read in earlier runs.
  func resume(lineCount: Int) {
    perform { [self] in self.lineCount = max(self.lineCount, lineCount) }
  }
}

/// One source of push lines (`docs/feeds.md`): opened or connected to, read, and connected to
/// again after a cut.
// Sendable: created and used on the loop's thread only.
final class LineFeed: EventLoopHandler, @unchecked Sendable {
  private enum Phase {
    /// Waits until that moment, then tries.
    case waiting(until: Double)
    /// A connection is being made.
    case connecting(Dialer)
    case reading(Int32)
    case done
  }

  let source: FeedSource
  private let limits: ConnectionLimits
  private let resolver: Dialer.Resolver
  private unowned let loop: IntakeLoop
  private var phase: Phase
  private var splitter: LineSplitter
  private var lines: FeedLines
  private var pause = ReconnectPause()
  /// What is spoken with a provider on this connection.
  private var subscription = FeedSubscription()
  /// Why a provider closes the connection; it is left alone for a while.
  private var turnedAway: String?

  init(
    _ source: FeedSource, limits: ConnectionLimits,
    resolver: @escaping Dialer.Resolver = Dialer.system,
    loop: IntakeLoop
  ) {
    self.source = source
    self.limits = limits
    self.resolver = resolver
    self.loop = loop
    splitter = LineSplitter(limit: limits.lineBytes)
    lines = FeedLines(source, limits: limits, loop: loop)
    phase = .waiting(until: loop.now)
  }

  deinit {
    release()
  }

  // MARK: EventLoopHandler

  var descriptor: Int32? {
    switch phase {
    case .connecting(let dialer): dialer.descriptor
    case .reading(let descriptor): descriptor
    case .waiting, .done: nil
    }
  }

  var interest: Int16 {
    switch phase {
    case .connecting: Int16(POLLOUT)
    case .reading:
      Int16((loop.mayRead ? POLLIN : 0) | (subscription.output.waiting > 0 ? POLLOUT : 0))
    case .waiting, .done: 0
    }
  }

  var deadline: Double? {
    switch phase {
    case .waiting(let until): until
    case .connecting(let dialer): dialer.deadline
    case .reading, .done: nil
    }
  }

  var isDone: Bool {
    if case .done = phase { true } else { false }
  }

  func ready(_ events: Int16) {
    switch phase {
    case .connecting(let dialer): dialer.ready()
    case .reading(let descriptor):
      if Int32(events) & POLLOUT != 0 { flush() }
      if Int32(events) & ~POLLOUT != 0, case .reading = phase { read(descriptor) }
    case .waiting, .done: break
    }
  }

  func timePassed(_ now: Double) {
    switch phase {
    case .waiting: start()
    case .connecting(let dialer): dialer.timePassed()
    case .reading, .done: break
    }
  }

  // MARK: Opening

  private func start() {
    tell(.connecting)
    switch source {
    case .standardInput: connected(STDIN_FILENO)
    case .file(let path): open(path)
    case .unix(let path):
      guard let address = SocketAddress(unixPath: path) else {
        fail("the path is too long for a socket")
        return
      }
      dial { $0.connect(to: [address]) }
    case .tcp(let host, let port):
      let resolver = resolver
      dial { $0.resolve(HostPort(host: host, port: port), with: resolver) }
    case .http: fail("it is read by another feed")
    }
  }

  private func dial(_ start: (Dialer) -> Void) {
    let dialer = Dialer(loop: loop, limitSeconds: limits.slowSeconds) { [weak self] result in
      guard let self else { return }
      switch result {
      case .success(let descriptor): connected(descriptor)
      case .failure(.unreachable(let error)): cut(error)
      case .failure(.refused(let error)): fail(error)
      }
    }
    phase = .connecting(dialer)
    start(dialer)
  }

  private func open(_ path: String) {
    var status = stat()
    guard stat(path, &status) == 0 else {
      fail(String(cString: strerror(errno)))
      return
    }
    // A FIFO opened for writing too never ends, so that one writer may follow the other.
    let isFIFO = status.st_mode & S_IFMT == S_IFIFO
    let flags = (isFIFO ? O_RDWR | O_NONBLOCK : O_RDONLY) | O_CLOEXEC
    let descriptor = Platform.openFile(path, flags)
    guard descriptor >= 0 else {
      fail(String(cString: strerror(errno)))
      return
    }
    connected(descriptor)
  }

  private func connected(_ descriptor: Int32) {
    phase = .reading(descriptor)
    subscription = FeedSubscription()
    turnedAway = nil
    tell(.connected)
  }

  // MARK: Reading

  private func read(_ descriptor: Int32) {
    let result = withUnsafeTemporaryAllocation(byteCount: 64 << 10, alignment: 16) { buffer in
      let result = Socket.read(descriptor, into: buffer)
      if case .bytes(let count) = result {
        splitter.receive(UnsafeRawBufferPointer(rebasing: buffer[..<count])) { receive($0) }
      }
      return result
    }
    switch result {
    case .bytes: pause.reset()
    case .nothingYet: break
    case .end:
      endLines()
      if isSocket { cut("the other end closed the connection") } else { finish() }
    case .failed(let code):
      endLines()
      let message = String(cString: strerror(code))
      if isSocket { cut(message) } else { fail(message) }
    }
  }

  /// A last line without an end is one; that of a provider, which was cut off, is sent again.
  private func endLines() {
    let isProvider = subscription.provider != nil
    splitter.end { if !isProvider { receive($0) } }
  }

  private func receive(_ line: LineSplitter.Line) {
    lines.countLine()
    do throws(RelayProblem) {
      if isSocket, case .whole(let bytes) = line, !FeedLines.isBlank(bytes),
        let news = try subscription.take(Array(bytes))
      {
        handle(news)
      } else if let item = lines.item(for: line) {
        loop.emit(item)
      }
    } catch {
      guard case .whole(let bytes) = line else { return }
      loop.emit(
        lines.refusal(
          error.text, fix: "See docs/queue.md for the lines of an offer.", Array(bytes)))
    }
  }

  // MARK: A provider at the other end

  private func handle(_ news: FeedSubscription.News) {
    switch news {
    case .offered(let provider):
      loop.emit(
        .offered(source, provider: provider, readsReports: subscription.readsReports))
    case .reported(let feed, let number): loop.emit(.reported(feed, through: number))
    case .push(let line, let place): loop.emit(lines.push(line, from: place))
    case .setBack(let feed, let positions): loop.emit(.setBack(source, feed, to: positions))
    case .answered(let request, let coming):
      loop.emit(.repeatsAnswered(request, coming: coming))
    case .turnedAway(let text): turnedAway = PlainText.clean(text)
    case .nothing: break
    }
  }

  /// Whether pushes of this provider come by it.
  func isSubscribed(to provider: String) -> Bool {
    subscription.device != nil && subscription.provider == provider
  }

  /// Whether pushes of this provider come by it, for the device they are offered to.
  func isSubscribed(to feed: StreamID) -> Bool {
    subscription.device == feed.device && subscription.provider == feed.provider
  }

  /// Connects to a provider once more, at once.
  func subscribeAnew() {
    guard case .reading = phase, subscription.provider != nil else { return }
    release()
    splitter.end { _ in }
    subscription = FeedSubscription()
    phase = .waiting(until: loop.now)
  }

  /// Writes to the provider.
  func write(_ change: (inout FeedSubscription) -> Void) {
    guard case .reading = phase else { return }
    change(&subscription)
    flush()
  }

  private func flush() {
    guard case .reading(let descriptor) = phase else { return }
    while subscription.output.waiting > 0 {
      // What it has written is still there to be read when it takes nothing more.
      guard let count = subscription.output.send(to: descriptor) else {
        return subscription.output = SendBuffer()
      }
      if count == 0 {
        if subscription.output.waiting > FeedSubscription.outputLimit { cut("it does not read") }
        return
      }
    }
  }

  private var isSocket: Bool {
    switch source {
    case .unix, .tcp: true
    case .standardInput, .file, .http: false
    }
  }

  // MARK: Ends

  private func cut(_ error: String) {
    release()
    splitter.end { _ in }
    loop.keep(subscription.asked)
    subscription = FeedSubscription()
    let pause = turnedAway == nil ? self.pause.next() : ReconnectPause.longest
    tell(.cut(error: turnedAway ?? error, retryIn: pause))
    phase = .waiting(until: loop.now + pause)
  }

  private func finish() {
    release()
    tell(.ended(lines: lines.count, bad: lines.badCount))
  }

  private func fail(_ error: String) {
    release()
    tell(.failed(error: error))
  }

  private func release() {
    if case .reading(let descriptor) = phase, descriptor != STDIN_FILENO { close(descriptor) }
    phase = .done
  }

  private func tell(_ condition: FeedState.Condition) {
    loop.emit(.state(FeedState(source: source, condition: condition)))
  }
}
