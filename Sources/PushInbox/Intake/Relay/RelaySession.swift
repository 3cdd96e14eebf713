import Foundation
import InboxModel

/// A connection to the relay, and the phone that subscribed on it.
final class RelaySession: EventLoopHandler {
  private enum Phase {
    case open
    /// The last line was queued. Closes when it is sent and the other side has closed, at the
    /// latest at this time.
    case ending(until: Double)
    case closed
  }

  let number: Int
  /// The phone's device identifier; nil before the subscription.
  private(set) var device: PhoneID?

  private let socket: Int32
  private let relay: Relay
  private var phase = Phase.open
  private let start: Double
  private var splitter = LineSplitter(limit: RelaySession.lineBytes)
  private var lineCount = 0
  private var output = SendBuffer()
  /// The phone's positions at the time of its subscription.
  private var beyond: [BundleID: Int] = [:]
  /// The last push that was sent or skipped.
  private var last = NotificationID(rawValue: 0)
  /// Whether the subscription was accepted.
  private var isWelcome = false
  private var isAsking = false
  private var hasMore = false
  /// The requests for missed pushes, oldest first, each read separately.
  private var missed: [(app: BundleID, numbers: [Int])] = []
  private var isRepeating = false

  /// The maximum length in bytes of a line from a phone.
  private static let lineBytes = 64 << 10
  /// The bytes of waiting output from which no pushes are requested and no input is read.
  private static let outputLimit = 256 << 10
  /// The requests for missed pushes from which no input is read.
  private static let mostMissed = 16

  init(number: Int, descriptor: Int32, relay: Relay) {
    self.number = number
    self.relay = relay
    socket = descriptor
    start = relay.loop.now
  }

  /// Sends the first line, which identifies the relay.
  func greet() {
    send(.offer(provider: relay.provider, arrivals: true))
  }

  // MARK: EventLoopHandler

  var isOpen: Bool { if case .open = phase { true } else { false } }
  var isDone: Bool { if case .closed = phase { true } else { false } }
  var descriptor: Int32? { isDone ? nil : socket }

  var interest: Int16 {
    var events: Int32 = output.waiting > 0 ? POLLOUT : 0
    switch phase {
    case .open:
      if relay.loop.mayRead, output.waiting < Self.outputLimit, missed.count < Self.mostMissed {
        events |= POLLIN
      }
    case .ending: events |= POLLIN
    case .closed: break
    }
    return Int16(events)
  }

  var deadline: Double? {
    switch phase {
    // A phone whose socket we do not read is not slow.
    case .open where device == nil && relay.loop.mayRead:
      max(start, relay.loop.lastHeld) + relay.limits.slowSeconds
    case .open: nil
    case .ending(let until): until
    case .closed: nil
    }
  }

