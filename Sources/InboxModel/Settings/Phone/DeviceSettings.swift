import Foundation

/// The phone itself (`device` in `design/contract.md` §10).
public struct DeviceSettings: Equatable, Sendable {
  /// Whether the screen is locked.
  public var lock = LockState.unlocked
  /// Show Previews.
  public var previews = ShowPreviewsSetting.whenAuthenticated
  /// Notification Grouping.
  public var grouping = GroupingSetting.automatic
  /// Preferred languages, first wins; BCP 47.
  public var languages = ["en"]
  /// The phone's time zone.
  public var timeZone = TimeZone.gmt
  /// The mute switch.
  public var ringer = Ringer.on
  /// How a group's summary line is made.
  public var summaryStyle = SummaryStyle.ios15
  /// Whether a badge going from non-zero to 0 clears the app's entries (B5).
  public var badgeZeroClears = false
  /// From how many entries on a group is shown as a stack (G8).
  public var stackThreshold = 2
  /// Whether an entry acted on leaves the list, as on iOS.
  public var removeActedOn = false
  /// Low Power Mode: pushes of priority 5 and 1 wait until it is over (`spec/apns-provider-api.md` 11.3).
  public var lowPower = false
  /// How often an hour background pushes wake an app that is not in the foreground. Apple says "two or
  /// three"; more is no error there either, the pushes wait (`spec/apns-provider-api.md` 11.11).
  public var backgroundBudget = 3
  /// Which phone it is.
  public var era = PhoneGeneration.today

  /// The defaults.
  public init() {}
}

/// Whether the screen is locked.
public enum LockState: String, Sendable, CaseIterable {
  case locked, unlocked
}

/// When previews show content (`spec/ios-presentation.md` §4.1).
public enum ShowPreviewsSetting: String, Sendable, CaseIterable {
  case always, whenAuthenticated, never
}

/// How notifications are grouped (`spec/ios-presentation.md` §3.1).
public enum GroupingSetting: String, Sendable, CaseIterable {
  case automatic, byApp, off
}

/// The mute switch.
public enum Ringer: String, Sendable, CaseIterable {
  case on, silent
}

/// How a group's summary line is made (`spec/ios-presentation.md` §3.3).
public enum SummaryStyle: String, Sendable, CaseIterable {
  case ios12, ios15
}
