/// The payload of a push: every documented key with its type (Apple, "Generating a remote
/// notification").
///
/// Wrong types never make a payload unreadable: each adds a finding to ``findings``. Only a text
/// that is not a JSON object is rejected.
public struct Payload: IndirectFields, Equatable, Sendable {
  /// The values of the keys.
  public struct Fields: Equatable, Sendable {
    /// The alert; nil if there is none.
    public var alert: Alert?
    /// `aps.badge`, 0 or more; 0 removes the badge, nil leaves it unchanged.
    public var badge: Int?
    /// `aps.sound`; nil if absent, which is silent except at the critical level.
    public var sound: Sound?
    /// `aps.thread-id`; empty when absent.
    public var threadIdentifier: ThreadID = ""
    /// `aps.category`; nil if absent.
    public var categoryIdentifier: CategoryID?
    /// `aps.content-available`.
    public var isContentAvailable = false
    /// `aps.mutable-content`.
    public var isMutableContent = false
    /// `aps.target-content-id`; nil if absent.
    public var targetContentIdentifier: String?
    /// `aps.interruption-level` as requested; `active` if absent or unknown.
    public var interruptionLevel = InterruptionLevel.active
    /// `aps.relevance-score`, 0 to 1 for alerts.
    public var relevanceScore = 0.0
    /// `aps.filter-criteria`; nil if absent.
    public var filterCriteria: String?
    /// `aps.content-changed` of pushes to widgets and controls (Apple, WidgetKit, "Updating widgets
    /// with WidgetKit push notifications").
    public var isContentChanged = false
    /// The keys of a Live Activity push; nil if there are none.
    public var liveActivity: LiveActivity?
    /// `aps.url-args` of Safari pushes.
    public var urlArguments: [String]?
    /// All keys beside `aps`, in their order.
    public var custom = CustomKeys()
    /// The data message in the keys beside `aps`; nil if they are none, or if there is an alert.
    public var appMessage: Indirect<AppMessage>?
    /// The values that only an Android phone reads; nil for a push to an iPhone.
    public var android: Indirect<AndroidHints>?
    /// Whether the payload has an `aps` object.
    public var hasAps = false
    /// The exact text, with the positions of its values.
    var text = JSONText()
    /// The findings about unusual values, each with the path of its key.
    public var findings: [LintFinding] = []
  }

  /// The values of the keys.
  public var contents: Indirect<Fields>

  /// An empty payload.
  public init() {
    contents = Indirect(wrappedValue: Fields())
  }

  /// The exact bytes.
  public var bytes: [UInt8] {
    get { self.text.bytes }
    set { self.text = JSONText(newValue) }
  }

  /// Whether there is text to show. An empty alert has none (Apple, "Generating a remote
  /// notification").
  public var hasAlert: Bool { self.alert?.hasText ?? false }

  /// Whether the push is perceptible: it has text, a sound or a badge.
  public var isVisible: Bool { hasAlert || isVoiced || self.badge != nil }

  /// Whether the push has an audible sound.
  var isVoiced: Bool { self.sound?.name.isEmpty == false }
}

/// `aps.alert` (Apple, "Generating a remote notification"); a plain string is its body.
public struct Alert: Equatable, Sendable {
  /// `title`, or the localized `title-loc-key`; nil if absent.
  public var title: LocalizableText?
  /// `subtitle`, or the localized `subtitle-loc-key`; nil if absent.
  public var subtitle: LocalizableText?
  /// `body`, or the localized `loc-key`; nil if absent.
  public var body: LocalizableText?
  /// `launch-image`; nil if absent.
  public var launchImage: String?
  /// `action-loc-key` or `action`; obsolete since iOS 10; nil if absent.
  public var action: AlertAction?
  /// `summary-arg`, used by the summary of iOS 12 to 14; nil if absent.
  public var summaryArgument: String?
  /// `summary-arg-count`, 1 or more.
  public var summaryArgumentCount = 1
  /// `show-view` about the button of an alert (`docs/rules.md`, BOK-01 to BOK-07); nil if absent.
  public var showsView: Bool?

