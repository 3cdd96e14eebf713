import Dispatch
import Foundation
import InboxModel

/// `pushinbox` and `pushinbox serve`: opens everything in the order in which it can fail, shows it, waits.
@MainActor
enum InboxCommand {
  static func run(
    _ arguments: Arguments, _ places: RuntimePaths, _ environment: [String: String],
    _ output: StandardOutput,
    playing story: ((AppRuntime) throws(SettingsError) -> DemoPlayer)? = nil
  ) async throws -> Int32 {
    defer { places.removePrivateSocket() }
    let files = ConfigurationFiles(arguments, places, environment)
    let loaded = try story == nil ? load(files) : LoadedConfiguration()
    let configuration = loaded.configuration
    let hooks = EventHub.listeners(for: configuration)
    var options = try listening(arguments, configuration, isDemo: story != nil)
    let sources = try feedSources(arguments)
    let start = try feedStart(arguments)
    let offerPath = try offerPath(arguments)

    let store = try Store(
      at: places.store.map { .folder($0) } ?? .memory,
      durable: configuration.history.isDurable)
    let snapshot = try snapshot(of: store)
    let progress = try store.feedProgress()
    let authority = try CertificateAuthority.open(
      in: places.data, names: configuration.certificateNames)
    let identity = authority.identity

    let wakeUp = MainRelay<Void>()
    // Besides, the runtime has a batch, and the sockets what one read brings.
    let intake = Intake(limit: 32 << 20, wakeUp: { wakeUp.send(()) })
    let counters = Counters()
    let loop = try IntakeLoop(intake: intake, counters: counters)
    options.identity = identity
    options.accounts = ServiceAccounts(
      folder: places.data, takesAny: !configuration.gateway.isStrict)
    let listener = try Listener(options, on: loop)
    let offer = try offerPath.map { path throws(ListenError) in
      try Relay(at: path, provider: store.identity, on: loop)
    }

    let said = MainRelay<String>()
    let runner = HookRunner(environment: environment) { result in
      if let message = EndingMessage.text(result) { said.send(message) }
    }
    let ended = MainRelay<(NotificationID, ExtensionAnswer)>()
    let extensions = ExtensionRunner(environment: environment)
    let events = EventHub(listeners: hooks, runner: runner)
    let endpoints = Endpoints(
      apns: HostPort(listener.endpoint.text) ?? options.address,
      legacy: listener.legacy?.addresses.first, feedback: listener.feedback?.addresses.first,
      offer: offer?.path, authority: identity.authorityPath, socket: places.socket,
      store: places.store)
    let runtime = AppRuntime(
      loaded: loaded, from: files, store: store, snapshot: snapshot, intake: intake,
      counters: counters, events: events, endpoints: endpoints)
    let player = try story?(runtime)
    // Before there is a socket to leave behind, and before the terminal, which would else end the
    // program by itself when one of them comes.
    let wantsScreen = wantsScreen(arguments)
    let signals = SignalEvents(
      [SIGINT, SIGTERM, SIGHUP, SIGQUIT] + (wantsScreen ? [SIGTSTP, SIGWINCH] : [])
    ) { [unowned runtime] signal in
      let screen = runtime.frontend as? FullScreen
      switch signal {
      case SIGWINCH: screen?.resize()
      // `^C` in the editor is for the editor.
      case SIGINT where screen?.isLent == true, SIGQUIT where screen?.isLent == true: break
      case SIGTSTP: if let screen { screen.suspend() } else { kill(getpid(), SIGSTOP) }
      default: runtime.stop(128 + signal)
      }
    }
    defer { withExtendedLifetime(signals) {} }
    let commands = LiveCommands(runtime: runtime, events: events)
    let control = try ControlServer(path: places.socket) { request, reply in
      DispatchQueue.main.async { MainActor.assumeIsolated { commands.answer(request, reply) } }
    }
    defer { control.stop() }
    let (registered, unregistered) = register(endpoints, places, isDemo: story != nil)
    defer { registered?.remove() }

    if arguments.has("print-endpoints") { output.writeData(endpoints.line) }
    let frontend = try frontend(
      arguments, places, environment, runtime, events, listener, output)
    runtime.frontend = frontend
    var warnings = unregistered.map { [$0] } ?? []
    if let path = store.movedAside {
      warnings.append("the store was damaged: it was moved to \(path), an empty one was begun")
    }
    if !authority.missingNames.isEmpty {
      warnings.append(
        """
        the local CA was made before tls.names and cannot sign for \
        \(authority.missingNames.joined(separator: ", ")): delete ca.pem in \(places.data) to have a new one
        """)
    }
    if let screen = frontend as? FullScreen, !screen.isUTF8, !arguments.has("ascii") {
      warnings.append(
        "the locale is not UTF-8: what it has no sign for is shown as “?”; LC_ALL=C.UTF-8 pushinbox shows all"
      )
    }
    if let warning = networkWarning(listener, configuration) { warnings.append(warning) }
    let secrets = [places.data] + (places.store.map { [StoreFile(folder: $0).path] } ?? [])
    warnings += secrets.filter(Folder.isForeignAndShared).map {
      "\($0) belongs to another user, and more than its owner may open it"
    }
    warnings += FaultCommand.lines(runtime.system.gateway.faults).map { "on purpose: " + $0 }
    frontend.warn(loaded.notices + warnings + runtime.problems + configuration.allRemarks)
    wakeUp.receive = { [unowned runtime] _ in runtime.drainIntake() }
    ended.receive = { [unowned runtime] ended in runtime.extensionEnded(ended.0, ended.1) }
    runtime.runExtension = { run in
      extensions.start(run) { answer in ended.send((run.id, answer)) }
    }
    runtime.offer = offer
    runtime.feeds = loop
    said.receive = { [unowned runtime] message in runtime.frontend?.say(message) }
    runtime.start(listener: listener)
    loop.resume(lineCount: progress.values.map(\.lineCountOverall).max() ?? 0)
    for source in sources {
      loop.subscribe(
        to: source,
        FeedOptions(
          start: start, progress: source.progressKey.flatMap { progress[$0] },
          allowsNetwork: arguments.has("allow-network")))
    }
    (frontend as? FullScreen)?.player = player
    (frontend as? FullScreen)?.start()
    (frontend as? ScreenReaderOutput)?.start(takesCommands: !sources.contains(.standardInput))
    (frontend as? PlainOutput)?.storyEnded = { [unowned runtime] in
      runtime.stop(ExitCode.success.rawValue)
    }
    player?.start()
    defer { withExtendedLifetime(player) {} }

    let status = await runtime.run()
    frontend.stop()
    // What was accepted is answered before the connections end, and lines that were read are kept.
    listener.quiesce()
    runtime.finish()
    listener.stop()
    offer?.stop()
    loop.stop()
    runtime.finish()
    runtime.stopRecording()
    runner.stop()
    extensions.stop()
    // Others may hold it for a moment longer, and the process does not wait for them.
    store.close()
    return status
  }

