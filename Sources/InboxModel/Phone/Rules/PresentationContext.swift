import Foundation

/// All values of the phone that the rules use when a push arrives. They are stored with the push,
/// so that its decision can be repeated, unchanged or with a change, whatever the settings are by
/// then.
///
/// Values that both an app and the phone have are the effective ones of the app. The defaults are
/// those of the configuration, so that most pushes store only their moment.
public struct PresentationContext: Equatable, Sendable {
  /// The moment of the decision.
  public var at = Date(timeIntervalSince1970: 0)

  /// The generation of the phone.
  public var era = PhoneGeneration.today
  /// The state of the lock screen.
  public var lock = LockState.unlocked
  /// Show Previews.
  public var previews = ShowPreviewsSetting.whenAuthenticated
  /// Notification Grouping.
  public var grouping = GroupingSetting.automatic
  /// The mute switch.
  public var ringer = Ringer.on

  /// The app's name from the settings; nil for the default name.
  public var appName: String?
  /// Whether the app was installed.
  public var isInstalled = true
  /// The app's run state.
  public var appState = AppRunState.background
  /// The app's authorization.
  public var permission = AuthorizationStatus.authorized
  /// Whether the user chose to deliver quietly.
  public var deliversQuietly = false
  /// The end of the app's mute; nil if it is not muted.
  public var mutedUntil: Date?
  /// The app's switch Lock Screen.
  public var showsOnLockScreen = true
  /// The app's switch Notification Center.
  public var showsInList = true
  /// The app's switch Banners.
  public var showsBanners = true
  /// The app's switch Sounds.
  public var playsSounds = true
  /// Whether the app's sounds are known and do not include the push's.
  public var lacksSound = false
  /// The app's switch Badges.
  public var setsBadges = true
  /// The app's Time Sensitive Notifications capability.
  public var timeSensitive = Entitlement.assumed
  /// The app's entitlement for critical alerts.
  public var critical = Entitlement.assumed
  /// Whether assumed entitlements count as granted; false on a strict gateway.
  public var assumesEntitlements = true
  /// The presentation options that the app chooses in the foreground.
  public var willPresent = AppSettings.standard.present
  /// The channel of a notification on Android; nil for none.
  public var channel: AndroidChannel?
  /// Background App Refresh. This and the two following values are set for pushes with
  /// `content-available` only.
  public var refreshesInBackground = true
  /// The maximum number of background pushes that may wake the app within an hour.
  public var backgroundBudget = DeviceSettings.standardBudget
  /// The number of wake-ups within the last hour.
  public var recentWakes = 0
  /// The maximum number of reloads of the app's widgets within a day. This and the following value
  /// are set for pushes to widgets only.
  public var widgetBudget = DeviceSettings.standardWidgetBudget
  /// The number of reloads within the last day.
  public var recentReloads = 0

  /// The result of the app's service extension.
  public var serviceExtension = Extension.none
  /// The result of resolving the text.
  public var text = Text.literal
  /// The language of the app's strings in which the text was found or missing; nil if the strings
  /// apply to every language.
  public var language: String?
  /// The number of entries that the push replaces or removes, including those that these had
  /// replaced.
  public var replaced = 0
  /// The badge before the push; 0 for none.
  public var badge = 0
  /// The moment of the scheduled summary that holds the app's pushes; nil for none.
  public var summaryAt: Date?
  /// Whether that moment is the default, because no times are set.
  public var summaryIsStandard = false
  /// The active Focus; nil for none.
  public var focus: Focus?
  /// The Focus that a schedule would turn on if the user had not turned it off; nil if there is
  /// none, or if a Focus is active.
  public var focusTurnedOff: FocusName?
  /// The facts about a push to a Live Activity; nil for any other push.
  public var activity: Indirect<Activity>?
  /// Its position among the pushes that were requested together; nil unless it was sent again on
  /// request.
  public var catchUp: CatchUp?

