/// The settings of the phone, of the other push systems and of the screen.
public struct PhoneSettings: Equatable, Sendable {
  /// The `device` object.
  public var device = DeviceSettings()
  /// The Focuses by name; `dnd` always exists.
  public var focuses: [FocusName: FocusSettings] = [.doNotDisturb: FocusSettings()]
  /// The scheduled summary.
  public var summary = SummarySettings()
  /// The settings of apps; an app without an entry has the defaults of ``AppSettings``.
  public var apps: [BundleID: AppSettings] = [:]
  /// The settings of other push systems.
  public var guests = Guests.Settings()
  /// The categories of every app, by identifier.
  public var categories: [CategoryID: Category] = [:]
  /// The keys of the screen: key to command, for instance `m` to `read`. The screen validates them.
  public var keys: [String: String] = [:]
  /// The colors of the screen: role to look, for instance `critical` to `bold red`. The screen
  /// validates them.
  public var colors: [String: String] = [:]
  /// The side that reorders right-to-left text.
  public var bidi = BidiSetting.auto
  /// Whether the screen draws banners.
  public var banner = BannerSetting.on

  /// Makes the default settings.
  public init() {}

  /// Returns the settings of an app as far as the phone has them, or the defaults.
  public func app(_ bundleID: BundleID) -> AppSettings {
    device.era.inForce(apps[bundleID] ?? .standard)
  }

  /// The apps that are not installed.
  var missingApps: Set<BundleID> {
    var missing: Set<BundleID> = []
    for (app, its) in apps where !its.installed { missing.insert(app) }
    return missing
  }

  /// The apps on an iPhone, as opposed to an Android phone.
  var appsOnIPhone: Set<BundleID> {
    var apps: Set<BundleID> = []
    for (app, its) in self.apps where its.platform == .ios { apps.insert(app) }
    return apps
  }

  /// Returns the effective Show Previews of an app: its own setting, else the phone's.
  func previews(of bundleID: BundleID) -> ShowPreviewsSetting {
    (device.era.changesApps ? app(bundleID).previews : apps[bundleID]?.previews) ?? device.previews
  }

  /// Returns the effective grouping of an app: its own setting, else the phone's.
  public func grouping(of bundleID: BundleID) -> GroupingSetting {
    (device.era.changesApps ? app(bundleID).grouping : apps[bundleID]?.grouping) ?? device.grouping
  }

  /// Returns the category that an app's payload names: the app's own, else the common one; nil for
  /// none.
  public func category(_ identifier: CategoryID?, of app: BundleID) -> Category? {
    guard let identifier, device.era.hasCategories else { return nil }
    return apps[app]?.categories[identifier] ?? categories[identifier]
  }

  /// The actions of all categories, without duplicates, sorted.
  var actionIdentifiers: [String] {
    let all = [categories] + apps.values.map(\.categories)
    return Set(all.flatMap(\.values).flatMap(\.actions).map(\.identifier.text)).sorted()
  }
}

// MARK: - Settings

extension PhoneSettings: SettingsObject {
  static let fields: [SettingField<Self>] = ofPhone + Guests.settings + ofScreen

  private static let ofPhone: [SettingField<Self>] = [
    .object(
      "device", \.device, "The phone itself: lock, previews, grouping, languages, time zone."),
    .form("focus", \.focuses, .focuses, "The Focuses by their names; `dnd` always exists.")
      .samples(
        #"night: { from: "22:00", to: "07:00", days: "daily", allowApps: ["com.example.health"] },"#,
        "dnd: { allowTimeSensitive: true },"),
    .object("summary", \.summary, "The scheduled summary: its times and its apps."),
    .form(
      "apps", \.apps, .table(of: .object) { _ in AppSettings() },
      "The settings of each app, by bundle identifier."
    ).samples(
      #""com.example.chat": { name: "Chat", banners: true, present: ["banner", "list"] },"#,
      #""com.example.health": { critical: true, timeSensitive: "assumed" },"#,
      #""com.example.vault": { extension: { run: ["./decrypt"], limit: "30s" } },"#),
    .form(
      "categories", \.categories, .categories, "Notification categories that apply to every app."
    )
    .consent(.pathOutside)
    .samples(
      #"MESSAGE: { actions: [ { id: "REPLY", title: "Reply", textInput: { button: "Send" } } ] },"#
    ),
  ]

  /// The keys of the settings of the screen, in their order.
  public static var keysOfScreen: [String] { ofScreen.flatMap { $0.members.map(\.key) } }

  private static let ofScreen: [SettingField<Self>] = [
    .form(
      "keys", \.keys, .passedOverTable(of: .keyCommand), "Key bindings: the command of each key."
    )
    .consent(.all).samples(#"X: "dismiss","#),
    .form("colors", \.colors, .passedOverTable(of: .look), "Colors and styles of text, by role.")
      .title(
        "Values: red, bright black, 208, #5f87af; bold, dim, italic, underlined, reversed."
      )
      .samples(
        #"plain: "default",               // text"#,
        #"accent: "cyan",                 // keys, names of fields, other marks"#,
        #"good: "green",                  // shown pushes, steps that let a push pass"#,
        #"warning: "yellow",              // reasons for quiet or late pushes"#,
        #"bad: "red",                     // rejections and failures"#,
        #"unread: "cyan",                 // the mark of unread pushes"#,
        #"quiet: "yellow",                // quiet and held pushes"#,
        #"critical: "bold red",           // the mark of critical pushes"#,
        #"timeSensitive: "yellow",        // the mark of time-sensitive pushes"#,
        #"faint: "dim",                   // lines, times and remarks"#,
      ),
    .choice("bidi", \.bidi, "Whether PushInbox or the terminal puts Arabic and Hebrew in order."),
    .choice("banner", \.banner, "Whether the screen draws banners."),
  ]
}

extension PhoneSettings {
  /// The form of the values of `colors`, the end of a sentence.
  public static let formOfColors = "a color such as `bold red`, `208` or `#5f87af`"
}

extension SettingForm<String?> {
  fileprivate static var keyCommand: Self {
    var form = SettingForm(.optional(.text))
    form.read = { reader, key, command throws(SettingsError) in
      var text = command
      try reader.text(key, into: &text)
      try reader.rejectEmpty(key, "the name of a key such as `x` or `Space`")
      command = text
    }
    return form
  }

  /// The look of a role.
  fileprivate static var look: Self {
    Self(
      SettingScalar(
        expected: PhoneSettings.formOfColors,
        kinds: [.string, .number, .null],
        convert: { value in
          if case .number(let number) = value { return number.text }
          return value.isNull ? .some(nil) : value.string.map(Optional.some)
        },
        json: { $0.map(JSONValue.string) }))
  }
}

extension PhoneSettings {
  /// All settings, including defaults; null for values that an app takes from the phone.
  public var json: JSONObject { Self.fields.json(of: self) }

  /// Returns the effective value at a path. The single schedule of a Focus is also in its list. Nil
  /// for none.
  public func value(at path: SettingPath) -> JSONValue? {
    guard path[0] == "focus", path[2] == "schedules", let focus = focuses[FocusName(path[1])]
    else {
      return path.value(in: json)
    }
    let spans = JSONValue.array(focus.schedules.map { .object($0.json) })
    return path.components.dropFirst(3).reduce(spans) { $0?.part($1) }
  }

  /// Applies the value of a path, as a file that contains only it would.
  mutating func apply(_ path: SettingPath, _ value: JSONValue) throws(SettingsError) {
    try apply(path.object(value))
  }
}
