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

  /// Nothing stopped the push: it was shown.
  public static let shown = ReasonCode(rawValue: "shown")

  /// The push was stored while the phone was offline.
  public static let deviceOfflineStored = ReasonCode(rawValue: "device.offline-stored")
  /// A newer push replaced this one while the phone was offline.
  public static let deviceCoalesced = ReasonCode(rawValue: "device.coalesced")
  /// The expiration of the push passed before it could be delivered.
  public static let deviceExpired = ReasonCode(rawValue: "device.expired")

  /// The Android channel shows nothing.
  public static let channelNone = ReasonCode(rawValue: "channel.none")
  /// The Android channel shows pushes in the list only.
  public static let channelLow = ReasonCode(rawValue: "channel.low")
  /// The Android channel has a sound and no banner.
  public static let channelDefault = ReasonCode(rawValue: "channel.default")
  /// The Android channel hides the push on a lock screen.
  public static let channelSecret = ReasonCode(rawValue: "channel.secret")

  /// The app is not installed.
  public static let appNotInstalled = ReasonCode(rawValue: "app.not-installed")
  /// The user denied permission to notify.
  public static let appDenied = ReasonCode(rawValue: "app.denied")
  /// The app has not asked for permission to notify.
  public static let appNotDetermined = ReasonCode(rawValue: "app.not-determined")
  /// The app has provisional permission: list only.
  public static let appProvisional = ReasonCode(rawValue: "app.provisional")
  /// The user chose to deliver quietly: list only.
  public static let appQuietly = ReasonCode(rawValue: "app.quietly")
  /// The user muted the app.
  public static let appMuted = ReasonCode(rawValue: "app.muted")
  /// The notification switches that the push needs are off.
  public static let appOff = ReasonCode(rawValue: "app.off")

  /// A background push: it only wakes the app.
  public static let kindBackground = ReasonCode(rawValue: "kind.background")
  /// A background push that waits: the app was woken too often in the last hour.
  public static let kindBackgroundBudget = ReasonCode(rawValue: "kind.background-budget")
  /// The push goes to the app through PushKit.
  public static let kindPushKit = ReasonCode(rawValue: "kind.pushkit")
  /// The push reloads the app's widgets.
  public static let kindWidgets = ReasonCode(rawValue: "kind.widgets")
  /// The push reloads no widgets: `content-changed` is not true.
  public static let kindWidgetsUnchanged = ReasonCode(rawValue: "kind.widgets-unchanged")
  /// The push reloads no widgets: they were reloaded too often in the last day.
  public static let kindWidgetBudget = ReasonCode(rawValue: "kind.widget-budget")
  /// The push reloads the app's controls.
  public static let kindControls = ReasonCode(rawValue: "kind.controls")
  /// The push goes to a Live Activity.
  public static let kindLiveActivity = ReasonCode(rawValue: "kind.live-activity")
  /// The push has nothing to show and wakes no app.
  public static let kindEmpty = ReasonCode(rawValue: "kind.empty")
  /// The push sets the badge and nothing else.
  public static let kindBadgeOnly = ReasonCode(rawValue: "kind.badge-only")
  /// The push has a sound and no text.
  public static let kindSoundOnly = ReasonCode(rawValue: "kind.sound-only")
  /// A push type that is never shown.
  public static let kindNotShown = ReasonCode(rawValue: "kind.not-shown")

  /// A data message from which the app created a notification.
  public static let kindData = ReasonCode(rawValue: "kind.data")
  /// A data message from which the app created no notification.
  public static let kindDataRejected = ReasonCode(rawValue: "kind.data-rejected")
  /// A data message for an app that the user force-quit.
  public static let kindDataLost = ReasonCode(rawValue: "kind.data-lost")
  /// The sender removes a notification.
  public static let remoteRemoved = ReasonCode(rawValue: "remote.removed")

  /// The service extension changed the push.
  public static let extensionChanged = ReasonCode(rawValue: "extension.changed")
  /// The service extension took too long: the push is shown unchanged.
  public static let extensionTimeout = ReasonCode(rawValue: "extension.timeout")
  /// The service extension failed: the push is shown unchanged.
  public static let extensionFailed = ReasonCode(rawValue: "extension.failed")

  /// The app has no string for a localization key.
  public static let textKeyMissing = ReasonCode(rawValue: "text.key-missing")
  /// A format needs more arguments than were sent.
  public static let textArgumentMissing = ReasonCode(rawValue: "text.argument-missing")

  /// The app was in the foreground and asked for no banner.
  public static let foregroundAppDeclined = ReasonCode(rawValue: "foreground.app-declined")
  /// The push waits for the scheduled summary.
  public static let summaryHeld = ReasonCode(rawValue: "summary.held")
  /// The user snoozed the push.
  public static let snoozed = ReasonCode(rawValue: "snoozed")
  /// The interruption level `passive`: list only.
  public static let levelPassive = ReasonCode(rawValue: "level.passive")
  /// Priority 1 does not wake a locked phone.
  public static let levelPriority = ReasonCode(rawValue: "level.priority")

  /// Do Not Disturb was turned on by hand.
  public static let dndManual = ReasonCode(rawValue: "dnd.manual")
  /// Do Not Disturb was on by its schedule.
  public static let dndSchedule = ReasonCode(rawValue: "dnd.schedule")
  /// A Focus other than Do Not Disturb does not allow the push.
  public static let focusRule = ReasonCode(rawValue: "focus.rule")
  /// A Focus filter of the app does not allow the push.
  public static let focusFilter = ReasonCode(rawValue: "focus.filter")
  /// A critical push passes every Focus.
  public static let passedCritical = ReasonCode(rawValue: "dnd.passed.critical")
  /// The Focus allows time-sensitive pushes.
  public static let passedTimeSensitive = ReasonCode(rawValue: "dnd.passed.time-sensitive")
  /// The Focus allows the app or the sender.
  public static let passedAllowed = ReasonCode(rawValue: "dnd.passed.allowed")

  /// The text is hidden by the preview setting.
  public static let previewHidden = ReasonCode(rawValue: "preview.hidden")
  /// Grouped by thread.
  public static let groupThread = ReasonCode(rawValue: "group.thread")
  /// Grouped by app.
  public static let groupApp = ReasonCode(rawValue: "group.app")
  /// Not grouped.
  public static let groupSingle = ReasonCode(rawValue: "group.single")
  /// Replaced an older notification with the same collapse identifier.
  public static let collapseReplaced = ReasonCode(rawValue: "collapse.replaced")

  /// A code with its meaning, one sentence.
  typealias Row = (code: ReasonCode, meaning: String)

  /// Every code with its meaning, in the order of `docs/reference/trace.md`; codes of rejections
  /// are made of their reasons.
  static let table: [Row] = beforeGuests + Guests.reasonCodes + afterGuests + ofActivities

  /// Every code of the table.
  static let all = table.map(\.code)

  private static let beforeGuests: [Row] = [
    (.shown, "Nothing stopped the push: it was shown."),
    (.deviceOfflineStored, "The push was stored while the phone was offline."),
    (.deviceCoalesced, "A newer push replaced it while the phone was offline."),
    (.deviceExpired, "Its expiration passed before it could be delivered."),
  ]

  private static let afterGuests: [Row] = [
    (.channelNone, "The Android channel shows nothing."),
    (.channelLow, "The Android channel shows pushes in the list only."),
    (.channelDefault, "The Android channel has a sound and no banner."),
    (.channelSecret, "The Android channel hides the push on a lock screen."),
    (.appNotInstalled, "The app is not installed."),
    (.appDenied, "The user denied permission to notify."),
    (.appNotDetermined, "The app has not asked for permission to notify."),
    (.appProvisional, "The app has provisional permission: list only."),
    (.appQuietly, "The user chose to deliver quietly: list only."),
    (.appMuted, "The user muted the app."),
    (.appOff, "The notification switches that the push needs are off."),
    (.kindBackground, "A background push: it only wakes the app."),
    (
      .kindBackgroundBudget,
      "A background push that waits: the app was woken too often in the last hour."
    ),
    (.kindPushKit, "The push goes to the app through PushKit."),
    (.kindWidgets, "The push reloads the app's widgets."),
    (.kindWidgetsUnchanged, "The push reloads no widgets: `content-changed` is not true."),
    (
      .kindWidgetBudget,
      "The push reloads no widgets: they were reloaded too often in the last day."
    ),
    (.kindControls, "The push reloads the app's controls."),
    (.kindLiveActivity, "The push goes to a Live Activity."),
    (.kindEmpty, "The push has nothing to show and wakes no app."),
    (.kindBadgeOnly, "The push sets the badge and nothing else."),
    (.kindSoundOnly, "The push has a sound and no text."),
    (.kindNotShown, "A push type that is never shown."),
    (.kindData, "A data message from which the app created a notification."),
    (.kindDataRejected, "A data message from which the app created no notification."),
    (.kindDataLost, "A data message for an app that the user force-quit."),
    (.remoteRemoved, "The sender removes a notification."),
    (.extensionChanged, "The service extension changed the push."),
    (.extensionTimeout, "The service extension took too long: the push is shown unchanged."),
    (.extensionFailed, "The service extension failed: the push is shown unchanged."),
    (.textKeyMissing, "The app has no string for a localization key."),
    (.textArgumentMissing, "A format needs more arguments than were sent."),
    (.foregroundAppDeclined, "The app was in the foreground and asked for no banner."),
    (.summaryHeld, "The push waits for the scheduled summary."),
    (.snoozed, "The user snoozed the push."),
    (.levelPassive, "The interruption level `passive`: list only."),
    (.levelPriority, "Priority 1 does not wake a locked phone."),
    (.dndManual, "Do Not Disturb was turned on by hand."),
    (.dndSchedule, "Do Not Disturb was on by its schedule."),
    (.focusRule, "A Focus other than Do Not Disturb does not allow the push."),
    (.focusFilter, "A Focus filter of the app does not allow the push."),
    (.passedCritical, "A critical push passes every Focus."),
    (.passedTimeSensitive, "The Focus allows time-sensitive pushes."),
    (.passedAllowed, "The Focus allows the app or the sender."),
    (.previewHidden, "The text is hidden by the preview setting."),
    (.groupThread, "Grouped by thread."),
    (.groupApp, "Grouped by app."),
    (.groupSingle, "Not grouped."),
    (.collapseReplaced, "Replaced an older notification with the same collapse identifier."),
  ]
}
