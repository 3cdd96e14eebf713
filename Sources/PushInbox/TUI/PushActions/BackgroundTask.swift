import Foundation

/// Background work that the user waits for and can end: a command that received a payload, or the
/// reading of files.
// Sendable: the variables are read and written only under `lock`.
final class BackgroundTask: @unchecked Sendable {
  private let lock = NSCondition()
  private var program: ProcessTree?
  private var hasEnded = false

  /// Whether the user has ended the task.
  var isEnded: Bool { lock.withLock { hasEnded } }

  /// Runs a program until it or the task ends. Blocks until then.
  func run(
    _ program: ChildProgram, environment: [String: String], sending input: [UInt8]
  ) -> ChildResult {
    do throws(SystemError) {
      let process = try ChildProcess(program, environment: environment)
      begin(process.tree)
      defer { lock.withLock { self.program = nil } }
      return process.finish(sending: input)
    } catch {
      return ChildResult(ending: .notStarted(error))
    }
  }

  /// Waits for a value from another thread.
  ///
  /// - Parameter begin: Receives the closure to which the value is passed.
  /// - Returns: The value; nil if the task ends before.
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

  /// Ends the task. Its program and the program's descendants receive SIGTERM, later SIGKILL.
  func end() {
    lock.withLock {
      hasEnded = true
      lock.broadcast()
      program?.send(SIGTERM)
    }
    DispatchQueue.global().asyncAfter(deadline: .now() + 2) { self.insist() }
  }

  private func insist() { lock.withLock { program?.send(SIGKILL) } }

  private func begin(_ program: ProcessTree) {
    lock.withLock {
      self.program = program
      // The task was ended while its program started.
      if hasEnded { program.send(SIGKILL) }
    }
  }
}
