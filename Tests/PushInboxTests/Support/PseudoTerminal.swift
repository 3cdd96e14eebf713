import CSystem
import CTermbox
import Foundation

/// A terminal for a test: the other end of a pty, with a thread that reads every byte and a
/// ``VirtualScreen`` that shows them.
final class PseudoTerminal: @unchecked Sendable {  // `lock` guards the variables
  /// The program's side, for a terminal opened in the test itself.
  let descriptor: Int32
  /// The process at the other end; 0 without one.
  let process: pid_t
  private let ownEnd: Int32
  private let lock = NSCondition()
  private var bytes: [UInt8] = []
  private var virtual: VirtualScreen
  private var isClosed = false

  struct Failure: Error, CustomStringConvertible {
    var description: String
  }

  /// Opens a pty without a process.
  convenience init(columns: Int = 80, rows: Int = 24) throws {
    var (own, other): (Int32, Int32) = (-1, -1)
    var size = winsize(
      ws_row: UInt16(rows), ws_col: UInt16(columns), ws_xpixel: 0, ws_ypixel: 0)
    guard openpty(&own, &other, nil, nil, &size) == 0 else {
      throw Failure(description: "openpty: \(errno)")
    }
    self.init(own: own, other: other, process: 0, columns: columns, rows: rows)
  }

  /// Runs a program with a pty as its terminal.
  ///
  /// The environment has only the values set here, `HOME` in `directory`, and the given ones.
  convenience init(
    running program: String, _ arguments: [String] = [], environment: [String: String] = [:],
    directory: URL, columns: Int = 80, rows: Int = 24
  ) throws {
    let home = directory.path
    let pinned = ["TERM": "xterm-256color"].merging(Self.environment(home: home)) { $1 }
      .merging(environment) { $1 }.merging(SanitizerOptions.variables) { $1 }
    // Nothing may be allocated between fork and exec.
    let argv = CStrings([program] + arguments)
    let envp = CStrings(pinned.map { "\($0.key)=\($0.value)" })
    defer { for strings in [argv, envp] { strings.free() } }
    var own: Int32 = -1
    var size = winsize(
      ws_row: UInt16(rows), ws_col: UInt16(columns), ws_xpixel: 0, ws_ypixel: 0)
    let process = home.withCString { home in
      let process = forkpty(&own, nil, nil, &size)
      if process == 0 {
        // The threads of tests block signals, and exec keeps blocked signals.
        var none = sigset_t()
        sigemptyset(&none)
        sigprocmask(SIG_SETMASK, &none, nil)
        if chdir(home) == 0, let path = argv.pointer[0] {
          execve(path, argv.pointer, envp.pointer)
        }
        _exit(127)
      }
      return process
    }
    guard process > 0 else { throw Failure(description: "forkpty: \(errno)") }
    self.init(own: own, other: -1, process: process, columns: columns, rows: rows)
  }

  /// Returns the whole environment of a program under test, independent of the machine's.
  static func environment(home: String) -> [String: String] {
    [
      "LC_ALL": "C.UTF-8", "TZ": "UTC", "HOME": home, "TMPDIR": home,
      "PATH": "/usr/local/bin:/usr/bin:/bin", "XDG_CONFIG_HOME": home + "/config",
      "XDG_STATE_HOME": home + "/state", "XDG_DATA_HOME": home + "/data",
      "XDG_CACHE_HOME": home + "/cache", "XDG_RUNTIME_DIR": home,
    ]
  }

  /// The path of the built program, which is beside the tests.
  static var program: String {
    for argument in CommandLine.arguments {
      let parts = argument.split(separator: "/", omittingEmptySubsequences: false)
      if let bundle = parts.firstIndex(where: { $0.hasSuffix(".xctest") }) {
        return (parts[..<bundle] + ["pushinbox"]).joined(separator: "/")
      }
    }
    return "pushinbox"
  }

  private init(own: Int32, other: Int32, process: pid_t, columns: Int, rows: Int) {
    ownEnd = own
    descriptor = other
    self.process = process
    virtual = VirtualScreen(columns: columns, rows: rows)
    _ = fcntl(own, F_SETFD, FD_CLOEXEC)
    Thread { [self] in read() }.start()
  }

  /// Ends the process, if there is one, and the reader.
  func close() {
    if descriptor >= 0 { _ = systemClose(descriptor) }
    if process > 0 {
      kill(-process, SIGKILL)  // it leads a session, so its descendants end too
      waitpid(process, nil, 0)
    }
    lock.withLock { while !isClosed { lock.wait() } }
    _ = systemClose(ownEnd)
  }

