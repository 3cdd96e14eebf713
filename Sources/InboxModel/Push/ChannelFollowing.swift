/// Live Activities of an app that follow a broadcast channel.
public struct ChannelFollowing: Equatable, Sendable {
  /// The app.
  public var app: BundleID
  /// The identifier of the channel.
  public var channel: String
  /// The activities; empty if the app follows the channel without one.
  public var activities: [ActivityID]

  /// Makes a value.
  public init(app: BundleID, channel: String, activities: [ActivityID]) {
    (self.app, self.channel, self.activities) = (app, channel, activities)
  }
}
