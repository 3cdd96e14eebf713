import CSystem
import Foundation

@testable import PushInbox

/// A process that a test started, in a separate process group, with only its three streams open.
final class Child: @unchecked Sendable {  // `lock` guards the variables
  let process: pid_t
  private let lock = NSCondition()
  private var status: Int32?

  struct Failure: Error, CustomStringConvertible {
    var description: String
  }

  /// Starts a program. `streams` become its standard input, output and error; the caller keeps
  /// ownership.
  init(
    _ program: String, _ arguments: [String], environment: [String: String], directory: String,
    streams: [Int32]
  ) throws {
    var actions = Platform.spawnActions
    var attributes = Platform.spawnAttributes
    posix_spawn_file_actions_init(&actions)
    posix_spawnattr_init(&attributes)
    defer {
      posix_spawn_file_actions_destroy(&actions)
      posix_spawnattr_destroy(&attributes)
    }
    for (target, stream) in streams.enumerated() {
      posix_spawn_file_actions_adddup2(&actions, stream, Int32(target))
    }
    posix_spawn_file_actions_addchdir_np(&actions, directory)
    posix_spawnattr_setpgroup(&attributes, 0)
    // The threads of tests block signals, and the program under test ignores some of them.
    var signals = sigset_t()
    sigemptyset(&signals)
    posix_spawnattr_setsigmask(&attributes, &signals)
    for number in [SIGPIPE, SIGINT, SIGTERM, SIGHUP, SIGQUIT] { sigaddset(&signals, number) }
    posix_spawnattr_setsigdefault(&attributes, &signals)
    csys_spawn_closing_others(
      &actions, &attributes,
      Int16(POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK))

    var argv = ([program] + arguments).map { strdup($0) } + [nil]
    let environment = environment.merging(SanitizerOptions.variables) { $1 }
    var envp = environment.map { strdup("\($0.key)=\($0.value)") } + [nil]
    defer { (argv + envp).forEach { free($0) } }
    var process = pid_t()
    let code = posix_spawn(&process, program, &actions, &attributes, &argv, &envp)
    guard code == 0 else {
      throw Failure(description: "\(program): \(String(cString: strerror(code)))")
    }
    self.process = process
    Thread { [self] in reap() }.start()
  }

  private func reap() {
    // The process number must not be reused before the lock marks the process as ended.
    var info = siginfo_t()
    while waitid(P_PID, id_t(process), &info, WEXITED | WNOWAIT) != 0, errno == EINTR {}
    lock.withLock {
      var status: Int32 = 0
      while waitpid(process, &status, 0) < 0, errno == EINTR {}
      self.status = status & 0x7F == 0 ? status >> 8 & 0xFF : -(status & 0x7F)
      lock.broadcast()
    }
  }

  /// Sends a signal to the process group, unless it has ended.
  func send(_ signal: Int32) {
    lock.withLock { if status == nil { kill(-process, signal) } }
  }

  /// Waits for the end of the process.
  ///
  /// - Returns: The exit code, or the negative number of the signal that ended it.
  @discardableResult
  func waitForExit(seconds: Double = patience) throws -> Int32 {
    let deadline = Date(timeIntervalSinceNow: seconds)
    return try lock.withLock {
      while true {
        if let status { return status }
        guard lock.wait(until: deadline) else {
          throw Failure(description: "process \(process) still runs after \(seconds) s")
        }
      }
    }
  }
}

/// The lines of a stream, for tests that wait for them.
final class Lines: @unchecked Sendable {  // `lock` guards the variables
  /// The end for the writing process; call ``closeWriter()`` after its start.
  let writer: Int32
  private let lock = NSCondition()
  private var bytes: [UInt8] = []
  private var lines: [String] = []
  private var isAtEnd = false

  init() throws {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { throw Child.Failure(description: "pipe: \(errno)") }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    writer = ends[1]
    let reader = ends[0]
    Thread { [self] in read(from: reader) }.start()
  }

  func closeWriter() {
    close(writer)
  }

  private func read(from reader: Int32) {
    let handle = FileHandle(fileDescriptor: reader, closeOnDealloc: true)
    while true {
      let data = handle.availableData
      lock.withLock {
        for byte in data {
          if byte == UInt8(ascii: "\n") {
            lines.append(String(decoding: bytes, as: UTF8.self))
            bytes = []
          } else {
            bytes.append(byte)
          }
        }
        isAtEnd = data.isEmpty
        lock.broadcast()
      }
      if data.isEmpty { return }
    }
  }

  /// All complete lines so far.
  var all: [String] { lock.withLock { lines } }

  /// Waits for a matching line and returns the first one.
  ///
  /// - Throws: ``Child/Failure`` with the received lines, at the end of the stream or after
  ///   `seconds`.
  @discardableResult
  func wait(
    for what: String = "a line", seconds: Double = patience,
    _ isWanted: (String) -> Bool = { _ in true }
  ) throws -> String {
    let deadline = Date(timeIntervalSinceNow: seconds)
    return try lock.withLock {
      while true {
        if let line = lines.first(where: isWanted) { return line }
        guard !isAtEnd, lock.wait(until: deadline) else {
          if let line = lines.first(where: isWanted) { return line }
          let came = lines.joined(separator: "\n")
          throw Child.Failure(description: "waited for \(what), and there is\n\(came)")
        }
      }
    }
  }

  @discardableResult
  func wait(containing text: String, seconds: Double = patience) throws -> String {
    try wait(for: "“\(text)”", seconds: seconds) { $0.contains(text) }
  }
}
