import Foundation

/// Everything the rules ask of the phone when a push arrives, kept with it: enough to decide again,
/// alike or with a change, whatever was set since.
///
/// Values that an app and the phone both have are those in force for the app. The defaults are
/// those of the configuration, so that most pushes keep nothing but their moment.
public struct PresentationContext: Equatable, Sendable {
  /// When the phone decided.
  public var at = Date(timeIntervalSince1970: 0)

  /// Which phone it was.
  public var era = PhoneGeneration.today
  /// Whether the screen was locked.
  public var lock = LockState.unlocked
  /// Show Previews.
  public var previews = ShowPreviewsSetting.whenAuthenticated
  /// Notification Grouping.
  public var grouping = GroupingSetting.automatic
  /// The mute switch.
  public var ringer = Ringer.on

  /// The app's name, where the settings gave it one.
  public var appName: String?
  /// Whether the app was installed.
  public var isInstalled = true
  /// Whether the app ran.
  public var appState = AppRunState.background
  /// The person's answer to the app's request for permission.
  public var permission = AuthorizationStatus.authorized
  /// Whether the person chose the list only.
  public var deliversQuietly = false
  /// Until when the person muted the app; nil is not muted.
  public var mutedUntil: Date?
  /// The app's switch Lock Screen.
  public var showsOnLockScreen = true
  /// The app's switch Notification Center.
  public var showsInList = true
  /// The app's switch Banners.
  public var showsBanners = true
  /// The app's switch Sounds.
  public var playsSounds = true
  /// Whether the app's sounds are known and the push's is not among them.
  public var lacksSound = false
  /// The app's switch Badges.
  public var setsBadges = true
  /// The app's Time Sensitive Notifications capability.
  public var timeSensitive = Entitlement.assumed
  /// The app's entitlement for critical alerts.
  public var critical = Entitlement.assumed
  /// Whether entitlements that are assumed count as granted: not on a strict gateway.
  public var assumesEntitlements = true
  /// The options that the app chooses in the foreground.
  public var willPresent = AppSettings.standard.present
  /// The channel of a notification on Android; nil where there are none.
  public var channel: AndroidChannel?
  /// Background App Refresh; asked for background pushes only, like the two that follow.
  public var refreshesInBackground = true
  /// The number of background pushes an hour that may wake the app.
  public var backgroundBudget = DeviceSettings.standardBudget
  /// The number of those within the last hour.
  public var recentWakes = 0

  /// The result of the app's service extension.
  public var serviceExtension = Extension.none
  /// The resolution of the text.
  public var text = Text.literal
  /// The language of the app's strings in which it was found, or looked for in vain; nil where they
  /// stand for every language.
  public var language: String?
  /// The number of entries that the push replaces or removes, with those that these had replaced.
  public var replaced = 0
  /// The icon's number before; 0 is none.
  public var badge = 0
  /// When the scheduled summary comes that holds the app; nil when none does.
  public var summaryAt: Date?
  /// Whether it comes then because no times were set.
  public var summaryIsStandard = false
  /// The Focus that was on.
  public var focus: Focus?
  /// Its position among the pushes that were requested together; nil unless it was sent again on
  /// request.
  public var catchUp: CatchUp?

  /// The resolution of a push's text with the app's strings (`docs/localisation.md`).
  public enum Text: Equatable, Sendable {
    /// Nothing was looked up.
    case literal
    /// Every key was found and every placeholder filled.
    case localized
    /// All that is wrong with it, the worst first, each once; never empty.
    case faulty([TextFault])
    /// Looked up, and empty: as if there were none.
    case empty
  }

  /// The result of a service extension for a push (`docs/extensions.md`).
  public indirect enum Extension: Equatable, Sendable {
    /// None was asked.
    case none
    /// It answered with a payload, of which counts what it may change; the names of what it did
    /// change.
    case answered(Payload, changed: [String])
    /// It took longer than so many seconds.
    case timedOut(limit: TimeInterval)
    /// Half a sentence that goes on after “it”.
    case failed(String)

    /// Whether it said otherwise what a key of `aps` says; what it did not change was passed on.
    func decides(_ key: String) -> Bool {
      if case .answered(_, let changed) = self { changed.contains(key) } else { false }
    }

    /// The code of what is worth saying; nil when nothing is.
    var code: ReasonCode? {
      switch self {
      case .none, .answered(_, changed: []): nil
      case .answered: .extensionChanged
      case .timedOut: .extensionTimeout
      case .failed: .extensionFailed
      }
    }
  }

