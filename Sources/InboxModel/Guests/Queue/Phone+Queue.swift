import Foundation

// The part of an app's service extension that notices missed pushes (`spec/seeds.md` S003.5): it is called
// where any extension would be, before a program of the app's own.

extension Guests {
  static func handle(
    _ event: GuestPhoneEvent, in phone: inout Phone, _ effects: inout [InboxModel.Effect]
  ) {
    switch event {
    case .repeatsAnswered(let request, let coming): phone.repeatsAnswered(request, coming, &effects)
    }
  }

  static func receive(
    _ push: Delivery, in phone: inout Phone, _ effects: inout [InboxModel.Effect]
  ) -> Delivery { phone.counted(push, &effects) }

  static func isToWait(_ push: Delivery, in phone: Phone) -> Bool {
    push.transit.queue.finding?.replacement != nil || !phone.wanted(before: push).isEmpty
  }

  static func asks(
    before push: Delivery, in phone: inout Phone, _ effects: inout [InboxModel.Effect]
  ) -> Bool { phone.asksForRepeats(before: push, &effects) }

  /// One sentence, in the app's own words if it has `XIVA_MISSED`.
  static func replacement(
    for push: Delivery, in phone: Phone
  ) -> PresentationContext.Extension? {
    guard let missed = push.transit.queue.finding?.replacement else { return nil }
    let strings = phone.localization(of: push.app)
    let own = strings.find("XIVA_MISSED").map { strings.format(of: $0).filled(count: missed) }
    let text = own ?? SystemStrings(languages: phone.settings.device.languages).missed(missed)
    let payload = push.payload.withText(text)
    return .answered(
      payload, changed: push.payload.changed(by: payload).parts(unlike: push.payload))
  }

  static func catchUp(of push: Delivery, in phone: Phone) -> PresentationContext.CatchUp? {
    guard push.transit.queue.isSentAgain, case .position(let position, _) = push.payload.queueMark,
      let burst = phone.guests.missed[QueueID(push)]?.burst(of: position)
    else { return nil }
    return PresentationContext.CatchUp(
      policy: phone.settings.queue.catchUp, count: burst.positions.count,
      hasAlerted: burst.hasAlerted)
  }

  static func recordAlert(
    of push: Delivery, in phone: inout Phone, _ effects: inout [InboxModel.Effect]
  ) {
    let queue = QueueID(push)
    guard case .position(let position, _) = push.payload.queueMark,
      var memory = phone.guests.missed[queue]
    else { return }
    memory.markAlerted(position)
    phone.store(memory, of: queue, &effects)
  }

  /// The app's own sentence if it has `XIVA_LATE`.
  static func sentence(about count: Int, of app: BundleID, in phone: Phone) -> String {
    let strings = phone.localization(of: app)
    return strings.find("XIVA_LATE").map { strings.format(of: $0).filled(count: count) }
      ?? SystemStrings(languages: phone.settings.device.languages).cameLate(count)
  }

  static func forget(
    _ app: BundleID, in phone: inout Phone, _ effects: inout [InboxModel.Effect]
  ) {
    for queue in phone.guests.missed.keys.filter({ $0.app == app }).sorted(by: <) {
      phone.guests.missed[queue] = nil
      effects.append(.store(.guest(.queue(.missed(queue, GapDetector())))))
    }
  }
}

extension Phone {
  /// Seconds for which an extension may wait for an answer; then the push is shown as it came (XIV-36). So long
  /// what was asked for has time to come before it is asked for again.
  static let repeatLimit: TimeInterval = 30

  /// Reads the position of a push that arrived, if the app does that and is called at all (XIV-35).
  fileprivate mutating func counted(_ push: Delivery, _ effects: inout [Effect]) -> Delivery {
    // What was numbered when it was sent counts, whatever is set by now.
    guard settings.queue.apps.contains(push.app) || push.transit.queue.position != nil,
      push.transit.fate == .delivered,
      Presentation.runsExtension(for: push, in: circumstances(for: push))
    else { return push }
    var push = push
    let queue = QueueID(push)
    var memory = guests.missed[queue] ?? GapDetector()
    let last = memory.last
    push.transit.queue.finding = memory.process(
      push.payload.queueMark,
      GapDetector.Terms(
        deviceID: settings.queue.deviceID, rule: settings.queue.rule,
        most: settings.queue.repeatMaxCount))
    store(memory, of: queue, &effects)
    switch push.transit.queue.finding {
    case .gap(let missed): report(.gap, of: push, missed, &effects)
    // A copy of one that tells how many are missing does so too, but it is no news.
    case .late,
      .tooMany where memory.last == last:
      report(.late, of: push, nil, &effects)
    case .tooMany(let missed): report(.replaced, of: push, missed, &effects)
    default: break
    }
    return push
  }

