import Dispatch
import Foundation
import InboxModel

/// The inbox on a terminal: converts keys, sizes and clock ticks to events of ``AppState``, carries
/// out its intents, and draws at most 30 times a second.
@MainActor
final class FullScreen: Frontend {
  let terminal: Terminal
  unowned let runtime: AppRuntime
  /// The environment: names the editor, the shell and the temporary folder, and shows whether tmux
  /// is used.
  let environment: [String: String]
  let clipboard: ClipboardWriter
  let performCommand: CommandPerformer
  let listener: Listener
  private let isEphemeral: Bool
  let contents: ExtensionRunner
  /// The player of the demo; nil without one.
  weak var player: DemoPlayer?
  private let invocation: Invocation
  private var state: AppState
  /// The events that wait until the current one is handled, oldest first.
  private var pending: [AppEvent] = []
  private var isHandling = false
  private var keys: (any DispatchSourceRead)?
  private var clock: (any DispatchSourceTimer)?
  private var isDrawing = false
  var willContinueSearch = false
  /// The time at which a search of the inbox must yield to keys and frames.
  var searchPause = DispatchTime.now()
  private var frame: Frame?
  /// The phone's state when the screen was paused; nil while it is not.
  var frozen: Phone?
  /// The screen that the terminal shows.
  private var shown: Screen?
  /// The work that the user waits for.
  var task: BackgroundTask?
  /// The text open in the user's editor, which has the terminal meanwhile.
  private var lent: EditedFile? { didSet { runtime.reportHangs() } }
  private var lastDrawn = DispatchTime(uptimeNanoseconds: 0)
  private var acceptedBefore = 0
  private var rate = 0

  private static let frameInterval = DispatchTimeInterval.milliseconds(33)

  /// Makes the screen of an inbox that is running.
  ///
  /// - Parameters:
  ///   - contents: Runs the content extension of the inspected push.
  ///   - performCommand: Carries out typed commands.
  init(
    terminal: Terminal, runtime: AppRuntime, listener: Listener,
    contents: ExtensionRunner, usesASCII: Bool, usesMouse: Bool, isEphemeral: Bool,
    invocation: Invocation, environment: [String: String],
    performCommand: @escaping CommandPerformer
  ) {
    self.terminal = terminal
    self.runtime = runtime
    self.performCommand = performCommand
    self.listener = listener
    self.isEphemeral = isEphemeral
    self.contents = contents
    self.environment = environment
    self.invocation = invocation
    clipboard = ClipboardWriter(environment: environment)
    state = AppState(
      size: terminal.size, now: runtime.clock.now, usesASCII: usesASCII || !terminal.isUTF8,
      usesMouse: usesMouse)
  }

  /// Draws the first frame and starts to read keys.
  func start() {
    acceptedBefore = runtime.shown.gateway.acceptedCount
    let keys = DispatchSource.makeReadSource(fileDescriptor: terminal.inputDescriptor, queue: .main)
    keys.setEventHandler { [unowned self] in MainActor.assumeIsolated { readKeys() } }
    keys.resume()
    self.keys = keys
    startClock()
    reportRuntime()
    if let player { post(.demo(player.demo)) }
    // The first frame already shows the loaded pushes.
    post(.listChanged(newest: nil))
    draw()
    Thread.detachNewThread { FoldedText.prepare() }
  }

  /// Whether the terminal can show more than ASCII.
  var isUTF8: Bool { terminal.isUTF8 }

  /// Whether another program has the terminal.
  var isLent: Bool { lent != nil }

  /// Restores the terminal.
  func stop() {
    // A suspended dispatch source must not be released.
    if isLent { keys?.resume() }
    lent?.remove()
    keys?.cancel()
    clock?.cancel()
    contents.stop()
    endTask()
    terminal.leave()
  }

  /// Handles a new size of the window.
  func resize() {
    guard !isLent else { return }
    terminal.updateSize()
    receive(.resized(terminal.size))
  }

  // MARK: Events of the runtime

  func handled(_ effects: [Effect]) {
    let update = ScreenUpdate(effects)
    for event in update.events(at: runtime.clock.now) { post(event) }
    for _ in 0..<update.rings { terminal.ring() }
    setNeedsDraw()
  }

  func report(_ message: String) { show(.result(message)) }

  /// Shows a message in the last line.
  func show(_ message: ScreenMessage) {
    // The message's display time begins now, not at the last drawn time.
    post(.ticked(runtime.clock.now))
    receive(.message(message))
  }

  var blockedReport: @Sendable (String) -> Void {
    guard !isLent else { return { _ in } }
    return { [output = terminal.outputDescriptor] in Terminal.writeOverLastRow($0, to: output) }
  }

  func blockEnded() {
    guard !isLent else { return }
    terminal.redraw()
    setNeedsDraw()
  }

  func warn(_ warnings: [String]) {
    guard !warnings.isEmpty else { return }
    // Shown as an answer to a command, because long answers stay on a page until they are closed.
    let command = TypedCommand(line: "At the start")
    receive(.answered(command, CommandAnswer(lines: warnings, isFailure: false)))
  }

