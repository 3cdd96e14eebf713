import Foundation

/// Everything a person can set about the phone (`design/contract.md` §10): `device`, `focus`,
/// `summary`, `apps`, `categories`.
public struct PhoneSettings: Equatable, Sendable {
  /// The `device` object.
  public var device = DeviceSettings()
  /// The named Focuses; the one named `dnd` always exists.
  public var focuses: [String: FocusSettings] = ["dnd": FocusSettings()]
  /// The scheduled summary.
  public var summary = SummarySettings()
  /// What was said about apps; an app nobody spoke of has ``AppSettings`` defaults.
  public var apps: [BundleID: AppSettings] = [:]
  /// Categories every app has, by identifier.
  public var categories: [String: Category] = [:]

  /// The defaults.
  public init() {}

  /// The settings of an app, its defaults when nobody spoke of it.
  public func app(_ bundleID: BundleID) -> AppSettings {
    apps[bundleID] ?? AppSettings()
  }

  /// The category an app's payload names: the app's own before the common one.
  public func category(_ identifier: String?, of app: BundleID) -> Category? {
    guard let identifier else { return nil }
    return apps[app]?.categories[identifier] ?? categories[identifier]
  }
}

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
  /// Which era's rules.
  public var era = Era.today

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

/// Which era's rules.
public enum Era: String, Sendable, CaseIterable {
  case today
  case of2012 = "2012"
}

/// One Focus (`spec/ios-presentation.md` §5).
public struct FocusSettings: Equatable, Sendable {
  /// When it turns itself on; none means by hand only.
  public var schedules: [FocusSchedule] = []
  /// Which apps pass.
  public var apps = AppList.allow([])
  /// Senders that pass.
  public var allowPeople: [String] = []
  /// Whether time-sensitive pushes pass.
  public var allowTimeSensitive = true
  /// Per app: the `filter-criteria` that pass.
  public var filters: [BundleID: [String]] = [:]
  /// Whether icons lose their badges while it is on.
  public var hideBadges = false

  /// A Focus works with one list or the other.
  public enum AppList: Equatable, Sendable {
    /// Only these pass.
    case allow(Set<BundleID>)
    /// All but these pass.
    case silence(Set<BundleID>)
  }

  /// A Focus that lets nothing but time-sensitive and critical pushes pass.
  public init() {}
}

/// A daily span of wall-clock time: start inclusive, end exclusive, may cross midnight; equal times mean
/// the whole day (`spec/ios-presentation.md` §5.3).
public struct FocusSchedule: Equatable, Sendable {
  /// Start, minutes after midnight, 0 to 1439.
  public var from: Int
  /// End, minutes after midnight, 0 to 1439.
  public var to: Int
  /// The days on which it starts, 1 = Monday … 7 = Sunday.
  public var days: Set<Int>
  /// The zone of the wall clock; nil is the phone's.
  public var timeZone: TimeZone?

  /// Makes a span.
  public init(from: Int, to: Int, days: Set<Int> = Set(1...7), timeZone: TimeZone? = nil) {
    self.from = from
    self.to = to
    self.days = days
    self.timeZone = timeZone
  }
}

/// The scheduled summary (`spec/ios-presentation.md` §5.4).
public struct SummarySettings: Equatable, Sendable {
  /// Times of day, minutes after midnight.
  public var times: [Int] = []
  /// The apps it holds.
  public var apps: Set<BundleID> = []

  /// No summary.
  public init() {}
}

