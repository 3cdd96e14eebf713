import InboxModel

/// The report about one push that a user sent.
@MainActor
enum PushReport {
  /// Returns the stored push or its rejection; nil while the push waits.
  static func result(of effects: [Effect]) -> PushReference? {
    for case .emit(let event) in effects {
      switch event.kind {
      case .rejected(let rejected): return .rejected(rejected.number)
      case .presented: if let id = event.id { return .entry(id) }
      default: break
      }
    }
    return nil
  }

  /// Reports the result of the push with an apns-id; for a broadcast it is the apns-request-id.
  ///
  /// - Parameter done: The action and the response.
  static func report(
    _ effects: [Effect], of apnsID: APNSID, done: String = "sent  200", isBroadcast: Bool = false,
    _ runtime: AppRuntime, _ output: any CommandOutput
  ) -> ExitCode {
    let name = isBroadcast ? PushHeaders.Name.requestID : PushHeaders.Name.id
    for case .emit(let event) in effects {
      switch event.kind {
      case .rejected(let rejected):
        let status = rejected.status.map { String($0) } ?? "-"
        output.result("rejected  \(status)  \(rejected.reason)  id=R\(rejected.number)")
        output.talk(rejected.because)
        output.talk(rejected.fix)
        return .failure
      case .presented(let outcome, let reason, let presented, _, _, _, apnsID, _):
        guard let id = event.id else { continue }
        var line = "\(done)  \(name) \(apnsID)  \(outcome.rawValue)"
        if outcome != .shown { line += "  \(reason.rawValue)" }
        if !presented.isEmpty { line += "  " + presented.names.joined(separator: "+") }
        if let key = runtime.system.device.inbox.groupKey(of: id) {
          let name = runtime.system.device.appName(key.app)
          line += "  group \(name)" + (key.thread.isEmpty ? "" : "/\(key.thread)")
        }
        output.result(line + "  id=\(id.rawValue)")
        return .success
      default: break
      }
    }
    var place = ResultMessage.phoneIsOffline
    for effect in effects {
      switch effect {
      case .store(.phone(.queued(let push))) where push.apnsID == apnsID:
        place = ResultMessage.extensionRuns
      case .store(.gateway(.queued(let push))) where push.apnsID == apnsID:
        guard let arrivesAt = push.transit.queue.arrivesAt else { continue }
        let zone = runtime.system.device.settings.device.timeZone
        place = ResultMessage.delayed(until: Timestamp.text(arrivesAt, in: zone))
      default: break
      }
    }
    output.result("\(done)  \(name) \(apnsID)  waits: \(place)")
    return .success
  }
}
