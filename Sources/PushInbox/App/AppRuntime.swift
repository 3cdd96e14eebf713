import Dispatch
import Foundation
import InboxModel

/// The main loop. It owns the machines and the store, receives events of the feeds, the control
/// socket, the keys and the clock, and carries out the effects of the machines.
///
/// Waiting items are one batch: handled in order, stored in one transaction, answered after the
/// commit, drawn once.
@MainActor
final class AppRuntime {
  /// The number of resets, after each of which pushes are numbered from 1 again.
  var resetCount = 0
  /// The gateway and the phone. Access loads the rest of the list first.
  private(set) var system: PushSystem {
    _read {
      finishLoading()
      yield list.machines
    }
    _modify {
      finishLoading()
      yield &list.machines
    }
  }
  /// The gateway and the phone as they are drawn: with an overview of the list while it is being
  /// loaded.
  var shown: PushSystem {
    _read { yield list.shown }
  }
  private var list: LoadingSystem
  private var isStarted = false
  /// The reason why the list could not be loaded. No push is accepted then, and ``run()`` ends.
  private(set) var loadFailure: StoreError?
  /// The store.
  private(set) var store: Store
  /// The configuration with the files from which it was read.
  private(set) var loaded: LoadedConfiguration
  /// The configuration.
  var configuration: Configuration { loaded.configuration }
  /// The addresses for senders and commands.
  let endpoints: Endpoints
  /// The clock, which `set clock=` moves.
  private(set) var clock = LiveClock()
  /// The front end that shows events.
  var frontend: (any Frontend)? { didSet { reportHangs() } }
  /// Watches the work of the store.
  var hangs: HangWatch?
  /// The counters behind `GET /metrics`, updated by the feeds and by the runtime.
  let counters: Counters
  /// Starts an app's extension without waiting for it.
  var runExtension: (ExtensionRun) -> Void = { _ in }
  /// Ends the running extensions without results.
  var endExtensions: () -> Void = {}
  /// The socket to which other phones subscribe; nil without `--offer`.
  var offer: Relay?
  /// The line feeds, and the connections to the phone's providers.
  var feeds: IntakeLoop?
  /// The providers without a pending report: the next reports can be sent immediately.
  var idleProviders: Set<StreamID> = []
  /// The device identifier with which the phone has subscribed; nil when it has not.
  var subscribedAs: PhoneID?
  /// The file to which pushes and actions are recorded; nil when nothing is recorded.
  var recording: RecordingFile?
  /// The states of the line feeds.
  var feedStates = FeedStates()

  let files: ConfigurationFiles
  private let intake: Intake
  private let events: EventHub
  /// The ports; nil before the start.
  private(set) var listener: Listener?
  /// The timer for the phone's next moment.
  private let timer = MomentTimer()
  /// The changes of batches, also of those whose transaction failed.
  private var pending = PendingCommit()
  private var willTryAgain = false
  /// Whether the store has all changes.
  var hasStoredAll: Bool { pending.isStored }
  private var ending: CheckedContinuation<Void, Never>?
  private var exitStatus: Int32?

  /// The maximum number of items per batch, so that keys, the clock and the screen get their turn.
  private static let batchLimit = 1024
  /// The maximum weight of a batch in bytes: it stays in memory until it is stored.
  private static let batchBytes = 1 << 20
  private var postponed: [() -> Void] = []

  /// Creates a runtime for an open store. Nothing is received before ``start(listener:)``.
  ///
  /// - Parameter loader: Loads the entries if the snapshot has none.
  init(
    loaded: LoadedConfiguration, from files: ConfigurationFiles, store: Store, snapshot: Snapshot,
    loader: ListLoader? = nil, intake: Intake,
    counters: Counters, events: EventHub, endpoints: Endpoints
  ) {
    self.endpoints = endpoints
    self.loaded = loaded
    self.files = files
    let configuration = loaded.configuration
    self.store = store
    self.intake = intake
    self.counters = counters
    self.events = events
    list = LoadingSystem(configuration.system(snapshot), loader: loader)
    events.payload = { [unowned self] event in
      guard event.carriesPayload, let id = event.id else { return nil }
      return event.carriesContent
        ? (try? self.store.record(id))?.contentPayload : try? self.store.payload(of: id)
    }
    events.stored = { [unowned self] id in try? self.store.notification(id) }
    events.device = { [unowned self] in self.system.device }
    events.timeZone = { [unowned self] in self.system.device.settings.device.timeZone }
  }

