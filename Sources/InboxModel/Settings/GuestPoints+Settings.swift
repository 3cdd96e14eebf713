extension GuestPoints {
  /// The settings of the systems.
  public typealias Settings = NoGuestState

  /// An operation of an app at a system.
  public typealias AppOperation = NoGuestValue

  /// The name of the service that keeps messages for Android phones.
  static var messageService: String { "the service" }

  /// The entries of the systems in the table of the phone's settings.
  static var settings: [SettingField<PhoneSettings>] { [] }

  /// A setting whose path ends in two names, which stand in quotes where dots in them could be read
  /// in two ways, and the form of such a path, for people; nil where there is none.
  static var settingOfTwoNames: (path: [String], form: String)? { nil }
}

/// An operation of an app at another push system, by a key of `set`.
public protocol GuestAppOperation: Equatable, Sendable {
  /// The beginnings of the keys; a bundle id follows.
  static var prefixes: [String] { get }

  /// The beginning of its key.
  var prefix: String { get }

  /// The value of `set`.
  var word: String { get }

  /// Returns the subject: two operations of one command with the same subject contradict each
  /// other.
  func subject(of app: BundleID) -> String

  /// Reads the value of a key that begins with one of ``prefixes``.
  init(_ prefix: String, key: String, value: String) throws(SettingsError)
}

extension NoGuestValue: GuestAppOperation {
  /// No key is an operation's.
  public static var prefixes: [String] { [] }

  /// No operation has a key.
  public var prefix: String { switch self {} }

  /// No operation has a value.
  public var word: String { switch self {} }

  /// No operation is about anything.
  public func subject(of app: BundleID) -> String { switch self {} }

  /// There is no operation.
  public init(_ prefix: String, key: String, value: String) throws(SettingsError) {
    throw SettingsError(.unknownKey, path: key)
  }
}
