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
    /// Whether only its form is known: it became invalid at ``since`` or before, for whatever
    /// reason.
    var isForgotten = false
  }

  /// The apps of the valid tokens.
  var current: [DeviceToken: BundleID] = [:]
  /// The tokens that are no longer valid, the newest of each app.
  var ended: [DeviceToken: Ended] = [:]
  /// The times at which all older tokens of an app were invalid. These are known by their form.
  var forgottenSince: [BundleID: Date] = [:]

  /// Returns the end of a token that was one of an app's Live Activities; nil for any other.
  func end(of token: DeviceToken, for app: BundleID) -> Ended? {
    if let ended = ended[token] { return ended.app == app ? ended : nil }
    guard !forgottenSince.isEmpty, let since = forgottenSince[app], current[token] == nil,
      token.isOfActivities(of: app)
    else { return nil }
    return Ended(app: app, since: since, activity: nil, isReplaced: true, isForgotten: true)
  }

  /// The app of a token, valid or not; nil if the phone did not create the token for a Live
  /// Activity.
  func app(of token: DeviceToken) -> BundleID? { current[token] ?? ended[token]?.app }

  /// Returns whether the phone created a token for a Live Activity. Such a token accepts only
  /// pushes to the Live Activities of its app.
  ///
  /// - Throws: `DeviceTokenNotForTopic` for any other push to it.
  func accepts(
    _ token: DeviceToken, for topic: Topic, _ type: PushType?
  ) throws(Rejection) -> Bool {
    guard let app = app(of: token) else { return false }
    let own = Topic(app, for: .liveactivity)
    let sent = type ?? topic.impliedType ?? .alert
    guard topic != own || sent != .liveactivity else { return true }
    throw Rejection(
      .deviceTokenNotForTopic,
      because:
        "The phone created this token for Live Activities of \(app.text); the push has the topic "
        + "\(quoted(topic.text)) and the type \(quoted(sent.rawValue)).",
      fix:
        "Send apns-topic: \(own.text) and apns-push-type: liveactivity, or send this push to the "
        + "device token of its app.")
  }
}

extension Rejection {
  /// Makes `Unregistered` for a token of a Live Activity.
  init(_ ended: ActivityTokens.Ended) {
    let since = Timestamp.text(ended.since)
    let kind =
      ended.activity.map { "the update token of Live Activity A\($0)" }
      ?? "a push-to-start token of \(ended.app.text)"
    if ended.isForgotten {
      self.init(
        .unregistered,
        because:
          "This was a token of a Live Activity of \(ended.app.text), or one to start them; it became invalid at "
          + "\(since) or before.",
        fix: "Send to a current token: `pushinbox tokens` lists them.")
    } else if ended.isReplaced {
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