  /// The result of resolving a push's text with the app's strings (`docs/guides/localisation.md`).
  public enum Text: Equatable, Sendable {
    /// Literal text, without a lookup.
    case literal
    /// Every key was found and every placeholder was filled.
    case localized
    /// All faults, each once, the most severe first; never empty.
    case faulty([TextFault])
    /// The localized text is empty, as if there were none.
    case empty
  }

  /// The result of a service extension for a push (`docs/guides/extensions.md`).
  public indirect enum Extension: Equatable, Sendable {
    /// No extension ran.
    case none
    /// The extension answered with a payload, of which the keys that it may change apply; the names
    /// of those it changed.
    case answered(Payload, changed: [String])
    /// The extension exceeded its time limit, in seconds.
    case timedOut(limit: TimeInterval)
    /// The extension failed; half a sentence that follows “it”.
    case failed(String)

    /// Returns whether the extension changed the value of a key of `aps`.
    func decides(_ key: String) -> Bool {
      if case .answered(_, let changed) = self { changed.contains(key) } else { false }
    }

    /// The reason code of the remark about it; nil for none.
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
    /// Whether it was turned on manually and not by a schedule.
    public var isManual = false
    /// The end; nil until it is turned off.
    public var until: Date?
    /// Whether another Focus is active after it.
    public var isFollowed = false
    /// Whether its list of apps lets the app pass.
    public var allowsApp = false
    /// Whether its list of people lets the sender pass.
    public var allowsSender = false
    /// Whether its list names the silenced apps instead of the allowed ones.
    public var silencesListed = false
    /// Whether it allows time-sensitive pushes.
    public var allowsTimeSensitive = true
    /// The values of `filter-criteria` that pass; nil if the app has no filter in this Focus.
    public var filter: [String]?
    /// Whether the icons show no badges while it is on.
    public var hidesBadges = false

    /// Makes a Focus that allows only time-sensitive and critical pushes.
    public init(name: FocusName) {
      self.name = name
    }
  }

  /// The context of several pushes that were requested together, as one of them needs it.
  public struct CatchUp: Equatable, Sendable {
    /// The policy for alerts of pushes that are sent again together.
    public enum Policy: String, Sendable, CaseIterable {
      /// The first one that may alert does; the others enter the list quietly.
      case once
      /// Each push alerts as if it had arrived alone.
      case each
      /// The policy ``once``, with a banner that states the number of pushes in place of the first
      /// one's text.
      case summary
    }

    /// The effective policy.
    public var policy = Policy.once
    /// The number of pushes that are sent again.
    public var count = 1
    /// Whether another of them has alerted already.
    public var hasAlerted = false

    /// Whether its banner, if it has one, states the number of all of them.
    var statesCount: Bool { policy == .summary && count > 1 && !hasAlerted }
  }

  /// Makes the context of a new phone.
  public init() {}

  /// Whether the app may send time-sensitive pushes.
  public var allowsTimeSensitive: Bool {
    timeSensitive.isGranted(whereAssumed: assumesEntitlements)
  }

  /// Whether the app may send critical pushes. A provisional app has no assumed entitlement, since
  /// the user was not asked.
  public var allowsCritical: Bool {
    critical.isGranted(whereAssumed: assumesEntitlements && permission != .provisional)
  }

  /// Returns the effective level, limited by the app's entitlements (`docs/rules.md` §14).
  ///
  /// A critical sound counts as a critical level. Without the entitlement, a critical level becomes
  /// active and a critical sound leaves the level unchanged; a time-sensitive level becomes active.
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
  /// Returns whether content is hidden in a lock state (`docs/rules.md` §4.1).
  func hides(when lock: LockState) -> Bool {
    switch self {
    case .always: false
    case .whenAuthenticated: lock == .locked
    case .never: true
    }
  }
}

extension PresentationContext {
  /// Returns whether the banner of a push with a level states how many pushes were sent again with
  /// it.
  func statesCatchUp(_ level: InterruptionLevel) -> Bool {
    catchUp?.statesCount == true && level != .critical && !appDecides
      && !era.unknownRules.contains(.delivery)
  }
}
