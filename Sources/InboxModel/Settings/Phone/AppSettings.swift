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
  /// May appear on the lock screen.
  public var lockScreen = true
  /// May stand in the list.
  public var list = true
  /// May show banners.
  public var banners = true
  /// How long its banners stay.
  public var bannerStyle = BannerStyle.temporary
  /// May make sounds.
  public var sounds = true
  /// The sound files that the app contains; nil when they are not known, and then every name is taken to be
  /// one of them.
  public var soundFiles: [String]?
  /// May set the icon's number.
  public var badges = true
  /// The Time Sensitive Notifications capability.
  public var timeSensitive = Entitlement.assumed
  /// Apple's entitlement for critical alerts, with the user's consent.
  public var critical = Entitlement.assumed
  /// What becomes of a push while the app is in the foreground.
  public var present: ForegroundAnswer = [.banner, .list, .sound, .badge]
  /// Background App Refresh: whether background pushes wake the app.
  public var backgroundRefresh = true
  /// The app's strings.
  public var strings: LocalizedStrings = [:]
  /// What may change its pushes before they are shown; nil is nothing.
  public var serviceExtension: ServiceExtension?
  /// What makes the expanded view of its pushes; nil is nothing.
  public var contentExtension: ContentExtension?
  /// The app's own categories, by identifier.
  public var categories: [String: Category] = [:]

  /// What it runs on, where FCM asks; nil is Android.
  public var platform: AppPlatform?
  /// Its notification channels on Android, by identifier.
  public var channels: [String: AndroidChannel.Importance] = [:]

  /// The defaults.
  public init() {}
}

/// Whether an app runs (`spec/ios-presentation.md` §9.1).
public enum AppRunState: String, Sendable, CaseIterable {
  /// On the screen.
  case foreground
  /// Running, not on the screen.
  case background
  /// In memory, not running.
  case suspended
  /// Ended by the system.
  case terminated
  /// Ended by the person: no background push starts it again.
  case forceQuit
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