  func timePassed(_ now: Double) {
    switch phase {
    case .open:
      end(
        "no subscribe line was received within \(Int(relay.limits.slowSeconds)) seconds; "
          + #"write {"subscribe":{"device":"NAME"}} first"#)
    case .ending, .closed: close()
    }
  }

  func ready(_ events: Int16) {
    if Int32(events) & POLLOUT != 0 { flush() }
    guard Int32(events) & (POLLIN | POLLHUP | POLLERR) != 0, !isDone else { return }
    switch Socket.read(socket, into: relay.buffer) {
    case .bytes(let count):
      guard case .open = phase else { return }
      splitter.receive(UnsafeRawBufferPointer(rebasing: relay.buffer[..<count])) { receive($0) }
    case .nothingYet: break
    case .end, .failed: close()
    }
  }

  // MARK: Lines

  private func receive(_ line: LineSplitter.Line) {
    guard case .open = phase else { return }
    lineCount += 1
    switch line {
    case .whole(let bytes):
      guard bytes.contains(where: { $0 != 32 && $0 != 9 }) else { return }
      do throws(RelayProblem) {
        try handle(RelayMessage.read(Array(bytes)))
      } catch {
        end("line \(lineCount): \(error.text)")
      }
    case .tooLong: end("line \(lineCount): it is longer than \(Self.lineBytes) bytes; split it")
    }
  }

  private func handle(_ line: RelayMessage) {
    switch (line, device) {
    case (.subscribe(let device, let last, let stream), nil):
      self.device = device
      beyond = last
      hasMore = true
      request(.subscribe(last: last, connected: relay.subscribed(self), stream: stream))
    case (.subscribe, _): end("line \(lineCount): it has subscribed already; open a new connection")
    case (.acknowledge(let positions, let reports), .some):
      if !positions.isEmpty || reports.isEmpty { request(.acknowledge(positions)) }
      if !reports.isEmpty { request(.report(reports)) }
    case (.again(let app, let numbers), .some):
      missed.append((app, numbers))
      askAgain()
    case (.unknown, _): break
    case (.acknowledge, nil), (.again, nil):
      end(#"line \#(lineCount): write {"subscribe":{"device":"NAME"}} first"#)
    }
  }

  private func request(_ matter: RelayRequest.Matter) {
    guard let device else { return }
    relay.loop.emit(.offer(RelayRequest(session: number, device: device, matter: matter)))
  }

  // MARK: Output

  /// Starts to send to the subscribed phone, or rejects it.
  func begin(with welcome: RelayWelcome) {
    switch welcome {
    case .refused(let problem): end(problem)
    case .taken(let begin, let reported):
      isWelcome = true
      if let reported { send(.arrivals(through: reported)) }
      beyond.merge(begin) { $1 }
      if !begin.isEmpty { send(.begin(begin)) }
      ask()
    }
  }

  /// Confirms that the phone's reports up to a number are stored.
  func confirm(through number: Int) {
    send(.arrivals(through: number))
  }

  /// Handles new pushes.
  func wake() {
    hasMore = true
    ask()
  }

  /// Requests the next pushes from the runtime, if there are any and there is room.
  private func ask() {
    guard case .open = phase, isWelcome, hasMore, !isAsking,
      output.waiting < Self.outputLimit
    else { return }
    isAsking = true
    hasMore = false
    request(.more(after: last, beyond: beyond))
  }

  /// Sends the pushes that were requested.
  func deliver(_ batch: RelayBatch) {
    isAsking = false
    last = batch.last
    if !batch.isEnd { hasMore = true }
    send(batch, isRepeat: false)
    ask()
  }

  /// Requests the next missed pushes from the runtime, if there is room.
  private func askAgain() {
    guard case .open = phase, !isRepeating, !missed.isEmpty, output.waiting < Self.outputLimit
    else { return }
    isRepeating = true
    let next = missed.removeFirst()
    request(.again(next.app, next.numbers))
  }

  /// Sends missed pushes.
  func deliver(_ again: RelayBatch, of app: BundleID, asked: [Int]) {
    isRepeating = false
    let coming = again.pushes.compactMap(\.place.number)
    send(.repeated(app: app, asked: asked, coming: coming))
    send(again, isRepeat: true)
    askAgain()
  }

  private func send(_ batch: RelayBatch, isRepeat: Bool) {
    guard case .open = phase else { return }
    for push in batch.pushes {
      output.bytes += push.line(isRepeat: isRepeat)
    }
    flush()
  }

  private func send(_ line: RelayLine) {
    guard case .open = phase else { return }
    output.bytes += line.bytes
    flush()
  }

  private func flush() {
    while output.waiting > 0 {
      guard let count = output.send(to: socket) else { return close() }
      if count == 0 { return }
    }
    if case .ending = phase { shutdown(socket, Int32(SHUT_WR)) } else { askForMore() }
  }

  /// Requests more from the runtime after output was sent.
  private func askForMore() {
    ask()
    askAgain()
  }

  // MARK: The end

  /// Sends the reason, and closes.
  func end(_ problem: String) {
    send(.error(problem))
    guard case .open = phase else { return }
    phase = .ending(until: relay.loop.now + relay.limits.lingerSeconds)
    flush()
  }

  /// Closes the socket immediately.
  func close() {
    guard !isDone else { return }
    phase = .closed
    Socket.close(socket)
    relay.forget(number)
  }
}
