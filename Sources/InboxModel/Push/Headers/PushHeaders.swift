import Foundation

/// The `apns-*` headers of a push, read and checked (Apple, "Sending notification requests to APNs").
public struct PushHeaders: Equatable, Sendable {
  /// `apns-id` exactly as sent, case kept; nil when the sender gave none.
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

  /// Headers with nothing but the defaults.
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

  /// The header names, spelled once.
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
    /// `authorization`
    public static let authorization = "authorization"
  }
}

/// `apns-priority`: 10, 5 or 1 (Apple, "Sending notification requests to APNs").
public enum Priority: Int, Sendable {
  /// 10: at once.
  case immediate = 10
  /// 5: mind the device's power.
  case conserving = 5
  /// 1: power above all; never wakes the device.
  case minimal = 1
}

/// `apns-expiration`: whole seconds since 1970 (UTC) after which delivery stops; zero means one attempt
/// and no storage (Apple, "Sending notification requests to APNs").
public struct Expiration: RawRepresentable, Equatable, Sendable {
  /// Seconds since 1970, UTC.
  public let rawValue: Int64

  /// Takes seconds since 1970, UTC.
  public init(rawValue: Int64) {
    self.rawValue = rawValue
  }

  /// One attempt, nothing stored.
  public static let once = Expiration(rawValue: 0)

  /// The moment after which the push is not delivered, in the year 9999 at the latest; nil for ``once``.
  public var date: Date? {
    rawValue == 0 ? nil : Date(timeIntervalSince1970: Double(rawValue)).clamped
  }
}

/// `apns-push-type`: the documented words, open to others so that they can be named in a refusal
/// (Apple, "Sending notification requests to APNs").
public struct PushType: RawRepresentable, Hashable, Sendable {
  /// The word as sent.
  public let rawValue: String

  /// Takes any word.
  public init(rawValue: String) {
    self.rawValue = rawValue
  }

  /// Shows an alert, plays a sound or sets the badge.
  public static let alert = PushType(rawValue: "alert")
  /// Wakes the app, shows nothing.
  public static let background = PushType(rawValue: "background")
  /// An incoming call, handed to PushKit.
  public static let voip = PushType(rawValue: "voip")
  /// Data for a watch complication.
  public static let complication = PushType(rawValue: "complication")
  /// Changes for a file provider extension.
  public static let fileprovider = PushType(rawValue: "fileprovider")
  /// Contact to the management server.
  public static let mdm = PushType(rawValue: "mdm")
  /// Start, update or end of a Live Activity.
  public static let liveactivity = PushType(rawValue: "liveactivity")
  /// Push to Talk.
  public static let pushtotalk = PushType(rawValue: "pushtotalk")
  /// A question for the device's position.
  public static let location = PushType(rawValue: "location")
  /// Reload of controls.
  public static let controls = PushType(rawValue: "controls")
  /// Reload of widgets.
  public static let widgets = PushType(rawValue: "widgets")
}
