import Foundation

/// A line from a provider, one JSON object (`docs/queue.md`, "Two processes").
public enum RelayLine: Equatable, Sendable {
  /// The first line: who offers, and whether it reads how pushes arrive. Before it a phone says
  /// nothing.
  case offer(provider: ProviderID, arrivals: Bool = false)
  /// A push, as a push line.
  case delivery(app: BundleID, position: Int, isRepeat: Bool, sent: SendTime? = nil, push: [UInt8])
  /// Which of the numbers asked for are sent again; they follow.
  case repeated(app: BundleID, asked: [Int], coming: [Int])
  /// Up to where the phone has them, by app, where it has said more than it was ever given.
  case begin([BundleID: Int])
  /// The number of the last report that it keeps.
  case arrivals(through: Int)
  /// Why it closes the connection.
  case error(String)

  /// When a push was accepted, by the provider's clock, and how long it waited there.
  public struct SendTime: Equatable, Sendable {
    /// When it was accepted.
    public var at: Date
    /// Seconds until it was sent.
    public var waited: TimeInterval

    /// Names both.
    public init(at: Date, waited: TimeInterval) {
      self.at = at
      self.waited = waited
    }
  }

  /// The version of the protocol.
  static let version = 1

  /// Reads a line.
  ///
  /// - Returns: nil for what is no line of the protocol: a push line.
  /// - Throws: ``RelayProblem`` for one that is, and cannot be understood.
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

  /// The line, with its end.
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
    case .error(let text): JSONWriter.append(["error": .string(text)], to: &bytes)
    }
    bytes.append(UInt8(ascii: "\n"))
    return bytes
  }
}

/// A line from a phone to a provider.
public enum RelayMessage: Equatable, Sendable {
  /// Its name, the highest position it keeps, by app, and the store from which it reports how
  /// pushes arrive; nil reports nothing.
  case subscribe(device: PhoneID, last: [BundleID: Int], arrivals: String? = nil)
  /// It keeps all up to these positions; and how pushes arrived.
  case acknowledge([BundleID: Int], arrivals: [ArrivalReport] = [])
  /// It misses pushes with these numbers.
  case again(BundleID, [Int])
  /// Something this version does not know.
  case unknown

  /// The most numbers of one request.
  public static let mostAsked = 2000
  /// The most reports of one line.
  public static let mostReports = 100

  /// Reads a line.
  ///
  /// - Throws: ``RelayProblem`` that says what is wrong with it.
  public static func read(_ line: [UInt8]) throws(RelayProblem) -> RelayMessage {
    let root: JSONValue
    do throws(JSONError) {
      root = try JSONReader.read(line).root
    } catch {
      throw RelayProblem("column \(error.column): \(error.problem); write one JSON object a line")
    }
    guard let object = root.object else {
      throw RelayProblem("it is \(root.kind); write one JSON object a line")
    }
    if let subscribe = object["subscribe"] { return try read(subscribe: subscribe) }
    if let kept = object["ack"] {
      return .acknowledge(try kept.counts("ack"), arrivals: try reports(object["arrivals"]))
    }
    if let again = object["repeat"] {
      guard let app = again["app"]?.string, let numbers = again["positions"]?.positions,
        numbers.count <= mostAsked
      else {
        throw RelayProblem(
          "repeat needs app and positions, \(mostAsked) whole numbers from 1 at most")
      }
      return .again(BundleID(app), numbers)
    }
    return .unknown
  }

  private static func reports(_ json: JSONValue?) throws(RelayProblem) -> [ArrivalReport] {
    guard let json else { return [] }
    let reports = json.array?.compactMap(ArrivalReport.init)
    guard let reports, reports.count == json.array?.count, reports.count <= mostReports else {
      throw RelayProblem(
        "arrivals is not a list of \(mostReports) reports at most, each with n, app, position, "
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

  /// The line, with its end.
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
  /// Reads what a delivery says of it; nil where it says nothing that can be read.
  fileprivate init?(_ delivery: JSONValue) {
    guard let at = delivery["sentAt"]?.string.flatMap(Timestamp.date) else { return nil }
    let waited = delivery["waited"]?.double ?? 0
    self.init(at: at, waited: min(max(0, waited), TimeSpan.century))
  }
}

/// Why a line of the offer's protocol cannot be understood, with what to do.
public struct RelayProblem: Error, Equatable, Sendable {
  /// The sentence, without its end.
  public var text: String

  init(_ text: String) { self.text = text }
}

extension JSONValue {
  fileprivate init(counts: [BundleID: Int]) {
    self = .object(JSONObject(sorted: counts.map { ($0.key.text, JSONValue($0.value)) }))
  }

  /// Positions by app; `key` is what errors call it.
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

  /// A place in a numbering.
  fileprivate func position(from least: Int = 1) -> Int? {
    int.flatMap { (least...Payload.lastPosition).contains($0) ? $0 : nil }
  }

  fileprivate var positions: [Int]? {
    guard let array else { return nil }
    let positions = array.compactMap { $0.position() }
    return positions.count == array.count ? positions : nil
  }
}