  func showProgress(of demo: Demo) {
    receive(.demo(demo))
  }

  func startOver() {
    contents.endAll()
    endTask()
    (frozen, acceptedBefore) = (nil, 0)
    // Pending events belong to the earlier state.
    pending = []
    state = AppState(
      size: terminal.size, now: runtime.clock.now, usesASCII: state.look.usesASCII,
      usesMouse: state.look.usesMouse)
    reportRuntime()
    post(.listChanged(newest: nil))
  }

  func press(_ keys: [Key]) {
    for key in keys { receive(.key(key)) }
  }

  func configured(_ configuration: Configuration) {
    reportRuntime()
    setNeedsDraw()
  }

  func statusChanged() {
    setNeedsDraw()
  }

  func listLoaded() {
    receive(.listChanged(newest: nil))
  }

  // MARK: Input of the user

  private func readKeys() {
    // A short search ends within the frame that shows the letter. A long one shows its newest
    // matches first.
    searchPause = .now() + .milliseconds(5)
    do {
      for key in try terminal.readKeys() {
        if case .mouse(let mouse) = key {
          let target = shown?.target(row: mouse.row, column: mouse.column)
          post(.mouse(mouse.kind, on: target))
        } else {
          post(.key(key))
        }
        // Input after a key that started another program belongs to that program.
        if isLent { break }
      }
    } catch {
      // The terminal is gone.
      runtime.stop(128 + SIGHUP)
    }
    setNeedsDraw()
  }

  /// Handles an event and draws the changes.
  func receive(_ event: AppEvent) {
    post(event)
    setNeedsDraw()
  }

  /// Handles an event after the pending ones. An event that an intent causes waits until all
  /// intents of the current event are carried out.
  func post(_ event: AppEvent) {
    // The overview is enough to draw the first frame, but an action may refer to any entry.
    if event.needsList { runtime.finishLoading() }
    pending.append(event)
    guard !isHandling else { return }
    isHandling = true
    defer { isHandling = false }
    while !pending.isEmpty {
      let intents = state.handle(pending.removeFirst(), device: device)
      freezeOrThaw()
      for intent in intents { carryOut(intent) }
    }
  }

  /// Freezes the shown phone when the screen is paused, and shows the live one afterwards.
  private func freezeOrThaw() {
    guard state.isPaused != (frozen != nil) else { return }
    frozen = state.isPaused ? runtime.system.device : nil
    if frozen == nil { post(.listChanged(newest: runtime.system.device.inbox.newest)) }
  }

  /// Passes the facts of the running program to the state if they have changed. Called for each
  /// frame.
  private func reportRuntime() {
    let system = runtime.shown
    // A copy of the token book kept here would be duplicated when a push changes it.
    let showsSettings = state.pages.layers.contains(.kept(SettingsPage.command))
    let status = RuntimeStatus(
      loaded: runtime.loaded, invocation: invocation,
      // The pushes of a demo are not the user's.
      isEphemeral: isEphemeral && player == nil,
      order: TextOrder(device.settings.bidi, environment: environment),
      faults: system.gateway.faults, queues: system.queueCounts,
      phones: system.gateway.phones,
      tokens: showsSettings ? system.gateway.tokens : TokenBook(),
      icq: showsSettings ? system.icq : nil)
    if status != state.runtime { post(.runtimeChanged(status)) }
  }

  /// The phone as it is shown.
  var device: Phone { frozen ?? runtime.shown.device }

  /// Passes the user's actions to the phone, and to the frozen one that is shown.
  @discardableResult
  func perform(_ events: [Phone.Event]) -> [Effect] {
    for event in events { _ = frozen?.handle(event, at: runtime.clock.now) }
    return runtime.handle(events.map(PushSystem.Event.device))
  }

  /// Restores the terminal and stops until the shell continues the program.
  func suspend() {
    // The program that has the terminal stops too, and takes it again later.
    guard !isLent else { return Terminal.stopProcess() }
    clock?.cancel()
    terminal.suspend()
    startClock()
    receive(.resized(terminal.size))
  }

  /// Lends the terminal to a program that edits a file, until it ends. Pushes are received
  /// meanwhile.
  func lend(_ file: EditedFile, to program: ForegroundProgram) throws(SystemError) {
    keys?.suspend()
    clock?.cancel()
    terminal.leave()
    lent = file
    do throws(SystemError) {
      try program.start { [weak self] ending in self?.reclaimTerminal(ending) }
    } catch {
      reclaimTerminal(nil)
      throw error
    }
  }

  /// Restores the screen after a program had the terminal; `ending` is nil if it did not start.
  private func reclaimTerminal(_ ending: ForegroundProgram.Ending?) {
    guard let file = lent else { return }
    lent = nil
    terminal.enter()
    keys?.resume()
    startClock()
    receive(.resized(terminal.size))
    if let ending { receive(.edited(file.job, file.read(after: ending))) }
    file.remove()
  }

  // MARK: Drawing

