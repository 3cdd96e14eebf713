import Foundation

/// A running scenario: the machines of the live program, a virtual clock, identifiers from a seed.
///
/// It does not depend on its environment: default settings, UTC, English, a list without limit. Two
/// runs of a scenario are equal.
public struct ScenarioRun: Equatable, Sendable {
  /// The current gateway and phone.
  public private(set) var system: PushSystem
  /// The virtual clock.
  public private(set) var now: Date
  /// The events so far, oldest first.
  public private(set) var events: [InboxEvent] = []
  /// The record of each push, as a store would hold it.
  public private(set) var records: [NotificationID: PushRecord] = [:]
  /// The rejected pushes, oldest first.
  public private(set) var rejected: [RejectedRequest] = []
  /// The line of the step that sent each push, from 1.
  private(set) var lines: [NotificationID: Int] = [:]
  /// The line of the step that sent each rejected push, by the push's number.
  private(set) var rejectedLines: [Int: Int] = [:]

  /// Whether ``events``, ``records``, ``rejected`` and the lines are retained. Only checks and
  /// screens need them: the records of 100,000 pushes take 200 MB.
  public let keepsHistory: Bool

  /// The runner of programs; nil if extensions that are programs never answer.
  public var programs: ExtensionPrograms?
  /// The reason to stop the clock on its way; nil for none.
  public var interruption: Interruption?

  private var identifiers: SplitMix64
  /// The push that was last decided or rejected: `last` of an `expect`.
  private(set) var newest: NewestPush?
  /// The number of events up to the last one that an `expectEvent` matched.
  var foundEvents = 0

  /// A push and its moment.
  struct NewestPush: Equatable {
    /// Its number; nil for a rejected one.
    var id: NotificationID?
    var at: Date
  }

  /// The record of the push that was last decided, or of the one with the highest number if that
  /// was rejected; nil for none. Only with ``keepsHistory``.
  public var newestRecord: PushRecord? {
    newest?.id.flatMap { records[$0] } ?? records.keys.max().flatMap { records[$0] }
  }

  /// The phone's time zone, in which messages state moments.
  var timeZone: TimeZone { system.device.settings.device.timeZone }

  /// Makes a run of a new phone.
  public init(start: Date, seed: UInt64, keepsHistory: Bool = true) {
    now = start.clamped
    self.keepsHistory = keepsHistory
    identifiers = SplitMix64(seed: seed)
    var phone = Phone(settings: PhoneSettings())
    phone.hasListeners = keepsHistory
    system = PushSystem(gateway: Gateway(), device: phone)
    var effects: [Effect] = []
    handle(.timePassed, &effects)
  }

  /// Runs a whole scenario. Its clock and seed are used unless others are given.
  ///
  /// - Throws: ``SettingsError`` for a step that cannot be carried out.
  public init(
    _ scenario: Scenario, start: Date? = nil, seed: UInt64? = nil
  ) throws(SettingsError) {
    self.init(start: start ?? scenario.start, seed: seed ?? scenario.seed)
    for step in scenario.steps { try perform(step) }
  }

  /// Continues from a moment with machines that another owner ran meanwhile.
  public mutating func resume(_ system: PushSystem, at now: Date) {
    self.system = system
    self.now = now
  }

  /// Carries out one step.
  ///
  /// - Returns: The effects of the machines, which are also recorded in ``events``, ``records`` and
  ///   ``rejected``.
  /// - Throws: ``SettingsError`` for a step that cannot be carried out.
  @discardableResult
  public mutating func perform(
    _ step: Scenario.Step
  ) throws(SettingsError) -> [Effect] {
    var effects: [Effect] = []
    var step = step
    try perform(&step, &effects)
    return effects
  }

