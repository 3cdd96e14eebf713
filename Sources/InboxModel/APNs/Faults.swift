import Foundation

/// The faults that are on, in the order in which they are asked. The first that strikes decides;
/// those after it hear nothing of the push.
///
/// They are asked about what the checks let pass, so that a push that is wrong is still told its
/// own reason.
public struct Faults: Equatable, Sendable {
  /// A rule that is on, and what it did.
  public struct Entry: Equatable, Sendable {
    /// The number by which it is removed, from 1; never used twice by a running gateway.
    public let number: Int
    /// The rule.
    public let rule: FaultRule
    /// Whether a file says it.
    public let isConfigured: Bool
    /// The number of pushes that matched.
    public private(set) var seen = 0
    /// The number of matching pushes that it affected.
    public private(set) var struck = 0
    private var random: SplitMix64

    fileprivate init(_ number: Int, _ rule: FaultRule, isConfigured: Bool) {
      self.number = number
      self.rule = rule
      self.isConfigured = isConfigured
      random = SplitMix64(seed: UInt64(rule.seed))
    }

    /// The number of pushes that it will still affect; nil for no limit.
    public var left: Int? { rule.next.map { $0 - struck } }

    fileprivate mutating func strikes(
      _ app: BundleID, _ token: DeviceToken, isAwaited: Bool
    ) -> Bool {
      guard isAwaited || rule.answer != nil else { return false }
      guard rule.app ?? app == app, rule.token ?? token == token else { return false }
      seen += 1
      if let every = rule.every, !seen.isMultiple(of: every) { return false }
      if let percent = rule.percent, random.next() % 100 >= percent { return false }
      struck += 1
      return true
    }
  }

  /// A fault that happens to a push.
  struct Strike {
    var number: Int
    var rule: FaultRule

    /// `fault 2 (delay=200ms)`
    var text: String { "fault \(number) (\(rule.words))" }
  }

  /// The rules that are on.
  public private(set) var entries: [Entry] = []
  /// The number of affected pushes, those of removed rules included.
  public private(set) var struckCount = 0
  private var lastNumber = 0

  /// Nothing goes wrong.
  public init() {}

  /// Puts the rules of the files in the place of those of the files before, with fresh counts,
  /// ahead of those added by hand.
  mutating func configure(_ rules: [FaultRule]) {
    entries.removeAll(where: \.isConfigured)
    entries.insert(contentsOf: rules.map { entry($0, isConfigured: true) }, at: 0)
  }

  /// Adds a rule after the others.
  mutating func add(_ rule: FaultRule) {
    entries.append(entry(rule, isConfigured: false))
  }

  /// Takes rules away; nil is all of them.
  mutating func remove(_ numbers: Set<Int>?) {
    entries.removeAll { numbers?.contains($0.number) ?? true }
  }

  private mutating func entry(_ rule: FaultRule, isConfigured: Bool) -> Entry {
    lastNumber += 1
    return Entry(lastNumber, rule, isConfigured: isConfigured)
  }

  /// Asks the rules about a push that the checks let pass. Where nobody awaits an answer there is
  /// nothing to delay or to cut.
  mutating func inject(
    _ app: BundleID, _ token: DeviceToken, isAwaited: Bool
  ) -> Strike? {
    for index in entries.indices
    where entries[index].strikes(app, token, isAwaited: isAwaited) {
      let entry = entries[index]
      struckCount += 1
      if entry.left == 0 { entries.remove(at: index) }
      return Strike(number: entry.number, rule: entry.rule)
    }
    return nil
  }
}

extension Rejection {
  /// Refused because a fault says so.
  init(_ reason: RejectionReason, by fault: Faults.Strike, at now: Date) {
    self.init(
      reason, because: "Nothing is wrong with the push: \(fault.text) refused it.",
      fix: "See what the sender does now; `pushinbox fault rm \(fault.number)` ends the fault.")
    if reason.status == 410 { unregisteredSince = now }
  }
}

extension PushResponse {
  /// The same as a fault lets it go out.
  func altered(by fault: Faults.Strike?) -> PushResponse {
    guard let rule = fault?.rule else { return self }
    var answer = self
    answer.delay = rule.delay
    answer.ending =
      switch rule.ending {
      case nil: nil
      case .drop: .cut
      case .goaway: .goaway(reason ?? .shutdown)
      }
    return answer
  }
}
