import CTermbox

/// Gives the terminal back when a signal ends the process: a crash, or a request nobody else handles.
///
/// The handler only writes bytes that lie ready, resets the terminal's modes and lets the signal have its
/// usual effect, all of which is allowed there (signal-safety(7)).
struct TerminalRestorer {
  private static let crashes = [SIGSEGV, SIGBUS, SIGILL, SIGTRAP, SIGABRT, SIGFPE]
  private static let requests = [SIGTERM, SIGHUP, SIGINT, SIGQUIT]

  /// Takes the signals that end a process; of the requests those that nobody has taken.
  ///
  /// - Parameter modes: how the terminal was before it was touched.
  init(input: Int32, output: Int32, modes: termios) {
    state.pointee.input = input
    state.pointee.output = output
    state.pointee.modes = modes
    state.pointee.isArmed = false
    for signal in Self.crashes { Self.install(signal) }
    for signal in Self.requests where Self.isDefault(signal) { Self.install(signal) }
  }

  /// From now on these are written.
  func arm(with sequences: [String]) {
    let bytes = sequences.joined().utf8
    let buffer = UnsafeMutablePointer<UInt8>.allocate(capacity: bytes.count)
    _ = UnsafeMutableBufferPointer(start: buffer, count: bytes.count).initialize(from: bytes)
    // The old one stays: a handler on another thread may be writing it.
    (state.pointee.bytes, state.pointee.count) = (buffer, bytes.count)
    rearm()
  }

  /// The terminal is ours again.
  func rearm() { state.pointee.isArmed = true }

  /// The terminal has been given back.
  func disarm() { state.pointee.isArmed = false }

  /// The signals go back to whom they belonged.
  func release() {
    disarm()
    for signal in Self.crashes + Self.requests {
      var action = sigaction()
      sigaction(signal, nil, &action)
      guard action.isHandled(by: giveBack) else { continue }
      sigaction(signal, &state.pointee.previous[Int(signal)], nil)
    }
  }

  /// Gives this thread another stack for the handler, because an overflow leaves none. The main actor
  /// does not stay on one thread everywhere, so this is said again with every use of the terminal.
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

/// The state that the handler reads. Behind a pointer, for a global variable would be guarded by code that is not
/// allowed in a handler.
private struct RestorerState {
  var input: Int32 = -1
  var output: Int32 = -1
  var modes = termios()
  var bytes: UnsafeMutablePointer<UInt8>?
  var count = 0
  var isArmed = false
  /// The previous handlers, by the number of the signal.
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
  // Not to whoever had it before: a crash reporter may ask questions, or return and let us go on.
  var action = sigaction()
  action.handler = nil
  sigaction(signal, &action, nil)
  raise(signal)
}
