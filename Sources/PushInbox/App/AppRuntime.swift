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
  /// The gateway and the phone. Access loads the rest of the list first.
  private(set) var system: PushSystem {
    _read {
      finishLoading()
      yield machines
    }
    _modify {
      finishLoading()
      yield &machines
    }
  }
  /// The gateway and the phone as they are drawn: with an overview of the list while it is being
  /// loaded.
  var shown: PushSystem {
    _read { if let overview { yield overview } else { yield machines } }
  }
  private var machines: PushSystem
  private var overview: PushSystem?
  /// The loader of the list; nil when the list is loaded.
  private var loader: ListLoader?
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
  /// The states of the line feeds, by their sources as written.
  private(set) var feedStates: [String: FeedState] = [:]
  /// The current messages about the line feeds, by the same names.
  private var feedMessages: [String: String] = [:]

  let files: ConfigurationFiles
  private let intake: Intake
  private let events: EventHub
  private var listener: Listener?
  /// The timer for the phone's next moment.
  private var timer: (any DispatchSourceTimer)?
  private var timerMoment: Date?
  /// Changes whose transaction failed, and the responses that wait for it.
  private var unstored: [StoreChange] = []
  private var unanswered: [(ResponseHandle, PushResponse)] = []
  private var willTryAgain = false
  /// Whether the store has all changes.
  var hasStoredAll: Bool { unstored.isEmpty }
  private var ending: CheckedContinuation<Void, Never>?
  private var exitStatus: Int32?

  /// The maximum number of items per batch, so that keys, the clock and the screen get their turn.
  private static let batchLimit = 1024
  /// The maximum weight of a batch in bytes: it stays in memory until it is stored.
  private static let batchBytes = 8 << 20
  /// The number of entries that are loaded before keys get their turn.
  private static let loadLimit = 1000
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
    self.loader = loader
    machines = PushSystem(
      gateway: configuration.gateway, phone: configuration.phone, snapshot: snapshot,
      historyLimit: configuration.history.keep)
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
    guard loader != nil else { return jump() }
    updateCounters()
    continueLoading()
  }

  /// Handles the items that wait in the intake, one batch at a time. Called each time it changes
  /// from empty to not empty.
  func drainIntake() {
    // While the front end or the store has no room, items stay in the intake, which stops the
    // feeds.
    guard hasRoom else { return }
    let items = intake.drain(most: Self.batchLimit, bytes: Self.batchBytes)
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

  /// Returns the event of an item with its moment on our clock; nil for an item without an event.
  private func timedEvent(for item: FeedItem) -> (event: PushSystem.Event, at: Date)? {
    switch item {
    case .push(let request, let reply):
      (.gateway(.pushReceived(request, reply: reply)), clock.moved(request.receivedAt))
    case .icq(let request, let reply):
      (.icq(request, reply: reply), clock.moved(request.receivedAt))
    case .rejected(let rejected): (.gateway(.rejected(rejected)), clock.moved(rejected.at))
    case .connectionEnded(let connection, let at):
      (.gateway(.connectionEnded(connection)), clock.moved(at))
    default: event(for: item).map { ($0, clock.now) }
    }
  }

  private func event(for item: FeedItem) -> PushSystem.Event? {
    switch item {
    // Handled before, as single items or with their own moment.
    case .push, .icq, .rejected, .connectionEnded, .lines: return nil
    case .state(let state):
      let source = state.source.description
      let message = FeedMessage.text(state, after: feedStates.updateValue(state, forKey: source))
      // Failed attempts with the longest pause have the same message each time.
      if let message, feedMessages[source] != message { frontend?.report(message) }
      if state.condition != .connecting { feedMessages[source] = message }
      frontend?.statusChanged()
      return nil
    case .offered(let source, let provider, let readsReports):
      subscribe(source, to: provider, readsReports: readsReports)
      return nil
    case .reported(let feed, let number):
      confirmReports(to: feed, through: number)
      return nil
    case .setBack(let source, let feed, let positions): return rewind(source, feed, positions)
    case .repeatsAnswered(let request, let coming):
      return .device(.guest(.repeatsAnswered(request, coming: coming)))
    case .offer(let request): return event(for: request)
    case .feedbackAsked(let reply, let client, let certificate):
      return sendFeedback(to: reply, client, certificate?.wrappedValue)
    case .feedbackSent(let entries): return .gateway(.guest(.feedbackSent(entries)))
    }
  }

  /// Sends the feedback list. A certificate that is not valid for it gets an empty list and a row
  /// in Rejected.
  private func sendFeedback(
    to reply: ResponseHandle, _ client: Origin, _ certificate: ClientCertificate?
  ) -> PushSystem.Event? {
    do {
      let entries = try system.gateway.feedback(
        for: client, showing: certificate, at: clock.now)
      listener?.sendFeedback(entries, to: reply)
      return nil
    } catch {
      listener?.sendFeedback([], to: reply)
      return .gateway(.rejected(error))
    }
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
    unstored += changes
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
          found: "`\(Timestamp.text(moved.now, in: zone))`"),
        path: "clock")
    }
    clock = moved
    // The same moment is now a different number of seconds away.
    timerMoment = nil
    if isFar || moved.now < system.now { jump() } else { handle(timed: [(.timePassed, moved.now)]) }
  }

  // MARK: Loading the list

  /// Shows an overview while the list is loaded. Loads the whole list first where the overview
  /// would differ from it: if something is due, or if the lines of groups name senders.
  func showOverview() throws(StoreError) {
    let device = machines.device.settings.device
    guard let loader, overview == nil, device.summaryStyle == .ios15 else { return try loadList() }
    // More groups than a terminal has rows.
    let list = try? loader.overview(
      groupLimit: 128, entryLimit: device.stackThreshold,
      grouping: machines.device.settings.grouping)
    guard let list, list.counts.count <= configuration.history.keep else { return try loadList() }
    var system = machines.showing(list)
    guard system.handle(.timePassed, at: clock.now).isEmpty else { return try loadList() }
    overview = system
  }

  /// Loads the rest of the list.
  private func loadList() throws(StoreError) {
    while let loader { try load(from: loader) }
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
    guard let loader else { return false }
    do throws(StoreError) {
      try load(from: loader)
    } catch {
      (self.loader, loadFailure) = (nil, error)
      stop(ErrorMessage(error).exitCode.rawValue)
    }
    return self.loader != nil
  }

  private func load(from loader: ListLoader) throws(StoreError) {
    do throws(StoreError) {
      if let entries = try loader.next(Self.loadLimit) { return machines.load(entries) }
    } catch {
      guard case .corrupt = error else { throw error }
      // The damaged file was moved aside; a new one has the rows that could be read.
      machines = PushSystem(
        gateway: configuration.gateway, phone: configuration.phone, snapshot: try store.snapshot(),
        historyLimit: configuration.history.keep)
    }
    endLoading()
  }

  private func endLoading() {
    (loader, overview) = (nil, nil)
    guard isStarted else { return }
    jump()
    frontend?.listLoaded()
  }

  /// Sets the machines to the current time in one step, without the events between.
  private func jump() {
    var effects: [Effect] = []
    system.handle(.timePassed, at: clock.now, &effects)
    carryOut(effects)
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
    unstored = []
    (loader, overview) = (nil, nil)
    machines = PushSystem(
      gateway: configuration.gateway, phone: configuration.phone, snapshot: Snapshot(),
      historyLimit: configuration.history.keep)
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

  /// Lets a stopped clock run again.
  func letClockGoOn() {
    clock.resume()
    timerMoment = nil
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
      new.files.map { "read \($0.name)" } + new.notices + problems + configuration.allRemarks
    if lines.isEmpty {
      lines = ["there is no configuration file: all settings have their defaults"]
    }
    if let focus, system.device.settings.focuses[focus] == nil {
      lines.append(PlainText.clean("the Focus “\(focus)” has ended: no file defines it any more"))
    }
    if old.history.isDurable != configuration.history.isDurable {
      lines.append("history.durable needs a restart")
    }
    if old.legacy != configuration.legacy {
      lines.append("gateway.legacy and its settings need a restart")
    }
    if old.gateway.streams != configuration.gateway.streams {
      lines.append("gateway.streams needs a restart")
    }
    if old.certificateNames != configuration.certificateNames {
      lines.append("tls.names needs a restart")
    }
    return lines
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
    for effect in effects {
      switch effect {
      case .store(let change): unstored.append(change)
      case .answer(let answer, let reply): unanswered.append((reply, answer))
      case .emit, .present, .ring, .askToUnlock, .runExtension, .guest: break
      }
    }
    unstored += system.drainCountChanges()
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
    let changes = unstored
    do throws(StoreError) {
      try storeChanges()
      unstored = []
    } catch {
      report(error)
      tryAgain()
      return
    }
    listener?.respond(with: unanswered)
    unanswered = []
    notifyFeeds(of: changes)
    writeRecording()
  }

  /// Stores the changes of the batches; after damage all that the machines have, too.
  private func storeChanges() throws(StoreError) {
    if !store.lacksState {
      do throws(StoreError) {
        return try store.commit(unstored)
      } catch {
        guard store.lacksState else { throw error }
      }
    }
    try store.commit(unstored, restoring: system.snapshot)
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
    guard moment != timerMoment else { return }
    timerMoment = moment
    timer?.cancel()
    timer = nil
    guard let moment else { return }
    let timer = DispatchSource.makeTimerSource(queue: .main)
    // At least once a day, since the moment may be as far away as `Date` permits.
    let seconds = min(max(0, moment.timeIntervalSince(clock.now)), 86_400)
    timer.schedule(wallDeadline: .now() + seconds)
    timer.setEventHandler { [unowned self] in
      MainActor.assumeIsolated {
        self.timerMoment = nil
        self.handle([.timePassed])
      }
    }
    timer.resume()
    self.timer = timer
  }

  // MARK: The end

  /// Waits until ``stop(_:)``; returns the exit status.
  func run() async -> Int32 {
    if exitStatus == nil {
      await withCheckedContinuation { ending = $0 }
    }
    timer?.cancel()
    return exitStatus ?? ExitCode.success.rawValue
  }

  /// Ends ``run()``; the first call sets the exit status.
  func stop(_ status: Int32) {
    guard exitStatus == nil else { return }
    exitStatus = status
    ending?.resume()
    ending = nil
  }

  /// Handles all items that were accepted before the end. Pushes that cannot be stored even then
  /// are rejected.
  func finish() {
    repeat { handle(intake.drain()) } while intake.hasItems
    // Damage is reported where it is detected.
    try? store.restoreFiles()
    if store.lacksState { commit() }
    if !hasStoredAll { rejectUnstored() }
  }

  private func rejectUnstored() {
    let reason = RejectionReason(rawValue: "ServiceUnavailable")
    listener?.respond(
      with:
        unanswered.map { reply, answer in
          guard answer.status == 200 else { return (reply, answer) }
          if answer.document != nil { return (reply, .unavailable) }
          return (reply, PushResponse(status: reason.status, apnsID: answer.apnsID, reason: reason))
        })
    unanswered = []
    // If they were stored later, they would be duplicated once their senders tried again.
    unstored = []
  }
}
