/// One app's settings: `apps.BUNDLE`.
public struct AppSettings: Equatable, Sendable {
  /// The name on screen; nil for the capitalized last part of the bundle identifier.
  public var name: String?
  /// Whether the app is installed.
  public var installed = true
  /// The app's run state.
  public var state = AppRunState.background
  /// The user's authorization of notifications.
  public var permission = AuthorizationStatus.authorized
  /// Whether notifications are delivered quietly, to the list only.
  public var deliverQuietly = false
  /// The app's Show Previews; nil for the phone's.
  public var previews: ShowPreviewsSetting?
  /// The app's grouping; nil for the phone's.
  public var grouping: GroupingSetting?
  /// Whether notifications may appear on the lock screen.
  public var lockScreen = true
  /// Whether notifications may appear in the list.
  public var list = true
  /// Whether the app may show banners.
  public var banners = true
  /// The time for which its banners stay.
  public var bannerStyle = BannerStyle.temporary
  /// Whether the app may play sounds.
  public var sounds = true
  /// The sound files that the app contains; nil if they are unknown, and then every name counts as
  /// one of them.
  public var soundFiles: [String]?
  /// Whether the app may set its badge.
  public var badges = true
  /// The Time Sensitive Notifications capability.
  public var timeSensitive = Entitlement.assumed
  /// Apple's entitlement for critical alerts, with the user's consent.
  public var critical = Entitlement.assumed
  /// The app's answer to a push that arrives while it is in the foreground.
  public var present: ForegroundAnswer = [.banner, .list, .sound, .badge]
  /// Background App Refresh: whether background pushes wake the app.
  public var backgroundRefresh = true
  /// The user's decision about the app's Live Activities.
  public var liveActivities = ActivityPermission.allowed
  /// Whether the app has `NSSupportsLiveActivitiesFrequentUpdates` and the user allows it.
  public var frequentUpdates = false
  /// The Swift types of the content states of the app's Live Activities, by attributes type and
  /// key. If empty, nothing is checked.
  public var activityTypes: [String: [String: StateType]] = [:]
  /// The broadcast channels that Live Activities which the app starts itself follow.
  public var broadcastChannels: Set<String> = []
  /// The app's strings.
  public var strings: LocalizedStrings = [:]
  /// The extension that may change its pushes before they are shown; nil for none.
  public var serviceExtension: ServiceExtension?
  /// The extension that draws the expanded view of its pushes; nil for none.
  public var contentExtension: ContentExtension?
  /// The app's own categories, by identifier.
  public var categories: [CategoryID: Category] = [:]

  /// The platform of the app's devices, for senders that do not distinguish platforms; nil for
  /// Android.
  public var platform: AppPlatform?
  /// Its notification channels on Android, by identifier.
  public var channels: [String: AndroidChannel.Importance] = [:]

  /// Makes the default settings.
  public init() {}

  /// The settings of an app that no file mentions.
  static let standard = AppSettings()
}

/// The run state of an app.
public enum AppRunState: String, Sendable, CaseIterable {
  /// On the screen.
  case foreground
  /// Running, not on the screen.
  case background
  /// In memory, but not running.
  case suspended
  /// Terminated by the system.
  case terminated
  /// Force-quit by the user: no background push starts it again.
  case forceQuit
}

/// The user's authorization of an app's notifications (Apple, `UNAuthorizationStatus`).
public enum AuthorizationStatus: String, Sendable, CaseIterable {
  case authorized, provisional, denied, notDetermined
}

/// The time for which a banner stays.
public enum BannerStyle: String, Sendable, CaseIterable {
  /// About five seconds.
  case temporary
  /// Until acted on.
  case persistent
}

// MARK: - Settings

extension AppSettings: SettingsObject {
  static let fields = ofIdentity + ofPresentation + ofContent

  private static let ofIdentity: [SettingField<Self>] = [
    .value("name", \.name, .optional(.text), "The app's name on the screen."),
    .flag(
      "installed", \.installed, "Whether the app is installed; if not, its pushes never arrive."
    )
    .consent(.false),
    .choice(
      "state", \.state,
      "Whether the app is on the screen, in the background, suspended or not running."
    )
    .short("app."),
    .choice(
      "permission", \.permission,
      "The user's answer to the app's request for permission."),
  ]

