import Foundation

/// One parsed and validated `KEY=VALUE` of `set`. Moments are absolute, so that a stored change has
/// the same effect when it is applied again.
public enum SettingChange: Equatable, Sendable {
  /// `device.stackThreshold=3`, `apps.BUNDLE.banners=false`, and with short names `lock=locked`,
  /// `app.BUNDLE=foreground`: a setting that a file may also contain.
  case setting(SettingPath, JSONValue)
  /// `language=ru`: becomes the first of the languages.
  case language(String)
  /// `online=yes|no`
  case online(Bool)
  /// `focus=NAME`, `dnd=on|30m|until:07:00`: turned on manually, until a moment or until turned
  /// off.
  case focusOn(FocusName, until: Date?)
  /// `focus=off`, `dnd=off`: turned off manually until the next scheduled start after that moment.
  case focusOff(since: Date)
  /// `mute.BUNDLE=1h`; nil unmutes.
  case mute(BundleID, until: Date?)
  /// `summary=now`: releases the pushes of the scheduled summary early; changes no setting.
  case showSummary
  /// `badge.BUNDLE=3`, `remove.BUNDLE=ID`: an operation of an app; changes no setting.
  case byApp(BundleID, AppOperation)
}

extension SettingChange {
  /// Returns the change as made at a moment: turning a Focus off takes effect at it, and an end is
  /// after it.
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
  /// Changes that a phone applies at once.
  enum Batch: Equatable {
    /// Settings with different keys.
    case settings([SettingChange])
    case single(SettingChange)
  }

  /// Returns changes in batches, in their order. The state of an app is a batch of its own: it can
  /// send another app to the background.
  static func batches(of changes: [SettingChange]) -> [Batch] {
    var batches: [Batch] = []
    var (settings, keys): ([SettingChange], Set<String>) = ([], [])
    func endBatch() {
      if !settings.isEmpty { batches.append(.settings(settings)) }
      (settings, keys) = ([], [])
    }
    for change in changes {
      if case .setting(let path, _) = change, path.components.last != "state" {
        if !keys.insert(change.key).inserted {
          endBatch()
          keys = [change.key]
        }
        settings.append(change)
      } else {
        endBatch()
        batches.append(.single(change))
      }
    }
    endBatch()
    return batches
  }
}

extension SettingChange {
  /// Makes a change from a setting of a file; a single language becomes the first of several.
  init(_ path: SettingPath, _ value: JSONValue) {
    if path == .device("language"), let language = value.string {
      self = .language(language)
    } else {
      self = .setting(path, value)
    }
  }

  /// Makes the change `lock=locked|unlocked`.
  public static func lock(_ lock: LockState) -> SettingChange {
    .setting(.device("lock"), .string(lock.rawValue))
  }

  /// Makes the change `previews=always|whenAuthenticated|never`.
  public static func previews(_ previews: ShowPreviewsSetting) -> SettingChange {
    .setting(.device("previews"), .string(previews.rawValue))
  }

  /// Makes the change `grouping=automatic|byApp|off`.
  public static func grouping(_ grouping: GroupingSetting) -> SettingChange {
    .setting(.device("grouping"), .string(grouping.rawValue))
  }

  /// Makes the change `ringer=on|silent`.
  public static func ringer(_ ringer: Ringer) -> SettingChange {
    .setting(.device("ringer"), .string(ringer.rawValue))
  }

  /// Makes the change `app.BUNDLE=foreground|background|suspended|terminated|forceQuit`.
  public static func appState(_ app: BundleID, _ state: AppRunState) -> SettingChange {
    .setting(.app(app, "state"), .string(state.rawValue))
  }
}

extension SettingsSchema {
  /// The short names of `set` and their paths. A name that ends with a dot is followed by the
  /// bundle identifier of an app, for which `*` stands in the path.
  static let shortNames = phone.shortNames(at: [])

  private func shortNames(at path: [String]) -> [(name: String, path: [String])] {
    switch self {
    case .keys(let members):
      members.flatMap { member in
        let path = path + [member.key]
        return (member.shortName.map { [($0, path)] } ?? []) + member.schema.shortNames(at: path)
      }
    case .names(let schema): schema.shortNames(at: path + ["*"])
    case .value, .unavailable: []
    }
  }
}

extension SettingPath {
  /// The name of the setting in `set`: `lock`, `app.BUNDLE`, else its path.
  public var key: String {
    for (name, path) in SettingsSchema.shortNames where path.count == components.count {
      let isSame = zip(path, components).allSatisfy { $0 == "*" || $0 == $1 }
      if isSame { return name.hasSuffix(".") ? name + components[1] : name }
    }
    return text
  }

  /// Parses the name of a setting in `set`; nil for an unknown one.
  public init?(key: String) {
    guard
      let (name, path) = SettingsSchema.shortNames.first(where: { name, _ in
        name.hasSuffix(".") ? key.hasPrefix(name) : key == name
      })
    else {
      self.init(key)
      return
    }
    guard name.hasSuffix(".") else {
      self.init(path)
      return
    }
    guard let app = BundleID(wellFormed: key.dropFirst(name.count)) else { return nil }
    self.init(path.map { $0 == "*" ? app.text : $0 })
  }

  /// The effect of the setting in one sentence; nil for a name, a section or a table of names.
  ///
  /// A name, a list index and the keys under them share the sentence of the key before them.
  public var meaning: String? {
    var schema: SettingsSchema? = .phone
    var member: SettingsSchema.Member?
    for (depth, component) in components.enumerated() {
      let next = schema?.member(component)
      if depth > 0 { member = next ?? member } else if case .value = next?.schema { member = next }
      if next == nil, let word = member?.wordMeanings[component] { return word }
      schema = schema?[component]
    }
    return member?.meaning
  }

  /// The form of a value whose words cannot be listed, such as `a whole number from 2 to 1000`; nil
  /// for other values.
  public var formOfFreeValue: String? {
    guard case .value(let form)? = schema, form.choices.isEmpty else { return nil }
    return form.expected
  }

  /// Returns the sentence about a word of the list at this path; nil if only the setting has one.
  public func meaning(ofWord word: String) -> String? {
    let meaning = SettingPath(components + [word]).meaning
    return meaning == self.meaning ? nil : meaning
  }
}

extension SettingsSchema {
  /// Returns the description of a key of an object; nil for an unknown one.
  fileprivate func member(_ key: String) -> Member? {
    guard case .keys(let members) = self else { return nil }
    return members.first { $0.key == key }
  }
}
