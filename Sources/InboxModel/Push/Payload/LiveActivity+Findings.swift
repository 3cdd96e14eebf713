import Foundation

extension LiveActivity {
  /// The paths of the keys that an event requires.
  static let required: Set<String> = [
    "aps.event", "aps.timestamp", "aps.content-state", "aps.attributes-type", "aps.attributes",
  ]

  /// Returns whether a time, in seconds since 1970, is thousands of years away, since it is
  /// probably in milliseconds.
  public static func isInMilliseconds(_ seconds: Double) -> Bool { seconds > 100_000_000_000 }

  /// The wrong type of a required key; nil if the key is absent or has the right type.
  func misfit(of key: String) -> Payload.Misfit? { misfits.first { $0.path == "aps." + key } }

  /// Returns the problem of a required key without a value: `aps.timestamp is missing` or
  /// `aps.timestamp is a string, not a number`.
  func problem(of key: String) -> String {
    "aps.\(key) is " + (misfit(of: key).map { "\($0.found), not \($0.expected)" } ?? "missing")
  }
}

extension Payload {
  /// Returns the findings about a Live Activity push beside those of the payload alone: a channel
  /// together with a token, and an old timestamp, which a phone ignores after a newer one.
  func activityFindings(_ headers: PushHeaders, receivedAt: Date) -> [LintFinding] {
    guard headers.effectivePushType == .liveactivity, let activity = self.liveActivity,
      activity.event != nil
    else { return [] }
    var findings: [LintFinding] = []
    if activity.inputPushChannel != nil, activity.wantsPushToken {
      findings.append(
        LintFinding(
          .channelAndToken, path: "aps.input-push-token",
          "A Live Activity that follows a channel gets no update token; send one of the two keys."))
    }
    guard let timestamp = activity.timestamp,
      !self.findings.contains(where: { $0.path == "aps.timestamp" })
    else { return findings }
    let age = receivedAt.timeIntervalSince1970 - timestamp
    guard age > 3600 else { return findings }
    return findings + [
      LintFinding(
        .oldTimestamp, path: "aps.timestamp",
        "The timestamp is \(TimeSpan.words(age)) old; a phone ignores what is older than what it shows."
      )
    ]
  }
}
