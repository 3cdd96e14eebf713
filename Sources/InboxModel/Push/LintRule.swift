/// A lint rule with a stable name (listed in `docs/reference/lint.md`). The rules about the
/// messages of a push system are declared with that system.
public struct LintRule: Hashable, Sendable {
  /// The name.
  public let rawValue: String
  /// The severity.
  public let level: Level

  /// Makes a rule.
  init(_ rawValue: String, _ level: Level) {
    self.rawValue = rawValue
    self.level = level
  }

  /// The severity.
  public enum Level: String, Sendable, CaseIterable {
    /// Rejected by this gateway or by Apple's.
    case error
    /// Accepted, but with an unintended result, or not everywhere.
    case warning
    /// Worth knowing, without consequence for delivery.
    case advice
  }
}

extension LintRule {
  static let oddAlgorithm = LintRule("odd-algorithm", .error)
  static let payloadTooLarge = LintRule("payload-too-large", .error)
  static let missingTopic = LintRule("missing-topic", .warning)
  static let renewedToken = LintRule("renewed-token", .warning)
  static let textIssuedAt = LintRule("text-iat", .warning)
  static let managementTopic = LintRule("mdm-topic", .warning)
  static let managementToken = LintRule("mdm-token", .warning)
  static let missingPushType = LintRule("missing-push-type", .warning)
  static let backgroundPriority = LintRule("background-priority", .warning)
  static let pushToTalkHeaders = LintRule("push-to-talk-headers", .warning)
  static let expired = LintRule("expired", .warning)
  static let milliseconds = LintRule("milliseconds", .warning)
  static let visibleBackground = LintRule("visible-background", .warning)
  static let backgroundWakesNobody = LintRule("background-wakes-nobody", .warning)
  static let shouldBeBackground = LintRule("should-be-background", .warning)
  static let showsNothing = LintRule("shows-nothing", .warning)
  static let liveActivityType = LintRule("live-activity-type", .warning)
  static let liveActivityEvent = LintRule("live-activity-event", .warning)
  static let noAps = LintRule("no-aps", .warning)
  static let misplacedKey = LintRule("misplaced-key", .warning)
  static let misspeltKey = LintRule("misspelt-key", .warning)
  static let duplicateKey = LintRule("duplicate-key", .warning)
  static let wrongType = LintRule("wrong-type", .warning)
  static let nullValue = LintRule("null-value", .warning)
  static let looseFlag = LintRule("loose-flag", .warning)
  static let outOfRange = LintRule("out-of-range", .warning)
  static let unknownLevel = LintRule("unknown-level", .warning)
  static let emptySound = LintRule("empty-sound", .warning)
  static let loneSurrogate = LintRule("lone-surrogate", .warning)
  static let missingTranslation = LintRule("missing-translation", .warning)
  static let unknownKey = LintRule("unknown-key", .advice)
  static let keyBesideAps = LintRule("key-beside-aps", .advice)
  static let deprecatedKey = LintRule("deprecated-key", .advice)
  static let noThread = LintRule("no-thread", .advice)
  static let unstableThread = LintRule("unstable-thread", .advice)
  static let threadPerPush = LintRule("thread-per-push", .advice)
  static let showsAndWakes = LintRule("shows-and-wakes", .advice)
  static let criticalBySound = LintRule("critical-by-sound", .advice)
  static let criticalEntitlement = LintRule("critical-entitlement", .advice)
  static let timeSensitiveEntitlement = LintRule("time-sensitive-entitlement", .advice)
  static let emptyAlert = LintRule("empty-alert", .advice)
  static let textNotShown = LintRule("text-not-shown", .advice)
  static let unusedArguments = LintRule("unused-arguments", .advice)
  static let largeBadge = LintRule("large-badge", .advice)
  static let payloadNearLimit = LintRule("payload-near-limit", .advice)
}

extension LintRule: CaseIterable {
  /// All rules, those of the push systems last.
  public static var allCases: [LintRule] { ofAPNs + Guests.lintRules }

  private static let ofAPNs: [LintRule] = [
    .oddAlgorithm, .payloadTooLarge, .missingTopic, .renewedToken, .textIssuedAt,
    .managementTopic, .managementToken, .missingPushType, .backgroundPriority,
    .pushToTalkHeaders, .expired, .milliseconds, .visibleBackground, .backgroundWakesNobody,
    .shouldBeBackground, .showsNothing, .liveActivityType, .liveActivityEvent, .noAps,
    .misplacedKey, .misspeltKey, .duplicateKey, .wrongType, .nullValue, .looseFlag, .outOfRange,
    .unknownLevel, .emptySound, .loneSurrogate, .missingTranslation, .unknownKey, .keyBesideAps,
    .deprecatedKey, .noThread, .unstableThread, .threadPerPush, .showsAndWakes,
    .criticalBySound, .criticalEntitlement, .timeSensitiveEntitlement, .emptyAlert,
    .textNotShown, .unusedArguments, .largeBadge, .payloadNearLimit,
  ]
}

/// A remark about a payload or its headers.
public struct LintFinding: Equatable, Sendable {
  /// The rule behind the remark.
  public var rule: LintRule
  /// The place: a path such as `aps.alert.loc-args[1]`, or a header name; empty for the payload as
  /// a whole.
  public var path: String
  /// The problem and its consequence, one sentence.
  public var message: String

  /// The severity.
  public var level: LintRule.Level { rule.level }

  /// The place and the message: `aps.badge: This is a string, not a whole number; …`
  public var placed: String { path.isEmpty ? message : "\(path): \(message)" }

  /// The remark as one line: `warning wrong-type: aps.badge: This is …`
  public var text: String { "\(level.rawValue) \(rule.rawValue): \(placed)" }

  /// Makes a remark.
  public init(_ rule: LintRule, path: String, _ message: String) {
    self.rule = rule
    self.path = path
    self.message = message
  }
}
