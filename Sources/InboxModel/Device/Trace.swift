/// A step of the decision, in the order of `design/contract.md` §7.
public enum StepName: String, Sendable, CaseIterable {
  case intake, authentication, headers, payload, token, queue, device, app, kind, permission
  case `extension`, text, foreground, badge, collapse, delivery, summary, focus, level, preview
  case group, present
}

/// What one rule found.
public struct TraceStep: Equatable, Sendable {
  /// How a step ended.
  public enum Result: String, Sendable {
    /// Looked at, nothing in the way.
    case ok
    /// This rule decided.
    case stop
    /// Did not apply.
    case skip
    /// Changed something, or is worth saying.
    case note
  }

  /// Which rule.
  public var name: StepName
  /// How it ended.
  public var result: Result
  /// The stable code, where the step has one.
  public var code: ReasonCode?
  /// The answer in words; text may change between versions.
  public var because: String
  /// The setting that decided, in the spelling of the configuration, for instance `focus.dinner`.
  public var setting: String?

  /// Makes a step.
  public init(
    _ name: StepName, _ result: Result, code: ReasonCode? = nil, because: String,
    setting: String? = nil
  ) {
    self.name = name
    self.result = result
    self.code = code
    self.because = because
    self.setting = setting
  }
}

/// Why a push came out as it did.
public struct Trace: Equatable, Sendable {
  /// The push.
  public var id: NotificationID
  /// How it came out.
  public var outcome: Outcome
  /// The code of the rule that decided.
  public var reason: ReasonCode
  /// All steps in their order.
  public var steps: [TraceStep]
  /// Single changes, spelled like `set`, that would have shown it; empty when it was shown.
  public var wouldShowIf: [String]

  /// Makes a trace.
  public init(
    id: NotificationID, outcome: Outcome, reason: ReasonCode, steps: [TraceStep],
    wouldShowIf: [String]
  ) {
    self.id = id
    self.outcome = outcome
    self.reason = reason
    self.steps = steps
    self.wouldShowIf = wouldShowIf
  }
}

/// How a push came out (`design/contract.md` §6).
public enum Outcome: String, Sendable, CaseIterable {
  /// A banner, or a lit lock screen.
  case shown
  /// In the list only.
  case quiet
  /// A background push: no list entry.
  case silent
  /// Kept for the scheduled summary, or snoozed.
  case held
  /// Nothing came of it.
  case none
}

/// Where a push appeared (`design/contract.md` §6, `presented`).
public struct PresentationOptions: OptionSet, Hashable, Sendable {
  /// The bits.
  public let rawValue: UInt8

  /// Takes bits.
  public init(rawValue: UInt8) {
    self.rawValue = rawValue
  }

  /// The icon's number was set.
  public static let badge = PresentationOptions(rawValue: 1)
  /// A banner at the top of the unlocked screen.
  public static let banner = PresentationOptions(rawValue: 2)
  /// The critical sound, past the mute switch.
  public static let critical = PresentationOptions(rawValue: 4)
  /// The notification list.
  public static let list = PresentationOptions(rawValue: 8)
  /// The lock screen, lit.
  public static let lock = PresentationOptions(rawValue: 16)
  /// A sound.
  public static let sound = PresentationOptions(rawValue: 32)

  /// The names in use, sorted.
  public var names: [String] {
    let all: [(PresentationOptions, String)] = [
      (.badge, "badge"), (.banner, "banner"), (.critical, "critical"), (.list, "list"),
      (.lock, "lock"), (.sound, "sound"),
    ]
    return all.filter { contains($0.0) }.map(\.1)
  }
}

/// A stable name for what a rule decided; the vocabulary of `design/contract.md` §7.
public struct ReasonCode: RawRepresentable, Hashable, Sendable {
  /// The name.
  public let rawValue: String

  /// Takes a name.
  public init(rawValue: String) {
    self.rawValue = rawValue
  }

  public static let shown = ReasonCode(rawValue: "shown")
  public static let snoozed = ReasonCode(rawValue: "snoozed")

  public static let deviceOfflineStored = ReasonCode(rawValue: "device.offline-stored")
  public static let deviceCoalesced = ReasonCode(rawValue: "device.coalesced")
  public static let deviceExpired = ReasonCode(rawValue: "device.expired")

  public static let appNotInstalled = ReasonCode(rawValue: "app.not-installed")
  public static let appDenied = ReasonCode(rawValue: "app.denied")
  public static let appNotDetermined = ReasonCode(rawValue: "app.not-determined")
  public static let appProvisional = ReasonCode(rawValue: "app.provisional")
  public static let appQuietly = ReasonCode(rawValue: "app.quietly")
  public static let appMuted = ReasonCode(rawValue: "app.muted")
  public static let appOff = ReasonCode(rawValue: "app.off")

  public static let kindBackground = ReasonCode(rawValue: "kind.background")
  public static let kindBackgroundBudget = ReasonCode(rawValue: "kind.background-budget")
  public static let kindPushKit = ReasonCode(rawValue: "kind.pushkit")
  public static let kindLiveActivity = ReasonCode(rawValue: "kind.live-activity")
  public static let kindEmpty = ReasonCode(rawValue: "kind.empty")
  public static let kindBadgeOnly = ReasonCode(rawValue: "kind.badge-only")
  public static let kindSoundOnly = ReasonCode(rawValue: "kind.sound-only")
  public static let kindNotShown = ReasonCode(rawValue: "kind.not-shown")

  public static let textKeyMissing = ReasonCode(rawValue: "text.key-missing")
  public static let textArgumentMissing = ReasonCode(rawValue: "text.argument-missing")

  public static let foregroundAppDeclined = ReasonCode(rawValue: "foreground.app-declined")
  public static let summaryHeld = ReasonCode(rawValue: "summary.held")
  public static let levelPassive = ReasonCode(rawValue: "level.passive")

  public static let dndManual = ReasonCode(rawValue: "dnd.manual")
  public static let dndSchedule = ReasonCode(rawValue: "dnd.schedule")
  public static let focusRule = ReasonCode(rawValue: "focus.rule")
  public static let focusFilter = ReasonCode(rawValue: "focus.filter")
  public static let passedCritical = ReasonCode(rawValue: "dnd.passed.critical")
  public static let passedTimeSensitive = ReasonCode(rawValue: "dnd.passed.time-sensitive")
  public static let passedAllowed = ReasonCode(rawValue: "dnd.passed.allowed")

  public static let previewHidden = ReasonCode(rawValue: "preview.hidden")
  public static let groupThread = ReasonCode(rawValue: "group.thread")
  public static let groupApp = ReasonCode(rawValue: "group.app")
  public static let groupSingle = ReasonCode(rawValue: "group.single")
  public static let collapseReplaced = ReasonCode(rawValue: "collapse.replaced")
}
