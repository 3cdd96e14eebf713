import InboxModel

/// What goes on at the endpoints, as the status line and the empty screen tell it; the runtime fills it.
struct FeedStatus: Equatable, Sendable {
  /// Where pushes are taken, `HOST:PORT` as bound; nil when nothing listens.
  var endpoint: String?
  /// Whether other machines can reach one of our ports.
  var isExposed = false
  /// Where the binary interface is, in short: `legacy :2195`; nil when it is off.
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
  /// How many pushes the history keeps; nil without a limit.
  var historyLimit: Int? = 10_000
  /// How many unread ones the history limit has taken since the start.
  var droppedUnread = 0
  /// The name of the file to which what happens is written; nil when nothing is recorded.
  var recording: String?
  /// How many faults are on.
  var faults = 0
  /// Whether the phone is on the network.
  var isPhoneOnline = true
  /// How many entries came while the screen was paused; nil when it is not.
  var unseen: Int?
  /// Other ways in: what they are, where, and for whom.
  var waysIn: [WayIn] = []
  /// What the gateway asks of senders.
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
