import Foundation
import InboxModel

/// `pushinbox ready`: whether an inbox answers on the control socket.
@MainActor
enum ReadyCommand {
  static func run(
    _ arguments: Arguments, _ places: RuntimePaths
  ) async throws -> ExitCode {
    guard let text = arguments["wait"] else {
      _ = try ControlClient.run(
        ControlRequest(words: ["ready"]), at: places.runningSocket(), limit: .silence(.seconds(5)))
      return .success
    }
    guard let seconds = TimeSpan.seconds(text) else {
      throw Arguments.Failure.value(
        option: "--wait", value: text, expected: "a time such as 5s or 200ms")
    }
    let end = ContinuousClock.now + .seconds(seconds)
    while !isReady(places, within: ContinuousClock.now.duration(to: end)) {
      guard ContinuousClock.now < end else {
        throw ErrorMessage("no inbox answered within \(text)", .timedOut)
      }
      // There is nothing to wait on before the socket exists.
      try await Task.sleep(for: .milliseconds(50))
    }
    return .success
  }

  private static func isReady(_ places: RuntimePaths, within limit: Duration) -> Bool {
    let status = try? ControlClient.run(
      ControlRequest(words: ["ready"]), at: places.runningSocket(), limit: .silence(limit))
    return status == ExitCode.success.rawValue
  }
}