  /// Carries out one step and appends the effects. The step of a push is emptied, so that the push
  /// is not copied.
  ///
  /// - Throws: ``SettingsError`` for a step that cannot be carried out.
  public mutating func perform(
    _ step: inout Scenario.Step, _ effects: inout [Effect]
  ) throws(SettingsError) {
    if let at = step.at {
      do throws(SettingsError) {
        try move(to: at, key: step.moment?.key == .receivedAt ? "receivedAt" : "at", &effects)
      } catch {
        throw step.located(error)
      }
    }
    let known = (accepted: system.gateway.acceptedCount, rejected: system.gateway.rejectedCount)
    switch step.action {
    case .configure(let settings, let changes):
      handle(.device(.configured(settings)), &effects)
      for change in changes where !isInForce(change) { handle(.changed(change), &effects) }
    case .gateway(let settings): handle(.gatewayConfigured(settings), &effects)
    case .history(let keep): handle(.historyKept(keep), &effects)
    case .restore(let snapshot): handle(.restored(snapshot), &effects)
    case .rejected(let push):
      handle(.gateway(.rejected(push)), &effects)
      recordLine(of: step, since: known)
    case .accepted(let push, let apnsID):
      handle(.gateway(.acceptedByHand(push, apnsID: apnsID)), &effects)
      recordLine(of: step, since: known)
    case .extensionEnded(let id, let answer):
      handle(.device(.extensionEnded(id, answer)), &effects)
    case .push(var request, let count, let every):
      step.action = .say("")
      let name = request.lineID
      for index in 1...max(1, count) where interruption?.isDue() != true {
        if index > 1 {
          advance(to: now.addingTimeInterval(every), &effects)
          request.lineID = name.map { "\($0)-\(index)" }
        }
        // Repetitions after the first get generated identifiers.
        if request.freshID.isEmpty || index > 1 { request.freshID = APNSID(from: &identifiers) }
        handle(.gateway(.pushReceived(request, reply: nil)), &effects)
      }
      recordLine(of: step, since: known)
    case .guest(var request):
      if request.freshID.isEmpty { request.freshID = APNSID(from: &identifiers) }
      handle(.guest(request, reply: nil), &effects)
      recordLine(of: step, since: known)
    case .advance(let seconds): advance(to: now.addingTimeInterval(seconds), &effects)
    case .set(let assignments): try set(assignments, in: step, &effects)
    case .act(let target, let action, let text, let seconds):
      try act(on: target, action, text: text, for: seconds, in: step, &effects)
    // Expectations change nothing: see `check`.
    case .expect, .expectEvent, .expectNone, .screen: break
    case .say, .press: break  // Only a demo has an audience.
    }
  }

  /// Records the line of a step as that of the pushes that it sent.
  private mutating func recordLine(
    of step: Scenario.Step, since known: (accepted: Int, rejected: Int)
  ) {
    guard keepsHistory else { return }
    let line = step.place.position.line
    for number in known.accepted..<system.gateway.acceptedCount {
      lines[NotificationID(rawValue: number + 1)] = line
    }
    for number in known.rejected..<system.gateway.rejectedCount { rejectedLines[number + 1] = line }
  }

  /// Advances the clock, never back, and stops at each moment at which a machine has an event.
  @discardableResult
  public mutating func advance(to end: Date) -> [Effect] {
    var effects: [Effect] = []
    advance(to: end, &effects)
    return effects
  }

  private mutating func advance(to end: Date, _ effects: inout [Effect]) {
    let end = end.clamped
    while now < end, interruption?.isDue() != true {
      // A program runs at the moment at which it is requested.
      let stop = programs == nil ? nil : system.nextMoment.flatMap { $0 > now ? $0 : nil }
      let pause = interruption == nil ? nil : now.addingTimeInterval(PushSystem.longWay)
      now = min(end, .earliest(stop, pause) ?? end)
      let start = effects.count
      system.advance(to: now, &effects)
      finish(effectsFrom: start, &effects)
    }
  }

  /// Passes an event to the machines at the present moment, as the user of a screen causes it.
  ///
  /// - Returns: The effects, already noted in ``events``, ``records`` and ``rejected``.
  @discardableResult
  public mutating func handle(_ event: PushSystem.Event) -> [Effect] {
    var effects: [Effect] = []
    handle(event, &effects)
    return effects
  }

  private mutating func handle(_ event: PushSystem.Event, _ effects: inout [Effect]) {
    let start = effects.count
    system.handle(event, at: now, &effects)
    finish(effectsFrom: start, &effects)
  }

  /// Records the events, and runs the requested programs, which take no virtual time.
  private mutating func finish(effectsFrom start: Int, _ effects: inout [Effect]) {
    if keepsHistory { collect(effects[start...]) }
    guard let programs else { return }
    for effect in effects[start...] {
      guard case .runExtension(let run) = effect else { continue }
      handle(.device(.extensionEnded(run.id, programs.run(run))), &effects)
    }
  }

  private mutating func collect(_ effects: ArraySlice<Effect>) {
    for effect in effects {
      switch effect {
      case .emit(let event): events.append(event)
      case .store(let change): collect(change)
      case .answer, .present, .ring, .askToUnlock, .runExtension, .guest: break
      }
    }
  }

  private mutating func collect(_ change: StoreChange) {
    switch change {
    case .phone(.insert(let record)):
      let push = record.notification
      records[push.id] = record
      // A push that never reached the phone is older than those delivered meanwhile.
      if push.date >= newest?.at ?? .distantPast { newest = NewestPush(id: push.id, at: push.date) }
    case .phone(.update(let id, let isRead, let acted, let place)):
      records[id]?.notification.isRead = isRead
      records[id]?.notification.acted = acted
      records[id]?.place = place
    case .phone(.moved(let notification, let place)):
      records[notification.id]?.notification = notification
      records[notification.id]?.place = place
    case .phone(.delete(let id)): records[id] = nil
    case .gateway(.rejected(let push)):
      rejected.append(push)
      newest = NewestPush(at: push.at)
    // Rejected requests are never removed by a step; the machines store the rest.
    case .phone(.queued), .phone(.setting), .phone(.badge), .phone(.fetches), .phone(.activity),
      .phone(.appActivities), .gateway, .guest, .feedProgress, .erased:
      break
    }
  }

