/// The detection of missing pushes in an app's service extension: the state of one numbering, and
/// the eleven steps by which it decides (`docs/queue.md`).
public struct GapDetector: Equatable, Sendable {
  /// The last position; nil when none is known.
  public private(set) var last: Int?
  /// The device that position was counted on.
  public private(set) var deviceID: PhoneID?
  /// Positions asked for that have not come yet, ascending; the corrected rule asks again.
  public private(set) var missing: [Int] = []

  /// Pushes in whose place the number of those missing was told, oldest first: a copy tells it too,
  /// or nobody would know of them.
  private(set) var told: [Told] = []
  /// The newest repeat requests, oldest first.
  private var bursts: [Burst] = []

  /// The most missing positions; beyond it the lowest are given up.
  static let mostMissing = 1000
  /// Of how many pushes it is remembered that they told of others.
  static let mostTold = 16
  /// The most repeat requests that wait for late answers.
  static let mostBursts = 4

  /// The answers to one repeat request: of them one alerts for all (`queue.catchUp`).
  struct Burst: Equatable, Sendable {
    /// The push that showed the gap.
    var id = NotificationID(rawValue: 0)
    /// The positions that come again; as long as the provider has not answered, those that were
    /// asked for.
    var positions: [Int] = []
    /// Whether one of them has alerted.
    var hasAlerted = false
  }

  /// A push that tells how many are missing before it.
  struct Told: Equatable, Sendable {
    var position = 0
    var missed = 0
  }

  /// Nothing counted yet.
  public init() {}

  init(last: Int?, deviceID: PhoneID?, missing: [Int] = []) {
    self.last = last
    self.deviceID = deviceID
    self.missing = missing
  }

  /// The finding about a push's position.
  public typealias Finding = GapFinding

  /// The parameters for a push.
  struct Terms {
    var deviceID: PhoneID
    var rule: QueueSettings.CountingRule
    var most: Int
  }

  /// Steps 1 to 9 for a push that arrived; nil for one that no queue has numbered. Step 2, that it
  /// was received, is the event of the push itself.
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
    if let copied = told.last(where: { $0.position == position }) { return .tooMany(copied.missed) }
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
    // Remembered before they are asked for, so that a phone that is killed in between asks again.
    if terms.rule == .corrected {
      missing = (missing + (position - missed..<position)).suffix(Self.mostMissing)
    }
    return .gap(missed)
  }

  /// Returns the positions to request because of a push: its gap, and those requested before that
  /// have not arrived (XIV-33).
  func wanted(for finding: Finding, at position: Int) -> [Int] {
    switch finding {
    case .gap(let missed):
      missing.filter { $0 < position - missed } + (position - missed..<position)
    case .inOrder: missing
    default: []
    }
  }

  /// Handles the result of a request: these are sent again; nil when the request failed.
  mutating func settle(
    _ finding: Finding, at position: Int, asked: [Int], coming: [Int]?,
    _ rule: QueueSettings.CountingRule
  ) -> Finding {
    if rule == .corrected, let coming {
      // What cannot be had is not asked for any more.
      missing = Array(
        Set(missing).subtracting(asked).union(coming).sorted().suffix(Self.mostMissing))
    }
    guard case .gap(let missed) = finding else { return finding }
    // That they are missing is told in the place of this push: nobody waits for them.
    if coming == nil { missing.removeAll { (position - missed..<position).contains($0) } }
    let count = coming?.count { $0 >= position - missed }
    if let count, count > 0 { return .repeated(missed, coming: count) }
    recordMissed(missed, at: position, rule)
    return count == nil ? .failed(missed) : .gone(missed)
  }

  // MARK: Bursts

  /// Remembers a repeat request. An older one of the same push is forgotten.
  mutating func beginBurst(_ id: NotificationID, _ positions: [Int]) {
    bursts.removeAll { $0.id == id }
    bursts = (bursts + [Burst(id: id, positions: positions)]).suffix(Self.mostBursts)
  }

  /// Narrows a burst to the positions that come again. Nil, for a request that failed, or none
  /// forgets it.
  mutating func settleBurst(_ id: NotificationID, coming: [Int]?) {
    guard let place = bursts.firstIndex(where: { $0.id == id }) else { return }
    bursts[place].positions = coming ?? []
    if bursts[place].positions.isEmpty { bursts.remove(at: place) }
  }

  /// The newest burst a position belongs to; nil where it was not asked for.
  func burst(of position: Int) -> Burst? { bursts.last { $0.positions.contains(position) } }

  /// Notes that one of the pushes of a position's burst has alerted.
  mutating func markAlerted(_ position: Int) {
    guard let place = bursts.lastIndex(where: { $0.positions.contains(position) }) else { return }
    bursts[place].hasAlerted = true
  }

  /// The printed rule knows no copies.
  private mutating func recordMissed(
    _ missed: Int, at position: Int, _ rule: QueueSettings.CountingRule
  ) {
    guard rule == .corrected else { return }
    told = (told + [Told(position: position, missed: missed)]).suffix(Self.mostTold)
  }
}

extension GapDetector: JSONFieldList {
  mutating func exchange(_ fields: inout JSONFields) {
    fields.field("last", &last)
    fields.field("device", &deviceID)
    fields.field("missing", &missing, unless: [])
    fields.field("told", &told, unless: [])
    fields.field("bursts", &bursts, unless: [])
  }

  /// As JSON, for a store.
  public var stored: [UInt8] { jsonText }

  /// Reads what ``stored`` wrote; nil for anything else.
  public init?(stored text: [UInt8]) { self.init(jsonText: text) }
}

extension GapDetector.Burst: JSONFieldList {
  mutating func exchange(_ fields: inout JSONFields) {
    fields.field("id", &id)
    fields.field("at", &positions)
    fields.field("alerted", &hasAlerted, unless: false)
  }
}

extension GapDetector.Told: JSONFieldList {
  mutating func exchange(_ fields: inout JSONFields) {
    fields.field("at", &position)
    fields.field("missed", &missed)
  }
}
