/// A stable name of a rule's decision.
public struct ReasonCode: RawRepresentable, Hashable, Sendable {
  /// The name.
  public let rawValue: String

  /// Makes a code from a name.
  public init(rawValue: String) {
    self.rawValue = rawValue
  }
}

extension ReasonCode {
  /// Whether a Focus silenced the push.
  var isOfFocus: Bool {
    [.dndManual, .dndSchedule, .focusRule, .focusFilter].contains(self)
  }

  /// Whether an active Focus let the push pass.
  var isOfPassedFocus: Bool {
    [.passedCritical, .passedTimeSensitive, .passedAllowed].contains(self)
  }

  /// Returns the code for the reason of a rejected request: `reject.<AppleReason>`, or an
  /// `intake.*` code unchanged.
  static func rejected(for reason: String) -> ReasonCode {
    ReasonCode(rawValue: reason.hasPrefix("intake.") ? reason : "reject." + reason)
  }

  /// Shown: no rule stopped the push.
  public static let shown = ReasonCode(rawValue: "shown")

  /// Stored while the phone was offline.
  public static let deviceOfflineStored = ReasonCode(rawValue: "device.offline-stored")
  /// Replaced by a newer push while the phone was offline.
  public static let deviceCoalesced = ReasonCode(rawValue: "device.coalesced")
  /// Expired before the phone was online again.
  public static let deviceExpired = ReasonCode(rawValue: "device.expired")

  /// The channel's importance is none.
  public static let channelNone = ReasonCode(rawValue: "channel.none")
  /// The channel is limited to the list.
  public static let channelLow = ReasonCode(rawValue: "channel.low")
  /// The channel has a sound and no banner.
  public static let channelDefault = ReasonCode(rawValue: "channel.default")
  /// The channel is hidden on the lock screen.
  public static let channelSecret = ReasonCode(rawValue: "channel.secret")

  /// The app is not installed.
  public static let appNotInstalled = ReasonCode(rawValue: "app.not-installed")
  /// The person denied authorization.
  public static let appDenied = ReasonCode(rawValue: "app.denied")
  /// The app has not requested authorization yet.
  public static let appNotDetermined = ReasonCode(rawValue: "app.not-determined")
  /// The app has provisional authorization: the list only.
  public static let appProvisional = ReasonCode(rawValue: "app.provisional")
  /// The person chose to deliver quietly: the list only.
  public static let appQuietly = ReasonCode(rawValue: "app.quietly")
  /// The app is muted until a moment.
  public static let appMuted = ReasonCode(rawValue: "app.muted")
  /// The settings that the push requires are off.
  public static let appOff = ReasonCode(rawValue: "app.off")

  /// A background push, which only wakes the app.
  public static let kindBackground = ReasonCode(rawValue: "kind.background")
  /// A background push that exceeds the app's budget.
  public static let kindBackgroundBudget = ReasonCode(rawValue: "kind.background-budget")
  /// A push for PushKit.
  public static let kindPushKit = ReasonCode(rawValue: "kind.pushkit")
  /// A push for a Live Activity.
  public static let kindLiveActivity = ReasonCode(rawValue: "kind.live-activity")
  /// A push without visible content that does not wake the app.
  public static let kindEmpty = ReasonCode(rawValue: "kind.empty")
  /// A push that only sets the badge.
  public static let kindBadgeOnly = ReasonCode(rawValue: "kind.badge-only")
  /// A push with a sound and no text.
  public static let kindSoundOnly = ReasonCode(rawValue: "kind.sound-only")
  /// A push of a type that is never shown.
  public static let kindNotShown = ReasonCode(rawValue: "kind.not-shown")

  /// A data message that the app turned into a notification.
  public static let kindData = ReasonCode(rawValue: "kind.data")
  /// A data message that the app cannot use.
  public static let kindDataRefused = ReasonCode(rawValue: "kind.data-refused")
  /// A data message for an app that was force-quit.
  public static let kindDataLost = ReasonCode(rawValue: "kind.data-lost")
  /// The sender withdrew the notification.
  public static let remoteRemoved = ReasonCode(rawValue: "remote.removed")

