/// The path of a request about broadcast channels (Apple, "Sending channel management requests to
/// APNs", and "Sending broadcast push notification requests to APNs").
public struct ChannelPath: Equatable, Sendable {
  /// The resource of a path.
  public enum Resource: String, Sendable {
    /// `/1/apps/BUNDLE/channels`: one channel.
    case channel = "channels"
    /// `/1/apps/BUNDLE/all-channels`: the list of channels.
    case list = "all-channels"
    /// `/4/broadcasts/apps/BUNDLE`: a broadcast.
    case broadcast
  }

  /// The resource.
  public let resource: Resource
  /// The bundle identifier as written, not empty.
  public let app: String

  private static let broadcasts = "/4/broadcasts/apps/"
  private static let apps = "/1/apps/"

  /// Parses a path; nil for any other path.
  public init?(_ path: String) {
    // Most paths are those of device tokens.
    guard !path.hasPrefix("/3/") else { return nil }
    if path.hasPrefix(Self.broadcasts) {
      let app = path.dropFirst(Self.broadcasts.count)
      guard !app.isEmpty, !app.contains("/") else { return nil }
      (resource, self.app) = (.broadcast, String(app))
      return
    }
    guard path.hasPrefix(Self.apps) else { return nil }
    let parts = path.dropFirst(Self.apps.count).split(
      separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 2, !parts[0].isEmpty, let resource = Resource(rawValue: String(parts[1])),
      resource != .broadcast
    else { return nil }
    (self.resource, app) = (resource, String(parts[0]))
  }

  /// Whether it is the path of a request that manages channels, and no push.
  public var isManagement: Bool { resource != .broadcast }

  /// Returns the path of a broadcast.
  public static func broadcast(to app: String) -> String { broadcasts + app }
}

extension PushHeaders {
  /// Returns the headers that a broadcast to a channel needs, without storage.
  public static func broadcast(to channel: String) -> [HeaderField] {
    [
      HeaderField(Name.channelID, channel),
      HeaderField(Name.pushType, PushType.liveactivity.rawValue),
      HeaderField(Name.expiration, "0"),
    ]
  }
}
