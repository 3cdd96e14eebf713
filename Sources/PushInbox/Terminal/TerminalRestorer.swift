import CTermbox

/// Restores the terminal when a signal ends the process: a crash, or a termination request without
/// another handler.
///
/// The handler only writes prepared bytes, resets the terminal's modes and lets the signal have its
/// default effect, all of which is allowed in a handler (signal-safety(7)).
struct TerminalRestorer {
  private static let crashes = [SIGSEGV, SIGBUS, SIGILL, SIGTRAP, SIGABRT, SIGFPE]
  private static let requests = [SIGTERM, SIGHUP, SIGINT, SIGQUIT]

  /// Handles the signals that end a process; of the requests only those without a handler.
  ///
  /// - Parameter modes: The modes of the terminal before they were changed.
  init(input: Int32, output: Int32, modes: termios) {
    state.pointee.input = input
    state.pointee.output = output
    state.pointee.modes = modes
    state.pointee.isArmed = false
    for signal in Self.crashes { Self.install(signal) }
    for signal in Self.requests where Self.isDefault(signal) { Self.install(signal) }
  }

  /// Sets the sequences that the handler writes, and turns it on.
  func arm(with sequences: [String]) {
    let bytes = sequences.joined().utf8
    let buffer = UnsafeMutablePointer<UInt8>.allocate(capacity: bytes.count)
    _ = UnsafeMutableBufferPointer(start: buffer, count: bytes.count).initialize(from: bytes)
    // The old buffer is kept, because a handler on another thread may be writing it.
    (state.pointee.bytes, state.pointee.count) = (buffer, bytes.count)
    rearm()
  }

  /// Turns the handler on, because the program uses the terminal again.
  func rearm() { state.pointee.isArmed = true }

  /// Turns the handler off, because the terminal was restored.
  func disarm() { state.pointee.isArmed = false }

  /// Restores the earlier signal handlers.
  func release() {
    disarm()
    for signal in Self.crashes + Self.requests {
      var action = sigaction()
      sigaction(signal, nil, &action)
      guard action.isHandled(by: giveBack) else { continue }
      sigaction(signal, &state.pointee.previous[Int(signal)], nil)
    }
  }

  /// Sets an alternate signal stack for this thread, because a stack overflow leaves none. Called
  /// with every use of the terminal, since the main actor may change threads.
  func coverThread() {
    var old = stack_t()
    guard sigaltstack(nil, &old) == 0, old.ss_flags & Int32(SS_DISABLE) != 0 else { return }
    var stack = stack_t()
    stack.ss_sp = Self.stack
    stack.ss_size = Self.stackSize
    sigaltstack(&stack, nil)
  }

  private static let stackSize = 65536
  nonisolated(unsafe) private static let stack = UnsafeMutableRawPointer.allocate(
    byteCount: stackSize, alignment: 16)

  private static func isDefault(_ signal: Int32) -> Bool {
    var action = sigaction()
    sigaction(signal, nil, &action)
    return action.handler == nil  // SIG_DFL is the null pointer
  }

  private static func install(_ signal: Int32) {
    var action = sigaction()
    action.handler = giveBack
    action.sa_flags = SA_ONSTACK
    sigfillset(&action.sa_mask)
    sigaction(signal, &action, &state.pointee.previous[Int(signal)])
  }
}

/// The state that the handler reads. It is behind a pointer because access to a global variable
/// runs code that is not allowed in a handler.
private struct RestorerState {
  var input: Int32 = -1
  var output: Int32 = -1
  var modes = termios()
  var bytes: UnsafeMutablePointer<UInt8>?
  var count = 0
  var isArmed = false
  /// The previous handlers, by signal number.
  let previous: UnsafeMutablePointer<sigaction>
}

nonisolated(unsafe) private let state: UnsafeMutablePointer<RestorerState> = {
  let previous = UnsafeMutablePointer<sigaction>.allocate(capacity: 65)
  previous.initialize(repeating: sigaction(), count: 65)
  let state = UnsafeMutablePointer<RestorerState>.allocate(capacity: 1)
  state.initialize(to: RestorerState(previous: previous))
  return state
}()

private let giveBack: @convention(c) (Int32) -> Void = { signal in
  if state.pointee.isArmed {
    state.pointee.isArmed = false
    _ = write(state.pointee.output, state.pointee.bytes, state.pointee.count)
    tcsetattr(state.pointee.input, TCSANOW, &state.pointee.modes)
  }
  // Not to the previous handler: a crash reporter may prompt the user, or return and let the
  // program continue.
  var action = sigaction()
  action.handler = nil
  sigaction(signal, &action, nil)
  raise(signal)
}
