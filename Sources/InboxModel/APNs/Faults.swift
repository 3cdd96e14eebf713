import Foundation

/// The active faults, in the order of evaluation. The first that affects a push decides; later ones
/// do not see the push.
///
/// They apply to pushes that pass the checks, so that an invalid push is rejected with its actual
/// reason.
public struct Faults: Equatable, Sendable {
  /// An active rule and its counts.
  public struct Entry: Equatable, Sendable {
    /// The number, from 1, by which the rule is removed; never reused by a running gateway.
    public let number: Int
    /// The rule.
    public let rule: FaultRule
    /// Whether the rule is from a file.
    public let isConfigured: Bool
    /// The number of pushes that matched.
    public private(set) var seen = 0
    /// The number of matching pushes that it affected.
    public private(set) var affected = 0
    private var random: SplitMix64

    fileprivate init(_ number: Int, _ rule: FaultRule, isConfigured: Bool) {
      self.number = number
      self.rule = rule
      self.isConfigured = isConfigured
      random = SplitMix64(seed: UInt64(rule.seed))
    }

    /// The number of pushes that it will still affect; nil for no limit.
    public var left: Int? { rule.next.map { $0 - affected } }

    fileprivate mutating func affects(
      _ app: BundleID, _ token: DeviceToken, isAwaited: Bool
    ) -> Bool {
      guard isAwaited || rule.answer != nil else { return false }
      guard rule.app ?? app == app, rule.token ?? token == token else { return false }
      seen += 1
      if let every = rule.every, !seen.isMultiple(of: every) { return false }
      if let percent = rule.percent, random.next() % 100 >= percent { return false }
      affected += 1
      return true
    }
  }

  /// A fault that affects a push.
  struct Injection {
    var number: Int
    var rule: FaultRule

    /// The fault for people: `fault 2 (delay=200ms)`
    var text: String { "fault \(number) (\(rule.words))" }
  }

  /// The active rules.
  public private(set) var entries: [Entry] = []
  /// The number of affected pushes, including those of removed rules.
  public private(set) var affectedTotal = 0
  private var lastNumber = 0

  /// Makes an empty set of faults.
  public init() {}

  /// Replaces the rules of the files, with new counts, ahead of rules that were added
  /// interactively.
  mutating func configure(_ rules: [FaultRule]) {
    entries.removeAll(where: \.isConfigured)
    entries.insert(contentsOf: rules.map { entry($0, isConfigured: true) }, at: 0)
  }

  /// Appends a rule.
  mutating func add(_ rule: FaultRule) {
    entries.append(entry(rule, isConfigured: false))
  }

  /// Removes rules; nil removes all of them.
  mutating func remove(_ numbers: Set<Int>?) {
    entries.removeAll { numbers?.contains($0.number) ?? true }
  }

  private mutating func entry(_ rule: FaultRule, isConfigured: Bool) -> Entry {
    lastNumber += 1
    return Entry(lastNumber, rule, isConfigured: isConfigured)
  }

  /// Returns the fault that affects a push that passed the checks; nil for none. If no sender waits
  /// for a response, faults that delay or cut the connection do not apply.
  mutating func inject(
    _ app: BundleID, _ token: DeviceToken, isAwaited: Bool
  ) -> Injection? {
    for index in entries.indices
    where entries[index].affects(app, token, isAwaited: isAwaited) {
      let entry = entries[index]
      affectedTotal += 1
      if entry.left == 0 { entries.remove(at: index) }
      return Injection(number: entry.number, rule: entry.rule)
    }
    return nil
  }
}

extension Rejection {
  /// Makes the rejection that a fault causes.
  init(_ reason: RejectionReason, by fault: Faults.Injection, at now: Date) {
    self.init(
      reason, because: "The push is valid; \(fault.text) rejected it.",
      fix: "Check how the sender reacts; `pushinbox fault rm \(fault.number)` ends the fault.")
    if reason.status == 410 { unregisteredSince = now }
  }
}

extension PushResponse {
  /// Returns the response as altered by a fault.
  func altered(by fault: Faults.Injection?) -> PushResponse {
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
