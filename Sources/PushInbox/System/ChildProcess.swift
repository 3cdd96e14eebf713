import Foundation

/// A run of a program without a shell, in a separate process group. It inherits only its standard
/// input, standard error and, if requested, standard output.
///
/// On Linux it ends with the thread that starts it, so the same thread calls ``finish(sending:)``.
struct ChildProcess: ~Copyable {
  /// The process with all that it starts.
  let tree: ProcessTree
  private let limit: Duration
  private let processorLimit: Duration
  private let grace: Duration
  private let maximumOutput: Int
  private let maximumMemory: Int?
  private let endsChildren: Bool
  /// Our ends of the pipes for input, error and output, and of a pipe that signals the end of the
  /// process; -1 when closed.
  private var input: Int32
  private var errors: Int32
  private var output: Int32
  private var ending: Int32

  /// Starts the program.
  init(_ program: ChildProgram, environment: [String: String]) throws(SystemError) {
    // If a program does not read its input, `write` returns an error instead of raising a signal.
    signal(SIGPIPE, SIG_IGN)
    var pipes: [Int32] = []
    var isStarted = false
    defer { if !isStarted { pipes.forEach { close($0) } } }
    for _ in 0..<(program.maximumOutput > 0 ? 4 : 3) {
      var ends: [Int32] = [-1, -1]
      guard pipe(&ends) == 0 else { throw SystemError("pipe") }
      pipes += ends
      for end in ends { Socket.closeOnExec(end) }
    }
    let printed: (ours: Int32, its: Int32) = pipes.count > 6 ? (pipes[6], pipes[7]) : (-1, -1)
    let mark = UUID().uuidString
    tree = ProcessTree(
      leader: try Self.spawn(
        program, environment.merging([ProcessTree.variable: mark]) { $1 }, input: pipes[0],
        errors: pipes[3], output: printed.its), mark: mark)
    isStarted = true
    (input, errors, ending, output) = (pipes[1], pipes[2], pipes[4], printed.ours)
    for end in [pipes[0], pipes[3], printed.its] where end >= 0 { close(end) }
    for end in [input, errors, output] where end >= 0 { Socket.makeNonBlocking(end) }
    (limit, grace, maximumOutput) = (program.limit, program.grace, program.maximumOutput)
    (maximumMemory, endsChildren) = (program.maximumMemory, program.endsChildren)
    processorLimit = program.maximumProcessorTime ?? program.limit
    Self.watch(tree.leader, telling: pipes[5])
  }

  private static func spawn(
    _ program: ChildProgram, _ environment: [String: String], input: Int32, errors: Int32,
    output: Int32
  ) throws(SystemError) -> pid_t {
    guard var path = program.arguments.first else { throw SystemError("posix_spawn", code: ENOENT) }
    if path.contains("/"), !path.hasPrefix("/") { path = program.folder + "/" + path }
    return try Spawn(
      path: path, arguments: program.arguments, environment: environment, folder: program.folder,
      leadsGroup: true, input: input, output: output >= 0 ? output : nil, errors: errors
    ).start()
  }

  /// Closes `descriptor` on a separate thread when the process has ended. The process stays a
  /// zombie until ``finish(sending:)``, so its number is not reused meanwhile.
  private static func watch(_ process: pid_t, telling descriptor: Int32) {
    Thread.detachNewThread {
      var info = siginfo_t()
      while waitid(P_PID, id_t(process), &info, WEXITED | WNOWAIT) != 0, errno == EINTR {}
      close(descriptor)
    }
  }

  /// Sends the input, reads standard output and error, waits for the end of the process and
  /// enforces its limits. Blocks until the end.
  consuming func finish(sending line: [UInt8]) -> ChildResult {
    var streams = Streams(rest: line[...], printed: BoundedOutput(limit: maximumOutput))
    if line.isEmpty { Self.shut(&input) }
    var isLate = false
    // The last error line of a program that was ended for its memory: later ones are those of
    // shells whose children were killed before them.
    var messageBeforeKill: String?
    var isTooLarge: Bool { messageBeforeKill != nil }
    var deadline = ContinuousClock.now + limit
    var nextLook = maximumMemory == nil ? nil : ContinuousClock.now
    while !exchange(&streams, until: min(deadline, nextLook ?? deadline)) {
      let now = ContinuousClock.now
      if let maximumMemory, let look = nextLook, now >= look {
        let usage = ProcessUsage(of: tree.members)
        let excess = usage.excess(memory: maximumMemory, processorTime: processorLimit)
        if excess == .memory {
          if errors >= 0, !streams.complaint.read(from: errors) { Self.shut(&errors) }
          messageBeforeKill = streams.complaint.text
          tree.send(SIGKILL)
        }
        if excess == .processorTime, !isLate { deadline = now }
        nextLook = isTooLarge ? nil : now + Self.lookInterval(after: .now - now)
      }
      if now >= deadline {
        tree.send(isLate ? SIGKILL : SIGTERM)
        isLate = true
        deadline = .now + grace
      }
    }
    // Descendants may hold the other ends indefinitely: only what is there now is read.
    if errors >= 0 { _ = streams.complaint.read(from: errors) }
    if output >= 0 { _ = streams.printed.read(from: output) }
    if isLate || endsChildren { tree.send(SIGKILL) }
    for descriptor in [input, errors, output, ending] where descriptor >= 0 { close(descriptor) }
    let ending = end(after: streams.printed, isLate: isLate)
    return ChildResult(
      ending: isTooLarge ? .tooMuchMemory(maximumMemory ?? 0) : ending,
      message: messageBeforeKill ?? streams.complaint.text, output: streams.printed.bytes)
  }

