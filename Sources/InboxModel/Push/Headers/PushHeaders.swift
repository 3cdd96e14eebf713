import Foundation

/// The validated `apns-*` headers of a push (Apple, "Sending notification requests to APNs").
public struct PushHeaders: Equatable, Sendable {
  /// `apns-id` exactly as sent, case preserved; nil if the sender gave none.
  public var id: APNSID?
  /// `apns-topic` as sent; nil when absent or empty.
  public var topic: String?
  /// `apns-push-type`; nil when absent.
  public var pushType: PushType?
  /// `apns-priority`; 10 when absent.
  public var priority: Priority
  /// `apns-expiration`; nil when absent.
  public var expiration: Expiration?
  /// `apns-collapse-id`, at most 64 bytes; nil when absent or empty.
  public var collapseID: CollapseID?

  /// Makes headers, by default with their default values.
  public init(
    id: APNSID? = nil, topic: String? = nil, pushType: PushType? = nil,
    priority: Priority = .immediate, expiration: Expiration? = nil, collapseID: CollapseID? = nil
  ) {
    self.id = id
    self.topic = topic
    self.pushType = pushType
    self.priority = priority
    self.expiration = expiration
    self.collapseID = collapseID
  }

  /// The header names.
  public enum Name {
    /// `apns-id`
    public static let id = "apns-id"
    /// `apns-topic`
    public static let topic = "apns-topic"
    /// `apns-push-type`
    public static let pushType = "apns-push-type"
    /// `apns-priority`
    public static let priority = "apns-priority"
    /// `apns-expiration`
    public static let expiration = "apns-expiration"
    /// `apns-collapse-id`
    public static let collapseID = "apns-collapse-id"
    /// `apns-channel-id`
    public static let channelID = "apns-channel-id"
    /// `apns-request-id`
    public static let requestID = "apns-request-id"
    /// `authorization`
    public static let authorization = "authorization"

    /// The `apns-*` headers of a push.
    static let ofPushes = [
      id, topic, pushType, priority, expiration, collapseID, channelID, requestID,
    ]

    /// Returns the header of a push that an unknown `apns-*` header is probably meant to be; nil
    /// for none.
    static func nearest(to unknown: String) -> String? {
      let start = "apns-".count
      let rests = ofPushes.map { String($0.dropFirst(start)) }
      return NearestName.of(String(unknown.dropFirst(start)), among: rests).map { "apns-" + $0 }
    }
  }
}

/// `apns-priority`: 10, 5 or 1 (Apple, "Sending notification requests to APNs").
public enum Priority: Int, Sendable {
  /// 10: immediate delivery.
  case immediate = 10
  /// 5: delivery that considers the device's power.
  case conserving = 5
  /// 1: delivery that puts power first and never wakes the device.
  case minimal = 1
}

/// `apns-expiration`: whole seconds since 1970 (UTC) after which delivery stops. Zero means one
/// attempt and no storage (Apple, "Sending notification requests to APNs").
public struct Expiration: RawRepresentable, Equatable, Sendable {
  /// Seconds since 1970, UTC.
  public let rawValue: Int64

  /// Makes an expiration from seconds since 1970, UTC.
  public init(rawValue: Int64) {
    self.rawValue = rawValue
  }

  /// One delivery attempt, without storage.
  public static let once = Expiration(rawValue: 0)

  /// The moment after which the push is not delivered, at most in the year 9999; nil for ``once``.
  public var date: Date? {
    rawValue == 0 ? nil : Date(timeIntervalSince1970: Double(rawValue)).clamped
  }
}

/// `apns-push-type`. Undocumented words are allowed, so that a rejection can name them (Apple,
/// "Sending notification requests to APNs").
public struct PushType: RawRepresentable, Hashable, Sendable {
  /// The word as sent.
  public let rawValue: String

  /// Makes a push type from any word.
  public init(rawValue: String) {
    self.rawValue = rawValue
  }

  /// Shows an alert, plays a sound or sets the badge.
  public static let alert = PushType(rawValue: "alert")
  /// Wakes the app without showing anything.
  public static let background = PushType(rawValue: "background")
  /// An incoming call, delivered through PushKit.
  public static let voip = PushType(rawValue: "voip")
  /// Data for a watch complication.
  public static let complication = PushType(rawValue: "complication")
  /// Changes for a file provider extension.
  public static let fileprovider = PushType(rawValue: "fileprovider")
  /// A request to contact the device management server.
  public static let mdm = PushType(rawValue: "mdm")
  /// The start, update or end of a Live Activity.
  public static let liveactivity = PushType(rawValue: "liveactivity")
  /// Push to Talk.
  public static let pushtotalk = PushType(rawValue: "pushtotalk")
  /// A request for the device's location.
  public static let location = PushType(rawValue: "location")
  /// A reload of controls.
  public static let controls = PushType(rawValue: "controls")
  /// A reload of widgets.
  public static let widgets = PushType(rawValue: "widgets")
}
