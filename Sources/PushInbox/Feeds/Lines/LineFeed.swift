import Foundation
import InboxModel

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

extension FeedLoop {
  /// Subscribes to push lines. What becomes of it comes as ``FeedItem/state(_:)``.
  func subscribe(
    to source: FeedSource, limits: FeedLimits = FeedLimits(),
    resolver: @escaping LineFeed.Resolver = { place throws(ListenError) in
      try Socket.addresses(of: place, passive: false)
    }
  ) {
    perform { [unowned self] in
      add(LineFeed(source, limits: limits, resolver: resolver, loop: self))
    }
  }
}

/// One source of push lines (`design/contract.md` §5): opened or connected to, read, and connected to
/// again after a cut. Lives on the loop's thread.
final class LineFeed: LoopMember, @unchecked Sendable {
  /// Looks up the addresses of a host; may take its time.
  typealias Resolver = @Sendable (HostPort) throws(ListenError) -> [SocketAddress]

  private enum Phase {
    /// Waits until that moment, then tries.
    case waiting(until: Double)
    /// The system looks the name up, on a thread of its own.
    case resolving
    /// A connection is on its way; given up at the limit. Other addresses may be left to try.
    case connecting(Int32, limit: Double, others: [SocketAddress])
    case reading(Int32)
    case done
  }

  let source: FeedSource
  private let limits: FeedLimits
  private let resolver: Resolver
  private unowned let loop: FeedLoop
  private var phase: Phase
  private var splitter: LineSplitter
  private var freshIDs = FreshIDs()
  private var pause = firstPause
  private var lineCount = 0
  private var badCount = 0
  /// What is spoken with a provider on this connection.
  private var subscription = FeedSubscription()
  /// Why a provider closes the connection; it is left alone for a while.
  private var turnedAway: String?

  /// Seconds before the second attempt; doubled with each further one up to ``longestPause``.
  private static let firstPause = 0.2
  private static let longestPause = 30.0

  init(
    _ source: FeedSource, limits: FeedLimits, resolver: @escaping Resolver, loop: FeedLoop
  ) {
    self.source = source
    self.limits = limits
    self.resolver = resolver
    self.loop = loop
    splitter = LineSplitter(limit: limits.lineBytes)
    phase = .waiting(until: loop.now)
  }

  deinit {
    release()
  }

  // MARK: LoopMember

  var descriptor: Int32? {
    switch phase {
    case .connecting(let descriptor, _, _), .reading(let descriptor): descriptor
    case .waiting, .resolving, .done: nil
    }
  }

  var interest: Int16 {
    switch phase {
    case .connecting: Int16(POLLOUT)
    case .reading:
      Int16((loop.mayRead ? POLLIN : 0) | (subscription.output.waiting > 0 ? POLLOUT : 0))
    case .waiting, .resolving, .done: 0
    }
  }

  var deadline: Double? {
    switch phase {
    case .waiting(let until): until
    case .connecting(_, let limit, _): limit
    case .resolving, .reading, .done: nil
    }
  }

  var isDone: Bool {
    if case .done = phase { true } else { false }
  }

  func ready(_ events: Int16) {
    switch phase {
    case .connecting(let descriptor, _, let others):
      var code: Int32 = 0
      var size = socklen_t(MemoryLayout<Int32>.size)
      getsockopt(descriptor, SOL_SOCKET, SO_ERROR, &code, &size)
      if code == 0 {
        connected(descriptor)
      } else {
        release()
        connect(to: others, after: String(cString: strerror(code)))
      }
    case .reading(let descriptor):
      if Int32(events) & POLLOUT != 0 { flush() }
      if Int32(events) & ~POLLOUT != 0, case .reading = phase { read(descriptor) }
    case .waiting, .resolving, .done: break
    }
  }

  func timePassed(_ now: Double) {
    switch phase {
    case .waiting: start()
    case .connecting(_, _, let others):
      release()
      connect(to: others, after: "no answer within \(limits.slowSeconds) seconds")
    case .resolving, .reading, .done: break
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
      connect(to: [address], after: "")
    case .tcp(let host, let port): resolve(HostPort(host: host, port: port))
    }
  }

  /// Looks the name up and connects. The system may take long over it, and all feeds share one thread.
  private func resolve(_ place: HostPort) {
    phase = .resolving
    let (loop, resolver) = (loop, resolver)
    Thread.detachNewThread { [self] in
      let found = Result { () throws(ListenError) in try resolver(place) }
      loop.perform { self.resolved(found) }
    }
  }

