/// An identifier that was received from outside. Each kind of thing has its own type.
public struct Identifier<Kind: Sendable>: TextIdentifier, JSONField {
  private let value: String

  /// Makes an identifier of any text.
  public init(_ text: String) {
    value = text
  }

  /// The original text.
  public var text: String { value }
}

/// The kinds of identifiers.
public enum IdentifierKind {
  /// The kind of actions on a notification.
  public enum Action: Sendable {}
  /// The kind of request identifiers in APNs.
  public enum APNS: Sendable {}
  /// The kind of apps.
  public enum Bundle: Sendable {}
  /// The kind of notification categories.
  public enum Category: Sendable {}
  /// The kind of collapse identifiers.
  public enum Collapse: Sendable {}
  /// The kind of Focuses.
  public enum Focus: Sendable {}
  /// The kind of a team's keys.
  public enum Key: Sendable {}
  /// The kind of developer teams.
  public enum Team: Sendable {}
  /// The kind of phones known to a provider.
  public enum Phone: Sendable {}
  /// The kind of providers.
  public enum Provider: Sendable {}
  /// The kind of request identifiers on the phone.
  public enum Request: Sendable {}
  /// The kind of threads of an app's notifications.
  public enum Thread: Sendable {}
}

/// The identifier of the key that signed a provider token, its `kid`: ten letters and digits.
public typealias KeyID = Identifier<IdentifierKind.Key>
/// The identifier of a team of developers, the `iss` of a provider token: ten letters and digits.
public typealias TeamID = Identifier<IdentifierKind.Team>
/// The identifier of a phone known to a provider: 1 to 64 visible characters.
public typealias PhoneID = Identifier<IdentifierKind.Phone>
/// The identifier of a provider and its store: an even number of hex digits, 2 to 32.
public typealias ProviderID = Identifier<IdentifierKind.Provider>
/// The identifier of an app, for instance `com.example.chat`, as the sender spelled it.
public typealias BundleID = Identifier<IdentifierKind.Bundle>
/// The identifier of an action on a notification (Apple,
/// `UNNotificationResponse.actionIdentifier`).
public typealias ActionIdentifier = Identifier<IdentifierKind.Action>
/// The identifier of a category, a payload's `aps.category`.
public typealias CategoryID = Identifier<IdentifierKind.Category>
/// The value of `apns-collapse-id`: a later push of the app with the same one replaces the earlier.
public typealias CollapseID = Identifier<IdentifierKind.Collapse>
/// The identifier of a thread, a payload's `aps.thread-id`; empty for the app's default group.
public typealias ThreadID = Identifier<IdentifierKind.Thread>
/// The identifier in an APNs response, `apns-id` or `apns-unique-id`: usually a UUID, in the
/// sender's case.
public typealias APNSID = CompactIdentifier<IdentifierKind.APNS>
/// The identifier of a notification on the phone, Apple's `UNNotificationRequest.identifier`: the
/// identifier of an app's message, the collapse identifier, or the apns-id.
public typealias RequestID = CompactIdentifier<IdentifierKind.Request>
/// The name of a Focus in the settings; ``doNotDisturb`` always exists.
public typealias FocusName = Identifier<IdentifierKind.Focus>

extension FocusName {
  /// Do Not Disturb.
  public static let doNotDisturb = FocusName("dnd")
}