  /// A provider elsewhere went back: what was counted of these apps' pushes begins anew.
  mutating func forgetCount(
    of provider: ProviderID, _ apps: some Sequence<BundleID>, _ effects: inout [Effect]
  ) {
    guard let token = DeviceToken(hex: provider.text) else { return }
    for app in apps where guests.missed[QueueID(token: token, app: app)] != nil {
      store(GapDetector(), of: QueueID(token: token, app: app), &effects)
    }
  }

  fileprivate mutating func store(
    _ memory: GapDetector, of queue: QueueID, _ effects: inout [Effect]
  ) {
    guard memory != guests.missed[queue] else { return }
    guests.missed[queue] = memory
    effects.append(.store(.guest(.queue(.missed(queue, memory)))))
  }

  private func report(
    _ news: QueueNews.Kind, of push: Delivery, _ missed: Int?, _ effects: inout [Effect]
  ) { effects.append(.emit(push.event(news, missed: missed, at: now))) }

  fileprivate func wanted(before push: Delivery) -> [Int] {
    guard let finding = push.transit.queue.finding,
      case .position(let position, _) = push.payload.queueMark
    else { return [] }
    let queue = QueueID(push)
    let wanted = guests.missed[queue]?.wanted(for: finding, at: position) ?? []
    // What was asked for a moment ago is on its way.
    return wanted.filter { place in
      guests.askedAt[queue]?[place].map { now.timeIntervalSince($0) >= Self.repeatLimit } ?? true
    }
  }

  /// Asks the provider for what is missing before a push; the push waits for the answer.
  fileprivate mutating func asksForRepeats(before push: Delivery, _ effects: inout [Effect]) -> Bool
  {
    let wanted = wanted(before: push)
    guard !wanted.isEmpty, push.transit.queue.asking == nil else { return false }
    let queue = QueueID(push)
    let missing = Set(guests.missed[queue]?.missing ?? [])
    guests.askedAt[queue] = (guests.askedAt[queue] ?? [:]).filter { missing.contains($0.key) }
    for place in wanted { guests.askedAt[queue]?[place] = now }
    var memory = guests.missed[queue] ?? GapDetector()
    memory.beginBurst(push.id, wanted)
    store(memory, of: queue, &effects)
    extensions.begin(
      ExtensionLines.Service(
        push: push, limit: Self.repeatLimit,
        deadline: now.addingTimeInterval(Self.repeatLimit).clamped, asked: wanted))
    effects.append(
      .guest(
        .askRepeats(
          RepeatRequest(
            id: push.id, queue: queue, positions: wanted, provider: push.transit.queue.provider))))
    return true
  }

  /// The provider answered: the push goes on its way, or the number of those missing takes its place.
  fileprivate mutating func repeatsAnswered(
    _ request: RepeatRequest, _ coming: [Int]?, _ effects: inout [Effect]
  ) {
    let app = request.queue.app
    guard let service = extensions.service(of: app), service.push.id == request.id,
      let asked = service.asked, let finding = service.push.transit.queue.finding,
      case .position(let position, _) = service.push.payload.queueMark
    else { return }
    _ = extensions.end(of: app)
    var push = service.push
    push.transit.queue.asking = .answered
    var memory = guests.missed[request.queue] ?? GapDetector()
    let result = memory.settle(
      finding, at: position, asked: asked, coming: coming, settings.queue.rule)
    memory.settleBurst(request.id, coming: coming)
    store(memory, of: request.queue, &effects)
    push.transit.queue.finding = result
    if let missed = result.replacement { report(.replaced, of: push, missed, &effects) }
    extensions.putBack(push)
    serve(app, &effects)
  }

  // MARK: Losing on purpose

  /// Of those that were to be lost one was: so many are left.
  mutating func countDown(loseNext left: Int, _ effects: inout [Effect]) {
    settings.queue.link.loseNext = left
    store(left == files.queue.link.loseNext ? nil : left, &effects)
  }

  /// The files say another number: it counts anew from there.
  mutating func forgetCountdown(in files: PhoneSettings, _ effects: inout [Effect]) {
    guard files.queue.link.loseNext != self.files.queue.link.loseNext,
      changes[Self.loseNext.key] != nil
    else { return }
    store(nil, &effects)
  }

  private static let loseNext = SettingPath(["queue", "loseNext"])

  private mutating func store(_ loseNext: Int?, _ effects: inout [Effect]) {
    let change = loseNext.map { SettingChange.setting(Self.loseNext, JSONValue($0)) }
    changes[Self.loseNext.key] = change
    effects.append(.store(.phone(.setting(key: Self.loseNext.key, value: change?.storedValue))))
  }
}

extension Delivery {
  /// What is told of its place in a queue.
  func event(
    _ news: QueueNews.Kind, missed: Int? = nil, reason: ReasonCode? = nil, at moment: Date
  ) -> InboxEvent {
    var place = self.transit.queue.position
    if case .position(let position, _) = self.payload.queueMark { place = position }
    return InboxEvent(
      at: moment, id: self.id, app: self.app, thread: self.payload.threadIdentifier,
      kind: .guest(.queue(QueueNews(news, position: place, missed: missed, reason: reason))))
  }
}
