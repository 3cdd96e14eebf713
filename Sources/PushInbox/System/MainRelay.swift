import Dispatch

/// Hands values from other threads to the main actor, in their order, one hop each.
final class MainRelay<Value: Sendable>: Sendable {
  /// The receiver; set before the first value is sent.
  @MainActor var receive: (Value) -> Void = { _ in }

  nonisolated init() {}

  /// From any thread.
  func send(_ value: Value) {
    onMain { self.receive(value) }
  }
}

/// Runs work on the main actor, after what waits there: from any thread, in the order of the calls.
func onMain(_ work: @escaping @MainActor @Sendable () -> Void) {
  DispatchQueue.main.async { MainActor.assumeIsolated(work) }
}
