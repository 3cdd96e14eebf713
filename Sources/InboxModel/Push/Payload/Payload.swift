/// The payload of a push: every documented key with its type (Apple, "Generating a remote notification").
///
/// Wrong types never make a payload unreadable: they become ``findings`` and the key counts as the
/// specification's §6 says. Only text that is not a JSON object is rejected.
public struct Payload: IndirectFields, Equatable, Sendable {
  /// The values of the keys.
  public struct Fields: Equatable, Sendable {
    /// The text; nil when there is none to show.
    public var alert: Alert?
    /// `aps.badge`, 0 or more; 0 removes the badge, nil leaves it as it is.
    public var badge: Int?
    /// `aps.sound`; nil when none was sent, which is silent but for a critical level.
    public var sound: Sound?
    /// `aps.thread-id`; empty when absent.
    public var threadIdentifier: ThreadID = ""
    /// `aps.category`.
    public var categoryIdentifier: CategoryID?
    /// `aps.content-available`.
    public var isContentAvailable = false
    /// `aps.mutable-content`.
    public var isMutableContent = false
    /// `aps.target-content-id`.
    public var targetContentIdentifier: String?
    /// `aps.interruption-level` as asked for; `active` when absent or unknown.
    public var interruptionLevel = InterruptionLevel.active
    /// `aps.relevance-score`, 0 to 1 for alerts.
    public var relevanceScore = 0.0
    /// `aps.filter-criteria`.
    public var filterCriteria: String?
    /// The keys of a Live Activity push, where there are any.
    public var liveActivity: LiveActivity?
    /// `aps.url-args` of Safari pushes.
    public var urlArguments: [String]?
    /// Everything beside `aps`, in its order.
    public var custom = CustomKeys()
    /// The data message for the app in the keys beside `aps`; nil where they are none, and beside an alert.
    public var appMessage: Indirect<AppMessage>?
    /// The values that only an Android phone reads; nil for a push to any other phone.
    public var android: Indirect<AndroidHints>?
    /// Whether there was an `aps` object.
    public var hasAps = false
    /// The text exactly as it came, with the places of its values.
    var text = JSONText()
    /// Findings about odd values, each with the path of the key.
    public var findings: [LintFinding] = []
  }

  /// The values of the keys.
  public var contents: Indirect<Fields>

  /// An empty payload.
  public init() {
    contents = Indirect(wrappedValue: Fields())
  }

  /// The text exactly as it came.
  public var bytes: [UInt8] {
    get { self.text.bytes }
    set { self.text = JSONText(newValue) }
  }

  /// Whether there is text to show: an empty alert is none (Apple, "Generating a remote notification").
  public var hasAlert: Bool { self.alert?.hasText ?? false }

  /// Whether a person would notice anything: text, a sound or a badge.
  public var isVisible: Bool { hasAlert || isVoiced || self.badge != nil }

  /// Whether there is a sound that can be heard.
  var isVoiced: Bool { self.sound?.name.isEmpty == false }
}

/// `aps.alert` (Apple, "Generating a remote notification"); a plain string is its body.
public struct Alert: Equatable, Sendable {
  /// `title`, or the localised `title-loc-key`.
  public var title: LocalizableText?
  /// `subtitle`, or the localised `subtitle-loc-key`.
  public var subtitle: LocalizableText?
  /// `body`, or the localised `loc-key`.
  public var body: LocalizableText?
  /// `launch-image`.
  public var launchImage: String?
  /// `action-loc-key` or `action`; obsolete since iOS 10.
  public var action: AlertAction?
  /// `summary-arg`, used by the summary of iOS 12 to 14.
  public var summaryArgument: String?
  /// `summary-arg-count`, 1 or more.
  public var summaryArgumentCount = 1
  /// `show-view`, known from S004 only.
  public var showsView: Bool?

  /// An alert without text.
  public init() {}

  /// Whether title, subtitle or body says anything; a key to look up does.
  public var hasText: Bool {
    title?.isEmpty == false || subtitle?.isEmpty == false || body?.isEmpty == false
  }
}

/// The label of the action button of an alert box of old.
public enum AlertAction: Equatable, Sendable {
  /// `action-loc-key: null`: one OK button that only dismisses.
  case dismissOnly
  /// A key of the strings table.
  case key(String)
  /// A literal label (`action`, Safari).
  case label(String)
}

/// Text that is either literal or to be looked up on the device; a key wins over the literal
/// (Apple, "Generating a remote notification").
public enum LocalizableText: Equatable, Sendable {
  /// Shown as it stands.
  case literal(String)
  /// Looked up, its placeholders filled with the arguments.
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
  /// The file name, or `default`; empty is silent, whatever the level (`docs/rules.md` §14).
  public var name: String
  /// Plays through the mute switch and Do Not Disturb.
  public var isCritical: Bool
  /// 0 to 1; counts for critical sounds only.
  public var volume: Double

  /// Makes a sound.
  public init(name: String = "default", isCritical: Bool = false, volume: Double = 1) {
    self.name = name
    self.isCritical = isCritical
    self.volume = volume
  }
}

/// `aps.interruption-level`, in rising order (`docs/rules.md` §6).
public enum InterruptionLevel: String, Sendable, Comparable, CaseIterable {
  /// In the list only.
  case passive
  /// The default.
  case active
  /// May pass Focus and the scheduled summary.
  case timeSensitive = "time-sensitive"
  /// Passes everything, the mute switch too.
  case critical

  /// Orders by importance.
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
  /// `start`, `update` or `end`, as written.
  public var event: String?
  /// `timestamp`, seconds since 1970.
  public var timestamp: Double?
  /// `stale-date`, seconds since 1970.
  public var staleDate: Double?
  /// `dismissal-date`, seconds since 1970.
  public var dismissalDate: Double?
  /// `content-state`.
  public var contentState: JSONObject?
  /// `attributes-type`.
  public var attributesType: String?
  /// `attributes`.
  public var attributes: JSONObject?
  /// `input-push-channel`, a base64 channel id.
  public var inputPushChannel: String?
  /// `input-push-token: 1`.
  public var wantsPushToken = false

  /// Keys not given.
  public init() {}
}

/// Why a body cannot be read as a payload at all.
public enum PayloadError: Error, Equatable, Sendable {
  /// No bytes.
  case empty
  /// Not JSON.
  case notJSON(JSONError)
  /// JSON, but not an object at the top; `found` names what is there.
  case notAnObject(found: String)
}
