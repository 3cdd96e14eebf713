import InboxModel

/// The state of the endpoints, as the status line and the empty screen show it; set by the runtime.
struct FeedStatus: Equatable, Sendable {
  /// The bound address for pushes, `HOST:PORT`; nil when nothing listens.
  var endpoint: String?
  /// Whether other machines can reach one of our ports.
  var isExposed = false
  /// The binary interface in short: `legacy :2195`; nil when it is off.
  var legacy: String?
  /// Connections open now.
  var connections = 0
  /// Accepted in the last second.
  var pushesPerSecond = 0
  /// Accepted since the start.
  var accepted = 0
  /// Refused, the stored ones included.
  var rejected = 0
  /// Feeds in trouble, one sentence each: `unix:/tmp/feed: no connection, next try in 4 s`.
  var problems: [String] = []
  /// The most pushes of the history; nil without a limit.
  var historyLimit: Int? = 10_000
  /// The number of unread pushes that the history limit removed since the start.
  var droppedUnread = 0
  /// The name of the file to which what happens is written; nil when nothing is recorded.
  var recording: String?
  /// The number of active faults.
  var faults = 0
  /// Whether the phone is on the network.
  var isPhoneOnline = true
  /// The number of entries that arrived while the screen was paused; nil when it is not.
  var unseen: Int?
  /// Other ways in: what they are, where, and for whom.
  var waysIn: [WayIn] = []
  /// The settings of the gateway.
  var gateway = GatewaySettings()
  /// Whether everything is forgotten at the end.
  var isEphemeral = false

  /// A place that takes pushes beside ``endpoint``.
  struct WayIn: Equatable, Sendable {
    var name: String
    var place: String
    var remark = ""
  }
}

/// A push with all that was kept of it, loaded for the inspector.
struct InspectedPush: Equatable, Sendable {
  var record: PushRecord
  var trace: Trace
}
