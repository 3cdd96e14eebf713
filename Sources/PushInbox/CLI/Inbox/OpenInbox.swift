import Dispatch
import Foundation
import InboxModel

/// An inbox with its open resources. They are opened, connected, and closed at the end.
@MainActor
final class OpenInbox {
  /// A function that creates the player of a demo for a runtime.
  typealias DemoLoader = (AppRuntime) throws(SettingsError) -> DemoPlayer

  private let shell: Shell
  private let isDemo: Bool
  private let loaded: LoadedConfiguration
  private let options: InboxOptions
  private let store: Store
  private let progress: [String: FeedProgress]
  private let authority: CertificateAuthority
  private let loop: IntakeLoop
  private let listener: Listener
  private let api: APIRoute?
  private let offer: Relay?
  private let hooks: HookRunner
  private let extensions: ExtensionRunner
  private let events: EventHub
  private let runtime: AppRuntime
  private let player: DemoPlayer?

  private let intakeWoke = MainRelay<Void>()
  private let hookFailed = MainRelay<String>()
  private let apiAsked = MainRelay<(ControlRequest, ControlReply)>()
  private let extensionEnded = MainRelay<(NotificationID, ExtensionAnswer)>()

  private var arguments: Arguments { shell.arguments }
  private var places: RuntimePaths { shell.places }
  private var configuration: Configuration { loaded.configuration }

  // MARK: Opening

  /// Opens the store, the ports and the other resources.
  init(_ shell: Shell, playing demo: DemoLoader? = nil) throws {
    try Self.checkDescriptors()
    try Self.checkMemory()
    self.shell = shell
    isDemo = demo != nil
    let files = shell.files
    loaded = try isDemo ? LoadedConfiguration() : Self.load(files)
    let configuration = loaded.configuration
    options = try InboxOptions(
      shell.arguments, configuration, shell.environment, isDemo: isDemo)
    if let folder = shell.places.defaultStore { Folder.restrict(folder, to: 0o700) }
    let hangs = HangWatch()
    let isQuiet = shell.arguments.has("quiet")
    hangs.report = {
      if !isQuiet { StandardOutput.report(AppRuntime.hangMessage(hangs.limit)) }
    }
    store = try Store(
      at: shell.places.store.map { .folder($0) } ?? .memory,
      durable: configuration.history.isDurable, hangs: hangs)
    // Only a screen shows the list at the start.
    let loader = !isDemo && Self.wantsScreen(shell.arguments) ? ListLoader(store) : nil
    let (snapshot, progress) = try Self.contents(of: store, hasEntries: loader == nil)
    self.progress = progress
    authority = try CertificateAuthority.open(
      in: shell.places.data, names: configuration.certificateNames)
    // In addition, the runtime holds one batch, and each socket the bytes of one read.
    let intake = Intake(limit: 32 << 20, wakeUp: { [intakeWoke] in intakeWoke.send(()) })
    let counters = Counters()
    loop = try IntakeLoop(intake: intake, counters: counters)
    var ports = options.listener
    ports.identity = authority.identity
    ports.accounts = ServiceAccounts(
      folder: shell.places.data, acceptsAny: !configuration.gateway.isStrict)
    let apiToken = try isDemo ? nil : APIToken(shell.arguments, folder: shell.places.data)
    api = apiToken.map { [apiAsked, loop] token in
      APIRoute(token: token.text, loop: loop) { apiAsked.send(($0, $1)) }
    }
    ports.api = api
    listener = try Listener(ports, on: loop)
    offer = try options.offerPath.map { [store, loop] path throws(ListenError) in
      try Relay(at: path, provider: ProviderID(store.identity), on: loop)
    }
    hooks = HookRunner(environment: shell.environment) { [hookFailed] result in
      if let message = EndingMessage.text(result) { hookFailed.send(message) }
    }
    extensions = ExtensionRunner(environment: shell.environment)
    events = EventHub(listeners: EventHub.listeners(for: configuration), runner: hooks)
    let endpoints = Endpoints(
      apns: HostPort(listener.endpoint.text) ?? ports.address,
      legacy: listener.legacy?.addresses.first, feedback: listener.feedback?.addresses.first,
      offer: offer?.path, authority: authority.identity.authorityPath,
      socket: shell.places.socket, store: shell.places.store, apiToken: apiToken?.path)
    runtime = AppRuntime(
      loaded: loaded, from: files, store: store, snapshot: snapshot, loader: loader,
      intake: intake,
      counters: counters, events: events, endpoints: endpoints)
    runtime.hangs = hangs
    player = try demo?(runtime)
  }

  /// The minimum number of descriptors with which an inbox can run: with fewer, libdispatch ends
  /// the process.
  private static let minimumDescriptors = 32

  private static func checkDescriptors() throws(ErrorMessage) {
    let count = Platform.allowDescriptors(minimumDescriptors)
    guard count < minimumDescriptors else { return }
    throw .tooFewDescriptors(count, needed: minimumDescriptors)
  }

  /// The minimum of free address space in MiB with which an inbox can run, most of it for the
  /// stacks and the heaps of threads: with less, an allocation fails later, which ends the process.
  private static let minimumMemory = 480

