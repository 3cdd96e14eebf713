import Foundation

/// Advice about pushes that work, but not as their sender will have meant.
public enum Lint {
  /// Everything worth saying about an accepted push: its headers first, then its payload.
  public static func findings(for delivery: Delivery) -> [LintFinding] {
    var findings: [LintFinding] = []
    if delivery.passage.topicWasMissing {
      findings.append(
        LintFinding(
          .warning, path: PushHeaders.Name.topic,
          "There was no topic, so \(delivery.topic) took its place; Apple answers MissingTopic."))
    }
    if let algorithm = delivery.passage.oddAlgorithm {
      findings.append(
        LintFinding(
          .error, path: PushHeaders.Name.authorization,
          "The provider token says \(quoted(algorithm)); Apple takes ES256 and nothing else."))
    }
    return findings
      + self.findings(for: delivery.payload, delivery.headers, receivedAt: delivery.receivedAt)
  }

  /// What is odd about headers and payload, and about how they go together.
  public static func findings(
    for payload: Payload, _ headers: PushHeaders, receivedAt: Date
  ) -> [LintFinding] {
    headerFindings(headers, receivedAt: receivedAt) + agreementFindings(payload, headers)
      + payload.findings + sizeFindings(payload, headers)
  }

  // MARK: Headers

  private static func headerFindings(
    _ headers: PushHeaders, receivedAt: Date
  ) -> [LintFinding] {
    var findings: [LintFinding] = []
    if headers.pushType == nil {
      findings.append(
        LintFinding(
          .warning, path: PushHeaders.Name.pushType,
          "The push type is missing; watchOS 6 and later need it, others may delay the push."))
    }
    if headers.pushType == .background, headers.priority == .immediate {
      findings.append(
        LintFinding(
          .warning, path: PushHeaders.Name.priority,
          "A background push has priority 10, the default; Apple documents that as an error, send 5."
        ))
    }
    if headers.pushType == .pushtotalk,
      headers.priority != .immediate || headers.expiration != .once
    {
      findings.append(
        LintFinding(
          .warning, path: PushHeaders.Name.pushType,
          "Push to Talk asks for priority 10 and expiration 0."))
    }
    if let end = headers.expiration?.date {
      if end < receivedAt {
        findings.append(
          LintFinding(
            .warning, path: PushHeaders.Name.expiration,
            "The push had expired when it came (\(Timestamp.text(end))); a phone that is offline "
              + "never gets it."))
      } else if end.timeIntervalSince1970 > receivedAt.timeIntervalSince1970 * 100 {
        findings.append(
          LintFinding(
            .warning, path: PushHeaders.Name.expiration,
            "This looks like milliseconds; it is seconds since 1970."))
      }
    }
    return findings
  }

  // MARK: Headers and payload together

  private static func agreementFindings(
    _ payload: Payload, _ headers: PushHeaders
  ) -> [LintFinding] {
    let path = PushHeaders.Name.pushType
    var findings: [LintFinding] = []
    func warn(_ message: String) { findings.append(LintFinding(.warning, path: path, message)) }
    func inform(_ path: String, _ message: String) {
      findings.append(LintFinding(.info, path: path, message))
    }
    switch headers.pushType {
    case .background:
      if payload.isVisible {
        warn("A background push with text, sound or badge may be delayed or dropped; send alert.")
      }
      if !payload.isContentAvailable {
        warn("A background push needs content-available: 1 in aps.")
      }
    case .liveactivity:
      if payload.liveActivity?.event == nil {
        warn("A Live Activity push needs an event in aps: start, update or end.")
      }
    case .alert, nil:
      if payload.liveActivity?.event != nil {
        warn("The keys of a Live Activity need the push type liveactivity.")
      } else if payload.isContentAvailable, payload.isVisible {
        inform(
          "aps.content-available",
          "The push shows its alert and wakes the app as well; whether it is woken is not certain.")
      } else if payload.isContentAvailable {
        warn("The push shows nothing and wakes the app: its type should be background.")
      } else if payload.hasAps, !payload.isVisible {
        warn("An alert push without text, sound and badge shows nothing.")
      }
      if payload.hasAlert {
        if payload.threadIdentifier.isEmpty {
          inform("aps.thread-id", "Without a thread-id it joins the app's default group.")
        }
        if payload.sound?.isCritical == true, payload.interruptionLevel != .critical {
          inform(
            "aps.interruption-level",
            "The critical sound makes this a critical alert; say so by the level too.")
        }
      }
    default: break
    }
    return findings
  }

  // MARK: Size

  private static func sizeFindings(
    _ payload: Payload, _ headers: PushHeaders
  ) -> [LintFinding] {
    let limit = headers.payloadLimit
    let size = payload.bytes.count
    guard size * 10 > limit * 9 else { return [] }
    let fields = largestFields(payload.bytes).prefix(3).map { "\($0.path) \($0.bytes)" }
    return [
      LintFinding(
        size > limit ? .error : .info, path: "",
        "The payload has \(size) of \(limit) bytes. Largest fields, in bytes: "
          + fields.joined(separator: ", ") + ".")
    ]
  }

  /// Which fields of a JSON object take most bytes, largest first; objects are taken apart, arrays are
  /// not. Texts count as written, without their quotes. Empty for anything but a JSON object.
  public static func largestFields(_ bytes: [UInt8]) -> [(path: String, bytes: Int)] {
    guard let root = (try? JSONReader.read(bytes))?.root.object else { return [] }
    var fields: [(path: String, bytes: Int)] = []
    func collect(_ object: JSONObject, under path: String) {
      for member in object.members {
        let path = path + cut(member.key)
        switch member.value {
        case .object(let object): collect(object, under: path + ".")
        case .string: fields.append((path, member.valueEnd - member.valueOffset - 2))
        default: fields.append((path, member.valueEnd - member.valueOffset))
        }
      }
    }
    collect(root, under: "")
    return fields.enumerated()
      .sorted { ($1.element.bytes, $0.offset) < ($0.element.bytes, $1.offset) }
      .map(\.element)
  }
}
