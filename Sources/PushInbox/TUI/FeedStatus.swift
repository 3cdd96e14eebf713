import InboxModel

/// The state of the endpoints, for the status line and the welcome page; set by the runtime.
struct FeedStatus: Equatable, Sendable {
  /// The bound address for pushes, `HOST:PORT`; nil when there is none.
  var endpoint: String?
  /// Whether other machines can reach one of our ports.
  var isExposed = false
  /// A short text about the binary interface, `legacy :2195`; nil when it is off.
  var legacy: String?
  /// The open connections.
  var connections = 0
  /// The pushes accepted in the last second.
  var pushesPerSecond = 0
  /// The pushes accepted since the start.
  var accepted = 0
  /// The rejected pushes, including stored ones of earlier runs.
  var rejected = 0
  /// The problems of feeds, one sentence each: `unix:/tmp/feed: no connection, retrying in 4 s`.
  var problems: [String] = []
  /// The maximum number of pushes in the history; nil for no limit.
  var historyLimit: Int? = 10_000
  /// The number of unread pushes that the history limit removed since the start.
  var droppedUnread = 0
  /// The name of the file of a recording; nil when nothing is recorded.
  var recording: String?
  /// The number of active faults.
  var faults = 0
  /// Whether the phone is on the network.
  var isPhoneOnline = true
  /// The number of entries that arrived while the screen was paused; nil when it is not.
  var unseen: Int?
  /// Further ways in: their names, addresses and purposes.
  var waysIn: [WayIn] = []
  /// The settings of the gateway.
  var gateway = GatewaySettings()
  /// Whether the store is in memory and lost at the end.
  var isEphemeral = false

  /// An address that receives pushes in addition to ``endpoint``.
  struct WayIn: Equatable, Sendable {
    var name: String
    var place: String
    var remark = ""
  }
}

/// A stored push with its details, loaded for the inspector.
struct InspectedPush: Equatable, Sendable {
  var record: PushRecord
  var trace: Trace
}
