import Foundation

/// The push tokens of Live Activities (`pushinbox tokens`).
public enum ActivityTokenList {
  /// A token.
  public struct Row: Equatable, Sendable {
    /// The states of a token.
    public enum State: String, Sendable {
      /// A sender can use it.
      case valid
      /// A new token replaced it.
      case replaced
      /// The Live Activity of the token ended.
      case ended
    }

    /// The app.
    public let app: BundleID
    /// The activity whose updates it is for; nil for a push-to-start token.
    public let activity: ActivityID?
    /// The token.
    public let token: DeviceToken
    /// The state.
    public let state: State
    /// The time of its creation, or, if it is not valid any more, of its end.
    public let since: Date?
  }

  /// Returns the tokens: by app, the push-to-start token before the update tokens, valid ones
  /// before old ones, of old ones the newest first.
  public static func rows(of device: Phone, includingOld: Bool) -> [Row] {
    var rows: [Row] = []
    for (app, its) in device.activities.apps.sorted(by: { $0.key < $1.key }) {
      if let token = its.startToken {
        rows.append(
          Row(app: app, activity: nil, token: token, state: .valid, since: its.startTokenSince))
      }
      for card in device.activities.running(of: app).reversed() {
        guard let token = card.token else { continue }
        rows.append(
          Row(app: app, activity: card.id, token: token, state: .valid, since: card.tokenSince))
      }
      guard includingOld else { continue }
      rows += its.retired.reversed().map { old in
        Row(
          app: app, activity: old.card.map(ActivityID.init(rawValue:)), token: old.token,
          state: old.isReplaced ? .replaced : .ended, since: old.since)
      }
    }
    return rows
  }

  /// Returns the line of a token for people.
  public static func line(_ row: Row, in timeZone: TimeZone) -> String {
    let kind = row.activity.map { "update \($0.text)" } ?? "start"
    let since = row.since.map { "  " + PlainText.moment($0, in: timeZone) } ?? ""
    let state = row.state.rawValue
    return PlainText.clean(row.app.text) + "  \(kind)  \(row.token.hex)  \(state)\(since)"
  }

  /// Returns a token as one line of JSON.
  public static func json(_ row: Row) -> String {
    JSONMembers.text { json in
      json.add("activity", row.activity?.text)
      json.add("app", row.app)
      json.add("kind", row.activity == nil ? "start" : "update")
      json.add("since", row.since)
      json.add("state", row.state.rawValue)
      json.add("token", row.token.hex)
    }
  }
}
