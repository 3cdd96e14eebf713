import Foundation

/// Findings about pushes that are accepted but probably not as their sender intended.
public enum Lint {
  /// Returns the findings about an accepted push: its headers first, then its payload.
  ///
  /// - Parameters:
  ///   - app: The app's settings: its strings, for missing translations, and its entitlements.
  ///   - era: The generation of the phone; nil if unknown. Findings about other generations are
  ///     omitted.
  public static func findings(
    for delivery: Delivery, app: AppSettings = AppSettings(), era: PhoneGeneration = .today
  ) -> [LintFinding] {
    let findings =
      transitFindings(of: delivery) + Guests.findings(about: delivery) + threadFindings(delivery)
      + delivery.entitlementFindings(app) + delivery.payload.missingTranslations(in: app.strings)
    return findings.filter(era.isConcerned(by:))
  }

  /// Returns findings about a rejected push beside the reason of its rejection: about its payload,
  /// and about the headers that can be parsed. Empty if the request is not a push.
  public static func findings(for rejected: RejectedRequest) -> [LintFinding] {
    guard !Guests.explains(rejected) else { return [] }
    guard !rejected.path.isEmpty, case .success(let payload) = Payload.read(rejected.body) else {
      return []
    }
    let headers = Gateway.readable(rejected.fields)
    let isBare = headers == PushHeaders(topic: headers.topic)
    switch rejected.origin.wire {
    case let wire where wire.isHeaderless:
      return Agreement(payload, nil).findings + payload.findings
    case .line where isBare: return Agreement(payload, nil).findings + payload.findings
    default:
      return findings(for: payload, headers, receivedAt: rejected.at).filter {
        // This is the reason of the rejection.
        $0.rule != .payloadTooLarge
          && ($0.rule != .managementTopic || rejected.reason != RejectionReason.badTopic.rawValue)
      }
    }
  }

  private static func transitFindings(of delivery: Delivery) -> [LintFinding] {
    let payload = delivery.payload
    guard !payload.isForAndroid else {
      guard delivery.transit.topicWasMissing else { return payload.findings }
      return payload.findings + Guests.missingApp(of: delivery)
    }
    guard delivery.hasHeaders else {
      // A wire format without headers has its own limits.
      let size =
        delivery.origin.wire.isHeaderless
        ? [] : sizeFindings(payload, delivery.headers.payloadLimit)
      return Agreement(payload, nil).findings + payload.findings
        + payload.activityFindings(delivery.headers, receivedAt: delivery.receivedAt) + size
    }
    var findings: [LintFinding] = []
    if delivery.transit.topicWasMissing {
      findings.append(
        LintFinding(
          .missingTopic, path: PushHeaders.Name.topic,
          "There was no topic, so \(delivery.topic) was used; Apple answers MissingTopic."
        ))
    }
    return findings + tokenFindings(of: delivery) + broadcastFindings(of: delivery)
      + self.findings(
        for: payload, delivery.headers, unknownHeader: delivery.transit.unknownHeader,
        receivedAt: delivery.receivedAt, limit: delivery.payloadLimit)
  }

  /// Returns a finding about a start, which reaches no phone by a channel (Apple, "Sending
  /// broadcast push notification requests to APNs").
  private static func broadcastFindings(of delivery: Delivery) -> [LintFinding] {
    guard delivery.broadcast != nil,
      delivery.payload.liveActivity?.event == LiveActivity.Event.start.rawValue
    else { return [] }
    return [
      LintFinding(
        .broadcastStart, path: "aps.event",
        "A broadcast cannot start a Live Activity; send the start to the push-to-start token.")
    ]
  }

