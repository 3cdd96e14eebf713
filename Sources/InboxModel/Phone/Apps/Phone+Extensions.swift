import Foundation

// Pushes that pass through their app's service extension before they are shown (`docs/rules.md`
// §8.5). Waiting pushes are stored as undecided: after a `kill -9` their extension runs again.

extension Phone {
  /// Appends a push to its app's queue if it needs an extension or has to wait for one.
  ///
  /// - Returns: Whether the push was queued.
  mutating func routeToExtension(_ push: Delivery, _ effects: inout [Effect]) -> Bool {
    let follows = push.headers.collapseID != nil && extensions.holds(push.requestID, of: push.app)
    guard follows || serviceExtension(for: push) != nil || Guests.isToWait(push, in: self) else {
      return false
    }
    guard extensions.count(of: push.app) < ExtensionLines.maximumLength else {
      show(push, .failed("has \(ExtensionLines.maximumLength) pushes waiting"), &effects)
      return true
    }
    var waiting = push
    waiting.transit.isAtExtension = true
    extensions.append(waiting)
    effects.append(.store(.queued(waiting)))
    serve(push.app, &effects)
    return true
  }

  /// Returns the extension for a push (N1 to N3), if the rules before it let the push pass; nil for
  /// none.
  mutating func serviceExtension(for push: Delivery) -> ServiceExtension? {
    guard push.payload.isMutableContent, push.transit.fate == .delivered,
      let serviceSettings = settings.apps[push.app]?.serviceExtension,
      Presentation.runsExtension(for: push, in: context(for: push))
    else { return nil }
    return serviceSettings
  }

  /// Runs an app's extension for the next push, and shows pushes that no longer need it.
  mutating func serve(_ app: BundleID, _ effects: inout [Effect]) {
    while let push = extensions.next(of: app) {
      if Guests.asks(before: push, in: &self, &effects) { continue }
      if let replacement = Guests.replacement(for: push, in: self) {
        show(push, replacement, &effects)
        continue
      }
      guard let serviceSettings = serviceExtension(for: push) else {
        show(push, .none, &effects)
        continue
      }
      var service = ExtensionLines.Service(
        push: push, limit: serviceSettings.limit,
        deadline: now.addingTimeInterval(serviceSettings.limit).clamped)
      switch serviceSettings.source {
      case .program(let arguments, let folder):
        effects.append(
          .runExtension(
            ExtensionRun(
              id: push.id, app: app, arguments: arguments, folder: folder,
              limit: serviceSettings.limit, resources: serviceSettings.resources,
              payload: push.payload.bytes)))
      case .stated(.null, _): break
      case .stated(let answer, let after):
        let answer = ExtensionAnswer.printed(Array(JSONWriter.text(answer).utf8))
        guard after > 0 else {
          show(push, service.outcome(answer), &effects)
          continue
        }
        service.stated = .init(answer: answer, at: now.addingTimeInterval(after).clamped)
      }
      extensions.begin(service)
    }
  }

  /// Handles an extension's answer. An answer after the time limit is ignored.
  mutating func extensionEnded(
    _ id: NotificationID, _ answer: ExtensionAnswer, _ effects: inout [Effect]
  ) {
    guard let app = extensions.app(served: id), extensions.service(of: app)?.asked == nil else {
      return
    }
    endService(of: app, answer, &effects)
  }

  private mutating func endService(
    of app: BundleID, _ answer: ExtensionAnswer, _ effects: inout [Effect]
  ) {
    guard let service = extensions.end(of: app) else { return }
    show(service.push, service.outcome(answer), &effects)
    serve(app, &effects)
  }

  /// Shows the push unchanged, since the provider did not respond in time.
  private mutating func timeOut(_ service: ExtensionLines.Service, _ effects: inout [Effect]) {
    _ = extensions.end(of: service.push.app)
    var push = service.push
    push.transit.queue.asking = .unanswered
    show(push, .timedOut(limit: service.limit), &effects)
    serve(push.app, &effects)
  }

  /// Handles configured answers, expired time limits (N4, N6) and pushes restored from the store.
  mutating func advanceExtensions(_ effects: inout [Effect]) {
    guard let due = extensions.due, due <= now else { return }
    for app in extensions.apps {
      guard let service = extensions.service(of: app) else {
        serve(app, &effects)
        continue
      }
      guard service.due <= now else { continue }
      guard service.asked == nil else {
        timeOut(service, &effects)
        continue
      }
      let answer = service.stated.flatMap { $0.at < service.deadline ? $0.answer : nil }
      endService(of: app, answer ?? .timedOut, &effects)
    }
  }

  /// Shows queued pushes that no longer need an extension after a change of settings, for instance
  /// because the app was uninstalled.
  mutating func reconsiderExtensions(_ effects: inout [Effect]) {
    for app in extensions.apps {
      if let service = extensions.service(of: app), service.asked == nil,
        serviceExtension(for: service.push) == nil
      {
        let push = service.push
        _ = extensions.end(of: app)
        show(push, .none, &effects)
      }
      serve(app, &effects)
    }
  }
}

extension ExtensionLines.Service {
  /// Returns the first value of a wrong type that the extension added. Values that were wrong in
  /// the received payload may be returned unchanged.
  private func misfit(in answer: [UInt8]) -> Payload.Misfit? {
    let misfits = Payload.misfits(in: answer)
    guard !misfits.isEmpty else { return nil }
    let sent = Payload.misfits(in: push.payload.bytes)
    return misfits.first { !sent.contains($0) }
  }

  /// Returns the part of an answer that is stored.
  fileprivate func outcome(_ answer: ExtensionAnswer) -> PresentationContext.Extension {
    switch answer {
    case .timedOut: .timedOut(limit: limit)
    case .failed(let problem): .failed(problem)
    case .printed(let bytes) where bytes.count > ServiceExtension.maximumAnswerLength:
      .failed("printed more than \(ServiceExtension.maximumAnswerLength >> 10) KiB")
    case .printed(let bytes):
      switch Payload.read(bytes) {
      case .success(let payload) where payload.hasAps:
        if let misfit = misfit(in: bytes) {
          .failed("printed `\(misfit.path)` as \(misfit.found), not \(misfit.expected)")
        } else {
          .answered(
            payload, changed: push.payload.changed(by: payload).parts(unlike: push.payload))
        }
      case .success: .failed("printed no `aps` object")
      case .failure(.empty): .failed("printed nothing")
      case .failure(.notJSON(let error)):
        .failed(
          "printed invalid JSON: line \(error.line), column \(error.column): \(error.problem)")
      case .failure(.notAnObject(let found)): .failed("printed \(found), not an object")
      }
    }
  }
}