  // MARK: Events in

  /// Starts to answer the listener's requests and to follow the clock.
  func start(listener: Listener?) {
    self.listener = listener
    isStarted = true
    // Earlier repairs are among the warnings.
    store.onRepair = { [weak self] error in
      onMain { [weak self] in
        guard let self else { return }
        frontend?.report(ErrorMessage(error).text)
        if self.store.lacksState { commit() }
      }
    }
    guard list.isLoading else { return jump() }
    updateCounters()
    continueLoading()
  }

  /// Handles the items that wait in the intake, one batch at a time. Called each time it changes
  /// from empty to not empty.
  func drainIntake() {
    // While the front end or the store has no room, items stay in the intake, which stops the
    // feeds.
    guard hasRoom else { return }
    let items = intake.nextBatch(most: Self.batchLimit, weight: Self.batchBytes)
    guard !items.isEmpty else { return }
    handle(items)
    // Keys and timers are in the same queue and come before the next batch.
    DispatchQueue.main.async { MainActor.assumeIsolated { self.resume() } }
  }

  /// Continues after the front end or the store had no room.
  func resume() {
    drainIntake()
    while hasRoom, !postponed.isEmpty { postponed.removeFirst()() }
  }

  /// Runs work that produces much output: now, or when the front end and the store have room again.
  func whenRoom(_ work: @escaping () -> Void) {
    if hasRoom { work() } else { postponed.append(work) }
  }

  private var hasRoom: Bool { (frontend?.hasRoom ?? true) && hasStoredAll }

  /// Handles items as one batch, or as several if an item waits for the commit of those before it.
  private func handle(_ items: [FeedItem]) {
    var batch: [(event: PushSystem.Event, at: Date)] = []
    var progress: [StoreChange] = []
    for item in items {
      if item.waitsForCommit {
        handle(timed: batch, storing: progress)
        batch.removeAll()
        progress.removeAll()
      }
      if case .lines(let lines, let reached) = item {
        batch += lines.compactMap(timedEvent)
        progress.append(.feedProgress(reached))
      } else if let event = timedEvent(for: item) {
        batch.append(event)
      }
    }
    handle(timed: batch, storing: progress)
  }

  /// Handles events at the present moment as one batch. Carries out their effects and returns them.
  @discardableResult
  func handle(_ events: [PushSystem.Event]) -> [Effect] {
    handle(timed: events.map { ($0, clock.now) })
  }

  /// Handles events at given moments as one batch, storing `changes` in the same transaction.
  /// Carries out the effects and returns them.
  @discardableResult
  func handle(
    timed batch: [(event: PushSystem.Event, at: Date)], storing changes: [StoreChange] = []
  ) -> [Effect] {
    guard !batch.isEmpty || !changes.isEmpty else { return [] }
    pending.add(changes)
    var effects: [Effect] = []
    for (event, at) in batch {
      let moment = moment(for: at)
      system.advance(to: moment, &effects)
      let start = effects.endIndex
      system.handle(event, at: moment, &effects)
      recording?.record(event, at: moment, effects: effects[start...])
    }
    carryOut(effects)
    return effects
  }

  /// Returns the moment at which an event is handled: its date, but not before the last event,
  /// because feeds run in parallel and may have been held back. Only if the system's clock was set
  /// back does time go back.
  private func moment(for date: Date) -> Date {
    let date = date.wholeMilliseconds
    guard date < system.now else { return date }
    if recording != nil { return system.now }
    return system.now.timeIntervalSince(clock.now) > 60 ? clock.now : system.now
  }

