/// The detection of missing pushes in an app's service extension: the state of one sequence, and
/// the eleven steps of the algorithm (`docs/reference/queue.md`).
public struct GapDetector: Equatable, Sendable {
  /// The last sequence number; nil if none is known.
  public private(set) var last: Int?
  /// The device that the number belongs to; nil if none is known.
  public private(set) var deviceID: PhoneID?
  /// The requested sequence numbers that have not arrived yet, ascending. The corrected rule
  /// requests them again.
  public private(set) var missing: [Int] = []

  /// The pushes whose text was replaced by the number of missing ones, oldest first. A duplicate
  /// shows that number too, since it would be lost otherwise.
  private(set) var reported: [ReportedGap] = []
  /// The latest repeat requests, oldest first.
  private var bursts: [Burst] = []

  /// The maximum number of missing sequence numbers; beyond it the lowest are dropped.
  static let maximumMissing = 1000
  /// The maximum number of recorded pushes whose text was replaced.
  static let maximumReported = 16
  /// The maximum number of repeat requests that wait for late responses.
  static let maximumBursts = 4

  /// The pushes of one repeat request, of which one alerts for all (`queue.catchUp`).
  struct Burst: Equatable, Sendable {
    /// The push that revealed the gap.
    var id = NotificationID(rawValue: 0)
    /// The sequence numbers that are sent again; until the provider responds, those that were
    /// requested.
    var positions: [Int] = []
    /// Whether one of the pushes has alerted.
    var hasAlerted = false
  }

  /// A push that shows the number of missing ones before it.
  struct ReportedGap: Equatable, Sendable {
    var position = 0
    var missed = 0
  }

  /// Makes a detector that has seen no push.
  public init() {}

  init(last: Int?, deviceID: PhoneID?, missing: [Int] = []) {
    self.last = last
    self.deviceID = deviceID
    self.missing = missing
  }

  /// The finding about a push's sequence number.
  public typealias Finding = GapFinding

  /// The parameters of the algorithm for a push.
  struct Terms {
    var deviceID: PhoneID
    var rule: QueueSettings.CountingRule
    var most: Int
  }

  /// Performs steps 1 to 9 for a push that arrived; returns nil if no queue has numbered it. Step
  /// 2, the reception, is the push's own event.
  mutating func process(_ mark: QueueMark, _ terms: Terms) -> Finding? {
    if mark == .none { return nil }
    if deviceID != terms.deviceID { self = GapDetector(last: nil, deviceID: terms.deviceID) }
    guard case .position(let position, let hash) = mark else { return .unreadable }
    guard hash == DeviceHash.text(terms.deviceID) else { return .otherDevice }
    missing.removeAll { $0 == position }
    guard let last else {
      self.last = position
      return .first
    }
    if let copied = reported.last(where: { $0.position == position }) {
      return .tooMany(copied.missed)
    }
    let missed = position - last - 1
    guard missed > 0 else {
      if missed < 0 { return .late(last - position) }
      if terms.rule == .corrected { self.last = position }
      return .inOrder
    }
    self.last = position
    guard missed <= terms.most else {
      recordMissed(missed, at: position, terms.rule)
      return .tooMany(missed)
    }
    // They are recorded before the request, so that a phone that was killed in between requests
    // them again.
    if terms.rule == .corrected {
      missing = (missing + (position - missed..<position)).suffix(Self.maximumMissing)
    }
    return .gap(missed)
  }

  /// Returns the sequence numbers to request because of a push: its gap, and earlier requested ones
  /// that have not arrived (XIV-33).
  func wanted(for finding: Finding, at position: Int) -> [Int] {
    switch finding {
    case .gap(let missed):
      missing.filter { $0 < position - missed } + (position - missed..<position)
    case .inOrder: missing
    default: []
    }
  }

  /// Handles the response to a request: the numbers that are sent again; nil if the request failed.
  mutating func settle(
    _ finding: Finding, at position: Int, asked: [Int], coming: [Int]?,
    _ rule: QueueSettings.CountingRule
  ) -> Finding {
    if rule == .corrected, let coming {
      // Numbers that cannot be sent again are not requested again.
      missing = Array(
        Set(missing).subtracting(asked).union(coming).sorted().suffix(Self.maximumMissing))
    }
    guard case .gap(let missed) = finding else { return finding }
    // The push shows that they are missing, so they are no longer awaited.
    if coming == nil { missing.removeAll { (position - missed..<position).contains($0) } }
    let count = coming?.count { $0 >= position - missed }
    if let count, count > 0 { return .repeated(missed, coming: count) }
    recordMissed(missed, at: position, rule)
    return count == nil ? .failed(missed) : .gone(missed)
  }

  // MARK: Bursts

  /// Records a repeat request, replacing an older one of the same push.
  mutating func beginBurst(_ id: NotificationID, _ positions: [Int]) {
    bursts.removeAll { $0.id == id }
    bursts = (bursts + [Burst(id: id, positions: positions)]).suffix(Self.maximumBursts)
  }

  /// Limits a burst to the numbers that are sent again. Nil, for a failed request, or an empty list
  /// removes it.
  mutating func settleBurst(_ id: NotificationID, coming: [Int]?) {
    guard let place = bursts.firstIndex(where: { $0.id == id }) else { return }
    bursts[place].positions = coming ?? []
    if bursts[place].positions.isEmpty { bursts.remove(at: place) }
  }

  /// Returns the newest burst with a sequence number; nil if it was not requested.
  func burst(of position: Int) -> Burst? { bursts.last { $0.positions.contains(position) } }

  /// Records that one of the pushes of a number's burst has alerted.
  mutating func markAlerted(_ position: Int) {
    guard let place = bursts.lastIndex(where: { $0.positions.contains(position) }) else { return }
    bursts[place].hasAlerted = true
  }

  /// Records a push that shows the number of missing ones, for its duplicates. The printed rule
  /// does not record it.
  private mutating func recordMissed(
    _ missed: Int, at position: Int, _ rule: QueueSettings.CountingRule
  ) {
    guard rule == .corrected else { return }
    reported = (reported + [ReportedGap(position: position, missed: missed)]).suffix(
      Self.maximumReported)
  }
}

extension GapDetector: JSONFieldList {
  mutating func exchange(_ fields: inout JSONFields) {
    fields.field("last", &last)
    fields.field("device", &deviceID)
    fields.field("missing", &missing, unless: [])
    fields.field("told", &reported, unless: [])
    fields.field("bursts", &bursts, unless: [])
  }

  /// The stored form, JSON.
  public var stored: [UInt8] { jsonText }

  /// Parses ``stored``; nil for anything else.
  public init?(stored text: [UInt8]) { self.init(jsonText: text) }
}

extension GapDetector.Burst: JSONFieldList {
  mutating func exchange(_ fields: inout JSONFields) {
    fields.field("id", &id)
    fields.field("at", &positions)
    fields.field("alerted", &hasAlerted, unless: false)
  }
}

extension GapDetector.ReportedGap: JSONFieldList {
  mutating func exchange(_ fields: inout JSONFields) {
    fields.field("at", &position)
    fields.field("missed", &missed)
  }
}
