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
  /// Whether it leads a new process group. On Linux it also receives SIGKILL when the thread that
  /// starts it ends, as by `kill -9` of this process.
  var leadsGroup = false
  var input: Int32
  /// Standard output; nil for `/dev/null`.
  var output: Int32?
  var errors: Int32

  /// Starts the program.
  ///
  /// - Returns: The process number.
  func start() throws(SystemError) -> pid_t {
    #if os(Linux)
      if leadsGroup { return try startBound() }
    #endif
    return try startFree()
  }

  #if os(Linux)
    /// Starts a program that ends with the current thread.
    private func startBound() throws(SystemError) -> pid_t {
      let nowhere = open("/dev/null", O_WRONLY | O_CLOEXEC)
      guard nowhere >= 0 else { throw SystemError("open", path: "/dev/null") }
      defer { close(nowhere) }
      var (all, none, old) = (sigset_t(), sigset_t(), sigset_t())
      sigfillset(&all)
      sigemptyset(&none)
      let lists = [searched, arguments, variables].map(CStrings.init)
      pthread_sigmask(SIG_SETMASK, &all, &old)
      let (process, code) = withExtendedLifetime(lists) {
        (folder ?? ".").withCString { folder in
          withUnsafePointer(to: none) { none in
            var program = csys_program(
              paths: lists[0].pointer, arguments: lists[1].pointer, variables: lists[2].pointer,
              folder: folder, input: input, output: output ?? nowhere, errors: errors,
              set_mask: SIG_SETMASK, no_signals: none, close_on_exec: O_CLOEXEC)
            return (csys_spawn_bound(&program), errno)
          }
        }
      }
      pthread_sigmask(SIG_SETMASK, &old, nil)
      guard process > 0 else { throw SystemError("execve", path: path, code: code) }
      return process
    }

    /// The paths at which the program may be.
    private var searched: [String] {
      guard !path.contains("/"), !path.isEmpty else { return [path] }
      let folders = getenv("PATH").map { String(cString: $0) } ?? "/bin:/usr/bin"
      return folders.split(separator: ":", omittingEmptySubsequences: false).map {
        ($0.isEmpty ? "." : $0) + "/" + path
      }
    }
  #endif

  /// The variables as the system has them.
  private var variables: [String] { environment.map { $0.key + "=" + $0.value } }

  /// A list of C strings, ended by NULL.
  private final class CStrings {
    private var strings: [UnsafeMutablePointer<CChar>?]
    let pointer: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>

    init(_ texts: [String]) {
      strings = texts.map { strdup($0) }
      pointer = .allocate(capacity: strings.count + 1)
      for (index, string) in (strings + [nil]).enumerated() {
        (pointer + index).initialize(to: string)
      }
    }

    deinit {
      strings.forEach { free($0) }
      pointer.deallocate()
    }
  }

  private func startFree() throws(SystemError) -> pid_t {
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

    let (words, variables) = (CStrings(arguments), CStrings(variables))
    var process = pid_t()
    let code = withExtendedLifetime((words, variables)) {
      posix_spawnp(&process, path, &actions, &attributes, words.pointer, variables.pointer)
    }
    guard code == 0 else { throw SystemError("posix_spawn", path: path, code: code) }
    return process
  }
}
