import Foundation

extension Gateway {
  /// Returns the steps `intake` to `device` of a push's trace, derived from its transit.
  ///
  /// - Parameter timeZone: The phone's time zone, in which moments are stated.
  public static func steps(of delivery: Delivery, in timeZone: TimeZone = .gmt) -> [TraceStep] {
    [
      intake(delivery),
      authentication(delivery, timeZone),
      headers(delivery, timeZone),
      payload(delivery),
      token(delivery),
      fault(delivery.transit, in: queue(delivery, timeZone)),
      device(delivery),
    ]
  }

  private static func intake(_ delivery: Delivery) -> TraceStep {
    let origin = delivery.origin
    var text = "received over \(origin.wire.title)"
    if !origin.transport.isEmpty { text += ", \(origin.transportTitle)" }
    if let client = origin.client { text += ", from \(client)" }
    guard let reason = delivery.transit.rejectedFor else {
      return TraceStep(.intake, .ok, because: text)
    }
    return TraceStep(
      .intake, .note, code: .rejected(for: reason),
      because: text + "; it was rejected with \(reason) and was accepted by hand")
  }

  private static func token(_ delivery: Delivery) -> TraceStep {
    if let broadcast = delivery.broadcast { return channel(broadcast, delivery.transit) }
    let token = "token \(short(delivery.token.hex))"
    guard delivery.transit.rejectedFor == nil else {
      return TraceStep(.token, .skip, because: token + " not checked: accepted by hand")
    }
    return TraceStep(
      .token, .ok,
      because: token + " is well-formed"
        + (delivery.transit.isNewToken ? ", new, and recorded" : ""))
  }

  private static func channel(_ broadcast: BroadcastTransit, _ transit: TransitInfo) -> TraceStep {
    let channel = "channel \(cut(broadcast.channel))"
    guard transit.rejectedFor == nil else {
      return TraceStep(.token, .skip, because: channel + " not checked: accepted by hand")
    }
    guard !broadcast.isLearned else {
      return TraceStep(
        .token, .note, code: .channelLearned,
        because: channel + " was never created, and is assumed: strict checks reject the "
          + "broadcast with ChannelNotRegistered", setting: "gateway.strict")
    }
    return TraceStep(
      .token, .ok,
      because: channel + " exists; it stores "
        + (broadcast.storage == .none ? "no messages" : "the most recent message"))
  }

  private static func authentication(_ delivery: Delivery, _ zone: TimeZone) -> TraceStep {
    let transit = delivery.transit
    switch transit.authentication {
    case .none where transit.rejectedFor != nil:
      return TraceStep(.authentication, .skip, because: "not required: accepted by hand")
    case .none:
      return TraceStep(
        .authentication, .skip, because: "no provider token sent, none required",
        setting: "gateway.strict")
    case .certificate(let subject, let environments, let until):
      let names = PushEnvironment.allCases.filter(environments.contains).map(\.rawValue)
      return TraceStep(
        .authentication, .ok,
        because: "client certificate \(subject)"
          + (names.isEmpty ? "" : ", for " + names.joined(separator: " and "))
          + ", valid until \(Timestamp.text(until, in: zone))")
    case .accessToken(let account, let until):
      return TraceStep(
        .authentication, .ok,
        because: "access token of \(account), valid until \(Timestamp.text(until, in: zone))")
    case .providerToken(let keyID, let teamID, let issuedAt, let isVerified):
      let age = max(0, min(delivery.receivedAt.timeIntervalSince(issuedAt), 86_400))
      let text =
        "key \(keyID), team \(teamID), issued \(Int(age / 60)) min before"
        + (isVerified ? ", signature verified" : ", signature not verified")
      guard let remark = remark(onTokenOf: delivery) else {
        return TraceStep(
          .authentication, .ok, because: text, setting: isVerified ? nil : "gateway.keys")
      }
      return TraceStep(
        .authentication, .note, because: text + "; " + remark.text, setting: remark.setting)
    }
  }

  /// Returns a remark about an accepted provider token that strict checks, or Apple, would reject.
  private static func remark(onTokenOf delivery: Delivery) -> (text: String, setting: String?)? {
    let transit = delivery.transit
    if transit.tokenUpdates > 0 {
      return (
        "number \(transit.tokenUpdates) of this connection within 20 minutes, "
          + "strict checks reject it with TooManyProviderTokenUpdates", "gateway.tokenUpdates"
      )
    }
    if let algorithm = transit.unsupportedAlgorithm {
      return ("algorithm \(algorithm), Apple accepts ES256 only", nil)
    }
    if delivery.headers.pushType == .mdm {
      return (
        "mdm needs a certificate: strict checks reject it with TopicDisallowed", "gateway.strict"
      )
    }
    return transit.issuedAtIsText
      ? ("iat is a string, RFC 7519 requires a number: strict checks reject it", nil) : nil
  }

  /// The rules whose findings the step of the headers states in its own words.
  private static let said: [LintRule] = [.missingPushType, .managementTopic]

