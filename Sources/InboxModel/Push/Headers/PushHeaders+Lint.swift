import Foundation

extension PushHeaders {
  /// Returns findings about the headers.
  ///
  /// - Parameter unknown: The name of an `apns-*` header that APNs does not have; nil for none.
  func findings(unknown: String?, receivedAt: Date) -> [LintFinding] {
    var findings: [LintFinding] = []
    func warn(_ rule: LintRule, _ path: String, _ message: String) {
      findings.append(LintFinding(rule, path: path, message))
    }
    if pushType == nil {
      warn(
        .missingPushType, PushHeaders.Name.pushType,
        "The push type is missing; watchOS 6 and later need it, others may delay the push.")
    }
    if pushType == .mdm, let topic, !Topic.isOfManagement(topic) {
      warn(
        .managementTopic, PushHeaders.Name.topic,
        "The topic of an mdm push is the UID of the MDM push certificate, "
          + "\(Topic.managementPrefix)External. and a UUID.")
    }
    if pushType == .background, priority == .immediate {
      warn(
        .backgroundPriority, PushHeaders.Name.priority,
        "A background push must not have priority 10, which is also the default. Send 5.")
    }
    if effectivePushType == .liveactivity, priority == .minimal {
      warn(
        .activityPriority, PushHeaders.Name.priority,
        "The priority of a push to a Live Activity is 10 or 5; strict checks reject 1.")
    }
    if pushType == .pushtotalk, priority != .immediate || expiration != .once {
      warn(
        .pushToTalkHeaders, PushHeaders.Name.pushType,
        "Push to Talk asks for priority 10 and expiration 0.")
    }
    if let end = expiration?.date {
      if end < receivedAt {
        warn(
          .expired, PushHeaders.Name.expiration,
          "The push had expired when it was received (\(Timestamp.text(end))); a phone that is offline "
            + "never gets it.")
      } else if end.timeIntervalSince1970 > receivedAt.timeIntervalSince1970 * 100 {
        warn(
          .milliseconds, PushHeaders.Name.expiration,
          "This looks like milliseconds; it is seconds since 1970.")
      }
    }
    if let unknown {
      let meant = Name.nearest(to: unknown)
      warn(
        .unknownHeader, unknown,
        "APNs has no such header and ignores it" + (meant.map { "; write \(quoted($0))." } ?? "."))
    }
    return findings
  }
}

extension Delivery {
  /// Whether its sender could set headers: some wire formats, a bare payload and a simulator file
  /// allow none, or only the topic.
  var hasHeaders: Bool {
    switch self.origin.wire {
    case let wire where wire.isHeaderless: false
    case .line:
      self.headers != PushHeaders(topic: self.headers.topic) || self.transit.unknownHeader != nil
    default: true
    }
  }
}