  /// Starts the clock on the screen, which ticks at each full second. Nothing else wakes an idle
  /// program.
  private func startClock() {
    let timer = DispatchSource.makeTimerSource(queue: .main)
    let now = runtime.clock.now.timeIntervalSince1970
    timer.schedule(
      deadline: .now() + (now.rounded(.up) - now), repeating: .seconds(1),
      leeway: .milliseconds(10))
    timer.setEventHandler { [unowned self] in MainActor.assumeIsolated { tick() } }
    timer.resume()
    clock?.cancel()
    clock = timer
  }

  private func tick() {
    let accepted = runtime.shown.gateway.acceptedCount
    rate = accepted - acceptedBefore
    acceptedBefore = accepted
    let now = runtime.clock.now
    let status = status
    guard !isLent else { return }
    guard !isDrawing,
      frame?.isSettled(state, device, status, newest: newestMoment, now: now) == true
    else { return receive(.ticked(now)) }
    post(.ticked(now))
    terminal.repaintFirstRow { screen in
      Views.drawHeader(on: &screen, state: state, device: device, status: status, now: now)
    }
  }

  private var newestMoment: Date? {
    let inbox = device.inbox
    return inbox.newest.flatMap { inbox[$0]?.date }
  }

  private func setNeedsDraw() {
    guard !isDrawing, !isLent else { return }
    isDrawing = true
    let earliest = lastDrawn + FullScreen.frameInterval
    DispatchQueue.main.asyncAfter(deadline: max(earliest, .now())) {
      MainActor.assumeIsolated { self.draw() }
    }
  }

  private func draw() {
    isDrawing = false
    guard !isLent else { return }
    lastDrawn = .now()
    let (status, now) = (status, runtime.clock.now)
    reportRuntime()
    terminal.arrangesText = state.runtime.order != .visual
    terminal.theme = state.look.theme
    let screen = Views.render(state: state, device: device, status: status, now: now)
    frame = Frame(
      status: status, drawnAt: now, cardAges: Frame.cardAges(on: device, at: now))
    terminal.paint(screen)
    shown = screen
    if terminal.usesMouse != state.look.usesMouse { terminal.usesMouse = state.look.usesMouse }
    let unread = runtime.shown.device.inbox.unreadCount
    terminal.title = SanitizedText(unread > 0 ? "PushInbox (\(unread))" : "PushInbox")
  }

  private var status: FeedStatus {
    var status = FeedStatus()
    status.endpoint = listener.endpoint.text
    status.faults = runtime.shown.gateway.faults.entries.count
    status.isExposed = listener.endpoints.contains(where: \.isExposed)
    status.legacy = listener.legacy.map { "legacy \($0.shortText)" }
    let feeds = runtime.feedStates.bySource.sorted { $0.key < $1.key }
    let ways: [(name: String, place: String?, remark: String)] =
      [
        ("Legacy binary", listener.legacy?.text, "TLS and plain"),
        ("Feedback", listener.feedback?.text, "inactive tokens"),
        ("Offer", runtime.offer.map { "unix:" + $0.path }, "for other phones"),
      ] + feeds.map { ("Lines of JSON", $0.key, FeedMessage.remark($0.value)) }
      + [("Commands", runtime.endpoints.socket, "send, ls, set")]
    status.waysIn = ways.compactMap { name, place, remark in
      place.map { FeedStatus.WayIn(name: name, place: $0, remark: remark) }
    }
    status.gateway = runtime.shown.gateway.settings
    status.connections = runtime.counters.values.openConnections
    status.pushesPerSecond = rate
    status.accepted = runtime.shown.gateway.acceptedCount
    status.rejected = runtime.shown.gateway.listedRejectedCount
    status.problems = runtime.feedStates.bySource.values.compactMap(FeedMessage.problem).sorted()
    status.historyLimit = runtime.configuration.history.keep
    status.droppedUnread = runtime.shown.droppedUnread
    status.recording = runtime.recording?.name
    status.isEphemeral = isEphemeral
    status.isPhoneOnline = runtime.shown.gateway.isDeviceOnline
    status.unseen = frozen.map { max(0, runtime.shown.device.inbox.count - $0.inbox.count) }
    return status
  }
}

/// The facts that the last frame showed.
private struct Frame {
  var status: FeedStatus
  var drawnAt: Date
  /// The minutes since the last changes of the Live Activities.
  var cardAges: [Int]

  static func cardAges(on device: Phone, at now: Date) -> [Int] {
    guard device.activities.lockScreenCount > 0 else { return [] }
    return device.activities.onLockScreen.map { ScreenClock.minutes(from: $0.updatedAt, to: now) }
  }

  /// Whether only the clock in the header has changed since; then an idle program redraws nothing
  /// else.
  func isSettled(
    _ state: AppState, _ device: Phone, _ status: FeedStatus, newest: Date?, now: Date
  ) -> Bool {
    // Rows show `now` for a minute, then the time or the day.
    let isYoung = newest.map { drawnAt.timeIntervalSince($0) <= 60 } ?? false
    // Days begin at a quarter of an hour in every time zone.
    let quarter = { (date: Date) in (date.timeIntervalSince1970 / 900).rounded(.down) }
    return !isYoung && quarter(drawnAt) == quarter(now) && status == self.status && state.isSettled
      && Self.cardAges(on: device, at: now) == cardAges
  }
}
