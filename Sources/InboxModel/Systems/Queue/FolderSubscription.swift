/// An app subscribes to a folder of an account, or wants no more pushes about it. The provider
/// knows of it when the phone is online.
public struct FolderSubscription: GuestAppOperation {
  /// The account: an address or a number.
  public var account: String
  /// The folder, which may have a path.
  public var folder: String
  /// Whether the app wants pushes about the folder.
  public var isWanted: Bool

  /// Names a folder.
  public init(account: String, folder: String, isWanted: Bool) {
    self.account = account
    self.folder = folder
    self.isWanted = isWanted
  }

  /// `subscribe.BUNDLE=ACCOUNT/FOLDER`, `unsubscribe.BUNDLE=ACCOUNT/FOLDER`
  public static let prefixes = ["subscribe.", "unsubscribe."]

  /// The beginning of its key.
  public var prefix: String { Self.prefixes[isWanted ? 0 : 1] }

  /// The value of `set`.
  public var word: String { account + "/" + folder }

  /// The folder: to subscribe and to unsubscribe contradict each other.
  public func subject(of app: BundleID) -> String { "subscribe.\(app.text)=\(word)" }

  /// Reads `ACCOUNT/FOLDER`.
  public init(_ prefix: String, key: String, value: String) throws(SettingsError) {
    let words = value.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
    guard words.count == 2, !words.contains("") else {
      throw SettingsError(
        .wrongValue(
          expected: "an account and a folder, such as `ann@example.com/Inbox`",
          found: "`\(value)`"), path: key)
    }
    self.init(
      account: String(words[0]), folder: String(words[1]), isWanted: prefix == Self.prefixes[0])
  }
}

extension QueueSettings {
  /// The folders that an app wants of an account after an operation; nil where it changes nothing.
  func folders(of app: BundleID, after operation: FolderSubscription) -> [String]? {
    let account = operation.account
    let folders = pendingSubscriptions[app]?[account] ?? subscriptions[app]?[account] ?? []
    guard folders.contains(operation.folder) != operation.isWanted else { return nil }
    return operation.isWanted
      ? folders + [operation.folder] : folders.filter { $0 != operation.folder }
  }

  /// The setting that holds the folders of an account, or those that the provider does not know of
  /// yet.
  static func subscriptions(
    of app: BundleID, _ account: String, isPending: Bool
  ) -> SettingPath {
    SettingPath([
      "queue", isPending ? "pendingSubscriptions" : "subscriptions", app.text, account,
    ])
  }
}
