import Foundation

/// A phone's report to its provider about the delivery of one push
/// (`docs/reference/relay.md`).
public struct ArrivalReport: Equatable, Sendable {
  /// The number of the report: ascending, possibly with gaps.
  public var number: Int
  /// The app.
  public var app: BundleID
  /// The position of the push.
  public var position: Int
  /// The moment of acceptance, by the provider's clock.
  public var sentAt: Date
  /// The outcome; nil for one that is unknown to this version.
  public var outcome: DeliveryOutcome?

  /// Makes a report.
  public init(
    number: Int, app: BundleID, position: Int, sentAt: Date, outcome: DeliveryOutcome?
  ) {
    self.number = number
    self.app = app
    self.position = position
    self.sentAt = sentAt
    self.outcome = outcome
  }

  /// Parses a report; nil for anything else.
  public init?(_ json: JSONValue) {
    guard let object = json.object, let number = object["n"]?.int,
      let app = object["app"]?.string, !app.isEmpty, let position = object["position"]?.int,
      let sentAt = object["sentAt"]?.string.flatMap(Timestamp.date), let how = object["how"]?.string
    else { return nil }
    let positions = 1...Payload.lastPosition
    guard positions.contains(number), positions.contains(position) else { return nil }
    let late = object["late"]?.double.flatMap { (0...TimeSpan.century).contains($0) ? $0 : nil }
    if object["late"] != nil, late == nil { return nil }
    self.init(
      number: number, app: BundleID(app), position: position, sentAt: sentAt,
      outcome: DeliveryOutcome(how, cause: object["cause"]?.string, late: late))
  }

  /// The report as JSON.
  public var json: JSONValue {
    var object: JSONObject = [
      "n": JSONValue(number), "app": .string(app.text), "position": JSONValue(position),
      "sentAt": .string(Timestamp.text(sentAt)),
    ]
    if let outcome { object["how"] = .string(outcome.word) }
    if case .lost(let cause) = outcome { object["cause"] = .string(cause.rawValue) }
    if let late = outcome?.lateness { object["late"] = .number(JSONNumber(Double(late) / 1000)) }
    return .object(object)
  }
}

extension DeliveryOutcome {
  /// The value of `how`.
  fileprivate var word: String {
    switch self {
    case .atOnce: "atOnce"
    case .late: "late"
    case .recovered: "recovered"
    case .lost: "lost"
    case .rejected: "rejected"
    case .reportedMissing: "reportedMissing"
    case .found: "found"
    case .repeated: "repeated"
    case .replaced: "replaced"
    case .readable: "readable"
    case .duplicate: "duplicate"
    }
  }

  /// Parses an outcome; nil for one that is unknown to this version.
  fileprivate init?(_ word: String, cause: String?, late seconds: TimeInterval?) {
    let milliseconds = Int(((seconds ?? 0) * 1000).rounded())
    switch word {
    case "late": self = .late(milliseconds: milliseconds)
    case "recovered": self = .recovered(milliseconds: milliseconds)
    case "lost":
      guard let cause = cause.flatMap(Cause.init(rawValue:)) else { return nil }
      self = .lost(cause)
    default:
      let others: [DeliveryOutcome] = [
        .atOnce, .rejected, .reportedMissing, .found, .repeated, .replaced, .readable, .duplicate,
      ]
      guard let outcome = others.first(where: { $0.word == word }) else { return nil }
      self = outcome
    }
  }
}
