import Foundation

/// The push tokens of Live Activities that the gateway knows.
struct ActivityTokens: Equatable, Sendable {
  /// A token that is no longer valid.
  struct Ended: Equatable, Sendable {
    /// The app.
    var app: BundleID
    /// The time at which it became invalid.
    var since: Date
    /// The number of the activity whose updates it was for; nil of a token to start one.
    var activity: Int?
    /// Whether a new token replaced it.
    var isReplaced: Bool
  }

  /// The number of changes.
  var version = 0
  /// The apps of the valid tokens.
  var current: [DeviceToken: BundleID] = [:]
  /// The tokens that are no longer valid.
  var ended: [DeviceToken: Ended] = [:]
}

extension Rejection {
  /// Makes `Unregistered` for a token of a Live Activity.
  init(_ ended: ActivityTokens.Ended) {
    let since = Timestamp.text(ended.since)
    let kind =
      ended.activity.map { "the update token of Live Activity A\($0)" }
      ?? "a push-to-start token of \(ended.app.text)"
    if ended.isReplaced {
      self.init(
        .unregistered,
        because: "This was \(kind); the phone replaced it at \(since).",
        fix: "Send to the new token, which the event `token` reports (`pushinbox events`).")
    } else {
      self.init(
        .unregistered, because: "This was \(kind), which ended at \(since).",
        fix: "Start a new Live Activity, and send its updates to its own token.")
    }
    unregisteredSince = ended.since
  }
}