  /// Returns findings about the provider token.
  private static func tokenFindings(of delivery: Delivery) -> [LintFinding] {
    var findings: [LintFinding] = []
    func warn(_ rule: LintRule, _ message: String) {
      findings.append(LintFinding(rule, path: PushHeaders.Name.authorization, message))
    }
    if delivery.transit.tokenUpdates > 0 {
      warn(
        .renewedToken,
        "This is provider token number \(delivery.transit.tokenUpdates) of its connection within "
          + "20 minutes; Apple answers TooManyProviderTokenUpdates. Use one for 20 to 60."
      )
    }
    if let algorithm = delivery.transit.unsupportedAlgorithm {
      warn(
        .unsupportedAlgorithm,
        "The provider token says \(quoted(algorithm)); Apple accepts ES256 only.")
    }
    if delivery.transit.issuedAtIsText {
      warn(
        .textIssuedAt,
        "The iat of the provider token is a string; RFC 7519 requires a number, without quotes.")
    }
    if delivery.headers.pushType == .mdm, case .providerToken = delivery.transit.authentication {
      warn(
        .managementToken,
        "Pushes of type mdm need the MDM push certificate, not a provider token.")
    }
    return findings
  }

  /// Returns findings about headers, payload, and their combination.
  public static func findings(
    for payload: Payload, _ headers: PushHeaders, unknownHeader: String? = nil, receivedAt: Date,
    limit: Int? = nil
  ) -> [LintFinding] {
    headers.findings(unknown: unknownHeader, receivedAt: receivedAt)
      + Agreement(payload, headers).findings
      + payload.findings + payload.activityFindings(headers, receivedAt: receivedAt)
      + sizeFindings(payload, limit ?? headers.payloadLimit)
  }

  // MARK: Threads

  /// Returns the finding about a thread identifier that differs for each push, so that it groups
  /// nothing.
  private static func threadFindings(_ delivery: Delivery) -> [LintFinding] {
    let thread = delivery.payload.threadIdentifier.text
    guard delivery.payload.hasAlert, !thread.isEmpty else { return [] }
    let looks: String
    let own = [delivery.apnsID.text, delivery.requestID.text].map { $0.lowercased() }
    if own.contains(thread.lowercased()) {
      looks = "the identifier of this push"
    } else if isMoment(thread, near: delivery.receivedAt) {
      looks = "a time stamp"
    } else if UUID(uuidString: thread) != nil || isUndashedUUID(thread) {
      looks = "a UUID"
    } else {
      return []
    }
    return [
      LintFinding(
        .unstableThread, path: "aps.thread-id",
        "\(quoted(thread)) looks like \(looks); if every push has its own, none are grouped.")
    ]
  }

  /// Returns whether a text is an RFC 3339 moment, or contains digits of one: seconds or
  /// milliseconds within five years before the push, since files are examined long after they were
  /// written, or a date and time such as `20260414185800`.
  private static func isMoment(_ text: String, near moment: Date) -> Bool {
    if Timestamp.date(text) != nil { return true }
    return text.split { !$0.isASCII || !$0.isNumber }.contains { digits in
      guard let number = Double(digits) else { return false }
      if digits.count == 14 { return (20_000_101_000_000...20_991_231_235_959).contains(number) }
      guard [10, 13].contains(digits.count) else { return false }
      let seconds = digits.count == 13 ? number / 1000 : number
      let age = moment.timeIntervalSince1970 - seconds
      return (-86_400...5 * 365 * 86_400).contains(age)
    }
  }

  private static func isUndashedUUID(_ text: String) -> Bool {
    text.utf8.count == 32 && text.allSatisfy { $0.isASCII && $0.isHexDigit }
  }

  // MARK: Size

  private static func sizeFindings(_ payload: Payload, _ limit: Int) -> [LintFinding] {
    let size = payload.bytes.count
    guard size * 10 > limit * 9 else { return [] }
    let fields = FieldSizes.largest(in: payload.bytes).prefix(3).map { "\($0.path) \($0.bytes)" }
    return [
      LintFinding(
        size > limit ? .payloadTooLarge : .payloadNearLimit, path: "",
        "The payload has \(size) of \(limit) bytes. Largest fields, in bytes: "
          + fields.joined(separator: ", ") + ".")
    ]
  }
}
