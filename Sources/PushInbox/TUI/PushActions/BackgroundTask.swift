import Foundation

/// Work beside the screen that the person waits for and can end: a command that got a payload, files being
/// read.
// Sendable: the variables are read and written under `lock` only.
final class BackgroundTask: @unchecked Sendable {
  private let lock = NSCondition()
  private var group: pid_t?
  private var hasEnded = false

  /// Whether the person ended it.
  var isEnded: Bool { lock.withLock { hasEnded } }

  /// Runs a program to its end, or to that of the task. Blocks for as long as that takes.
  func run(
    _ program: ChildProgram, environment: [String: String], sending input: [UInt8]
  ) -> ChildResult {
    do throws(SystemError) {
      let process = try ChildProcess(program, environment: environment)
      begin(process.process)
      defer { lock.withLock { group = nil } }
      return process.finish(sending: input)
    } catch {
      return ChildResult(ending: .notStarted(error))
    }
  }

  /// Waits for a value from another thread.
  ///
  /// - Parameter begin: receives the closure to which the value is handed.
  /// - Returns: nil if the task ends before there is a value.
  func wait<Value: Sendable>(_ begin: (@escaping @Sendable (Value) -> Void) -> Void) -> Value? {
    // Written and read under `lock`.
    nonisolated(unsafe) var found: Value?
    begin { [lock] value in
      lock.lock()
      found = value
      lock.broadcast()
      lock.unlock()
    }
    lock.lock()
    defer { lock.unlock() }
    while found == nil, !hasEnded { lock.wait() }
    return found
  }

  /// Ends it: a program of it is asked to end with all it started, and made to when it does not.
  func end() {
    lock.withLock {
      hasEnded = true
      lock.broadcast()
      signalGroup(SIGTERM)
    }
    DispatchQueue.global().asyncAfter(deadline: .now() + 2) { self.insist() }
  }

  private func insist() { lock.withLock { signalGroup(SIGKILL) } }

  private func begin(_ process: pid_t) {
    lock.withLock {
      group = process
      // It was ended while its program was starting.
      if hasEnded { signalGroup(SIGKILL) }
    }
  }

  private func signalGroup(_ signal: Int32) {
    if let group { kill(-group, signal) }
  }
}