/// One app's settings (`design/contract.md` §10, `apps`).
public struct AppSettings: Equatable, Sendable {
  /// The name on screen; nil is the last part of the bundle id with a capital.
  public var name: String?
  /// Whether it is installed.
  public var installed = true
  /// Whether it runs.
  public var state = AppRunState.background
  /// What the person answered to the question for permission.
  public var permission = AuthorizationStatus.authorized
  /// In the list only.
  public var deliverQuietly = false
  /// Own Show Previews; nil is the phone's.
  public var previews: ShowPreviewsSetting?
  /// Own grouping; nil is the phone's.
  public var grouping: GroupingSetting?
  /// Switches; all on.
  public var lockScreen = true
  public var list = true
  public var banners = true
  public var bannerStyle = BannerStyle.temporary
  public var sounds = true
  public var badges = true
  public var timeSensitive = true
  public var critical = true
  /// What `willPresent` answers while the app is in the foreground.
  public var present: PresentationOptions = [.banner, .list, .sound, .badge]
  /// The app's strings: key to format.
  public var strings: [String: String] = [:]
  /// The app's own categories, by identifier.
  public var categories: [String: Category] = [:]

  /// The defaults.
  public init() {}
}

/// Whether an app runs.
public enum AppRunState: String, Sendable, CaseIterable {
  case foreground, background, terminated
}

/// What the person answered (`spec/ios-presentation.md` §11).
public enum AuthorizationStatus: String, Sendable, CaseIterable {
  case authorized, provisional, denied, notDetermined
}

/// How long a banner stays.
public enum BannerStyle: String, Sendable, CaseIterable {
  /// About five seconds.
  case temporary
  /// Until acted on.
  case persistent
}

/// A registered category (`spec/ios-presentation.md` §8.1).
public struct Category: Equatable, Sendable {
  /// Its identifier.
  public var identifier: String
  /// Its actions, in order.
  public var actions: [Action]
  /// Shown for the body when previews are hidden; `%u` is the number of entries of the thread.
  public var hiddenPreviewsBodyPlaceholder: String?
  /// The summary line of a group; `%u` counts, `%@` names.
  public var categorySummaryFormat: String?
  /// Its options.
  public var options: Options

  /// `spec/ios-presentation.md` §8.2.
  public struct Options: OptionSet, Hashable, Sendable {
    public let rawValue: UInt8
    public init(rawValue: UInt8) { self.rawValue = rawValue }
    public static let customDismissAction = Options(rawValue: 1)
    public static let allowInCarPlay = Options(rawValue: 2)
    public static let hiddenPreviewsShowTitle = Options(rawValue: 4)
    public static let hiddenPreviewsShowSubtitle = Options(rawValue: 8)
    public static let allowAnnouncement = Options(rawValue: 16)
  }

  /// Makes a category.
  public init(
    identifier: String, actions: [Action] = [], hiddenPreviewsBodyPlaceholder: String? = nil,
    categorySummaryFormat: String? = nil, options: Options = []
  ) {
    self.identifier = identifier
    self.actions = actions
    self.hiddenPreviewsBodyPlaceholder = hiddenPreviewsBodyPlaceholder
    self.categorySummaryFormat = categorySummaryFormat
    self.options = options
  }
}

/// A button of a category (`spec/ios-presentation.md` §8.3).
public struct Action: Equatable, Sendable {
  /// What the app's delegate gets.
  public var identifier: ActionIdentifier
  /// The label.
  public var title: String
  /// Asks for a line of text; nil for a plain button.
  public var textInput: TextInput?
  /// Its options.
  public var options: Options

  /// The field of a text action.
  public struct TextInput: Equatable, Sendable {
    /// The label of the button beside the field.
    public var button: String
    /// Shown in the empty field.
    public var placeholder: String
    public init(button: String = "Send", placeholder: String = "") {
      self.button = button
      self.placeholder = placeholder
    }
  }

  /// `spec/ios-presentation.md` §8.3.
  public struct Options: OptionSet, Hashable, Sendable {
    public let rawValue: UInt8
    public init(rawValue: UInt8) { self.rawValue = rawValue }
    public static let authenticationRequired = Options(rawValue: 1)
    public static let destructive = Options(rawValue: 2)
    public static let foreground = Options(rawValue: 4)
  }

  /// Makes an action.
  public init(
    identifier: ActionIdentifier, title: String, textInput: TextInput? = nil, options: Options = []
  ) {
    self.identifier = identifier
    self.title = title
    self.textInput = textInput
    self.options = options
  }
}
