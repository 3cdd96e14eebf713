/// The subscription of an app to a folder of an account, or its end. The provider learns of it
/// while the phone is online.
public struct FolderSubscription: GuestAppOperation {
  /// The account: an address or a number.
  public var account: String
  /// The folder, which may be a path.
  public var folder: String
  /// Whether the app subscribes, or unsubscribes.
  public var isWanted: Bool

  /// Makes a subscription.
  public init(account: String, folder: String, isWanted: Bool) {
    self.account = account
    self.folder = folder
    self.isWanted = isWanted
  }

  /// The prefixes of `subscribe.BUNDLE=ACCOUNT/FOLDER` and `unsubscribe.BUNDLE=ACCOUNT/FOLDER`.
  public static let prefixes = ["subscribe.", "unsubscribe."]

  /// The effect of one of ``prefixes``.
  public static func meaning(of prefix: String) -> String {
    prefix == prefixes[0]
      ? "Subscribes an app to a folder of an account: `ACCOUNT/FOLDER`."
      : "Removes the subscription to a folder: `ACCOUNT/FOLDER`."
  }

  /// `ACCOUNT/FOLDER`.
  public static let form = SettingsSchema.Form(
    expected: "an account and a folder, such as `ann@example.com/Inbox`", kinds: [.string],
    pattern: #"[^/]+/[\s\S]+"#)

  /// The prefix of its key.
  public var prefix: String { Self.prefixes[isWanted ? 0 : 1] }

  /// The value of `set`.
  public var word: String { account + "/" + folder }

  /// Returns the folder: subscribing and unsubscribing contradict each other.
  public func subject(of app: BundleID) -> String { "subscribe.\(app.text)=\(word)" }

  /// Parses `ACCOUNT/FOLDER`.
  ///
  /// - Throws: ``SettingsError`` for any other value.
  public init(_ prefix: String, key: String, value: String) throws(SettingsError) {
    let words = value.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
    guard words.count == 2, !words.contains("") else {
      throw SettingsError(
        .wrongValue(expected: Self.form.expected, found: "`\(value)`"), path: key)
    }
    self.init(
      account: String(words[0]), folder: String(words[1]), isWanted: prefix == Self.prefixes[0])
  }
}

extension QueueSettings {
  /// Returns an account's folders for an app after an operation; nil if it changes nothing.
  func folders(of app: BundleID, after operation: FolderSubscription) -> [String]? {
    let account = operation.account
    let folders = pendingSubscriptions[app]?[account] ?? subscriptions[app]?[account] ?? []
    guard folders.contains(operation.folder) != operation.isWanted else { return nil }
    return operation.isWanted
      ? folders + [operation.folder] : folders.filter { $0 != operation.folder }
  }

  /// Returns the setting with an account's folders, or with those that the provider does not know
  /// yet.
  static func subscriptions(
    of app: BundleID, _ account: String, isPending: Bool
  ) -> SettingPath {
    SettingPath([
      "queue", isPending ? "pendingSubscriptions" : "subscriptions", app.text, account,
    ])
  }
}
