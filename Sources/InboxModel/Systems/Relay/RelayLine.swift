import Foundation

/// A line from a provider, one JSON object (`docs/reference/relay.md`).
public enum RelayLine: Equatable, Sendable {
  /// The first line: the provider, and whether it accepts reports. The phone sends nothing before
  /// it.
  case offer(provider: ProviderID, arrivals: Bool = false)
  /// A push, as a push line.
  case delivery(app: BundleID, position: Int, isRepeat: Bool, sent: SendTime? = nil, push: [UInt8])
  /// The requested numbers and those of them that are sent again, which follow.
  case repeated(app: BundleID, asked: [Int], coming: [Int])
  /// The positions to begin after, by app, if the phone named higher ones than it was given.
  case begin([BundleID: Int])
  /// The number of the last report that the provider has stored.
  case arrivals(through: Int)
  /// The reason for which the provider closes the connection.
  case error(String)

  /// The moment of a push's acceptance, by the provider's clock, and its wait there.
  public struct SendTime: Equatable, Sendable {
    /// The moment of acceptance.
    public var at: Date
    /// The wait until it was sent, in seconds.
    public var waited: TimeInterval

    /// Makes a send time.
    public init(at: Date, waited: TimeInterval) {
      self.at = at
      self.waited = waited
    }
  }

  /// The version of the protocol.
  static let version = 1

  /// Parses a line.
  ///
  /// - Returns: Nil for a line outside the protocol, which is a push line.
  /// - Throws: ``RelayProblem`` for an invalid line of the protocol.
  public static func read(_ line: [UInt8]) throws(RelayProblem) -> RelayLine? {
    guard let document = try? JSONReader.read(line), let root = document.root.object else {
      return nil
    }
    if let offer = root["offer"] {
      guard offer["v"]?.int == version else {
        throw RelayProblem(
          "the provider's offer is not of version \(version); update the older one")
      }
      guard let provider = offer["provider"]?.string, provider.utf8.count <= 32,
        DeviceToken(hex: provider) != nil
      else { throw RelayProblem("the provider's identifier is not 2 to 32 hex digits") }
      return .offer(
        provider: ProviderID(provider), arrivals: offer["arrivals"]?.bool == true)
    }
    if let delivery = root.member("delivery") {
      guard let app = delivery.value["app"]?.string, !app.isEmpty,
        let position = delivery.value["position"]?.position(),
        let push = delivery.value.object?.member("push")
      else { throw RelayProblem("a delivery needs app, position and push") }
      return .delivery(
        app: BundleID(app), position: position,
        isRepeat: delivery.value["repeat"]?.bool == true, sent: SendTime(delivery.value),
        push: Array(line[push.valueOffset..<push.valueEnd]))
    }
    if let repeated = root["repeated"] {
      guard let app = repeated["app"]?.string, let asked = repeated["asked"]?.positions,
        let coming = repeated["coming"]?.positions
      else { throw RelayProblem("repeated needs app, asked and coming") }
      return .repeated(app: BundleID(app), asked: asked, coming: coming)
    }
    if let begin = root["begin"] { return .begin(try begin.counts("begin")) }
    if let last = root["arrivals"] {
      guard let number = last.position(from: 0) else {
        throw RelayProblem("arrivals is \(last.kind), not the number of a report")
      }
      return .arrivals(through: number)
    }
    return root["error"]?.string.map { .error($0) }
  }

