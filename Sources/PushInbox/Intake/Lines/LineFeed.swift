import Foundation
import InboxModel

/// A source of push lines (`docs/guides/feeds.md`): standard input, a FIFO or a socket. A lost
/// socket connection is made again.
// Sendable: created and used on the loop's thread only.
final class LineFeed: ConnectedFeed, @unchecked Sendable {
  let source: FeedSource
  let limits: ConnectionLimits
  private let options: FeedOptions
  private let resolver: Dialer.Resolver
  unowned let loop: IntakeLoop
  var connection: FeedConnection
  private var splitter: LineSplitter
  private(set) var lines: FeedLines
  /// The relay subscription on this connection.
  private var subscription = FeedSubscription()
  /// The reason for which a provider closed the connection; the next attempt waits longer.
  private var turnedAway: String?

  init(
    _ source: FeedSource, options: FeedOptions = FeedOptions(), limits: ConnectionLimits,
    resolver: @escaping Dialer.Resolver = Dialer.system, loop: IntakeLoop
  ) {
    self.source = source
    self.limits = limits
    self.options = options
    self.resolver = resolver
    self.loop = loop
    splitter = LineSplitter(limit: limits.lineBytes)
    lines = FeedLines(source, limits: limits, loop: loop)
    connection = FeedConnection(start: loop.now)
  }

  deinit {
    release()
  }

  // MARK: Opening

  var hasOutput: Bool { subscription.output.waiting > 0 }

  func connect() {
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
      dial(HostPort(host: host, port: port), options, with: resolver)
    case .http: fail("it is read by another feed")
    }
  }

  private func open(_ path: String) {
    var status = stat()
    guard stat(path, &status) == 0 else {
      fail(String(cString: strerror(errno)))
      return
    }
    // A FIFO that is also open for writing never ends, so that one writer can follow another.
    let isFIFO = status.st_mode & S_IFMT == S_IFIFO
    let flags = (isFIFO ? O_RDWR | O_NONBLOCK : O_RDONLY) | O_CLOEXEC
    let descriptor = Platform.openFile(path, flags)
    guard descriptor >= 0 else {
      fail(String(cString: strerror(errno)))
      return
    }
    connected(descriptor)
  }

  func connected(_ descriptor: Int32) {
    connection.phase = .open(descriptor)
    subscription = FeedSubscription()
    turnedAway = nil
    report(.connected)
  }

  // MARK: Reading

  func read(_ descriptor: Int32) {
    let result = withUnsafeTemporaryAllocation(byteCount: 64 << 10, alignment: 16) { buffer in
      let result = Socket.read(descriptor, into: buffer)
      if case .bytes(let count) = result {
        splitter.receive(UnsafeRawBufferPointer(rebasing: buffer[..<count])) { receive($0) }
      }
      return result
    }
    switch result {
    case .bytes: connection.pause.reset()
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

  /// Handles the end of the input. A last line without a line end counts, but not that of a
  /// provider, which sends it again.
  private func endLines() {
    let isProvider = subscription.provider != nil
    splitter.end { if !isProvider { receive($0) } }
  }

  private func receive(_ line: LineSplitter.Line) {
    lines.countLine()
    do throws(RelayProblem) {
      if isSocket, case .whole(let bytes) = line, !FeedLines.isBlank(bytes),
        let news = try subscription.receive(Array(bytes))
      {
        handle(news)
      } else if let item = lines.item(for: line) {
        loop.emit(item)
      }
    } catch {
      guard case .whole(let bytes) = line else { return }
      loop.emit(
        lines.rejection(
          error.text, fix: "Correct the line, or the provider that writes it.", Array(bytes)))
    }
  }

  // MARK: A provider at the other end

  private func handle(_ news: FeedSubscription.News) {
    switch news {
    case .offered(let provider):
      loop.emit(.offered(source, provider: provider, readsReports: subscription.readsReports))
    case .reported(let feed, let number): loop.emit(.reported(feed, through: number))
    case .push(let line, let place): loop.emit(lines.push(line, from: place))
    case .setBack(let feed, let positions): loop.emit(.setBack(source, feed, to: positions))
    case .answered(let request, let coming):
      loop.emit(.repeatsAnswered(request, coming: coming))
    case .turnedAway(let text): turnedAway = PlainText.clean(text)
    case .nothing: break
    }
  }

  /// Whether the feed is subscribed to this provider.
  func isSubscribed(to provider: ProviderID) -> Bool {
    subscription.device != nil && subscription.provider == provider
  }

  /// Whether the feed is subscribed to this provider for the stream's device.
  func isSubscribed(to feed: StreamID) -> Bool {
    subscription.device == feed.device && subscription.provider == feed.provider
  }

  /// Reconnects to a provider immediately.
  func subscribeAnew() {
    guard case .open = connection.phase, subscription.provider != nil else { return }
    release()
    splitter.end { _ in }
    subscription = FeedSubscription()
    connection.phase = .waiting(until: loop.now)
  }

  /// Sends a message to the provider.
  func write(_ change: (inout FeedSubscription) -> Void) {
    guard case .open = connection.phase else { return }
    change(&subscription)
    flush()
  }

  func flush() {
    guard case .open(let descriptor) = connection.phase else { return }
    while subscription.output.waiting > 0 {
      // Bytes that the provider has sent can still be read when it accepts no more.
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

  func cut(_ error: String) {
    release()
    splitter.end { _ in }
    loop.retain(subscription.asked)
    subscription = FeedSubscription()
    reconnect(
      after: turnedAway == nil ? connection.pause.next() : ReconnectPause.longest,
      because: turnedAway ?? error)
  }
}
