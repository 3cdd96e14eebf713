/// Everything a person can set about the phone (`design/contract.md` §10): `device`, `focus`,
/// `summary`, `apps`, `categories`, `queue`, those of other push systems; and what the screen is asked for: `keys`,
/// `colors`, `bidi`, `banner`.
public struct PhoneSettings: Equatable, Sendable {
  /// The `device` object.
  public var device = DeviceSettings()
  /// The named Focuses; the one named `dnd` always exists.
  public var focuses: [String: FocusSettings] = ["dnd": FocusSettings()]
  /// The scheduled summary.
  public var summary = SummarySettings()
  /// What was said about apps; an app nobody spoke of has ``AppSettings`` defaults.
  public var apps: [BundleID: AppSettings] = [:]
  /// The numbered queue and the link to the phone.
  public var queue = QueueSettings()
  /// The settings of other push systems.
  public var guests = Guests.Settings()
  /// Categories every app has, by identifier.
  public var categories: [String: Category] = [:]
  /// Keys of the screen: key to command, for instance `m` to `read`. Which there are the screen knows.
  public var keys: [String: String] = [:]
  /// Colors of the screen: role to look, for instance `critical` to `bold red`. Which there are the screen
  /// knows.
  public var colors: [String: String] = [:]
  /// Who arranges Arabic and Hebrew on the screen.
  public var bidi = BidiSetting.auto
  /// Whether the screen draws banners.
  public var banner = BannerSetting.on

  /// The defaults.
  public init() {}

  /// The settings of an app as far as the phone has them, its defaults when nobody spoke of it.
  public func app(_ bundleID: BundleID) -> AppSettings {
    device.era.inForce(apps[bundleID] ?? AppSettings())
  }

  /// The apps that are not installed.
  var missingApps: Set<BundleID> {
    var missing: Set<BundleID> = []
    for (app, its) in apps where !its.installed { missing.insert(app) }
    return missing
  }

  /// The apps that are on an iPhone, not on an Android phone.
  var appsOnIPhone: Set<BundleID> {
    var apps: Set<BundleID> = []
    for (app, its) in self.apps where its.platform == .ios { apps.insert(app) }
    return apps
  }

  /// Show Previews of an app: its own setting before the phone's.
  func previews(of bundleID: BundleID) -> ShowPreviewsSetting {
    app(bundleID).previews ?? device.previews
  }

  /// The grouping of an app: its own setting before the phone's.
  public func grouping(of bundleID: BundleID) -> GroupingSetting {
    app(bundleID).grouping ?? device.grouping
  }

  /// The category an app's payload names: the app's own before the common one.
  public func category(_ identifier: String?, of app: BundleID) -> Category? {
    guard let identifier, device.era.hasCategories else { return nil }
    return apps[app]?.categories[identifier] ?? categories[identifier]
  }

  /// The actions of all categories, each once, sorted.
  var actionIdentifiers: [String] {
    let all = [categories] + apps.values.map(\.categories)
    return Set(all.flatMap(\.values).flatMap(\.actions).map(\.identifier.rawValue)).sorted()
  }
}