  /// The line with its terminator.
  public var bytes: [UInt8] {
    var bytes: [UInt8] = []
    switch self {
    case .offer(let provider, let arrivals):
      var offer: JSONObject = [
        "v": JSONValue(Self.version), "provider": .string(provider.text),
      ]
      if arrivals { offer["arrivals"] = true }
      JSONWriter.append(["offer": .object(offer)], to: &bytes)
    case .delivery(let app, let position, let isRepeat, let sent, let push):
      bytes += Array(#"{"delivery":{"app":"#.utf8)
      JSONWriter.append(string: app.text, to: &bytes)
      bytes += Array(#","position":\#(position),"#.utf8)
      if isRepeat { bytes += Array(#""repeat":true,"#.utf8) }
      if let sent {
        let waited = JSONNumber((max(0, sent.waited) * 1000).rounded() / 1000).text
        bytes += Array(#""sentAt":"\#(Timestamp.text(sent.at))","waited":\#(waited),"#.utf8)
      }
      bytes += Array(#""push":"#.utf8) + push + Array("}}".utf8)
    case .repeated(let app, let asked, let coming):
      JSONWriter.append(
        [
          "repeated": [
            "app": .string(app.text), "asked": .array(asked.map { JSONValue($0) }),
            "coming": .array(coming.map { JSONValue($0) }),
          ]
        ], to: &bytes)
    case .arrivals(let number): JSONWriter.append(["arrivals": JSONValue(number)], to: &bytes)
    case .begin(let positions):
      JSONWriter.append(["begin": JSONValue(counts: positions)], to: &bytes)
    case .error(let text):
      // It quotes a line of the other end.
      JSONWriter.append(["error": .string(text)], printable: true, to: &bytes)
    }
    bytes.append(UInt8(ascii: "\n"))
    return bytes
  }
}

/// A line from a phone to a provider.
public enum RelayMessage: Equatable, Sendable {
  /// The phone's identifier, the highest positions it has stored, by app, and the store from which
  /// it reports outcomes; nil for no reports.
  case subscribe(device: PhoneID, last: [BundleID: Int], arrivals: String? = nil)
  /// The phone has stored all pushes up to these positions; with reports of outcomes.
  case acknowledge([BundleID: Int], arrivals: [ArrivalReport] = [])
  /// The phone is missing pushes with these numbers.
  case again(BundleID, [Int])
  /// A message that is unknown to this version.
  case unknown

  /// The maximum number of sequence numbers in one request.
  public static let maximumAsked = 2000
  /// The maximum number of reports in one line.
  public static let maximumReports = 100

  /// Parses a line.
  ///
  /// - Throws: ``RelayProblem`` with the problem of an invalid line.
  public static func read(_ line: [UInt8]) throws(RelayProblem) -> RelayMessage {
    let root: JSONValue
    do throws(JSONError) {
      root = try JSONReader.read(line).root
    } catch {
      throw RelayProblem("column \(error.column): \(error.problem); write one JSON object per line")
    }
    guard let object = root.object else {
      throw RelayProblem("it is \(root.kind); write one JSON object per line")
    }
    if let subscribe = object["subscribe"] { return try read(subscribe: subscribe) }
    if let kept = object["ack"] {
      return .acknowledge(try kept.counts("ack"), arrivals: try reports(object["arrivals"]))
    }
    if let again = object["repeat"] {
      guard let app = again["app"]?.string, let numbers = again["positions"]?.positions,
        numbers.count <= maximumAsked
      else {
        throw RelayProblem(
          "repeat needs app and positions, \(maximumAsked) whole numbers from 1 at most")
      }
      return .again(BundleID(app), numbers)
    }
    return .unknown
  }

  private static func reports(_ json: JSONValue?) throws(RelayProblem) -> [ArrivalReport] {
    guard let json else { return [] }
    let reports = json.array?.compactMap(ArrivalReport.init)
    guard let reports, reports.count == json.array?.count, reports.count <= maximumReports else {
      throw RelayProblem(
        "arrivals is not a list of \(maximumReports) reports at most, each with n, app, position, "
          + "sentAt and how")
    }
    return reports
  }

  private static func read(subscribe: JSONValue) throws(RelayProblem) -> RelayMessage {
    guard let device = subscribe["device"]?.string, QueueSettings.isDeviceID(device) else {
      throw RelayProblem("subscribe.device is not \(QueueSettings.deviceIDForm)")
    }
    let last = try subscribe["last"].map { value throws(RelayProblem) in
      try value.counts("subscribe.last")
    }
    let stream = subscribe["arrivals"].flatMap { $0.string ?? "" }
    guard stream.map({ (1...64).contains($0.utf8.count) }) ?? true else {
      throw RelayProblem("subscribe.arrivals is not a text of 1 to 64 bytes")
    }
    return .subscribe(device: PhoneID(device), last: last ?? [:], arrivals: stream)
  }

  /// The line with its terminator.
  public var bytes: [UInt8] {
    var root: JSONObject = [:]
    switch self {
    case .subscribe(let device, let last, let stream):
      var subscribe: JSONObject = [
        "device": .string(device.text), "last": JSONValue(counts: last),
      ]
      subscribe["arrivals"] = stream.map(JSONValue.string)
      root["subscribe"] = .object(subscribe)
    case .acknowledge(let kept, let reports):
      root["ack"] = JSONValue(counts: kept)
      if !reports.isEmpty { root["arrivals"] = .array(reports.map(\.json)) }
    case .again(let app, let numbers):
      root["repeat"] = [
        "app": .string(app.text), "positions": .array(numbers.map { JSONValue($0) }),
      ]
    case .unknown: break
    }
    var bytes: [UInt8] = []
    JSONWriter.append(.object(root), to: &bytes)
    bytes.append(UInt8(ascii: "\n"))
    return bytes
  }
}

extension RelayLine.SendTime {
  /// Parses the send time of a delivery; nil if it has none that is valid.
  fileprivate init?(_ delivery: JSONValue) {
    guard let at = delivery["sentAt"]?.string.flatMap(Timestamp.date) else { return nil }
    let waited = delivery["waited"]?.double ?? 0
    self.init(at: at, waited: min(max(0, waited), TimeSpan.century))
  }
}

/// The error of an invalid line of the relay protocol, with the correction.
public struct RelayProblem: Error, Equatable, Sendable {
  /// The sentence, without its full stop.
  public var text: String

  init(_ text: String) { self.text = text }
}

extension JSONValue {
  fileprivate init(counts: [BundleID: Int]) {
    self = .object(JSONObject(sorted: counts.map { ($0.key.text, JSONValue($0.value)) }))
  }

  /// Parses positions by app; `key` is their name in errors.
  fileprivate func counts(_ key: String) throws(RelayProblem) -> [BundleID: Int] {
    guard let object else {
      throw RelayProblem("\(key) is \(kind), not an object of positions by app")
    }
    var counts: [BundleID: Int] = [:]
    for member in object.members {
      guard let position = member.value.position(from: 0) else {
        throw RelayProblem("\(key), \(quoted(member.key)): a position is a whole number, 0 to 2^53")
      }
      counts[BundleID(member.key)] = position
    }
    return counts
  }

  fileprivate subscript(key: String) -> JSONValue? { object?[key] }

  /// Parses a position in a sequence; nil for an invalid one.
  fileprivate func position(from least: Int = 1) -> Int? {
    int.flatMap { (least...Payload.lastPosition).contains($0) ? $0 : nil }
  }

  fileprivate var positions: [Int]? {
    guard let array else { return nil }
    let positions = array.compactMap { $0.position() }
    return positions.count == array.count ? positions : nil
  }
}