  /// Moves the clock, and the phone with it: forward through all due events, back in one step.
  ///
  /// The system's clock, which may be any time away, is also set in one step.
  ///
  /// - Throws: ``SettingsError`` for more than a century ahead, which would run too many events,
  ///   and for a step back during a recording, which a scenario cannot express.
  func moveClock(_ change: ClockChange) throws(SettingsError) {
    var moved = clock
    moved.apply(change)
    let zone = system.device.settings.device.timeZone
    let isFar = moved.now.timeIntervalSince(system.now) > TimeSpan.century
    guard !isFar || change == .real else {
      throw SettingsError(
        .wrongValue(
          expected: "a time within the next hundred years",
          found: "`\(Timestamp.text(moved.now, in: zone))`"),
        path: "clock")
    }
    if recording != nil, moved.now < system.now {
      throw SettingsError(
        .wrongValue(
          expected: "a future time while a recording is made",
          found: change == .real ? "`real`" : "`\(Timestamp.text(moved.now, in: zone))`"),
        path: "clock")
    }
    clock = moved
    // The same moment is now a different number of seconds away.
    timer.cancel()
    if isFar || moved.now < system.now { return jump() }
    // In parts, so that the effects of years are not in memory at once.
    let end = moved.now
    var moment = system.now
    repeat {
      moment = min(moment.addingTimeInterval(PushSystem.longWay), end)
      handle(timed: [(.timePassed, moment)])
    } while moment < end
  }

  // MARK: Loading the list

  /// Shows an overview while the list is loaded. Loads the whole list first where the overview
  /// would differ from it.
  func showOverview() throws(StoreError) {
    if !list.showOverview(keeping: configuration.history.keep, at: clock.now) { try loadList() }
  }

  /// Loads the rest of the list.
  private func loadList() throws(StoreError) {
    while list.isLoading { try loadEntries() }
  }

  /// Loads the rest of the list. After a failure the inbox ends.
  func finishLoading() {
    while loadNext() {}
  }

  private func continueLoading() {
    onMain { [weak self] in
      guard let self, loadNext() else { return }
      continueLoading()
    }
  }

  /// Loads the next entries; returns false when all are loaded.
  private func loadNext() -> Bool {
    guard list.isLoading else { return false }
    do throws(StoreError) {
      try loadEntries()
    } catch {
      list.abandon()
      loadFailure = error
      stop(ErrorMessage(error).exitCode.rawValue)
    }
    return list.isLoading
  }

  private func loadEntries() throws(StoreError) {
    try list.loadNext { () throws(StoreError) in
      configuration.system(try store.snapshot())
    }
    guard isStarted, !list.isLoading else { return }
    jump()
    frontend?.listLoaded()
  }

  /// Sets the machines to the current time in one step, without the events between.
  private func jump() {
    var effects: [Effect] = []
    system.handle(.timePassed, at: clock.now, &effects)
    carryOut(effects)
  }

  /// Empties the machines and the store, and sets the clock to the time of the system. Events that
  /// would be due until then do not happen.
  func eraseAll() {
    clock.apply(.real)
    timer.cancel()
    carryOut(system.handle(.startedOver, at: clock.now.wholeMilliseconds))
  }

  /// Stops the clock at a moment.
  func stopClock(at date: Date) {
    clock.stop(at: date)
    jump()
  }

  /// Replaces gateway, phone and store by empty ones in memory, to restart a demo.
  ///
  /// - Throws: ``StoreError`` if the store cannot be created; then nothing is changed.
  func startOver() throws(StoreError) {
    store = try Store(at: .memory)
    pending.removeChanges()
    list = LoadingSystem(configuration.system(Snapshot()))
    frontend?.startOver()
  }

  /// Performs a step of a demo on the machines. The clock moves with it and is stopped until the
  /// next step.
  ///
  /// - Throws: ``SettingsError`` for a step that cannot be performed.
  func play(_ step: Scenario.Step, of run: inout ScenarioRun) throws(SettingsError) {
    run.resume(system, at: clock.now)
    let effects = try run.perform(step)
    system = run.system
    clock.stop(at: run.now)
    carryOut(effects)
  }

  /// Starts a stopped clock again.
  func letClockGoOn() {
    clock.resume()
    timer.cancel()
    setTimer()
  }

  /// The configuration errors that were ignored, a sentence each.
  var problems: [String] {
    loaded.problems(shown.device.settings, shown.device.changes).map(\.message)
  }

  /// Reads the configuration files again. After an error that cannot be ignored nothing is changed.
  ///
  /// - Returns: Messages for the user, a line each.
  func reload() throws -> [String] {
    let (old, new) = (configuration, try files.load())
    events.listeners = EventHub.listeners(for: new.configuration)
    loaded = new
    let focus = system.device.focusInForce?.name
    handle([
      .device(.configured(configuration.phone)),
      .gatewayConfigured(configuration.gateway), .historyKept(configuration.history.keep),
    ])
    frontend?.configured(configuration)
    var lines =
      new.files.map { ResultMessage.read($0.name) } + new.notices + problems
      + configuration.allRemarks
    if lines.isEmpty { lines = [ResultMessage.noConfiguration] }
    if let focus, system.device.settings.focuses[focus] == nil {
      lines.append(PlainText.clean(ResultMessage.focusEnded(focus.text)))
    }
    return lines + configuration.restartMessages(after: old)
  }