  // MARK: Steps

  private mutating func set(
    _ assignments: [Scenario.Assignment], in step: Scenario.Step, _ effects: inout [Effect]
  ) throws(SettingsError) {
    do throws(SettingsError) {
      for assignment in assignments where assignment.key == "clock" {
        try move(ClockChange(assignment.value), &effects)
      }
      let reader = SettingChangeReader(now: now, phone: system.device.settings)
      let pairs = assignments.filter { $0.key != "clock" }.map { ($0.key, $0.value) }
      let changes = try reader.changes(pairs: pairs)
      try checkActivities(changes)
      handle(.changes(changes), &effects)
    } catch {
      throw located(error, in: step, under: "set")
    }
  }

  /// Rejects the removal of a Live Activity that the app does not have: it is probably misspelled.
  private func checkActivities(_ changes: [SettingChange]) throws(SettingsError) {
    guard let (app, id) = system.device.unknownActivity(in: changes) else { return }
    throw SettingsError(
      .wrongValue(
        expected: "a Live Activity of \(app.text)", found: "`\(id.text)`, which it does not have"),
      path: "activity." + app.text)
  }

  private mutating func move(
    _ change: ClockChange, _ effects: inout [Effect]
  ) throws(SettingsError) {
    switch change {
    case .advance(let seconds): advance(to: now.addingTimeInterval(seconds), &effects)
    case .moment(let date): try move(to: date, key: "clock", &effects)
    case .real:
      throw SettingsError(
        .wrongValue(expected: "a time of the virtual clock", found: "`real`"), path: "clock")
    }
  }

  /// Advances the clock to a moment, at most a century ahead, the maximum of a span.
  private mutating func move(
    to date: Date, key: String, _ effects: inout [Effect]
  ) throws(SettingsError) {
    guard date.timeIntervalSince(now) <= TimeSpan.century else {
      throw SettingsError(
        .wrongValue(
          expected: "a time within the next hundred years",
          found: Timestamp.text(date, in: timeZone)),
        path: key)
    }
    advance(to: date, &effects)
  }

  private mutating func act(
    on target: Scenario.Target, _ action: String, text: String?, for seconds: TimeInterval?,
    in step: Scenario.Step, _ effects: inout [Effect]
  ) throws(SettingsError) {
    let ids: [NotificationID]
    do throws(SettingsError) {
      let found = try action == ActionWord.undo.rawValue ? undoable(target) : entries(target)
      try checkAction(action, of: found)
      ids = found.ids
    } catch {
      throw located(error, in: step, under: "act")
    }
    switch ActionWord(rawValue: action) {
    case .read: return handle(.device(.marked(ids, read: true)), &effects)
    case .unread: return handle(.device(.marked(ids, read: false)), &effects)
    case .rm: return handle(.device(.removed(ids)), &effects)
    case .snooze:
      let until = now.addingTimeInterval(seconds ?? 0).wholeMilliseconds.clamped
      return handle(.device(.snoozed(ids, until: until)), &effects)
    case .undo: return handle(.device(.undone(ids)), &effects)
    case .open, .dismiss, nil: break
    }
    for id in ids {
      handle(.device(.acted(on: id, ActionIdentifier(word: action), text: text)), &effects)
    }
  }

  /// Rejects an action that an entry does not have, or that no entry could have: it is probably
  /// misspelled.
  private func checkAction(_ action: String, of found: Found) throws(SettingsError) {
    guard ActionWord(rawValue: action) == nil else { return }
    let device = system.device
    let identifiers: [String]
    switch found {
    case .chosen(let id):
      let entry = device.entry(id)
      let actions = entry.flatMap(device.registeredCategory)?.actions ?? []
      identifiers = (actions + (entry.map(device.trialAnswers) ?? [])).map(\.identifier.text)
    case .filtered:
      let isTrial = device.settings.apps.values.contains { $0.permission == .provisional }
      let answers = isTrial ? Phone.trialAnswers.map(\.identifier.text) : []
      identifiers = device.settings.actionIdentifiers + answers
    }
    guard !identifiers.contains(action) else { return }
    let names = identifiers + ActionWord.allCases.map(\.rawValue)
    throw SettingsError(
      .wrongValue(expected: names.alternatives, found: "`\(action)`"), path: "action",
      suggestion: NearestName.of(action, among: names))
  }

