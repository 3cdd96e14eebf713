import Foundation

/// The settings of the phone itself, the `device` object.
public struct DeviceSettings: Equatable, Sendable {
  /// Whether the screen is locked.
  public var lock = LockState.unlocked
  /// Show Previews.
  public var previews = ShowPreviewsSetting.whenAuthenticated
  /// Notification Grouping.
  public var grouping = GroupingSetting.automatic
  /// The preferred languages in order, as BCP 47 tags.
  public var languages = ["en"]
  /// The phone's time zone.
  public var timeZone = TimeZone.gmt
  /// The mute switch.
  public var ringer = Ringer.on
  /// The form of a group's summary line.
  public var summaryStyle = SummaryStyle.ios15
  /// Whether a badge going from non-zero to 0 clears the app's entries (B5).
  public var badgeZeroClears = false
  /// The minimum number of entries of a group that is shown as a stack (G8).
  public var stackThreshold = 2
  /// Whether an entry leaves the list after an action, as on iOS.
  public var removeActedOn = false
  /// Low Power Mode: pushes of priority 5 and 1 wait until it ends.
  public var lowPower = false
  /// The number of background pushes per hour that may wake an app outside the foreground; further
  /// ones wait. "Don't try to send more than two or three per hour" (Apple, "Pushing background
  /// updates to your App").
  public var backgroundBudget = standardBudget
  /// The number of pushes per day that may reload an app's widgets. Apple, WidgetKit, "Keeping a
  /// widget up to date", names 40 to 70 refreshes per day.
  public var widgetBudget = standardWidgetBudget
  /// The limits of Live Activities.
  public var activities = ActivitySettings()
  /// The generation of the phone.
  public var era = PhoneGeneration.today

  /// The default budget.
  static let standardBudget = 3
  /// The default budget of widgets.
  static let standardWidgetBudget = 40
}

extension DeviceSettings: SettingsObject {
  static let fields: [SettingField<Self>] = [
    .choice(
      "lock", \.lock,
      "A locked phone shows pushes on the lock screen, an unlocked one as banners."
    ).short("lock"),
    .choice(
      "previews", \.previews, "When the text of pushes is shown: always, while unlocked, or never."
    ).short("previews"),
    .choice(
      "grouping", \.grouping, "Groups by thread-id (automatic), one group per app, or none."
    ).short("grouping"),
    .list(
      "languages", \.languages, of: .language,
      "The phone's languages, preferred first: they choose an app's strings."
    ).remark("without a value those of the locale"),
    .value(
      "language", \.languages, .oneLanguage,
      "In a file the phone's only language; `set` puts it before the others."
    ).samples().written { _ in nil },
    .check { its, reader throws(SettingsError) in
      guard its.languages.isEmpty else { return }
      throw reader.wrong("languages", "a list of one language or more")
    },
    .value(
      "timeZone", \.timeZone, .timeZone,
      "The zone of all times on the screen, of schedules and summaries."
    ).sample(#""Europe/Berlin""#, "without a value the system's"),
    .choice("ringer", \.ringer, "With `silent`, the mute switch is on: only critical alerts sound.")
      .short("ringer"),
    .choice(
      "summaryStyle", \.summaryStyle,
      "The line under a folded group: as in iOS 12 to 14, or since iOS 15."),
    .flag(
      "badgeZeroClears", \.badgeZeroClears,
      "A push that sets a badge above 0 to 0 removes the app's notifications."
    ).consent(.true),
    .number(
      "stackThreshold", \.stackThreshold, in: 2...1000,
      "The number of notifications from which a group is drawn as a stack."
    ),
    .flag(
      "removeActedOn", \.removeActedOn,
      "A notification that was opened or acted on leaves the list."
    ).consent(.true),
    .flag("lowPower", \.lowPower, "Pushes of priority 5 and 1 wait until Low Power Mode ends."),
    .number(
      "backgroundBudget", \.backgroundBudget, in: 0...1000,
      "The number of background pushes per hour that may wake an app."
    ),
    .number(
      "widgetBudget", \.widgetBudget, in: 0...100_000,
      "The number of pushes per day that may reload an app's widgets."),
    .object("activities", \.activities, "The limits of Live Activities."),
    .choice(
      "era", \.era, "The phone's generation: 2012 has alert boxes, no levels and no Focus."
    ),
  ]
}

extension SettingScalar<[String]> {
  /// A list of one language, which `set` and scenarios write as the single language.
  fileprivate static var oneLanguage: Self {
    let language = SettingScalar<String>.language
    return Self(
      expected: language.expected, kinds: language.kinds, pattern: language.pattern,
      convert: { language.convert($0).map { [$0] } },
      json: { $0.first.map(JSONValue.string) })
  }
}

/// Whether the screen is locked.
public enum LockState: String, Sendable, CaseIterable { case locked, unlocked }

/// The condition under which previews show content (Apple, `UNShowPreviewsSetting`).
public enum ShowPreviewsSetting: String, Sendable, CaseIterable {
  case always, whenAuthenticated, never
}

/// The criterion by which notifications are grouped.
public enum GroupingSetting: String, Sendable, CaseIterable { case automatic, byApp, off }

/// The mute switch.
public enum Ringer: String, Sendable, CaseIterable { case on, silent }

/// The form of a group's summary line.
public enum SummaryStyle: String, Sendable, CaseIterable { case ios12, ios15 }
