/// A registered category (Apple, `UNNotificationCategory`): `categories.NAME`,
/// `apps.BUNDLE.categories.NAME`.
public struct Category: Equatable, Sendable {
  /// Its identifier.
  public var identifier: CategoryID
  /// Its actions, in order.
  public var actions: [Action] = []
  /// The text that replaces the body if previews are hidden; `%u` is the number of entries of the
  /// thread. Nil for the phone's default.
  public var hiddenPreviewsBodyPlaceholder: String?
  /// The summary line of a group; `%u` is replaced by the count, `%@` by the names. Nil for the
  /// phone's default.
  public var categorySummaryFormat: String?
  /// Its options.
  public var options: Options = []
  /// The number of configured actions beyond ``maximumActions``, which are omitted.
  public var surplusActions = 0

  /// The maximum number of actions of an expanded notification.
  public static let maximumActions = 10
  /// The maximum number of actions where space is limited: the first ones.
  public static let maximumActionsInTightSpace = 2

  /// The options of a category (Apple, `UNNotificationCategoryOptions`).
  public struct Options: OptionSet, Hashable, Sendable {
    /// The bits.
    public let rawValue: UInt8

    /// Makes options from bits.
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// A dismissal is reported to the app.
    public static let customDismissAction = Options(rawValue: 1)
    /// CarPlay may show the notification.
    public static let allowInCarPlay = Options(rawValue: 2)
    /// The title remains visible if previews are hidden.
    public static let hiddenPreviewsShowTitle = Options(rawValue: 4)
    /// The subtitle remains visible if previews are hidden.
    public static let hiddenPreviewsShowSubtitle = Options(rawValue: 8)
    /// The notification may be read aloud.
    public static let allowAnnouncement = Options(rawValue: 16)

    /// The options and their names in settings.
    static let names: [(name: String, option: Options)] = [
      ("customDismissAction", .customDismissAction), ("allowInCarPlay", .allowInCarPlay),
      ("hiddenPreviewsShowTitle", .hiddenPreviewsShowTitle),
      ("hiddenPreviewsShowSubtitle", .hiddenPreviewsShowSubtitle),
      ("allowAnnouncement", .allowAnnouncement),
    ]
  }
}

/// A button of a category (Apple, `UNNotificationAction`).
public struct Action: Equatable, Sendable {
  /// The identifier that the app's delegate receives.
  public var identifier: ActionIdentifier
  /// The label.
  public var title: String
  /// The text field; nil for a button without one.
  public var textInput: TextInput?
  /// Its options.
  public var options: Options = []

  /// The text field of an action.
  public struct TextInput: Equatable, Sendable {
    /// The label of the button beside the text field.
    public var button: String = "Send"
    /// The text shown in the empty field.
    public var placeholder: String = ""
  }

  /// The options of an action (Apple, `UNNotificationActionOptions`).
  public struct Options: OptionSet, Hashable, Sendable {
    /// The bits.
    public let rawValue: UInt8

    /// Makes options from bits.
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// The action requires an unlocked phone.
    public static let authenticationRequired = Options(rawValue: 1)
    /// The action is marked as destructive.
    public static let destructive = Options(rawValue: 2)
    /// The action brings the app to the foreground.
    public static let foreground = Options(rawValue: 4)

    /// The options and their names in settings.
    static let names: [(name: String, option: Options)] = [
      ("authenticationRequired", .authenticationRequired), ("destructive", .destructive),
      ("foreground", .foreground),
    ]
  }

  /// Whether a locked phone has to be unlocked for the action.
  public var needsUnlock: Bool {
    options.contains(.authenticationRequired) || options.contains(.foreground)
  }
}

// MARK: - Settings

extension Category: SettingsObject {
  static let fields: [SettingField<Self>] = [
    .form(
      "actions", \.namedActions,
      .objects(from: Action(identifier: "", title: ""), unique: \.identifier, by: "id"),
      "The actions of the category, shown as buttons."),
    .value(
      "hiddenPreviewsBodyPlaceholder", \.hiddenPreviewsBodyPlaceholder, .optional(.text),
      "Replaces the body while previews are hidden; %u is the number of pushes."),
    .value(
      "categorySummaryFormat", \.categorySummaryFormat, .optional(.text),
      "The summary of a folded group; %u is the number, %@ names the senders."),
    .form("options", \.options, .options(Options.names), "The options of the category.")
      .words([
        "customDismissAction": "The app is notified when a notification is dismissed.",
        "allowInCarPlay": "Pushes may be shown in a car.",
        "hiddenPreviewsShowTitle": "The title is shown even while previews are hidden.",
        "hiddenPreviewsShowSubtitle": "The subtitle is shown even while previews are hidden.",
        "allowAnnouncement": "Pushes may be read aloud.",
      ]),
  ]