  private func resolved(_ found: Result<[SocketAddress], ListenError>) {
    switch found {
    case .success(let addresses): connect(to: addresses, after: "no address")
    case .failure(.unknownHost(_, let message)): cut(message)
    case .failure(let error): cut("\(error)")
    }
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
    #if canImport(Glibc)
      let descriptor = Glibc.open(path, flags)
    #else
      let descriptor = Darwin.open(path, flags)
    #endif
    guard descriptor >= 0 else {
      fail(String(cString: strerror(errno)))
      return
    }
    connected(descriptor)
  }

  /// Tries the first of the addresses; cut when none is left.
  private func connect(to addresses: [SocketAddress], after error: String) {
    guard let address = addresses.first else {
      cut(error)
      return
    }
    let others = Array(addresses.dropFirst())
    guard let descriptor = try? Socket.stream(address.family) else {
      connect(to: others, after: String(cString: strerror(errno)))
      return
    }
    #if canImport(Glibc)
      let result = address.withPointer { Glibc.connect(descriptor, $0, $1) }
    #else
      let result = address.withPointer { Darwin.connect(descriptor, $0, $1) }
    #endif
    if result == 0 {
      connected(descriptor)
    } else if errno == EINPROGRESS {
      phase = .connecting(descriptor, limit: loop.now + limits.slowSeconds, others: others)
    } else {
      let message = String(cString: strerror(errno))
      close(descriptor)
      connect(to: others, after: message)
    }
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
        splitter.receive(UnsafeRawBufferPointer(rebasing: buffer[..<count])) { take($0) }
      }
      return result
    }
    switch result {
    case .bytes: pause = Self.firstPause
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
    splitter.end { if !isProvider { take($0) } }
  }

  private func take(_ line: LineSplitter.Line) {
    lineCount += 1
    loop.lineCount += 1
    let now = loop.clock.date()
    switch line {
    case .whole(let bytes):
      guard bytes.contains(where: { $0 != 32 && $0 != 9 }) else { return }
      let line = Array(bytes)
      guard isSocket else { return take(push: line, at: now) }
      do throws(OfferProblem) {
        if let news = try subscription.take(line) {
          take(news, at: now)
        } else {
          take(push: line, at: now)
        }
      } catch {
        refuse(
          "Line \(lineCount), column 1: \(error.text).",
          fix: "See docs/queue.md for the lines of an offer.",
          line, at: now)
      }
    case .tooLong(let start):
      refuse(
        "Line \(lineCount), column 1: it is longer than \(limits.lineBytes) bytes.",
        fix: "Write one push a line, and end each line.", Array(start), at: now)
    }
  }

  private func take(push line: [UInt8], from place: FeedPlace? = nil, at now: Date) {
    do {
      var request = try PushLine.request(
        from: line, number: lineCount, numberOverall: loop.lineCount, source: name,
        receivedAt: now, freshID: freshIDs.next())
      request.feedPlace = place
      loop.emit(.push(request, reply: nil))
    } catch {
      badCount += 1
      loop.emit(.refused(error))
    }
  }

  private func refuse(_ because: String, fix: String, _ line: [UInt8], at now: Date) {
    badCount += 1
    loop.emit(
      .refused(
        Refusal(
          origin: Origin(wire: .line, transport: "\(name) line \(lineCount)", stream: lineCount),
          at: now, reason: Refusal.notJSON, because: because, fix: fix,
          body: Array(line.prefix(4096)))))
  }

  // MARK: A provider at the other end

  private func take(_ news: FeedSubscription.News, at now: Date) {
    switch news {
    case .offered(let provider):
      loop.emit(
        .offered(source, provider: provider, readsReports: subscription.readsReports))
    case .reported(let feed, let number): loop.emit(.reported(feed, through: number))
    case .push(let line, let place): take(push: line, from: place, at: now)
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
  func isSubscribed(to feed: FeedID) -> Bool {
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

  private var name: String {
    source == .standardInput ? "stdin" : source.description
  }

  private var isSocket: Bool {
    switch source {
    case .unix, .tcp: true
    case .standardInput, .file: false
    }
  }

  // MARK: Ends

  private func cut(_ error: String) {
    release()
    splitter.end { _ in }
    loop.keep(subscription.asked)
    subscription = FeedSubscription()
    if turnedAway != nil { pause = Self.longestPause }
    tell(.cut(error: turnedAway ?? error, retryIn: pause))
    phase = .waiting(until: loop.now + pause)
    pause = min(pause * 2, Self.longestPause)
  }

  private func finish() {
    release()
    tell(.ended(lines: lineCount, bad: badCount))
  }

  private func fail(_ error: String) {
    release()
    tell(.failed(error: error))
  }

  private func release() {
    if let descriptor, descriptor != STDIN_FILENO { close(descriptor) }
    phase = .done
  }

  private func tell(_ condition: FeedState.Condition) {
    loop.emit(.state(FeedState(source: source, condition: condition)))
  }
}