  private static let ofPresentation: [SettingField<Self>] = [
    .flag(
      "deliverQuietly", \.deliverQuietly,
      "Pushes go to the list only: no banner, no sound, no lock screen."),
    .value(
      "previews", \.previews, .optional(.choice),
      "When this app's texts are shown; without a value, as the phone does."),
    .value(
      "grouping", \.grouping, .optional(.choice),
      "How this app's pushes are grouped; without a value, as the phone does."),
    .flag("lockScreen", \.lockScreen, "Pushes may appear on the lock screen."),
    .flag("list", \.list, "Pushes may appear in the notification list."),
    .flag("banners", \.banners, "Pushes may show banners."),
    .choice(
      "bannerStyle", \.bannerStyle,
      "Banners disappear after five seconds, or stay until they are acted on."),
    .form(
      "sounds", \.soundSetting, .sounds,
      "Pushes may make sounds; a list names the sound files of the app."),
    .flag("badges", \.badges, "Pushes may set the number on the app's icon."),
    .value(
      "timeSensitive", \.timeSensitive, .entitlement,
      "Whether the app has the Time Sensitive Notifications capability."),
    .value(
      "critical", \.critical, .entitlement,
      "Whether the app has the critical-alerts entitlement, with consent."),
    .form(
      "present", \.present, .foregroundAnswer,
      "How pushes are presented while the app is in the foreground."),
    .flag("backgroundRefresh", \.backgroundRefresh, "Background pushes may wake the app."),
    .choice(
      "liveActivities", \.liveActivities,
      "Whether the user allows Live Activities; until then there is no update token."),
    .flag(
      "frequentUpdates", \.frequentUpdates,
      "Whether `device.activities.frequentBudget` applies to the app."),
  ]

  private static let ofContent: [SettingField<Self>] = [
    .form(
      "strings", \.strings, .strings,
      "The app's strings for title-loc-key and loc-key, by language."
    ).consent(.pathOutside),
    .form(
      "extension", \.serviceExtension, .drafted(),
      "A program that changes the app's pushes before they are shown."
    ).consent(.having("run")),
    .form(
      "contentExtension", \.contentExtension, .drafted(),
      "A program that draws the expanded view of the app's pushes."
    ).consent(.having("run")),
    .form(
      "activityTypes", \.activityTypes,
      .table(of: .table(of: SettingForm(.stateType)) { _ in StateType(.any) }) { _ in [:] },
      "The Swift types in content states, by attributes-type and key."),
    .set(
      "broadcastChannels", \.broadcastChannels,
      of: .text("a channel identifier, base64", where: ChannelID.isValid),
      "Channels that the app follows with a Live Activity that it starts itself."),
    .form(
      "categories", \.categories, .categories,
      "The categories of this app; they take precedence over the common ones."
    )
    .consent(.pathOutside),
    .value(
      "platform", \.platform, .optional(.choice),
      "The system of the app's devices, where \(Guests.messageService) asks for it."),
    .form(
      "channels", \.channels, .table(of: SettingForm(.choice)) { _ in .standard },
      "The app's notification channels on Android and their importance."),
  ]
}

/// Whether an app may play sounds, with the sound files that it contains; nil if they are unknown.
struct SoundSetting: Equatable, Sendable {
  var isOn: Bool
  var files: [String]?
}

extension AppSettings {
  /// ``sounds`` and ``soundFiles`` as one value.
  fileprivate var soundSetting: SoundSetting {
    get { SoundSetting(isOn: sounds, files: soundFiles) }
    set { (sounds, soundFiles) = (newValue.isOn, newValue.files) }
  }
}

extension SettingForm<SoundSetting> {
  /// `true`, `false` or a list of sound files, which means `true`.
  fileprivate static var sounds: Self {
    let files = SettingScalar.text("the name of a sound file") { !$0.isEmpty }
    let expected = "`true`, `false` or a list of sound files"
    return Self(
      schema: SettingForm<Bool>(.flag).schema, otherKinds: [.array],
      read: { reader, key, its throws(SettingsError) in
        guard reader.value(key)?.array != nil else {
          try reader.read(key, as: expected, into: &its.isOn, \.bool)
          return its.files = nil
        }
        var names: [String] = []
        try reader.elements(key, files, into: &names)
        its = SoundSetting(isOn: true, files: names)
      },
      write: { its in
        guard its.isOn, let files = its.files else { return .bool(its.isOn) }
        return .array(files.map(JSONValue.string))
      })
  }
}

extension SettingForm<LocalizedStrings> {
  /// A path, whose strings replace all others, or an object, which adds strings for every language.
  fileprivate static var strings: Self {
    Self(
      schema: .names(SettingForm<String>(.text).schema), otherKinds: [.string],
      read: { reader, key, strings throws(SettingsError) in
        switch reader.value(key) {
        case .string(let path)? where !path.isEmpty:
          return strings = try reader.strings(at: path, key)
        case .object?: break
        default: throw reader.wrong(key, "a path or an object of texts")
        }
        var texts: [String: String] = [:]
        try SettingForm<[String: String]>.table(of: SettingForm<String>(.text)) { _ in "" }
          .read(&reader, key, &texts)
        strings.add(texts.mapValues { LocalizedEntry($0) }, language: nil)
      },
      write: { strings in
        // The file is read again from its path.
        if let path = strings.path { return .string(path) }
        return .object(JSONObject(sorted: strings.common.map { ($0, .string($1.format)) }))
      })
  }
}

extension SettingsReader {
  fileprivate func strings(
    at path: String, _ key: String
  ) throws(SettingsError) -> LocalizedStrings {
    do throws(StringsError) {
      return try LocalizedStrings(path: path, files: source.files)
    } catch {
      throw self.error(.file(error.message), key)
    }
  }
}