  /// The configured actions, which replace all others; those beyond the maximum are omitted.
  private var namedActions: [Action] {
    get { actions }
    set {
      actions = Array(newValue.prefix(Self.maximumActions))
      surplusActions = newValue.count - actions.count
    }
  }
}

extension Action: SettingsObject {
  static let fields: [SettingField<Self>] = [
    .value(
      "id", \.id, .textOrNull,
      "The identifier that the app receives when the button is pressed."),
    .value("title", \.title, .textOrNull, "The text of the button."),
    .form(
      "textInput", \.textInput, .object(from: TextInput(), acceptsNull: false),
      "The button asks for a text, as Reply does."),
    .form("options", \.options, .options(Options.names), "The options of the button.")
      .words([
        "authenticationRequired": "The phone has to be unlocked before the action runs.",
        "destructive": "The button is shown in red: the action deletes something.",
        "foreground": "The action opens the app.",
      ]),
    .check { its, reader throws(SettingsError) in
      let id = its.id
      if id.isEmpty { throw reader.error(.missing, "id") }
      guard ActionWord(rawValue: id)?.action == nil else {
        throw reader.error(
          .wrongValue(
            expected: "an identifier other than `open` and `dismiss`", found: "`\(id)`"), "id")
      }
      if reader.object["title"]?.string == nil { its.title = id }
    },
  ]

  private var id: String {
    get { identifier.text }
    set { identifier = ActionIdentifier(newValue) }
  }
}

extension Action.TextInput: SettingsObject {
  static let fields: [SettingField<Self>] = [
    .value("button", \.button, .text, "The text of the button that sends what was typed."),
    .value("placeholder", \.placeholder, .text, "The text in the field before anything is typed."),
  ]
}

extension SettingForm<[CategoryID: Category]> {
  /// An object of categories, which changes only those that it names, or the path of a file with
  /// such an object, which replaces the whole set, as `setNotificationCategories(_:)` does.
  static var categories: Self {
    let entry = SettingForm<Category>.object
    let category = SettingForm<Category>(
      schema: entry.schema,
      read: { reader, key, category throws(SettingsError) in
        try reader.rejectEmpty(key, "an identifier, which is not empty")
        try entry.read(&reader, key, &category)
      }, write: entry.write)
    let table = Self.table(of: category) { Category(identifier: $0) }
    return Self(
      schema: table.schema, otherKinds: [.string],
      read: { reader, key, categories throws(SettingsError) in
        guard case .string(let path)? = reader.value(key), !path.isEmpty else {
          return try table.read(&reader, key, &categories)
        }
        categories = try reader.categories(at: path, key, of: category)
      }, write: table.write)
  }
}

extension SettingsReader {
  /// Reads the categories of a file; errors have positions in that file.
  fileprivate func categories(
    at path: String, _ key: String, of form: SettingForm<Category>
  ) throws(SettingsError) -> [CategoryID: Category] {
    let bytes = try bytes(ofFile: path, key)
    let file = source.named(path, bytes: bytes, at: self.path(to: key))
    guard let noted else { return try Self.categories(try file.root(.json5), of: file, form) }
    var categories: [CategoryID: Category] = [:]
    file.collectProblems(in: noted) { root throws(SettingsError) in
      categories = try Self.categories(root, of: file, form, noting: noted)
    }
    return categories
  }

  private static func categories(
    _ root: JSONObject, of file: SettingsSource, _ form: SettingForm<Category>,
    noting noted: NotedProblems? = nil
  ) throws(SettingsError) -> [CategoryID: Category] {
    var reader = SettingsReader(root, path: file.path, source: file, noting: noted)
    var categories: [CategoryID: Category] = [:]
    for name in reader.keys {
      let id = CategoryID(name)
      try form.read(&reader, name, &categories[id, default: Category(identifier: id)])
    }
    try reader.finish()
    return categories
  }
}
