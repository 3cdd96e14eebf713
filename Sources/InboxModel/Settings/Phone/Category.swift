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
  /// How many more actions were named than there is room for; they are left out.
  public var surplusActions = 0

  /// How many actions there is room for (`spec/ios-presentation.md` §8.1).
  public static let mostActions = 10
  /// How many of them, the first, are shown where space is short.
  public static let mostActionsInTightSpace = 2

  /// `spec/ios-presentation.md` §8.2.
  public struct Options: OptionSet, Hashable, Sendable {
    /// The bits.
    public let rawValue: UInt8

    /// Takes bits.
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// The app is told of a dismissal.
    public static let customDismissAction = Options(rawValue: 1)
    /// May be shown by CarPlay.
    public static let allowInCarPlay = Options(rawValue: 2)
    /// The title stays when previews are hidden.
    public static let hiddenPreviewsShowTitle = Options(rawValue: 4)
    /// The subtitle stays when previews are hidden.
    public static let hiddenPreviewsShowSubtitle = Options(rawValue: 8)
    /// May be read aloud.
    public static let allowAnnouncement = Options(rawValue: 16)

    /// The options by their names in settings.
    static let names: [(name: String, option: Options)] = [
      ("customDismissAction", .customDismissAction), ("allowInCarPlay", .allowInCarPlay),
      ("hiddenPreviewsShowTitle", .hiddenPreviewsShowTitle),
      ("hiddenPreviewsShowSubtitle", .hiddenPreviewsShowSubtitle),
      ("allowAnnouncement", .allowAnnouncement),
    ]
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

    /// Makes a field.
    public init(button: String = "Send", placeholder: String = "") {
      self.button = button
      self.placeholder = placeholder
    }
  }

  /// `spec/ios-presentation.md` §8.3.
  public struct Options: OptionSet, Hashable, Sendable {
    /// The bits.
    public let rawValue: UInt8

    /// Takes bits.
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// Only on an unlocked phone.
    public static let authenticationRequired = Options(rawValue: 1)
    /// Marked as something that cannot be undone.
    public static let destructive = Options(rawValue: 2)
    /// Brings the app to the foreground.
    public static let foreground = Options(rawValue: 4)

    /// The options by their names in settings.
    static let names: [(name: String, option: Options)] = [
      ("authenticationRequired", .authenticationRequired), ("destructive", .destructive),
      ("foreground", .foreground),
    ]
  }

  /// Whether a locked phone has to be unlocked first (`spec/ios-presentation.md` §8.3).
  public var needsUnlock: Bool {
    options.contains(.authenticationRequired) || options.contains(.foreground)
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
