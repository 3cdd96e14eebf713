import Foundation

extension PresentationContext {
  /// The facts about a push to a Live Activity that the rules use.
  public struct Activity: Equatable, Sendable {
    /// The ways in which a push addresses its activity.
    public enum Address: String, Sendable, CaseIterable {
      /// A start, which makes a new activity.
      case start
      /// The update token of the activity.
      case updateToken
      /// The token to which the start was sent; lenient checks accept it.
      case startToken
      /// The push-to-start token that the phone created for the app.
      case pushToStart
      /// A token that the phone did not create; lenient checks assume an activity that the app
      /// started itself.
      case assumed
      /// An unknown token.
      case unknown
      /// A token that is no longer valid.
      case old
      /// The broadcast channel that the activity follows.
      case channel
    }

    /// The way in which the push addresses its activity.
    public var address = Address.start
    /// The activity; nil for a start, and if there is none.
    public var card: ActivityID?
    /// The attributes type; nil if it is unknown.
    public var attributesType: String?
    /// The newest `timestamp` of the activity; nil for none.
    public var newest: Double?
    /// The cause of the activity's end; nil while it runs.
    public var end: ActivityCard.End?
    /// Whether the app has an update token for the activity.
    public var hasToken = true
    /// The update token of the activity, for a push to the push-to-start token; nil otherwise.
    public var updateToken: DeviceToken?
    /// The time of the activity's last change.
    public var changedAt: Date?
    /// A running activity of the app with the same attributes; nil for none.
    public var twin: ActivityID?
    /// The number of running activities of the app.
    public var running = 0
    /// Whether the lock screen has as many cards as it can have, so that none is added.
    public var isFull = false
    /// The reason for which the app cannot decode the content state, a clause; nil if it can, or if
    /// its types are unknown.
    public var misfit: String?
    /// Whether the app has no attributes of the push's type.
    public var isUnknownType = false
    /// The size of attributes and content state, in bytes.
    public var size = 0
    /// The user's permission for the app.
    public var permission = ActivityPermission.allowed
    /// Whether the app has frequent updates.
    public var isFrequent = false
    /// The number of updates with priority 10 that were shown in the last hour.
    public var updates = 0
    /// The number of activities that pushes started in the last hour.
    public var starts = 0
    /// The limits.
    public var limits = ActivitySettings()
    /// The channel that the activity follows, so that it has no update token; nil for none.
    public var channel: String?
    /// The followers that a broadcast reaches; nil for any other push.
    public var reach: BroadcastReach?

    /// Makes the facts of a phone without Live Activities.
    public init() {}

    /// The number of updates with priority 10 per hour that are shown.
    var updateBudget: Int { isFrequent ? limits.frequentBudget : limits.updateBudget }

    /// The maximum size of attributes and content state together, bytes (ActivityKit, "Displaying
    /// live data with Live Activities").
    static let sizeLimit = 4096
  }
}

extension PresentationContext.Activity: JSONFieldList {
  mutating func exchange(_ fields: inout JSONFields) {
    var (card, twin) = (card?.rawValue, twin?.rawValue)
    fields.field("address", &address, unless: .start)
    fields.field("card", &card)
    fields.field("type", &attributesType)
    fields.field("newest", &newest)
    fields.field("end", &end)
    fields.field("token", &hasToken, unless: true)
    fields.field("updateToken", &updateToken)
    fields.field("changedAt", &changedAt)
    fields.field("twin", &twin)
    fields.field("running", &running, unless: 0)
    fields.field("full", &isFull, unless: false)
    fields.field("misfit", &misfit)
    fields.field("unknownType", &isUnknownType, unless: false)
    fields.field("size", &size, unless: 0)
    fields.field("permission", &permission, unless: .allowed)
    fields.field("frequent", &isFrequent, unless: false)
    fields.field("updates", &updates, unless: 0)
    fields.field("starts", &starts, unless: 0)
    fields.field("limits", &limits, unless: ActivitySettings())
    fields.field("channel", &channel)
    fields.field("reach", &reach)
    self.card = card.map(ActivityID.init(rawValue:))
    self.twin = twin.map(ActivityID.init(rawValue:))
  }
}

extension PresentationContext.Activity.Address: JSONField {}
extension ActivityPermission: JSONField {}
extension ActivityCard.End: JSONField {}

extension ActivitySettings: JSONFieldList {
  mutating func exchange(_ fields: inout JSONFields) {
    let fresh = ActivitySettings()
    fields.field("limit", &limit, unless: fresh.limit)
    fields.field("update", &updateBudget, unless: fresh.updateBudget)
    fields.field("frequent", &frequentBudget, unless: fresh.frequentBudget)
    fields.field("start", &startBudget, unless: fresh.startBudget)
    fields.field("interval", &interval, unless: fresh.interval)
    fields.field("life", &life, unless: fresh.life)
    fields.field("stay", &stay, unless: fresh.stay)
    fields.field("tokenLife", &tokenLife, unless: fresh.tokenLife)
  }
}

extension PresentationContext {
  /// The permission, for `what-if`; changes are ignored for other pushes.
  var activityPermission: ActivityPermission {
    get { activity?.wrappedValue.permission ?? .allowed }
    set { activity?.wrappedValue.permission = newValue }
  }

  /// Whether the app has frequent updates, likewise.
  var hasFrequentUpdates: Bool {
    get { activity?.wrappedValue.isFrequent ?? false }
    set { activity?.wrappedValue.isFrequent = newValue }
  }

  /// The limits, likewise.
  var activityLimits: ActivitySettings {
    get { activity?.wrappedValue.limits ?? ActivitySettings() }
    set { activity?.wrappedValue.limits = newValue }
  }
}

// MARK: - Content states

extension [String: StateType] {
  /// The reason for which a content state cannot be decoded as these types, a clause; nil if it
  /// can.
  func misfit(of state: JSONObject) -> String? {
    for (key, type) in sorted(by: { $0.key < $1.key }) {
      guard let value = state[key], !value.isNull else {
        if type.isOptional || type.kind == .any { continue }
        return "\(quoted(key)) is \(state[key] == nil ? "missing" : "null"), not \(type.name)"
      }
      if !type.kind.fits(value) { return "\(quoted(key)) is \(value.kind), not \(type.name)" }
    }
    return nil
  }
}

extension StateType.Kind {
  /// Whether a value can be decoded as this type.
  func fits(_ value: JSONValue) -> Bool {
    switch self {
    case .string: value.string != nil
    case .int: value.int != nil
    case .double, .date: value.double != nil
    case .bool: value.bool != nil
    case .array: value.array != nil
    case .object: value.object != nil
    case .any: true
    }
  }
}
