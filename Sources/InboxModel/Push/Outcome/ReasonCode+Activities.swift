// The codes of the rules about Live Activities (`docs/rules.md` §15).

extension ReasonCode {
  /// The push started a Live Activity.
  public static let activityStarted = ReasonCode(rawValue: "activity.started")
  /// The push changed the card of a Live Activity.
  public static let activityUpdated = ReasonCode(rawValue: "activity.updated")
  /// The push ended a Live Activity.
  public static let activityEndShown = ReasonCode(rawValue: "activity.end")
  /// The user turned the app's Live Activities off.
  public static let activityDenied = ReasonCode(rawValue: "activity.denied")
  /// The push has no `event`, or an unknown one.
  public static let activityNoEvent = ReasonCode(rawValue: "activity.no-event")
  /// A broadcast cannot start a Live Activity.
  public static let activityBroadcastStart = ReasonCode(rawValue: "activity.broadcast-start")
  /// The push has no `timestamp`.
  public static let activityNoTimestamp = ReasonCode(rawValue: "activity.no-timestamp")
  /// The start has no `attributes-type`.
  public static let activityNoAttributesType = ReasonCode(rawValue: "activity.no-attributes-type")
  /// The start has no `attributes`.
  public static let activityNoAttributes = ReasonCode(rawValue: "activity.no-attributes")
  /// The push has no `content-state`.
  public static let activityNoContentState = ReasonCode(rawValue: "activity.no-content-state")
  /// The app has no attributes of the type in `attributes-type`.
  public static let activityUnknownType = ReasonCode(rawValue: "activity.unknown-type")
  /// The start was sent to the update token of a Live Activity.
  public static let activityWrongToken = ReasonCode(rawValue: "activity.wrong-token")
  /// The app has as many Live Activities as the phone allows.
  public static let activityLimit = ReasonCode(rawValue: "activity.limit")
  /// A running Live Activity has the same attributes; the start made a second card.
  public static let activityDuplicate = ReasonCode(rawValue: "activity.duplicate")
  /// No Live Activity has this token.
  public static let activityUnknownToken = ReasonCode(rawValue: "activity.unknown-token")
  /// The token was replaced or is no longer valid.
  public static let activityOldToken = ReasonCode(rawValue: "activity.old-token")
  /// The token is unknown; it is assumed to belong to a Live Activity that the app started.
  public static let activityAssumed = ReasonCode(rawValue: "activity.assumed")
  /// The update was sent to the push-to-start token.
  public static let activityStartToken = ReasonCode(rawValue: "activity.start-token")
  /// The user has not allowed Live Activities of the app yet, so it has no update token.
  public static let activityUndecided = ReasonCode(rawValue: "activity.undecided")
  /// The app was force-quit before it received an update token.
  public static let activityForceQuit = ReasonCode(rawValue: "activity.force-quit")
  /// The app has no update token for this Live Activity, which follows a channel.
  public static let activityNoToken = ReasonCode(rawValue: "activity.no-token")
  /// The Live Activity has ended.
  public static let activityEnded = ReasonCode(rawValue: "activity.ended")
  /// The phone ended the Live Activity after its maximum lifetime.
  public static let activityExpired = ReasonCode(rawValue: "activity.expired")
  /// The user removed the card.
  public static let activityDismissed = ReasonCode(rawValue: "activity.dismissed")
  /// The card shows a newer `timestamp`.
  public static let activityOlderTimestamp = ReasonCode(rawValue: "activity.older-timestamp")
  /// Attributes and content state are over 4 KB together.
  public static let activityTooLarge = ReasonCode(rawValue: "activity.too-large")
  /// The app cannot decode the content state.
  public static let activityUndecodable = ReasonCode(rawValue: "activity.undecodable")
  /// Pushes started too many Live Activities of the app in the last hour.
  public static let activityStartBudget = ReasonCode(rawValue: "activity.start-budget")
  /// The app's Live Activities had too many updates with priority 10 in the last hour.
  public static let activityBudget = ReasonCode(rawValue: "activity.budget")
  /// The last update was shown too short a time ago.
  public static let activityTooSoon = ReasonCode(rawValue: "activity.too-soon")

  /// No Live Activity of the app follows the channel of the broadcast.
  public static let activityNoFollower = ReasonCode(rawValue: "activity.no-follower")
  /// The start names a channel that does not exist.
  public static let activityUnknownChannel = ReasonCode(rawValue: "activity.unknown-channel")
  /// The channel of the broadcast was never created.
  public static let channelLearned = ReasonCode(rawValue: "channel.learned")

  /// The codes of the rules about Live Activities.
  static let ofActivities: [Row] = [
    (.activityStarted, "The push started a Live Activity."),
    (.activityUpdated, "The push changed the card of a Live Activity."),
    (.activityEndShown, "The push ended a Live Activity."),
    (.activityDenied, "The user turned the app's Live Activities off."),
    (.activityNoEvent, "The push has no `event`, or an unknown one."),
    (.activityBroadcastStart, "A broadcast cannot start a Live Activity."),
    (.activityNoTimestamp, "The push has no `timestamp`."),
    (.activityNoAttributesType, "The start has no `attributes-type`."),
    (.activityNoAttributes, "The start has no `attributes`."),
    (.activityNoContentState, "The push has no `content-state`."),
    (.activityUnknownType, "The app has no attributes of the type in `attributes-type`."),
    (.activityWrongToken, "The start was sent to the update token of a Live Activity."),
    (.activityLimit, "The app, or the phone, has as many Live Activities as it can have."),
    (
      .activityDuplicate,
      "A running Live Activity has the same attributes; the start made a second card."
    ),
    (.activityUnknownToken, "No Live Activity has this token."),
    (.activityOldToken, "The token was replaced or is no longer valid."),
    (
      .activityAssumed,
      "The token is unknown; it is assumed to belong to a Live Activity that the app started."
    ),
    (.activityStartToken, "The update was sent to the push-to-start token."),
    (
      .activityUndecided,
      "The user has not allowed Live Activities of the app yet, so it has no update token."
    ),
    (.activityForceQuit, "The app was force-quit before it received an update token."),
    (
      .activityNoToken,
      "The app has no update token for this Live Activity, which follows a channel."
    ),
    (.activityEnded, "The Live Activity has ended."),
    (.activityExpired, "The phone ended the Live Activity after its maximum lifetime."),
    (.activityDismissed, "The user removed the card."),
    (.activityOlderTimestamp, "The card shows a newer `timestamp`."),
    (.activityTooLarge, "Attributes and content state are over 4 KB together."),
    (.activityUndecodable, "The app cannot decode the content state."),
    (.activityStartBudget, "Pushes started too many Live Activities of the app in the last hour."),
    (
      .activityBudget,
      "The app's Live Activities had too many updates with priority 10 in the last hour."
    ),
    (.activityTooSoon, "The last update was shown too short a time ago."),
    (.activityNoFollower, "No Live Activity of the app follows the channel of the broadcast."),
    (.activityUnknownChannel, "The start names a broadcast channel that does not exist."),
    (.channelLearned, "The channel of the broadcast was never created; lenient checks assume it."),
  ]
}