  /// The app's service extension changed the content.
  public static let extensionChanged = ReasonCode(rawValue: "extension.changed")
  /// The app's service extension exceeded its time: shown unchanged.
  public static let extensionTimeout = ReasonCode(rawValue: "extension.timeout")
  /// The app's service extension failed: shown unchanged.
  public static let extensionFailed = ReasonCode(rawValue: "extension.failed")

  /// The app has no string for a key.
  public static let textKeyMissing = ReasonCode(rawValue: "text.key-missing")
  /// A format requires more arguments than the push has.
  public static let textArgumentMissing = ReasonCode(rawValue: "text.argument-missing")

  /// The app in the foreground requested no banner.
  public static let foregroundAppDeclined = ReasonCode(rawValue: "foreground.app-declined")
  /// Held for the scheduled summary.
  public static let summaryHeld = ReasonCode(rawValue: "summary.held")
  /// Snoozed by the person.
  public static let snoozed = ReasonCode(rawValue: "snoozed")
  /// A passive push: the list only.
  public static let levelPassive = ReasonCode(rawValue: "level.passive")
  /// A push with priority 1, which does not wake a locked phone.
  public static let levelPriority = ReasonCode(rawValue: "level.priority")

  /// Do Not Disturb, turned on manually.
  public static let dndManual = ReasonCode(rawValue: "dnd.manual")
  /// Do Not Disturb, on by its schedule.
  public static let dndSchedule = ReasonCode(rawValue: "dnd.schedule")
  /// A Focus other than Do Not Disturb.
  public static let focusRule = ReasonCode(rawValue: "focus.rule")
  /// The app's filter in a Focus.
  public static let focusFilter = ReasonCode(rawValue: "focus.filter")
  /// A critical push passes every Focus.
  public static let passedCritical = ReasonCode(rawValue: "dnd.passed.critical")
  /// The Focus lets time-sensitive pushes pass.
  public static let passedTimeSensitive = ReasonCode(rawValue: "dnd.passed.time-sensitive")
  /// The Focus lets the app pass.
  public static let passedAllowed = ReasonCode(rawValue: "dnd.passed.allowed")

  /// The preview is hidden.
  public static let previewHidden = ReasonCode(rawValue: "preview.hidden")
  /// Grouped by thread.
  public static let groupThread = ReasonCode(rawValue: "group.thread")
  /// Grouped by app.
  public static let groupApp = ReasonCode(rawValue: "group.app")
  /// Not grouped.
  public static let groupSingle = ReasonCode(rawValue: "group.single")
  /// Replaced an older entry.
  public static let collapseReplaced = ReasonCode(rawValue: "collapse.replaced")

  /// All codes in their order, except those of rejections, which derive from their reasons.
  static let all = beforeGuests + Guests.reasonCodes + afterGuests

  private static let beforeGuests: [ReasonCode] = [
    .shown, .deviceOfflineStored, .deviceCoalesced, .deviceExpired,
  ]

  private static let afterGuests: [ReasonCode] = [
    .channelNone, .channelLow, .channelDefault, .channelSecret,
    .appNotInstalled, .appDenied, .appNotDetermined, .appProvisional, .appQuietly, .appMuted,
    .appOff, .kindBackground, .kindBackgroundBudget, .kindPushKit, .kindLiveActivity, .kindEmpty,
    .kindBadgeOnly, .kindSoundOnly, .kindNotShown, .kindData, .kindDataRefused, .kindDataLost,
    .remoteRemoved, .extensionChanged, .extensionTimeout, .extensionFailed, .textKeyMissing,
    .textArgumentMissing, .foregroundAppDeclined, .summaryHeld, .snoozed, .levelPassive,
    .levelPriority, .dndManual, .dndSchedule, .focusRule, .focusFilter, .passedCritical,
    .passedTimeSensitive, .passedAllowed, .previewHidden, .groupThread, .groupApp, .groupSingle,
    .collapseReplaced,
  ]
}