  /// Registers the inbox for commands that name none.
  ///
  /// - Returns: the registration, or a warning that there is none.
  private static func register(
    _ endpoints: Endpoints, _ places: RuntimePaths, isDemo: Bool
  ) -> (RegisteredInbox?, warning: String?) {
    let registration = InboxRegistration(
      process: getpid(), name: isDemo ? "demo" : endpoints.store ?? "in memory",
      socket: URL(filePath: endpoints.socket).path, store: endpoints.store,
      address: endpoints.apns.description)
    do throws(InboxRegistry.Failure) {
      return (try places.registry.register(registration), nil)
    } catch {
      let command = places.invocation.line("send Hi")
      return (nil, "commands do not find this inbox by themselves (\(error.reason)): \(command)")
    }
  }

  /// What the files say; of those that cannot be used everything that is wrong, so that it is mended at once.
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

  /// Damage deep in the file shows when it is read: it is moved aside then, and an empty store read.
  private static func snapshot(of store: Store) throws -> Snapshot {
    do {
      return try store.snapshot()
    } catch {
      guard case .corrupt = error else { throw error }
    }
    return try store.snapshot()
  }

  private static func wantsScreen(_ arguments: Arguments) -> Bool {
    arguments.command?.name != "serve"
      && !["plain", "talk", "json"].contains(where: arguments.has)
  }

  private static func frontend(
    _ arguments: Arguments, _ places: RuntimePaths, _ environment: [String: String],
    _ runtime: AppRuntime, _ events: EventHub, _ listener: Listener, _ output: StandardOutput
  ) throws -> any Frontend {
    // The runtime holds the front end.
    let performCommand: CommandPerformer = { [unowned runtime] arguments, input, output in
      try LiveCommands(runtime: runtime, events: events)
        .performTyped(arguments, input: input, output)
    }
    if arguments.has("talk") {
      return ScreenReaderOutput(
        runtime: runtime, output: output, performCommand: performCommand)
    }
    if wantsScreen(arguments) {
      do {
        let isColorless = arguments.has("no-color") || environment["NO_COLOR"]?.isEmpty == false
        let terminal = try Terminal(input: keyboard, usesColor: !isColorless)
        return FullScreen(
          terminal: terminal, runtime: runtime, listener: listener,
          contents: ExtensionRunner(environment: environment), usesASCII: arguments.has("ascii"),
          usesMouse: !arguments.has("no-mouse"), isEphemeral: places.store == nil,
          invocation: places.invocation, environment: environment,
          performCommand: performCommand)
      } catch {
        output.talk("pushinbox: \(ErrorMessage(error).text); going on with one line per event")
      }
    }
    if !arguments.has("quiet") {
      output.talk("pushinbox: listening on \(runtime.endpoints.places)")
    }
    return PlainOutput(
      events: events, format: arguments.has("json") ? .json : .plain, talk: output,
      roomReturned: { [unowned runtime] in runtime.resume() },
      outputEnded: { [unowned runtime] failure in
        if let failure { runtime.frontend?.say(ErrorMessage(failure).text) }
        runtime.stop((failure == nil ? ExitCode.success : .failure).rawValue)
      })
  }