  /// The settings of a Focus for the app.
  public struct Focus: Equatable, Sendable {
    /// Its name in the settings.
    public var name: FocusName
    /// Whether a hand turned it on, not a schedule.
    public var isManual = false
    /// When it ends; nil is not before somebody ends it.
    public var until: Date?
    /// Whether another is on then.
    public var isFollowed = false
    /// Whether its list of apps lets the app pass.
    public var allowsApp = false
    /// Whether its list of people lets the sender pass.
    public var allowsSender = false
    /// Whether its list says who is silenced, not who passes.
    public var silencesListed = false
    /// Whether it lets time-sensitive pushes pass.
    public var allowsTimeSensitive = true
    /// The `filter-criteria` that pass, where the app has a filter in it.
    public var filter: [String]?
    /// Whether the icons show no badges while it is on.
    public var hidesBadges = false

    /// A Focus that lets only time-sensitive and critical pushes pass.
    public init(name: FocusName) {
      self.name = name
    }
  }

  /// The answers to one repeat request, as far as they matter to one of them.
  public struct CatchUp: Equatable, Sendable {
    /// The alerts for pushes that come again together.
    public enum Policy: String, Sendable, CaseIterable {
      /// The first that may alert does; the others enter the list quietly.
      case once
      /// Each alerts as if it had come alone.
      case each
      /// As `once`, with a banner that states how many came, in place of the first one's text.
      case summary
    }

    /// The policy in force.
    public var policy = Policy.once
    /// The number of pushes that are sent again.
    public var count = 1
    /// Whether another of them has alerted before.
    public var hasAlerted = false

    /// Whether its banner states the number of all of them, if it has a banner.
    var statesCount: Bool { policy == .summary && count > 1 && !hasAlerted }
  }

  /// The circumstances of a phone fresh from its box.
  public init() {}

  /// Whether the app may be time-sensitive.
  public var allowsTimeSensitive: Bool {
    timeSensitive.isGranted(whereAssumed: assumesEntitlements)
  }

  /// Whether the app may be critical. Nothing is assumed of a provisional app: the user was not
  /// asked.
  public var allowsCritical: Bool {
    critical.isGranted(whereAssumed: assumesEntitlements && permission != .provisional)
  }

  /// The level in force, after the app's permissions were applied (`docs/rules.md` §14).
  ///
  /// A critical sound counts as a critical level. Where critical is not allowed a critical level
  /// acts as active and any other level stays; where time-sensitive is not allowed it acts as
  /// active.
  public func level(of payload: Payload) -> InterruptionLevel {
    let asked = payload.interruptionLevel
    if asked == .critical || payload.sound?.isCritical == true {
      if allowsCritical { return .critical }
      if asked == .critical { return .active }
    }
    return asked == .timeSensitive && !allowsTimeSensitive ? .active : asked
  }

  /// Returns the name of a push's app.
  func title(of push: Delivery) -> String { appName ?? push.app.name }

  /// Whether previews are hidden (`docs/rules.md` §4.1).
  public var hidesPreviews: Bool { previews.hides(when: lock) }
}

extension ShowPreviewsSetting {
  /// Whether content is hidden (`docs/rules.md` §4.1).
  func hides(when lock: LockState) -> Bool {
    switch self {
    case .always: false
    case .whenAuthenticated: lock == .locked
    case .never: true
    }
  }
}

extension PresentationContext {
  /// Whether the banner of a push with a level states how many came again with it.
  func statesCatchUp(_ level: InterruptionLevel) -> Bool {
    catchUp?.statesCount == true && level != .critical && !appDecides
      && !era.unknownRules.contains(.delivery)
  }
}