  private static func headers(_ delivery: Delivery, _ zone: TimeZone) -> TraceStep {
    let headers = delivery.headers
    var words = [headers.pushType?.rawValue ?? "no push type"]
    words.append("priority \(headers.priority.rawValue)")
    words.append("topic \(delivery.topic)")
    if let expiration = headers.expiration {
      words.append(
        expiration.date.map { "expires \(Timestamp.text($0, in: zone))" } ?? "expires at once")
    }
    if let collapseID = headers.collapseID { words.append("collapse id \(collapseID)") }
    let found =
      delivery.hasHeaders && !delivery.payload.isForAndroid
      ? headers.findings(
        unknown: delivery.transit.unknownHeader, receivedAt: delivery.receivedAt
      ).filter { !said.contains($0.rule) } : []
    let text = ([words.joined(separator: ", ")] + found.map(\.placed)).joined(separator: "; ")
    if headers.pushType == .mdm, !Topic.isOfManagement(delivery.topic) {
      return TraceStep(
        .headers, .note,
        because: text
          + ", which no MDM push certificate has: strict checks reject it with BadTopic",
        setting: "gateway.strict")
    }
    guard delivery.transit.topicWasMissing else {
      return TraceStep(.headers, found.isEmpty ? .ok : .note, because: text)
    }
    let (because, setting) =
      Guests.standIn(forAppOf: delivery) ?? (" (none was sent)", "gateway.strict")
    return TraceStep(.headers, .note, because: text + because, setting: setting)
  }

  private static func payload(_ delivery: Delivery) -> TraceStep {
    let payload = delivery.payload
    // In the binary interface the command has the limit; a message for Android was measured before
    // its conversion.
    let hasOtherLimit = delivery.origin.wire.isHeaderless || payload.isForAndroid
    let limit = hasOtherLimit ? "" : " of \(delivery.payloadLimit)"
    let text = "\(payload.bytes.count)\(limit) bytes"
    let aboutActivity = payload.activityFindings(
      delivery.headers, receivedAt: delivery.receivedAt)
    let found = (aboutActivity + payload.findings + Guests.findings(about: delivery))
      .filter { $0.level != .advice }
    guard let first = found.first else { return TraceStep(.payload, .ok, because: text) }
    let count = found.count.counted("finding") + (found.count > 1 ? ", the first" : "")
    return TraceStep(
      .payload, .note, because: text + ", \(count): \(first.path): \(first.message)")
  }

  private static func queue(_ delivery: Delivery, _ zone: TimeZone) -> TraceStep {
    var step = queueing(delivery, zone)
    Guests.addPlace(of: delivery, to: &step)
    return step
  }

  private static func queueing(_ delivery: Delivery, _ zone: TimeZone) -> TraceStep {
    let transit = delivery.transit
    var number = "number \(delivery.id.rawValue)"
    if let broadcast = delivery.broadcast {
      number +=
        broadcast.storedUntil.map {
          ", stored in its channel until \(Timestamp.text($0, in: zone))"
        }
        ?? ", not stored in its channel"
    }
    guard let heldSince = transit.heldSince else {
      return TraceStep(.queue, .ok, because: number + ", sent at once")
    }
    var text = number + ", the phone \(transit.hindrance) at \(Timestamp.text(heldSince, in: zone))"
    switch transit.coalesced {
    case 0: break
    case 1: text += "; replaced an older push of the \(delivery.laneName)"
    case let count: text += "; replaced \(count) older pushes of the \(delivery.laneName)"
    }
    return TraceStep(.queue, .note, because: text, setting: transit.hindranceSetting)
  }

  /// Returns the step with the injected fault of the delivery.
  private static func fault(_ transit: TransitInfo, in step: TraceStep) -> TraceStep {
    guard let fault = transit.fault else { return step }
    var step = step
    step.result = .note
    step.because = "\(fault) affected its response; " + step.because
    step.setting = "faults"
    return step
  }

  private static func device(_ delivery: Delivery) -> TraceStep {
    let transit = delivery.transit
    switch transit.fate {
    case .delivered where transit.heldSince == nil:
      return TraceStep(
        .device, delivery.times.delay == nil ? .ok : .note,
        because: "the phone is online" + delay(of: delivery))
    case .delivered:
      let cause =
        transit.isForPower
        ? "priority \(delivery.headers.priority.rawValue) is held in Low Power Mode; "
          + "delivered when that ended"
        : "stored while the phone was offline, delivered when it came online"
      return TraceStep(
        .device, .note, code: .deviceOfflineStored, because: cause + delay(of: delivery),
        setting: transit.hindranceSetting)
    case .dropped(.appNotInstalled):
      return TraceStep(
        .device, .stop, code: .appNotInstalled,
        because: "the token was issued before \(delivery.app.text) was uninstalled")
    case .dropped(let reason):
      if let step = Guests.step(dropping: delivery, as: reason) { return step }
      let cause =
        switch reason {
        case Guests.overflow:
          "\(Guests.messageService) stores \(Guests.messageLimits.messages) messages and the last messages of "
            + "\(Guests.messageLimits.keys) collapse keys; this limit was exceeded"
        case .deviceCoalesced: "replaced by a newer push of the \(delivery.laneName)"
        case .deviceExpired where delivery.headers.expiration == .once:
          "expiration 0 means one attempt and no storage"
        default: "it expired before the phone \(transit.isForPower ? "took it" : "came back")"
        }
      return TraceStep(
        .device, .stop, code: reason, because: "the phone \(transit.hindrance): " + cause,
        setting: transit.hindranceSetting)
    }
  }

  /// Returns the end of a sentence with the delay of the delivery; empty for a second or less.
  private static func delay(of delivery: Delivery) -> String {
    delivery.times.delay.map { "; delivered \($0) after it was accepted" } ?? ""
  }

  /// Returns the first and last four digits of a long token.
  private static func short(_ hex: String) -> String {
    hex.count <= 12 ? hex : hex.prefix(4) + "…" + hex.suffix(4)
  }
}

extension Delivery {
  /// The unit, app or channel, of which only the newest push waits.
  fileprivate var laneName: String { broadcast == nil ? "app" : "channel" }
}

extension TransitInfo {
  /// The reason for which the phone could not receive it, worded as a predicate.
  fileprivate var hindrance: String { isForPower ? "saved power" : "was offline" }
  fileprivate var hindranceSetting: String { isForPower ? "device.lowPower" : "online" }
}