  /// Returns an apns-id for a push whose sender gave none.
  nonisolated static func freshID() -> APNSID {
    APNSID(UUID().uuidString)
  }

  /// Handles the result of an app's extension.
  func extensionEnded(_ id: NotificationID, _ answer: ExtensionAnswer) {
    handle([.device(.extensionEnded(id, answer))])
  }

  // MARK: Effects out

  private func carryOut(_ effects: [Effect]) {
    pending.add(effects)
    pending.add(system.drainCountChanges())
    commit()
    for case .emit(let event) in effects { events.publish(event) }
    for case .runExtension(let run) in effects { runExtension(run) }
    for case .guest(.askRepeats(let request)) in effects { feeds?.ask(request) }
    followDeviceID()
    updateCounters()
    setTimer()
    frontend?.handled(effects)
  }

  private func updateCounters() {
    let system = shown
    counters.update {
      $0.accepted = system.gateway.acceptedCount
      $0.rejected = system.gateway.rejectedCount
      $0.faults = system.gateway.faults.entries.count
      $0.affected = system.gateway.faults.affectedTotal
      ($0.queue, $0.unreported) = queueTotal
      $0.listed = system.device.inbox.count
    }
  }

  /// Stores the changes of the batches, then sends the responses. If the store fails, responses
  /// wait until a later attempt succeeds; it tries again every second.
  private func commit() {
    if loadFailure != nil { return rejectUnstored() }
    // The rest of the list may be loaded first, which commits as well.
    let pending = pending
    do throws(StoreError) {
      try pending.store(in: store) { system.snapshot }
      self.pending.removeChanges()
    } catch {
      report(error)
      tryAgain()
      return
    }
    listener?.respond(with: self.pending.drainResponses())
    notifyFeeds(of: pending.changes)
    writeRecording()
  }

  /// Reports a failure of the store. Damage is reported where it is detected.
  private func report(_ error: StoreError) {
    if case .corrupt = error { return }
    frontend?.report(ErrorMessage(error).text)
  }

  private func tryAgain() {
    guard !willTryAgain else { return }
    willTryAgain = true
    DispatchQueue.main.asyncAfter(deadline: .now() + 1) {
      MainActor.assumeIsolated {
        self.willTryAgain = false
        self.commit()
        self.resume()
      }
    }
  }

  private func setTimer() {
    // A stopped clock fires timers when it is moved.
    let moment = clock.stoppedAt == nil ? system.nextMoment : nil
    timer.set(to: moment, now: clock.now) { [unowned self] in handle([.timePassed]) }
  }

  // MARK: The end

  /// Waits until ``stop(_:)``; returns the exit status.
  func run() async -> Int32 {
    if exitStatus == nil {
      await withCheckedContinuation { ending = $0 }
    }
    timer.cancel()
    return exitStatus ?? ExitCode.success.rawValue
  }

  /// Ends ``run()``; the first call sets the exit status.
  func stop(_ status: Int32) {
    guard exitStatus == nil else { return }
    exitStatus = status
    ending?.resume()
    ending = nil
  }

  /// Handles all items that were accepted before the end, but does not wait for feeds, which may go
  /// on without end. Pushes that cannot be stored even then are rejected.
  func finish() {
    repeat { handle(intake.drain()) } while intake.hasItemsOfConnections
    // Damage is reported where it is detected.
    try? store.restoreFiles()
    if store.lacksState { commit() }
    if !hasStoredAll { rejectUnstored() }
  }

  /// Handles requests that were completed after ``finish()``, if there are any.
  func finishLate() {
    if intake.hasItemsOfConnections { finish() }
  }

  private func rejectUnstored() {
    listener?.respond(with: pending.reject())
  }
}

extension Configuration {
  /// Returns the machines with the settings of the configuration.
  fileprivate func system(_ snapshot: Snapshot) -> PushSystem {
    PushSystem(
      gateway: gateway, phone: phone, snapshot: snapshot, historyLimit: history.keep)
  }
}
