/// A lint rule with a stable name (listed in `docs/reference/lint.md`). The rules about the
/// messages of a push system are declared with that system.
public struct LintRule: Hashable, Sendable {
  /// The name.
  public let rawValue: String
  /// The severity.
  public let level: Level
  /// The condition, one sentence.
  public let meaning: String

  /// Makes a rule.
  init(_ rawValue: String, _ level: Level, _ meaning: String) {
    self.rawValue = rawValue
    self.level = level
    self.meaning = meaning
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
  // Errors.
  static let unsupportedAlgorithm = LintRule(
    "unsupported-algorithm", .error,
    "The provider token names an algorithm other than ES256.")
  static let payloadTooLarge = LintRule(
    "payload-too-large", .error,
    "The payload is over its limit; the largest fields are named.")
  // Warnings: about headers, about headers and payload together, about the payload.
  static let missingTopic = LintRule(
    "missing-topic", .warning,
    "There is no `apns-topic`; `com.example.app` is used.")
  static let renewedToken = LintRule(
    "renewed-token", .warning,
    "A new provider token after too many others on one connection.")
  static let textIssuedAt = LintRule(
    "text-iat", .warning,
    "`iat` of the provider token is a string; strict checks reject it.")
  static let managementTopic = LintRule(
    "mdm-topic", .warning,
    "Push type `mdm` with a topic that is not the UID of an MDM push certificate.")
  static let managementToken = LintRule(
    "mdm-token", .warning,
    "Push type `mdm` with a provider token; it needs the MDM push certificate.")
  static let missingPushType = LintRule(
    "missing-push-type", .warning,
    "There is no `apns-push-type`.")
  static let backgroundPriority = LintRule(
    "background-priority", .warning,
    "A background push with priority 10, the default; it needs 5.")
  static let activityPriority = LintRule(
    "live-activity-priority", .warning,
    "A Live Activity push with priority 1; it needs 10 or 5.")
  static let pushToTalkHeaders = LintRule(
    "push-to-talk-headers", .warning,
    "A Push to Talk push without priority 10 and expiration 0.")
  static let unknownHeader = LintRule(
    "unknown-header", .warning,
    "An `apns-*` header that APNs does not have; it is ignored.")
  static let expired = LintRule(
    "expired", .warning,
    "`apns-expiration` had passed when the push was received.")
  static let milliseconds = LintRule(
    "milliseconds", .warning,
    "A time in milliseconds where seconds belong.")
  static let visibleBackground = LintRule(
    "visible-background", .warning,
    "A background push with text, sound or badge.")
  static let missingContentAvailable = LintRule(
    "missing-content-available", .warning,
    "A background push without `content-available: 1`.")
  static let shouldBeBackground = LintRule(
    "should-be-background", .warning,
    "An alert push that only wakes the app.")
  static let showsNothing = LintRule(
    "shows-nothing", .warning,
    "An alert push without text, sound and badge.")
  static let liveActivityType = LintRule(
    "live-activity-type", .warning,
    "Keys of a Live Activity in a push of another type.")
  static let liveActivityEvent = LintRule(
    "live-activity-event", .warning,
    "A Live Activity without a valid `event`, or without what its event needs.")
  static let broadcastStart = LintRule(
    "broadcast-start", .warning,
    "A broadcast that starts a Live Activity; broadcasts only update and end them.")
  static let contentChanged = LintRule(
    "content-changed", .warning,
    "A push to widgets without `content-changed: true`, or that key in another push.")
  static let channelAndToken = LintRule(
    "channel-and-token", .warning,
    "A start with both `input-push-channel` and `input-push-token`.")
  static let stateDate = LintRule(
    "state-date", .warning,
    "A number in `content-state` that is a date as Unix time or as seconds since 2001.")
  static let oldTimestamp = LintRule(
    "old-timestamp", .warning,
    "A `timestamp` over an hour before the push, or in seconds since 2001.")
  static let noAps = LintRule(
    "no-aps", .warning,
    "There is no `aps` object.")
  static let misplacedKey = LintRule(
    "misplaced-key", .warning,
    "A key of `aps` in `alert`, or of `alert` in `aps`; or, beside `aps`, a key with a hyphen or the"
      + " only `alert`.")
  static let misspeltKey = LintRule(
    "misspelt-key", .warning,
    "A key that is nearly one of Apple's.")
  static let duplicateKey = LintRule(
    "duplicate-key", .warning,
    "A key appears twice in one object; the last one is used.")
  static let wrongType = LintRule(
    "wrong-type", .warning,
    "A value of another type than the key needs.")
  static let nullValue = LintRule(
    "null-value", .warning,
    "`null`, which counts as absent.")
  static let looseFlag = LintRule(
    "loose-flag", .warning,
    "`true` or `\"1\"` where 1 belongs.")
  static let outOfRange = LintRule(
    "out-of-range", .warning,
    "A negative badge, or a score or volume outside 0 to 1.")
  static let unknownLevel = LintRule(
    "unknown-level", .warning,
    "An unknown `interruption-level`.")
  static let emptySound = LintRule(
    "empty-sound", .warning,
    "A sound without a name, which is silent.")
  static let loneSurrogate = LintRule(
    "lone-surrogate", .warning,
    "Half a character, as of a cut emoji.")
  static let missingTranslation = LintRule(
    "missing-translation", .warning,
    "A key for which the app has no string, in some languages or in all.")
  static let unknownKey = LintRule(
    "unknown-key", .warning,
    "An unknown key in `aps`, `alert` or `sound`; the app's own keys belong beside `aps`.")
  // Advice.
  static let keyBesideAps = LintRule(
    "key-beside-aps", .advice,
    "Another key of `aps` beside it, such as `badge`; it may be data of the app.")
  static let deprecatedKey = LintRule(
    "deprecated-key", .advice,
    "A key that current phones do not read.")
  static let noThread = LintRule(
    "no-thread", .advice,
    "There is no `thread-id`: the push joins the app's default group.")
  static let unstableThread = LintRule(
    "unstable-thread", .advice,
    "A `thread-id` that looks made for one push: an identifier, a time stamp, a UUID.")
  static let threadPerPush = LintRule(
    "thread-per-push", .advice,
    "Five pushes of an app with five threads (`pushinbox lint` only).")
  static let showsAndWakes = LintRule(
    "shows-and-wakes", .advice,
    "An alert that also wakes the app, which is not certain.")
  static let criticalBySound = LintRule(
    "critical-by-sound", .advice,
    "A critical sound without the level `critical`.")
  static let criticalEntitlement = LintRule(
    "critical-entitlement", .advice,
    "A critical alert of an app without the entitlement set.")
  static let timeSensitiveEntitlement = LintRule(
    "time-sensitive-entitlement", .advice,
    "The level `time-sensitive` of an app without the capability set.")
  static let emptyAlert = LintRule(
    "empty-alert", .advice,
    "An `alert` without text.")
  static let textNotShown = LintRule(
    "text-not-shown", .advice,
    "A text beside a `loc-key`, which takes precedence.")
  static let unusedArguments = LintRule(
    "unused-arguments", .advice,
    "Arguments without a `loc-key`.")
  static let largeBadge = LintRule(
    "large-badge", .advice,
    "A badge above 2147483647.")
  static let payloadNearLimit = LintRule(
    "payload-near-limit", .advice,
    "A payload above 90 % of its limit; the largest fields are named.")
}

extension LintRule: CaseIterable {
  /// All rules, those of the push systems last.
  public static var allCases: [LintRule] { ofAPNs + Guests.lintRules }

  private static let ofAPNs: [LintRule] = [
    .unsupportedAlgorithm, .payloadTooLarge, .missingTopic, .renewedToken, .textIssuedAt,
    .managementTopic, .managementToken, .missingPushType, .backgroundPriority,
    .activityPriority, .pushToTalkHeaders, .unknownHeader, .expired, .milliseconds,
    .visibleBackground, .missingContentAvailable,
    .shouldBeBackground, .showsNothing, .liveActivityType, .liveActivityEvent,
    .broadcastStart, .contentChanged, .channelAndToken, .stateDate, .oldTimestamp, .noAps,
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