  private func read() {
    var buffer = [UInt8](repeating: 0, count: 65536)
    while true {
      let count = systemRead(ownEnd, &buffer, buffer.count)
      if count < 0, errno == EINTR { continue }
      lock.withLock {
        if count > 0 {
          bytes += buffer[..<count]
          virtual.feed(buffer[..<count].filter { $0 != Self.marker || process > 0 })
        } else {
          isClosed = true
        }
        lock.broadcast()
      }
      if count <= 0 { return }
    }
  }

  // MARK: Output

  /// Every byte received.
  var output: [UInt8] { lock.withLock { bytes } }

  /// The current screen.
  var screen: VirtualScreen { lock.withLock { virtual } }

  /// Waits until the screen satisfies a condition, at the end of a frame.
  ///
  /// - Throws: ``Failure`` with the current screen, after `seconds` or when the program has ended.
  @discardableResult
  func wait(
    seconds: Double = patience, for what: String = "the condition",
    until isMet: (VirtualScreen) -> Bool
  ) throws -> VirtualScreen {
    let deadline = Date(timeIntervalSinceNow: seconds)
    lock.lock()
    defer { lock.unlock() }
    while virtual.isDrawing || !isMet(virtual) {
      guard !isClosed, lock.wait(until: deadline) else {
        if isMet(virtual) { break }
        throw Failure(description: "waited for \(what), and the screen is\n\(virtual.text)")
      }
    }
    return virtual
  }

  @discardableResult
  func waitFor(_ text: String, seconds: Double = patience) throws -> VirtualScreen {
    try wait(seconds: seconds, for: "“\(text)”") { $0.text.contains(text) }
  }

  /// Waits until all bytes written to ``descriptor`` were received, and returns those since the
  /// last call.
  func drain() throws -> [UInt8] {
    let start = drained
    _ = systemWrite(descriptor, [Self.marker], 1)
    let deadline = Date(timeIntervalSinceNow: patience)
    lock.lock()
    defer { lock.unlock() }
    while bytes[start...].last != Self.marker {
      guard lock.wait(until: deadline) else { throw Failure(description: "nothing to drain") }
    }
    drained = bytes.count
    return Array(bytes[start...].dropLast())
  }

  private var drained = 0
  /// A control character that no terminal output contains.
  private static let marker: UInt8 = 0x1C

  // MARK: Input

  /// Types a text, byte for byte.
  func type(_ keys: String) {
    let bytes = Array(keys.utf8)
    _ = systemWrite(ownEnd, bytes, bytes.count)
  }

  /// Writes over the first row of the screen without the program, as `wall` does.
  func disturb(_ text: String) {
    lock.withLock {
      virtual.feed("\u{1B}7\u{1B}[1;1H\(text)\u{1B}8".utf8)
      lock.broadcast()
    }
  }

  /// Changes the size, which sends `SIGWINCH` to the process.
  func resize(columns: Int, rows: Int) {
    lock.withLock { virtual.resize(columns: columns, rows: rows) }
    var size = winsize(
      ws_row: UInt16(rows), ws_col: UInt16(columns), ws_xpixel: 0, ws_ypixel: 0)
    _ = ioctl(ownEnd, UInt(TIOCSWINSZ), &size)
  }

  /// The modes of the terminal, to check that they were restored.
  var modes: termios {
    var modes = termios()
    tcgetattr(ownEnd, &modes)
    return modes
  }

  /// Waits for the end of the process.
  ///
  /// - Returns: The exit code, or the negative number of the signal that ended it.
  func waitForExit(seconds: Double = patience) throws -> Int32 {
    let deadline = Date(timeIntervalSinceNow: seconds)
    // The last writer has ended with the process, and the reader detects that.
    try lock.withLock {
      while !isClosed {
        guard lock.wait(until: deadline) else {
          throw Failure(description: "still running, and the screen is\n\(virtual.text)")
        }
      }
    }
    var status: Int32 = 0
    guard waitpid(process, &status, 0) == process else { return -1 }
    return status & 0x7F == 0 ? (status >> 8) & 0xFF : -(status & 0x7F)
  }
}

/// An array of C strings that ends in nil, for exec.
private struct CStrings {
  let pointer: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>

  init(_ strings: [String]) {
    pointer = .allocate(capacity: strings.count + 1)
    for (index, string) in strings.enumerated() { pointer[index] = strdup(string) }
    pointer[strings.count] = nil
  }

  func free() {
    var end = pointer
    while let string = end.pointee {
      Foundation.free(string)
      end += 1
    }
    pointer.deallocate()
  }
}

private let (systemRead, systemWrite, systemClose) = (read, write, close)
