import Foundation

/// One `KEY=VALUE` of `set` (`design/contract.md` §2), read and checked; moments are absolute, so that a
/// change means the same when it is stored and applied again later.
public enum SettingChange: Equatable, Sendable {
  /// `device.stackThreshold=3`, `apps.BUNDLE.banners=false`, and by their short names `lock=locked`,
  /// `app.BUNDLE=foreground`: what a file could say too.
  case setting(SettingPath, JSONValue)
  /// `language=ru`: first among the languages.
  case language(String)
  /// `online=yes|no`
  case online(Bool)
  /// `focus=NAME`, `dnd=on|30m|until:07:00`: on by hand, until a moment or until turned off.
  case focusOn(String, until: Date?)
  /// `focus=off`, `dnd=off`: off by hand, which holds until the next scheduled start after that moment.
  case focusOff(since: Date)
  /// `mute.BUNDLE=1h`; nil unmutes.
  case mute(BundleID, until: Date?)
  /// `summary=now`: what the scheduled summary keeps enters early; nothing is set by it.
  case showSummary
  /// `badge.BUNDLE=3`, `remove.BUNDLE=ID`: what an app does by itself; nothing is set by it.
  case byApp(BundleID, AppOperation)
}

extension SettingChange {
  /// The change as it is made at a moment: a Focus ends at that moment, and an end lies after it.
  public func starting(at moment: Date) -> SettingChange {
    switch self {
    case .focusOff: .focusOff(since: moment)
    case .focusOn(let name, let until): .focusOn(name, until: until.map { $0.after(moment) })
    case .mute(let app, let until): .mute(app, until: until.map { $0.after(moment) })
    default: self
    }
  }
}

extension SettingChange {
  /// What a file says, as a change; a single language is the first of several.
  init(_ path: SettingPath, _ value: JSONValue) {
    if path == .device("language"), let language = value.string {
      self = .language(language)
    } else {
      self = .setting(path, value)
    }
  }

  /// `lock=locked|unlocked`
  public static func lock(_ lock: LockState) -> SettingChange {
    .setting(.device("lock"), .string(lock.rawValue))
  }

  /// `previews=always|whenAuthenticated|never`
  public static func previews(_ previews: ShowPreviewsSetting) -> SettingChange {
    .setting(.device("previews"), .string(previews.rawValue))
  }

  /// `grouping=automatic|byApp|off`
  public static func grouping(_ grouping: GroupingSetting) -> SettingChange {
    .setting(.device("grouping"), .string(grouping.rawValue))
  }

  /// `ringer=on|silent`
  public static func ringer(_ ringer: Ringer) -> SettingChange {
    .setting(.device("ringer"), .string(ringer.rawValue))
  }

  /// `app.BUNDLE=foreground|background|suspended|terminated|forceQuit`
  public static func appState(_ app: BundleID, _ state: AppRunState) -> SettingChange {
    .setting(.app(app, "state"), .string(state.rawValue))
  }
}

extension SettingPath {
  /// The settings of the phone that have a name of their own in `set`.
  static let shortDeviceKeys = ["lock", "previews", "grouping", "ringer"]

  /// What `set` calls the setting: `lock`, `app.BUNDLE`, else the path.
  public var key: String {
    if components.count == 2, components[0] == "device",
      Self.shortDeviceKeys.contains(components[1])
    {
      return components[1]
    }
    if components.count == 3, components[0] == "apps", components[2] == "state" {
      return "app." + components[1]
    }
    return text
  }

  /// Reads what `set` calls a setting; nil if nothing is set by that name.
  public init?(key: String) {
    if Self.shortDeviceKeys.contains(key) {
      self = .device(key)
    } else if key.hasPrefix("app.") {
      guard let app = BundleID(wellFormed: key.dropFirst("app.".count)) else { return nil }
      self = .app(app, "state")
    } else {
      self.init(key)
    }
  }
}
