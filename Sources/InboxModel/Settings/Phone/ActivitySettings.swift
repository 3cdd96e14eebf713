import Foundation

/// The limits of Live Activities, the `device.activities` object.
///
/// Apple documents the lifetimes (ActivityKit, "Displaying live data with Live Activities") and the
/// existence of budgets (ActivityKit, "Starting and updating Live Activities with ActivityKit push
/// notifications"), not their sizes. `docs/guides/live-activities.md` has the sources of the
/// defaults.
public struct ActivitySettings: Equatable, Sendable {
  /// The maximum number of Live Activities of an app at a time.
  public var limit = 5
  /// The number of updates with priority 10 per hour and app that are shown.
  public var updateBudget = 60
  /// The number of such updates for apps with frequent updates.
  public var frequentBudget = 240
  /// The number of Live Activities per hour that pushes may start in an app.
  public var startBudget = 10
  /// The minimum time between two updates without an alert that are shown, seconds; 0 for no limit.
  public var interval: TimeInterval = 0
  /// The time after which the phone ends a Live Activity, seconds.
  public var life: TimeInterval = 8 * 3600
  /// The maximum time for which an ended Live Activity stays on the lock screen, seconds.
  public var stay: TimeInterval = 4 * 3600
  /// The time after which push tokens are replaced, seconds; 0 for never.
  public var tokenLife: TimeInterval = 0

  /// The defaults.
  public init() {}
}

extension ActivitySettings: SettingsObject {
  static let fields: [SettingField<Self>] = [
    .number(
      "limit", \.limit, in: 1...100_000,
      "The maximum number of Live Activities of an app at a time."),
    .number(
      "updateBudget", \.updateBudget, in: 0...100_000,
      "The number of updates with priority 10 per hour and app that are shown."),
    .number(
      "frequentBudget", \.frequentBudget, in: 0...100_000,
      "Updates with priority 10 per hour that apps with `frequentUpdates` may show."),
    .number(
      "startBudget", \.startBudget, in: 0...100_000,
      "The number of Live Activities per hour that pushes may start in an app."),
    .value(
      "interval", \.interval, .span("`15s`, or `0s` for none"),
      "The minimum time between two updates without an alert that are shown."),
    .value(
      "life", \.life, .someTime("`8h`"), "The time after which the phone ends a Live Activity."),
    .value(
      "stay", \.stay, .span("`4h`"),
      "The maximum time for which an ended Live Activity stays on the lock screen."),
    .value(
      "tokenLife", \.tokenLife,
      .span("a span such as `1h`, at least `1m`, or `0s` for ever") { $0 == 0 || $0 >= 60 },
      "The time after which the push tokens of Live Activities are replaced."),
  ]
}

/// The user's decision about the Live Activities of an app.
public enum ActivityPermission: String, Sendable, CaseIterable {
  /// Allowed.
  case allowed
  /// Undecided: the first card asks, and the app receives no update token before the user allows
  /// it.
  case undecided
  /// Turned off in the settings of the app.
  case denied
}

/// The Swift type as which the app's `JSONDecoder` decodes a value of the content state.
public struct StateType: Equatable, Sendable {
  /// The kinds of values.
  public enum Kind: String, Sendable, CaseIterable {
    case string = "String"
    case int = "Int"
    case double = "Double"
    case bool = "Bool"
    /// Seconds since 2001, the default of `JSONDecoder` (Foundation,
    /// `JSONDecoder.DateDecodingStrategy`).
    case date = "Date"
    case array = "Array"
    case object = "Object"
    case any = "Any"
  }

  /// The kind.
  public var kind: Kind
  /// Whether the value may be missing or null.
  public var isOptional = false

  /// Makes a type.
  public init(_ kind: Kind, isOptional: Bool = false) {
    (self.kind, self.isOptional) = (kind, isOptional)
  }

  /// Parses a name such as `Int` or `Date?`; nil for an unknown one.
  init?(name: String) {
    isOptional = name.hasSuffix("?")
    guard let kind = Kind(rawValue: isOptional ? String(name.dropLast()) : name) else { return nil }
    self.kind = kind
  }

  /// The name of the Swift type.
  public var name: String { kind.rawValue + (isOptional ? "?" : "") }
}

extension SettingScalar<StateType> {
  /// The name of a Swift type.
  static var stateType: Self {
    let words = StateType.Kind.allCases.map(\.rawValue)
    return Self(
      expected: words.alternatives + ", with `?` where it may be missing",
      kinds: [.string], convert: { $0.string.flatMap(StateType.init(name:)) },
      json: { .string($0.name) })
  }
}
