import Dispatch

/// Passes values from other threads to the main actor, in order, each as a separate task.
final class MainRelay<Value: Sendable>: Sendable {
  /// The receiver; set before the first value is sent.
  @MainActor var receive: (Value) -> Void = { _ in }

  nonisolated init() {}

  /// Sends a value. Can be called on any thread.
  func send(_ value: Value) {
    onMain { self.receive(value) }
  }
}

/// Runs work on the main actor, after the tasks that wait there. Can be called on any thread; the
/// order of calls is kept.
func onMain(_ work: @escaping @MainActor @Sendable () -> Void) {
  DispatchQueue.main.async { MainActor.assumeIsolated(work) }
}