  /// Returns the interval between the beginnings of two checks of the used resources, during which
  /// a process may exceed its limits: 20 ms, or twenty times what the last check took, at most a
  /// second: on a busy machine a check takes long because this thread waits.
  private static func lookInterval(after check: Duration) -> Duration {
    min(max(.milliseconds(20), check * 20), .seconds(1))
  }

  /// The input and the outputs of the program.
  private struct Streams {
    /// The input that is still to be sent.
    var rest: ArraySlice<UInt8>
    var complaint = LastLine()
    var printed: BoundedOutput
  }

  /// Sends and reads until the deadline as far as possible without blocking. Returns whether the
  /// process has ended.
  private mutating func exchange(
    _ streams: inout Streams, until deadline: ContinuousClock.Instant
  ) -> Bool {
    var polled = [
      pollfd(fd: ending, events: Int16(POLLIN), revents: 0),
      pollfd(fd: errors, events: Int16(POLLIN), revents: 0),
      pollfd(fd: input, events: Int16(POLLOUT), revents: 0),
      pollfd(fd: output, events: Int16(POLLIN), revents: 0),
    ]
    let left = Int32(max(0, min((deadline - .now) / .milliseconds(1), 1e9)).rounded(.up))
    _ = poll(&polled, nfds_t(polled.count), left)
    if polled[2].revents != 0 {
      // A program that does not read its input is not an error, for us or for it.
      let count = streams.rest.withUnsafeBytes { write(input, $0.baseAddress, $0.count) }
      if count > 0 { streams.rest = streams.rest.dropFirst(count) }
      if streams.rest.isEmpty || (count < 0 && errno != EAGAIN && errno != EINTR) {
        Self.shut(&input)
      }
    }
    if polled[1].revents != 0, !streams.complaint.read(from: errors) { Self.shut(&errors) }
    if polled[3].revents != 0, !streams.printed.read(from: output) {
      // Before the closed pipe gives the program a write error.
      if streams.printed.isOver { tree.send(SIGKILL) }
      Self.shut(&output)
    }
    return polled[0].revents != 0
  }

  /// Waits for the process that has ended, and returns its exit.
  private func end(after printed: BoundedOutput, isLate: Bool) -> ChildResult.Ending {
    var status: Int32 = 0
    while waitpid(tree.leader, &status, 0) < 0, errno == EINTR {}
    if printed.isOver { return .tooMuchOutput }
    // The encoding of wait(2), whose macros are not available in Swift.
    let signal = status & 0x7f
    let own: ChildResult.Ending = signal == 0 ? .exited(status >> 8 & 0xff) : .killed(signal)
    // A program that printed an answer after SIGTERM used its grace period.
    let hasAnswered = maximumOutput > 0 && own == .exited(0) && !printed.bytes.isEmpty
    return isLate && !hasAnswered ? .timedOut : own
  }

  private static func shut(_ descriptor: inout Int32) {
    close(descriptor)
    descriptor = -1
  }
}

/// The beginning of an output of any length.
struct BoundedOutput {
  /// The maximum number of bytes that are retained.
  let limit: Int
  private(set) var bytes: [UInt8] = []
  /// Whether the output was longer.
  private(set) var isOver = false

  init(limit: Int) {
    self.limit = limit
  }

  /// Reads the available bytes; returns false at the end of the output, or when it exceeds the
  /// limit.
  mutating func read(from descriptor: Int32) -> Bool {
    withUnsafeTemporaryAllocation(byteCount: 64 << 10, alignment: 16) { buffer in
      while true {
        switch Socket.read(descriptor, into: buffer) {
        case .bytes(let count):
          let room = limit - bytes.count
          bytes += buffer[..<min(count, room)]
          if count > room {
            isOver = true
            return false
          }
        case .nothingYet: return true
        case .end, .failed: return false
        }
      }
    }
  }
}

/// The last line of an output of any length.
struct LastLine {
  /// The maximum number of bytes of a line that are retained.
  static let maximumLength = 1000

  private var complete: [UInt8] = []
  private var current: [UInt8] = []

  /// The last line that is not empty, unchanged; invalid UTF-8 becomes U+FFFD.
  var text: String {
    String(decoding: current.isEmpty ? complete : current, as: UTF8.self)
  }

  /// Appends bytes.
  mutating func append(_ bytes: UnsafeRawBufferPointer) {
    for part in bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
      .enumerated()
    {
      if part.offset > 0 {
        if !current.isEmpty { complete = current }
        current = []
      }
      current += part.element.prefix(Self.maximumLength - current.count)
    }
  }

  /// Reads the available bytes, up to 1 MiB; returns false at the end of the output.
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
