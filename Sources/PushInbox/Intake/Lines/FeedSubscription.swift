import InboxModel

/// The phone's side of the relay protocol on one connection (`docs/reference/relay.md`):
/// bytes to send, and pending requests. It has no access to the socket.
struct FeedSubscription {
  /// The meaning of a received line.
  enum News {
    /// A provider identified itself.
    case offered(provider: ProviderID)
    /// A push line with its offset in the stream.
    case push([UInt8], StreamOffset)
    /// The provider's last positions are lower than those that the phone reported.
    case setBack(StreamID, to: [BundleID: Int])
    /// The provider has stored the phone's reports up to this one.
    case reported(StreamID, through: Int)
    /// The response to a request for missed pushes: these numbers will be repeated.
    case answered(RepeatRequest, coming: [Int])
    /// The provider closes the connection, with its reason.
    case turnedAway(String)
    /// A line without an effect.
    case nothing
  }

  /// The bytes to send.
  var output = SendBuffer()
  /// The provider; nil until it is known. Nothing is sent before.
  private(set) var provider: ProviderID?
  /// Whether the provider reads arrival reports.
  private(set) var readsReports = false
  /// The identifier under which the phone has subscribed; nil before.
  private(set) var device: PhoneID?
  /// The pending requests for missed pushes, oldest first.
  private(set) var asked: [RepeatRequest] = []
  private var isFirstLine = true

  /// The maximum number of bytes that wait to be sent; a provider that lets more wait does not
  /// read.
  static let outputLimit = 1 << 20

  /// Handles a line.
  ///
  /// - Returns: nil for a push line of a plain sender, whose lines are all pushes.
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
    // Before the subscription the recipient of a push is unknown.
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

  /// Subscribes with the positions that the phone has of this provider.
  ///
  /// - Parameter stream: The identifier of the store from which arrival reports are sent.
  mutating func subscribe(
    _ device: PhoneID, _ last: [BundleID: Int], stream: String? = nil, to provider: ProviderID
  ) {
    // By now another provider may be at this address.
    guard provider == self.provider, self.device == nil else { return }
    self.device = device
    output.bytes +=
      RelayMessage.subscribe(device: device, last: last, arrivals: readsReports ? stream : nil)
      .bytes
  }

  /// Reports the positions up to which pushes are stored.
  mutating func acknowledge(_ positions: [BundleID: Int]) {
    output.bytes += RelayMessage.acknowledge(positions).bytes
  }

  /// Reports the arrival of pushes.
  mutating func report(_ reports: [ArrivalReport]) {
    output.bytes += RelayMessage.acknowledge([:], arrivals: reports).bytes
  }

  /// Requests missed pushes.
  mutating func ask(_ request: RepeatRequest) {
    asked.append(request)
    output.bytes += RelayMessage.again(request.queue.app, request.positions).bytes
  }
}