  /// The entries that an `act` targets.
  private enum Found {
    /// One entry by its name.
    case chosen(NotificationID)
    /// The entries that match a filter, newest first; possibly none.
    case filtered([NotificationID])

    var ids: [NotificationID] {
      switch self {
      case .chosen(let id): [id]
      case .filtered(let ids): ids
      }
    }
  }

  private func entries(_ target: Scenario.Target) throws(SettingsError) -> Found {
    let device = system.device
    let name: String
    switch target {
    case .last:
      guard let id = device.inbox.newest else {
        throw SettingsError(
          .unreadable("`act.on`: the list is empty, so `last` names no push"), path: "on")
      }
      return .chosen(id)
    case .id(let id):
      if device.entry(id) != nil { return .chosen(id) }
      name = String(id.rawValue)
    case .named(let text):
      if !text.isEmpty, let entry = device.entry(called: text) { return .chosen(entry.id) }
      let ids = try filtered(text)
      // A single word is probably an identifier.
      if !ids.isEmpty || !text.isBareWord { return .filtered(ids) }
      name = text
    }
    throw SettingsError(
      .wrongValue(expected: "an entry of the inbox", found: "`\(name)`, which does not exist"),
      path: "on")
  }

  /// Returns the target of an `undo`: a push that may have left the list, or the last action.
  private func undoable(_ target: Scenario.Target) throws(SettingsError) -> Found {
    let device = system.device
    let name: String
    switch target {
    case .last:
      if let step = device.undoable { return .filtered(step.ids) }
      name = "last"
    case .id(let id):
      if device.undoable(id) != nil { return .chosen(id) }
      name = String(id.rawValue)
    case .named(let text):
      if let id = device.undoable(called: text) { return .chosen(id) }
      name = text
    }
    throw SettingsError(
      .wrongValue(
        expected: "a push with an action to undo",
        found: "`\(name)`, which has none"), path: "on")
  }

  private func filtered(_ text: String) throws(SettingsError) -> [NotificationID] {
    do throws(FilterError) {
      return listed(try filter(text)).map(\.id)
    } catch {
      throw SettingsError(.unreadable(error.sentence), path: "on")
    }
  }

  /// Parses a filter relative to the current moment.
  func filter(_ text: String) throws(FilterError) -> Filter {
    try Filter(text, now: now, timeZone: system.device.settings.device.timeZone)
  }

  /// Returns the list entries that match a filter, newest first.
  func listed(_ filter: Filter) -> [DeliveredNotification] {
    system.device.inbox.notifications.filter { filter.matches($0, on: system.device) }
  }

  private func located(
    _ error: SettingsError, in step: Scenario.Step, under path: String
  ) -> SettingsError {
    var error = error
    error.path = path + "." + error.path
    return step.located(error)
  }

  /// Returns whether a change would have no effect.
  private func isInForce(_ change: SettingChange) -> Bool {
    let settings = system.device.settings
    switch change {
    case .setting(let path, let value):
      var fold = SettingsAccumulator(settings)
      do throws(SettingsError) { try fold.apply(path, value) } catch { return false }
      return fold.phone == settings
    case .language(let language): return settings.device.languages.first == language
    case .online, .focusOn, .focusOff, .mute, .showSummary, .byApp: return false
    }
  }
}

/// The runner of a scenario's programs, which waits for each.
public struct ExtensionPrograms: Equatable, Sendable {
  /// Runs a program and waits for its end.
  public let run: @Sendable (ExtensionRun) -> ExtensionAnswer

  /// Makes a runner from a function.
  public init(_ run: @escaping @Sendable (ExtensionRun) -> ExtensionAnswer) { self.run = run }

  /// Returns true: the runner is not part of the state.
  public static func == (left: ExtensionPrograms, right: ExtensionPrograms) -> Bool { true }
}

/// A reason to stop the clock of a scenario on its way over months, such as a time limit. The owner
/// then ends the run.
public struct Interruption: Equatable, Sendable {
  /// Returns whether the clock is to stop.
  public let isDue: @Sendable () -> Bool

  /// Makes an interruption from a function, which is called before each part of the way and
  /// each repeated push.
  public init(isDue: @escaping @Sendable () -> Bool) { self.isDue = isDue }

  /// Returns true: the interruption is not part of the state.
  public static func == (left: Interruption, right: Interruption) -> Bool { true }
}

extension String {
  /// Whether it is one word without quotes, key or minus.
  fileprivate var isBareWord: Bool {
    !isEmpty && unicodeScalars.first != "-"
      && !unicodeScalars.contains { $0.properties.isWhitespace || $0 == ":" || $0 == "\"" }
  }
}
