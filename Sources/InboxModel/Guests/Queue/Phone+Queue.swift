import Foundation

// The part of an app's service extension that detects missed pushes (`docs/reference/queue.md`). It
// runs where an extension would, before the app's own program.

extension Guests {
  static func handle(
    _ event: GuestPhoneEvent, in phone: inout Phone, _ effects: inout [Phone.Effect]
  ) {
    switch event {
    case .repeatsAnswered(let request, let coming): phone.repeatsAnswered(request, coming, &effects)
    }
  }

  /// Evaluates the sequence number of a push that arrived, if the app does that and its extension
  /// is called at all (XIV-35).
  static func receive(
    _ push: Delivery, in phone: inout Phone, _ effects: inout [Phone.Effect]
  ) -> Delivery {
    // A push that was numbered when it was sent counts, whatever the current settings.
    guard
      phone.settings.queue.apps.contains(push.app) || push.transit.queue.position != nil,
      push.transit.fate == .delivered,
      Presentation.runsExtension(for: push, in: phone.context(for: push))
    else { return push }
    let result = phone.guests.queue.process(push, phone.settings.queue)
    phone.report(result, &effects)
    return result.push
  }

  static func isToWait(_ push: Delivery, in phone: Phone) -> Bool {
    push.transit.queue.finding?.replacement != nil
      || !phone.guests.queue.wanted(before: push, at: phone.now).isEmpty
  }

  /// Requests the pushes that are missing before a push, which waits for the response.
  static func asks(
    before push: Delivery, in phone: inout Phone, _ effects: inout [Phone.Effect]
  ) -> Bool {
    guard let (request, change) = phone.guests.queue.ask(before: push, at: phone.now) else {
      return false
    }
    effects.store(change)
    phone.extensions.begin(
      ExtensionLines.Service(
        push: push, limit: QueueMemory.repeatLimit,
        deadline: phone.now.addingTimeInterval(QueueMemory.repeatLimit).clamped,
        asked: request.positions))
    effects.append(.guest(.askRepeats(request)))
    return true
  }

  static func replacement(
    for push: Delivery, in phone: Phone
  ) -> PresentationContext.Extension? { phone.missedText(for: push) }

  static func catchUp(of push: Delivery, in phone: Phone) -> PresentationContext.CatchUp? {
    phone.guests.queue.burst(of: push).map {
      PresentationContext.CatchUp(
        policy: phone.settings.queue.catchUp, count: $0.positions.count, hasAlerted: $0.hasAlerted)
    }
  }

  static func recordAlert(
    of push: Delivery, in phone: inout Phone, _ effects: inout [Phone.Effect]
  ) { effects.store(phone.guests.queue.recordAlert(of: push)) }

  static func sentence(about count: Int, of app: BundleID, in phone: Phone) -> String {
    phone.lateText(count, of: app)
  }

  static func forget(
    _ app: BundleID, in phone: inout Phone, _ effects: inout [Phone.Effect]
  ) {
    for change in phone.guests.queue.forget(app) { effects.store(change) }
  }

  static var catchUpSetting: String { PresentationDecision.catchUpSetting }

  static let facts: [SettingPath: @Sendable (inout PresentationContext, Phone) -> Void] = [
    SettingPath(["queue", "catchUp"]): { $0.catchUp?.policy = $1.settings.queue.catchUp }
  ]

  static func answer(
    ofExtensionFor push: Delivery, in context: PresentationContext,
    _ decision: inout PresentationDecision
  ) -> PresentationDecision.RuleResult? {
    decision.answer(to: context.serviceExtension, for: push.transit.queue)
  }

  static func answer(
    about catchUp: PresentationContext.CatchUp, _ decision: inout PresentationDecision
  ) -> PresentationDecision.RuleResult? { decision.answer(about: catchUp) }
}

extension Phone {
  /// Reports the finding of an app's extension about a push.
  fileprivate func report(_ result: QueueMemory.Result, _ effects: inout [Effect]) {
    effects.store(result.change)
    if let news = result.news { effects.append(.emit(result.push.event(news, at: now))) }
  }

  /// Handles the provider's response: the push is shown, with its text or with the number of
  /// missing ones.
  fileprivate mutating func repeatsAnswered(
    _ request: RepeatRequest, _ coming: [Int]?, _ effects: inout [Effect]
  ) {
    let app = request.queue.app
    guard let service = extensions.service(of: app), service.push.id == request.id,
      let asked = service.asked,
      let result = guests.queue.settle(
        request, of: service.push, asked: asked, coming: coming, settings.queue.rule)
    else { return }
    _ = extensions.end(of: app)
    report(result, &effects)
    extensions.putBack(result.push)
    serve(app, &effects)
  }

  // MARK: Intended losses

  /// Records an intended loss and the number of those that remain.
  mutating func countDown(loseNext left: Int) -> Change {
    settings.queue.link.loseNext = left
    return record(loseNext: left == files.queue.link.loseNext ? nil : left)
  }

  /// Restarts the countdown after the files changed its number; returns the change for the store,
  /// nil for none.
  mutating func forgetCountdown(in files: PhoneSettings) -> Change? {
    guard files.queue.link.loseNext != self.files.queue.link.loseNext,
      changes[Self.loseNext.key] != nil
    else { return nil }
    return record(loseNext: nil)
  }

  private static let loseNext = SettingPath(["queue", "loseNext"])

  private mutating func record(loseNext: Int?) -> Change {
    let change = loseNext.map { SettingChange.setting(Self.loseNext, JSONValue($0)) }
    changes[Self.loseNext.key] = change
    return .setting(key: Self.loseNext.key, value: change?.storedValue)
  }
}

extension [Phone.Effect] {
  /// Appends a change of the queues unless it is nil.
  fileprivate mutating func store(_ change: QueueChange?) {
    if let change { append(.guest(.store(.queue(change)))) }
  }
}

extension Delivery {
  /// Returns the event of the queues about the push.
  func event(_ news: QueueNews, at moment: Date) -> InboxEvent {
    InboxEvent(
      at: moment, id: self.id, app: self.app, thread: self.payload.threadIdentifier,
      kind: .guest(.queue(news)))
  }
}
