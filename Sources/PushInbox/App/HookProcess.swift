import CSystem
import Foundation

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// One run of a hook's program: no shell, a process group of its own, an event on standard input, and
/// nothing of ours but that and standard error.
struct HookProcess: ~Copyable {
  private let process: pid_t
  private let limit: Duration
  private let grace: Duration
  /// Our ends of its standard input and error, and of a pipe that says when it has ended; -1 when closed.
  private var input: Int32
  private var errors: Int32
  private var ending: Int32

  /// Starts the program.
  init(_ program: HookProgram, environment: [String: String]) throws(SystemError) {
    var pipes: [Int32] = []
    var isStarted = false
    defer { if !isStarted { pipes.forEach { close($0) } } }
    for _ in 0..<3 {
      var ends: [Int32] = [-1, -1]
      guard pipe(&ends) == 0 else { throw SystemError("pipe") }
      pipes += ends
      for end in ends { Socket.closeOnExec(end) }
    }
    process = try Self.spawn(program, environment, input: pipes[0], errors: pipes[3])
    isStarted = true
    (input, errors, ending) = (pipes[1], pipes[2], pipes[4])
    close(pipes[0])
    close(pipes[3])
    for end in [pipes[1], pipes[2]] { Socket.makeNonBlocking(end) }
    (limit, grace) = (program.limit, program.grace)
    Self.watch(process, telling: pipes[5])
  }

  private static func spawn(
    _ program: HookProgram, _ environment: [String: String], input: Int32, errors: Int32
  ) throws(SystemError) -> pid_t {
    guard var path = program.arguments.first else { throw SystemError("posix_spawn", code: ENOENT) }
    if path.contains("/"), !path.hasPrefix("/") { path = program.folder + "/" + path }

    #if canImport(Glibc)
      var actions = posix_spawn_file_actions_t()
      var attributes = posix_spawnattr_t()
    #else
      var actions: posix_spawn_file_actions_t?
      var attributes: posix_spawnattr_t?
    #endif
    posix_spawn_file_actions_init(&actions)
    posix_spawnattr_init(&attributes)
    defer {
      posix_spawn_file_actions_destroy(&actions)
      posix_spawnattr_destroy(&attributes)
    }
    posix_spawn_file_actions_adddup2(&actions, input, 0)
    posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0)
    posix_spawn_file_actions_adddup2(&actions, errors, 2)
    posix_spawn_file_actions_addchdir_np(&actions, program.folder)
    posix_spawnattr_setpgroup(&attributes, 0)
    // What we ignore or handle ourselves is none of the program's business.
    var signals = sigset_t()
    sigemptyset(&signals)
    posix_spawnattr_setsigmask(&attributes, &signals)
    for number in [SIGPIPE, SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGTSTP, SIGTTIN, SIGTTOU, SIGCHLD] {
      sigaddset(&signals, number)
    }
    posix_spawnattr_setsigdefault(&attributes, &signals)
    csys_spawn_closing_others(
      &actions, &attributes,
      Int16(POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK))

    var arguments: [UnsafeMutablePointer<CChar>?] = program.arguments.map { strdup($0) } + [nil]
    var variables: [UnsafeMutablePointer<CChar>?] =
      environment.map { strdup($0.key + "=" + $0.value) } + [nil]
    defer { (arguments + variables).forEach { free($0) } }
    var process = pid_t()
    let code = posix_spawnp(&process, path, &actions, &attributes, &arguments, &variables)
    guard code == 0 else { throw SystemError("posix_spawn", path: path, code: code) }
    return process
  }

  /// Closes `descriptor` on a thread of its own when the process has ended. The process stays a zombie
  /// until ``finish(sending:)`` takes it, so its number means nobody else meanwhile.
  private static func watch(_ process: pid_t, telling descriptor: Int32) {
    Thread.detachNewThread {
      var info = siginfo_t()
      while waitid(P_PID, id_t(process), &info, WEXITED | WNOWAIT) != 0, errno == EINTR {}
      close(descriptor)
    }
  }

  /// Sends the event, reads what the program complains about, waits for its end and sees to it that there
  /// is one. Blocks for as long as that takes.
  consuming func finish(sending line: [UInt8]) -> (ending: HookResult.Ending, message: String) {
    var rest = line[...]
    var complaint = LastLine()
    var isLate = false
    var deadline = ContinuousClock.now + limit
    if rest.isEmpty { Self.shut(&input) }
    while true {
      var polled = [
        pollfd(fd: ending, events: Int16(POLLIN), revents: 0),
        pollfd(fd: errors, events: Int16(POLLIN), revents: 0),
        pollfd(fd: input, events: Int16(POLLOUT), revents: 0),
      ]
      let left = Int32(max(0, min((deadline - .now) / .milliseconds(1), 1e9)).rounded(.up))
      _ = poll(&polled, nfds_t(polled.count), left)
      if polled[2].revents != 0 {
        // A program that does not read its event is no failure of ours, nor need it be one of its own.
        let count = rest.withUnsafeBytes { write(input, $0.baseAddress, $0.count) }
        if count > 0 { rest = rest.dropFirst(count) }
        if rest.isEmpty || (count < 0 && errno != EAGAIN && errno != EINTR) { Self.shut(&input) }
      }
      if polled[1].revents != 0, !complaint.read(from: errors) { Self.shut(&errors) }
      if polled[0].revents != 0 { break }
      if ContinuousClock.now >= deadline {
        kill(-process, isLate ? SIGKILL : SIGTERM)
        isLate = true
        deadline = .now + grace
      }
    }
    // Descendants may hold the other ends for ever: what is there now is all there will be.
    if errors >= 0 { _ = complaint.read(from: errors) }
    if isLate { kill(-process, SIGKILL) }
    for descriptor in [input, errors, ending] where descriptor >= 0 { close(descriptor) }
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0, errno == EINTR {}
    if isLate { return (.timedOut, complaint.text) }
    // The encoding of wait(2), whose macros Swift does not see.
    let signal = status & 0x7f
    return (signal == 0 ? .exited(status >> 8 & 0xff) : .killed(signal), complaint.text)
  }

  private static func shut(_ descriptor: inout Int32) {
    close(descriptor)
    descriptor = -1
  }
}

/// Keeps the last line of an output that may be endless.
struct LastLine {
  /// How much of a line is kept: 1,000 bytes.
  static let longest = 1000

  private var complete: [UInt8] = []
  private var current: [UInt8] = []

  /// The last line that is not empty, as it came; bytes that are not UTF-8 have become U+FFFD.
  var text: String {
    String(decoding: current.isEmpty ? complete : current, as: UTF8.self)
  }

  /// Takes the next bytes.
  mutating func append(_ bytes: UnsafeRawBufferPointer) {
    for part in bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
      .enumerated()
    {
      if part.offset > 0 {
        if !current.isEmpty { complete = current }
        current = []
      }
      current += part.element.prefix(Self.longest - current.count)
    }
  }

  /// Reads what is there, up to 1 MiB; false at the end of the output.
  mutating func read(from descriptor: Int32) -> Bool {
    withUnsafeTemporaryAllocation(byteCount: 64 << 10, alignment: 16) { buffer in
      for _ in 0..<16 {
        switch Socket.read(descriptor, into: buffer) {
        case .bytes(let count): append(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
        case .nothingYet: return true
        case .end, .failed: return false
        }
      }
      return true
    }
  }
}
