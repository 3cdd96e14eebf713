import Dispatch

/// Hands values from other threads to the main actor, in their order, one hop each.
final class MainRelay<Value: Sendable>: Sendable {
  /// Who takes them; set before the first is sent.
  @MainActor var receive: (Value) -> Void = { _ in }

  nonisolated init() {}

  /// From any thread.
  func send(_ value: Value) {
    DispatchQueue.main.async { MainActor.assumeIsolated { self.receive(value) } }
  }
}