  /// An alert without text.
  public init() {}

  /// Whether title, subtitle or body has text or a localization key.
  public var hasText: Bool {
    title?.isEmpty == false || subtitle?.isEmpty == false || body?.isEmpty == false
  }
}

/// The label of the action button of a pre-iOS 10 alert box.
public enum AlertAction: Equatable, Sendable {
  /// `action-loc-key: null`: one OK button that only dismisses.
  case dismissOnly
  /// A key of the strings table.
  case key(String)
  /// A literal label (`action`, Safari).
  case label(String)
}

/// Text that is either literal or looked up on the device. A key overrides the literal (Apple,
/// "Generating a remote notification").
public enum LocalizableText: Equatable, Sendable {
  /// Text that is shown unchanged.
  case literal(String)
  /// A key of the strings table, whose placeholders are filled with the arguments.
  case localized(key: String, arguments: [String])

  fileprivate var isEmpty: Bool {
    switch self {
    case .literal(let text): text.isEmpty
    case .localized(let key, _): key.isEmpty
    }
  }
}

/// `aps.sound` (Apple, "Generating a remote notification").
public struct Sound: Equatable, Sendable {
  /// The file name, or `default`; empty is silent at every level (`docs/rules.md` §14).
  public var name: String
  /// Whether it overrides the mute switch and Do Not Disturb.
  public var isCritical: Bool
  /// The volume, 0 to 1; for critical sounds only.
  public var volume: Double

  /// Makes a sound.
  public init(name: String = "default", isCritical: Bool = false, volume: Double = 1) {
    self.name = name
    self.isCritical = isCritical
    self.volume = volume
  }
}

/// `aps.interruption-level`, in ascending order (`docs/rules.md` §6).
public enum InterruptionLevel: String, Sendable, Comparable, CaseIterable {
  /// Added to the list only.
  case passive
  /// The default.
  case active
  /// May break through a Focus and the scheduled summary.
  case timeSensitive = "time-sensitive"
  /// Breaks through every restriction, including the mute switch.
  case critical

  /// Returns whether the left level is less important than the right one.
  public static func < (left: InterruptionLevel, right: InterruptionLevel) -> Bool {
    left.order < right.order
  }

  private var order: Int {
    switch self {
    case .passive: 0
    case .active: 1
    case .timeSensitive: 2
    case .critical: 3
    }
  }
}

/// The keys of a Live Activity push (Apple, "Generating a remote notification").
public struct LiveActivity: Equatable, Sendable {
  /// `start`, `update` or `end`, as written; nil if absent.
  public var event: String?
  /// `timestamp`, seconds since 1970; nil if absent.
  public var timestamp: Double?
  /// `stale-date`, seconds since 1970; nil if absent.
  public var staleDate: Double?
  /// `dismissal-date`, seconds since 1970; nil if absent.
  public var dismissalDate: Double?
  /// `content-state`; nil if absent.
  public var contentState: JSONObject?
  /// `attributes-type`; nil if absent.
  public var attributesType: String?
  /// `attributes`; nil if absent.
  public var attributes: JSONObject?
  /// `input-push-channel`, a base64 channel identifier; nil if absent.
  public var inputPushChannel: String?
  /// `input-push-token: 1`.
  public var wantsPushToken = false
  /// The keys whose values have the wrong type, and count as absent.
  var misfits: [Payload.Misfit] = []

  /// Makes an activity without keys.
  public init() {}
}

/// The error of a body that is not a payload.
public enum PayloadError: Error, Equatable, Sendable {
  /// An empty body.
  case empty
  /// A body that is not JSON.
  case notJSON(JSONError)
  /// A JSON value other than an object at the top level; `found` names its kind.
  case notAnObject(found: String)
}
