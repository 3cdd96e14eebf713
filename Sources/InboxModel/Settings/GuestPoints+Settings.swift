extension GuestPoints {
  /// The settings of the systems.
  public typealias Settings = NoGuestState

  /// An app's operation on a system.
  public typealias AppOperation = NoGuestValue

  /// The name of the service that retains messages for Android phones.
  static var messageService: String { "the service" }

  /// The systems' entries in the table of the phone's settings.
  static var settings: [SettingField<PhoneSettings>] { [] }

  /// A setting whose path ends with two names, which are quoted if dots in them make the path
  /// ambiguous, and the form of such a path, for people; nil for none.
  static var settingOfTwoNames: (path: [String], form: String)? { nil }
}

/// An app's operation on another push system, made by a key of `set`.
public protocol GuestAppOperation: Equatable, Sendable {
  /// The prefixes of the keys; a bundle identifier follows.
  static var prefixes: [String] { get }

  /// The effect of a key with one of ``prefixes``, one sentence.
  static func meaning(of prefix: String) -> String

  /// The accepted values.
  static var form: SettingsSchema.Form { get }

  /// The prefix of its key.
  var prefix: String { get }

  /// The value of `set`.
  var word: String { get }

  /// Returns the subject: two operations of one command with the same subject contradict each
  /// other.
  func subject(of app: BundleID) -> String

  /// Parses the value of a key with one of ``prefixes``.
  init(_ prefix: String, key: String, value: String) throws(SettingsError)
}

extension NoGuestValue: GuestAppOperation {
  /// The prefixes; there are none.
  public static var prefixes: [String] { [] }

  /// The effect; there is no key.
  public static func meaning(of prefix: String) -> String { "" }

  /// The values; there is no key.
  public static var form: SettingsSchema.Form { .init(expected: "") }

  /// The prefix; there is no operation.
  public var prefix: String { switch self {} }

  /// The value; there is no operation.
  public var word: String { switch self {} }

  /// Returns the subject; there is no operation.
  public func subject(of app: BundleID) -> String { switch self {} }

  /// Throws, because there is no operation.
  public init(_ prefix: String, key: String, value: String) throws(SettingsError) {
    throw SettingsError(.unknownKey, path: key)
  }
}
