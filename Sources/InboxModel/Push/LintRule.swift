/// What lint can say, by a name that does not change (`docs/lint.md` lists them).
public enum LintRule: String, Sendable, CaseIterable {
  // Errors.
  case oddAlgorithm = "odd-algorithm"
  case payloadTooLarge = "payload-too-large"

  // Warnings: about headers, about headers and payload together, about the payload.
  case missingTopic = "missing-topic"
  case renewedToken = "renewed-token"
  case textIssuedAt = "text-iat"
  case managementTopic = "mdm-topic"
  case managementToken = "mdm-token"
  case missingPushType = "missing-push-type"
  case backgroundPriority = "background-priority"
  case pushToTalkHeaders = "push-to-talk-headers"
  case expired
  case milliseconds
  case visibleBackground = "visible-background"
  case backgroundWakesNobody = "background-wakes-nobody"
  case shouldBeBackground = "should-be-background"
  case showsNothing = "shows-nothing"
  case liveActivityType = "live-activity-type"
  case liveActivityEvent = "live-activity-event"
  case noAps = "no-aps"
  case misplacedKey = "misplaced-key"
  case misspeltKey = "misspelt-key"
  case duplicateKey = "duplicate-key"
  case wrongType = "wrong-type"
  case nullValue = "null-value"
  case looseFlag = "loose-flag"
  case outOfRange = "out-of-range"
  case unknownLevel = "unknown-level"
  case emptySound = "empty-sound"
  case loneSurrogate = "lone-surrogate"
  case missingTranslation = "missing-translation"
  case icqWithoutKey = "icq-no-key"
  case webimField = "webim-field"
  case webimParameters = "webim-params"
  case webimMark = "webim-mark"

  // Advice.
  case unknownKey = "unknown-key"
  case keyBesideAps = "key-beside-aps"
  case deprecatedKey = "deprecated-key"
  case noThread = "no-thread"
  case unstableThread = "unstable-thread"
  case threadPerPush = "thread-per-push"
  case showsAndWakes = "shows-and-wakes"
  case criticalBySound = "critical-by-sound"
  case criticalEntitlement = "critical-entitlement"
  case timeSensitiveEntitlement = "time-sensitive-entitlement"
  case emptyAlert = "empty-alert"
  case textNotShown = "text-not-shown"
  case unusedArguments = "unused-arguments"
  case largeBadge = "large-badge"
  case payloadNearLimit = "payload-near-limit"

  /// How bad it is.
  public enum Level: String, Sendable, CaseIterable {
    /// Is refused, by this gateway or by Apple's.
    case error
    /// Works, but not as meant or not everywhere.
    case warning
    /// Worth knowing.
    case advice
  }

  /// How bad it is.
  public var level: Level {
    switch self {
    case .oddAlgorithm, .payloadTooLarge: .error
    case .unknownKey, .keyBesideAps, .deprecatedKey, .noThread, .unstableThread, .threadPerPush,
      .showsAndWakes, .criticalBySound, .criticalEntitlement, .timeSensitiveEntitlement,
      .emptyAlert, .textNotShown, .unusedArguments, .largeBadge, .payloadNearLimit:
      .advice
    default: .warning
    }
  }
}

/// One remark about a payload or its headers.
public struct LintFinding: Equatable, Sendable {
  /// Which remark it is.
  public var rule: LintRule
  /// The place: a path such as `aps.alert.loc-args[1]`, or a header name; empty for the payload as a whole.
  public var path: String
  /// What is wrong and what happens because of it, one sentence.
  public var message: String

  /// How bad it is.
  public var level: LintRule.Level { rule.level }

  /// The place and what is wrong there: `aps.badge: This is a string, not a whole number; …`
  public var placed: String { path.isEmpty ? message : "\(path): \(message)" }

  /// A line of its own: `warning wrong-type: aps.badge: This is …`
  public var text: String { "\(level.rawValue) \(rule.rawValue): \(placed)" }

  /// Makes a remark.
  public init(_ rule: LintRule, path: String, _ message: String) {
    self.rule = rule
    self.path = path
    self.message = message
  }
}
