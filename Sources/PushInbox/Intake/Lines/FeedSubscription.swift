import InboxModel

/// The phone's part of what is spoken with a provider on one connection (`docs/queue.md`, "Two processes"):
/// bytes to be sent, and what is asked for. It knows no socket.
struct FeedSubscription {
  /// The meaning of a line from the provider.
  enum News {
    /// Somebody offers: who it is.
    case offered(provider: ProviderID)
    /// A push line, and where it stands.
    case push([UInt8], StreamOffset)
    /// The provider has given less than the phone says it has: this much.
    case setBack(StreamID, to: [BundleID: Int])
    /// The provider keeps the phone's reports up to this one.
    case reported(StreamID, through: Int)
    /// A request was answered: these pushes will be repeated.
    case answered(RepeatRequest, coming: [Int])
    /// The provider closes the connection, and says why.
    case turnedAway(String)
    /// Nothing that matters.
    case nothing
  }

  /// The bytes to send.
  var output = SendBuffer()
  /// The provider; nil until it is known: then nothing is written.
  private(set) var provider: ProviderID?
  /// Whether the provider reads how pushes arrive.
  private(set) var readsReports = false
  /// As what it has subscribed; nil before.
  private(set) var device: PhoneID?
  /// The pending requests, oldest first.
  private(set) var asked: [RepeatRequest] = []
  private var isFirstLine = true

  /// Bytes that may wait to be sent: beyond that the provider does not read.
  static let outputLimit = 1 << 20

  /// Takes a line.
  ///
  /// - Returns: nil for a push line, which is all that a plain sender writes.
  mutating func receive(_ line: [UInt8]) throws(RelayProblem) -> News? {
    guard isFirstLine || provider != nil else { return nil }
    let wasFirst = isFirstLine
    isFirstLine = false
    guard let line = try RelayLine.read(line) else { return nil }
    if case .offer(let name, let arrivals) = line {
      guard wasFirst else { return .nothing }
      provider = name
      readsReports = arrivals
      return .offered(provider: name)
    }
    guard let provider else { return nil }
    if case .error(let text) = line { return .turnedAway(text) }
    // Before it is known for whom it is it can be for nobody.
    guard let device else { return .nothing }
    switch line {
    case .offer, .error: return .nothing
    case .delivery(let app, let position, let isRepeat, let sent, let push):
      var place = StreamOffset(
        provider: provider, device: device, app: app, position: position, isRepeat: isRepeat)
      place.sentAt = sent?.at
      place.waited = sent?.waited ?? 0
      return .push(push, place)
    case .arrivals(let number):
      return .reported(StreamID(provider: provider, device: device), through: number)
    case .begin(let positions):
      return .setBack(StreamID(provider: provider, device: device), to: positions)
    case .repeated(let app, let numbers, let coming):
      let isMeant = { (request: RepeatRequest) in
        request.queue.app == app && request.positions == numbers
      }
      guard let place = asked.firstIndex(where: isMeant) else { return .nothing }
      return .answered(asked.remove(at: place), coming: coming)
    }
  }

  /// Subscribes: what the phone has of this provider is known.
  ///
  /// - Parameter stream: the store from which it reports how pushes arrive.
  mutating func subscribe(
    _ device: PhoneID, _ last: [BundleID: Int], stream: String? = nil, to provider: ProviderID
  ) {
    // Another one may offer there by now.
    guard provider == self.provider, self.device == nil else { return }
    self.device = device
    output.bytes +=
      RelayMessage.subscribe(device: device, last: last, arrivals: readsReports ? stream : nil)
      .bytes
  }

  /// Says what the phone keeps.
  mutating func acknowledge(_ positions: [BundleID: Int]) {
    output.bytes += RelayMessage.acknowledge(positions).bytes
  }

  /// Reports how pushes arrived.
  mutating func report(_ reports: [ArrivalReport]) {
    output.bytes += RelayMessage.acknowledge([:], arrivals: reports).bytes
  }

  /// Asks for pushes that did not come.
  mutating func ask(_ request: RepeatRequest) {
    asked.append(request)
    output.bytes += RelayMessage.again(request.queue.app, request.positions).bytes
  }
}