  /// Where keys come from: standard input, or the terminal itself when that is a feed.
  private static var keyboard: Int32 {
    if isatty(STDIN_FILENO) == 1 || isatty(STDOUT_FILENO) == 0 { return STDIN_FILENO }
    let terminal = open("/dev/tty", O_RDWR | O_CLOEXEC)
    return terminal >= 0 ? terminal : STDIN_FILENO
  }

  /// Where to listen. A demo takes any port: it needs no sender, and the usual one may be another inbox's.
  private static func listening(
    _ arguments: Arguments, _ configuration: Configuration, isDemo: Bool
  ) throws -> Listener.Options {
    var options = Listener.Options()
    if isDemo { options.address.port = 0 }
    options.allowsNetwork = arguments.has("allow-network")
    options.address = try place("listen", arguments, for: 2197) ?? options.address
    let its = configuration.legacy
    options.legacy = try place("legacy", arguments, or: its.address, for: 2195)
    options.feedback = try place("feedback", arguments, or: its.feedbackAddress, for: 2196)
    options.legacyTopic = its.topic
    options.limits.startsWithOneStream = configuration.gateway.streams == .apple
    options.proxy = configuration.proxy
    options.names = configuration.certificateNames
    return options
  }

  private static func place(
    _ option: String, _ arguments: Arguments, or configured: String? = nil, for port: Int
  ) throws -> HostPort? {
    guard let text = arguments[option] ?? configured else { return nil }
    guard let place = HostPort(listening: text) else {
      throw Arguments.Failure.value(
        option: "--" + option, value: text, expected: "HOST:PORT, for instance 127.0.0.1:\(port)")
    }
    return place
  }

  /// The warning that others than this machine's programs can connect; nil when they cannot.
  private static func networkWarning(
    _ listener: Listener, _ configuration: Configuration
  ) -> String? {
    let places = listener.endpoints.filter(\.isExposed).map(\.text).joined(separator: ", ")
    guard !places.isEmpty else { return nil }
    let gateway = configuration.gateway
    return "others on the network can reach \(places) and push; "
      + (gateway.isStrict && !gateway.keys.isEmpty
        ? "provider tokens are verified with gateway.keys, client certificates only with "
          + "gateway.certificates"
        : "nobody is authenticated unless it runs with --strict and has gateway.keys")
  }

  private static func offerPath(_ arguments: Arguments) throws -> String? {
    try arguments["offer"].map { text in
      guard case .unix(let path) = FeedSource(text) else {
        throw Arguments.Failure.value(option: "--offer", value: text, expected: "unix:PATH")
      }
      return path
    }
  }

  private static func feedSources(_ arguments: Arguments) throws -> [FeedSource] {
    let sources = try arguments.all("feed").map { text in
      guard let source = FeedSource(text) else {
        throw Arguments.Failure.value(
          option: "--feed", value: text,
          expected: "FILE, -, unix:PATH, tcp:HOST:PORT or http://HOST:PORT/PATH")
      }
      if case .file(let path) = source { try checkFile(path) }
      return source
    }
    // A source given twice is one feed, however it is written.
    var seen: Set<String> = []
    return sources.filter { seen.insert($0.progressKey ?? $0.description).inserted }
  }

  /// Checks that there is, or can be, a file. It may appear later; a folder that is missing is a
  /// mistake.
  private static func checkFile(_ path: String) throws {
    if case .folder = FollowedFile.look(at: path) {
      throw ErrorMessage(
        PlainText.clean("--feed \(path): it is a folder; name a file in it"), .usage)
    }
    let folder = WholeFile.folder(of: path)
    switch FollowedFile.look(at: folder) {
    case .folder: return
    case .file, .other:
      throw ErrorMessage(
        PlainText.clean("--feed \(path): \(folder) is no folder; name another file"), .usage)
    // A folder that may not be entered is reported as the feed's state.
    case .failed(let code) where code != ENOENT && code != ENOTDIR: return
    case .failed:
      throw ErrorMessage(
        PlainText.clean(
          "--feed \(path): the folder \(folder) does not exist; create it, or name another file"),
        .usage)
    }
  }

  private static func feedStart(_ arguments: Arguments) throws -> FeedStart {
    guard let text = arguments["feed-from"] else { return .beginning }
    guard let start = FeedStart(rawValue: text) else {
      throw Arguments.Failure.value(
        option: "--feed-from", value: text,
        expected: FeedStart.allCases.map(\.rawValue).joined(separator: " or "))
    }
    return start
  }
}