  private static func checkMemory() throws(ErrorMessage) {
    guard let bytes = Platform.freeAddressSpace, bytes >> 20 < minimumMemory else { return }
    throw .tooLittleMemory(bytes >> 20, needed: minimumMemory)
  }

  /// Loads the files. If they are invalid, reports all errors, so that they can be corrected
  /// together.
  private static func load(_ files: ConfigurationFiles) throws -> LoadedConfiguration {
    do {
      return try files.load()
    } catch let error as SettingsError {
      let problems = try files.read().flatMap(\.findings.problems)
      guard problems.contains(error.message) else { throw error }
      let others = problems.dropFirst().map { "pushinbox: " + $0 }
      throw ErrorMessage(lines: problems.prefix(1) + others, .configuration)
    }
  }

  /// Reads the contents of a store. If that detects damage, the file is moved aside and the new
  /// one, with what could be read, is read.
  private static func contents(
    of store: Store, hasEntries: Bool
  ) throws(StoreError) -> (Snapshot, [String: FeedProgress]) {
    func read() throws(StoreError) -> (Snapshot, [String: FeedProgress]) {
      (try store.snapshot(hasEntries: hasEntries), try store.feedProgress())
    }
    do throws(StoreError) {
      return try read()
    } catch {
      guard case .corrupt = error else { throw error }
      return try read()
    }
  }

  // MARK: Running

  /// Runs the inbox until it is ended, and closes it; returns the exit status of the process.
  func run() async throws -> Int32 {
    let signals = signalEvents()
    defer { withExtendedLifetime(signals) {} }
    let control = try ControlServer(path: places.socket) { [runtime, events] request, reply in
      onMain { CommandDispatcher.answer(request, reply, in: runtime, events) }
    }
    defer { control.stop() }
    let (registered, unregistered) = register()
    defer { registered?.remove() }
    if arguments.has("print-endpoints") { shell.output.writeData(runtime.endpoints.line) }
    try runtime.showOverview()
    let frontend = try frontend()
    runtime.frontend = frontend
    frontend.warn(
      loaded.notices + [unregistered].compactMap(\.self) + warnings(frontend) + runtime.problems
        + configuration.allRemarks)
    connect()
    start(frontend)
    let status = await runtime.run()
    frontend.stop()
    close()
    if let failure = runtime.loadFailure { throw failure }
    return status
  }

  /// Handles signals before a socket is created, which would be left behind, and before the
  /// terminal is opened, which would end the program itself on a signal.
  private func signalEvents() -> SignalEvents? {
    SignalEvents(
      [SIGINT, SIGTERM, SIGHUP, SIGQUIT] + (wantsScreen ? [SIGTSTP, SIGWINCH] : [])
    ) { [unowned runtime] signal in
      let screen = runtime.frontend as? FullScreen
      switch signal {
      case SIGWINCH: screen?.resize()
      // In the editor, `^C` is handled by the editor.
      case SIGINT where screen?.isLent == true, SIGQUIT where screen?.isLent == true: break
      case SIGTSTP: if let screen { screen.suspend() } else { kill(getpid(), SIGSTOP) }
      default: runtime.stop(128 + signal)
      }
    }
  }

  /// Registers the inbox for commands without options.
  ///
  /// - Returns: The registration, or a warning that there is none.
  private func register() -> (RegisteredInbox?, warning: String?) {
    let endpoints = runtime.endpoints
    let registration = InboxRegistration(
      process: getpid(), name: isDemo ? "demo" : endpoints.store ?? "in memory",
      socket: URL(filePath: endpoints.socket).path, store: endpoints.store,
      address: endpoints.apns.description)
    do throws(InboxRegistry.Failure) {
      return (try places.registry.register(registration), nil)
    } catch {
      return (nil, ResultMessage.unregistered(error.reason, places.invocation.line("send Hi")))
    }
  }

  /// Connects the outputs of threads and programs to the runtime.
  private func connect() {
    intakeWoke.receive = { [unowned runtime] _ in runtime.drainIntake() }
    extensionEnded.receive = { [unowned runtime] ended in runtime.extensionEnded(ended.0, ended.1) }
    runtime.runExtension = { [extensions, extensionEnded] run in
      extensions.start(run) { answer in extensionEnded.send((run.id, answer)) }
    }
    runtime.endExtensions = { [extensions] in extensions.endAll() }
    runtime.offer = offer
    runtime.feeds = loop
    apiAsked.receive = { [unowned runtime, events] asked in
      let (request, reply) = asked
      if request.words.first == RunCommand.spec.name {
        PostedScenario.start(request.input, reply)
      } else {
        CommandDispatcher.answer(request, reply, in: runtime, events)
      }
    }
    hookFailed.receive = { [unowned runtime] message in runtime.frontend?.report(message) }
  }

