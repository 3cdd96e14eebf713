import Foundation

/// Runs blocking work on a separate thread, because the threads of tasks are few and all may be
/// waiting for it.
func onThread<Result: Sendable>(
  _ body: @escaping @Sendable () -> Result
) async -> Result {
  await withCheckedContinuation { continuation in
    Thread.detachNewThread { continuation.resume(returning: body()) }
  }
}
