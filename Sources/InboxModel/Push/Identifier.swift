/// An identifier that others have given, of one kind of thing; those of another kind are of another type.
public struct Identifier<Kind: Sendable>: TextIdentifier, JSONField {
  private let value: String

  /// Makes an identifier of any text.
  public init(_ text: String) {
    value = text
  }

  /// The text it was made of.
  public var text: String { value }
}

/// The kinds of identifiers.
public enum IdentifierKind {
  /// Actions of a person on a notification.
  public enum Action: Sendable {}
  /// Requests, by the identifiers of APNs.
  public enum APNS: Sendable {}
  /// Apps.
  public enum Bundle: Sendable {}
  /// Categories of notifications.
  public enum Category: Sendable {}
  /// Collapse identifiers.
  public enum Collapse: Sendable {}
  /// Focuses.
  public enum Focus: Sendable {}
  /// Keys of teams.
  public enum Key: Sendable {}
  /// Teams of developers.
  public enum Team: Sendable {}
  /// Phones among those a provider knows.
  public enum Phone: Sendable {}
  /// Providers.
  public enum Provider: Sendable {}
  /// Requests, as the phone knows them.
  public enum Request: Sendable {}
  /// Threads of an app's notifications.
  public enum Thread: Sendable {}
}

/// The identifier of the key that signed a provider token, its `kid`: ten letters and digits.
public typealias KeyID = Identifier<IdentifierKind.Key>
/// The identifier of a team of developers, the `iss` of a provider token: ten letters and digits.
public typealias TeamID = Identifier<IdentifierKind.Team>
/// The identifier of a phone among those a provider knows: 1 to 64 visible characters.
public typealias PhoneID = Identifier<IdentifierKind.Phone>
/// The identifier of a provider, that of its store: an even number of hex digits, 2 to 32.
public typealias ProviderID = Identifier<IdentifierKind.Provider>
/// The identifier of an app, for instance `com.example.chat`, as the sender spelled it.
public typealias BundleID = Identifier<IdentifierKind.Bundle>
/// An action of a person on a notification, in Apple's words (Apple, `UNNotificationResponse.actionIdentifier`).
public typealias ActionIdentifier = Identifier<IdentifierKind.Action>
/// The identifier of a category, a payload's `aps.category`.
public typealias CategoryID = Identifier<IdentifierKind.Category>
/// The value of `apns-collapse-id`: a later push of the app with the same one replaces the earlier.
public typealias CollapseID = Identifier<IdentifierKind.Collapse>
/// The identifier of a thread, a payload's `aps.thread-id`; empty is the app's default group.
public typealias ThreadID = Identifier<IdentifierKind.Thread>
/// The identifier by which APNs answers a request, `apns-id` or `apns-unique-id`: mostly a UUID, its case as the sender
/// wrote it.
public typealias APNSID = Identifier<IdentifierKind.APNS>
/// The identifier of a notification on the phone, Apple's `UNNotificationRequest.identifier`: that of an app's message, the
/// collapse identifier, or the apns-id.
public typealias RequestID = Identifier<IdentifierKind.Request>
/// The name of a Focus in the settings; ``doNotDisturb`` always exists.
public typealias FocusName = Identifier<IdentifierKind.Focus>

extension FocusName {
  /// Do Not Disturb.
  public static let doNotDisturb = FocusName("dnd")
}