  /// Starts to receive and to show pushes.
  private func start(_ frontend: any Frontend) {
    runtime.start(listener: listener)
    loop.resume(lineCount: progress.values.map(\.lineCountOverall).max() ?? 0)
    for source in options.feeds {
      loop.subscribe(
        to: source,
        FeedOptions(
          start: options.feedStart, progress: source.progressKey.flatMap { progress[$0] },
          allowsNetwork: arguments.has("allow-network")))
    }
    (frontend as? FullScreen)?.player = player
    (frontend as? FullScreen)?.start()
    (frontend as? ScreenReaderOutput)?.start(takesCommands: !options.feeds.contains(.standardInput))
    (frontend as? PlainOutput)?.demoEnded = { [unowned runtime] in
      runtime.stop(ExitCode.success.rawValue)
    }
    player?.start()
  }

  // MARK: Closing

  /// Closes the connections after accepted requests got their responses and read lines were stored.
  private func close() {
    // The main queue is no longer run.
    store.onRepair = { [weak self] error in
      MainActor.assumeIsolated { self?.shell.output.report(ErrorMessage(error)) }
    }
    api?.stop()
    listener.quiesce()
    runtime.finish()
    listener.stop(whileWaiting: runtime.finishLate)
    offer?.stop()
    loop.stop()
    runtime.finish()
    runtime.stopRecording()
    hooks.stop()
    extensions.stop()
    // Other references may keep it open, and the process does not wait for them.
    store.close()
  }

  // MARK: The front end

  private var wantsScreen: Bool { Self.wantsScreen(arguments) }

  private static func wantsScreen(_ arguments: Arguments) -> Bool {
    arguments.command?.name != InboxCommand.spec.name
      && !["plain", "talk", "json"].contains(where: arguments.has)
  }

  private func frontend() throws -> any Frontend {
    let output = shell.output
    // The runtime owns the front end.
    let performCommand: CommandPerformer = { [unowned runtime, events] arguments, input, output in
      let inbox = LiveInbox(runtime: runtime, events: events, input: input)
      return try CommandDispatcher.perform(arguments, in: inbox, output)
    }
    if arguments.has("talk") {
      return ScreenReaderOutput(runtime: runtime, output: output, performCommand: performCommand)
    }
    if wantsScreen {
      do {
        let isColorless =
          arguments.has("no-color") || shell.environment["NO_COLOR"]?.isEmpty == false
        let terminal = try Terminal(input: Self.keyboard, usesColor: !isColorless)
        return FullScreen(
          terminal: terminal, runtime: runtime, listener: listener,
          contents: ExtensionRunner(environment: shell.environment),
          usesASCII: arguments.has("ascii"),
          usesMouse: !arguments.has("no-mouse"), isEphemeral: places.store == nil,
          invocation: places.invocation, environment: shell.environment,
          performCommand: performCommand)
      } catch {
        output.talk("pushinbox: " + ResultMessage.withoutScreen(ErrorMessage(error)))
      }
    }
    if !arguments.has("quiet") {
      output.talk("pushinbox: " + ResultMessage.listening(runtime.endpoints.places))
    }
    return PlainOutput(
      events: events, format: arguments.has("json") ? .json : .plain, talk: output,
      roomReturned: { [unowned runtime] in runtime.resume() },
      outputEnded: { [unowned runtime] failure in
        if let failure { runtime.frontend?.report(ErrorMessage(failure).text) }
        runtime.stop((failure == nil ? ExitCode.success : .failure).rawValue)
      })
  }

  /// The descriptor of the keyboard: standard input, or the terminal itself if standard input is a
  /// feed.
  private static var keyboard: Int32 {
    if isatty(STDIN_FILENO) == 1 || isatty(STDOUT_FILENO) == 0 { return STDIN_FILENO }
    let terminal = open("/dev/tty", O_RDWR | O_CLOEXEC)
    return terminal >= 0 ? terminal : STDIN_FILENO
  }

  // MARK: Warnings

  private func warnings(_ frontend: any Frontend) -> [String] {
    var warnings: [String] = []
    if let repair = store.repair { warnings.append(ResultMessage.storeWasDamaged(repair)) }
    if !authority.missingNames.isEmpty {
      warnings.append(ResultMessage.authorityLacks(authority.missingNames, in: places.data))
    }
    if let screen = frontend as? FullScreen, !screen.isUTF8, !arguments.has("ascii") {
      warnings.append(ResultMessage.localeIsNotUTF8)
    }
    if let warning = networkWarning { warnings.append(warning) }
    if let folder = places.namedStore, Folder.isWritableByOthers(folder) {
      warnings.append(ResultMessage.othersCanWrite(folder))
    }
    let secrets =
      [places.data] + (places.store.map { [$0, StoreFile(folder: $0).path] } ?? [])
    warnings += secrets.filter(Folder.isForeignAndShared).map(ResultMessage.foreignAndShared)
    return warnings
      + FaultCommand.lines(runtime.shown.gateway.faults).map(ResultMessage.faultIsOn)
  }

  /// The warning that other machines can connect; nil if they cannot.
  private var networkWarning: String? {
    let places = listener.endpoints.filter(\.isExposed).map(\.text).joined(separator: ", ")
    guard !places.isEmpty else { return nil }
    let gateway = configuration.gateway
    return ResultMessage.reachable(
      places, verifiesTokens: gateway.isStrict && !gateway.keys.isEmpty)
  }
}
