import CSystem

/// The start of another program: with three streams, no other descriptors, and default signal
/// actions.
struct Spawn {
  /// The program, searched in `PATH` if it has no slash.
  var path: String
  /// The arguments; the first one is the program's own name.
  var arguments: [String]
  var environment: [String: String]
  /// The working folder; nil for the current one.
  var folder: String?
  /// Whether it leads a new process group, which can be ended with all its descendants.
  var leadsGroup = false
  var input: Int32
  /// Standard output; nil for `/dev/null`.
  var output: Int32?
  var errors: Int32

  /// - Returns: The process number.
  func start() throws(SystemError) -> pid_t {
    var actions = Platform.spawnActions
    var attributes = Platform.spawnAttributes
    posix_spawn_file_actions_init(&actions)
    posix_spawnattr_init(&attributes)
    defer {
      posix_spawn_file_actions_destroy(&actions)
      posix_spawnattr_destroy(&attributes)
    }
    posix_spawn_file_actions_adddup2(&actions, input, 0)
    if let output {
      posix_spawn_file_actions_adddup2(&actions, output, 1)
    } else {
      posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0)
    }
    posix_spawn_file_actions_adddup2(&actions, errors, 2)
    if let folder { posix_spawn_file_actions_addchdir_np(&actions, folder) }
    var flags = POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK
    if leadsGroup {
      posix_spawnattr_setpgroup(&attributes, 0)
      flags |= POSIX_SPAWN_SETPGROUP
    }
    // Signals that we ignore or handle get their default action in the program.
    var signals = sigset_t()
    sigemptyset(&signals)
    posix_spawnattr_setsigmask(&attributes, &signals)
    for number in [
      SIGPIPE, SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGTSTP, SIGTTIN, SIGTTOU, SIGCHLD, SIGWINCH,
    ] {
      sigaddset(&signals, number)
    }
    posix_spawnattr_setsigdefault(&attributes, &signals)
    csys_spawn_closing_others(&actions, &attributes, Int16(flags))

    var words: [UnsafeMutablePointer<CChar>?] = arguments.map { strdup($0) } + [nil]
    var variables: [UnsafeMutablePointer<CChar>?] =
      environment.map { strdup($0.key + "=" + $0.value) } + [nil]
    defer { (words + variables).forEach { free($0) } }
    var process = pid_t()
    let code = posix_spawnp(&process, path, &actions, &attributes, &words, &variables)
    guard code == 0 else { throw SystemError("posix_spawn", path: path, code: code) }
    return process
  }
}
