import Foundation
import InboxModel

/// `pushinbox ready`: checks that an inbox responds on the control socket.
struct ReadyCommand: LiveCommand {
  nonisolated static let spec = CommandSpec(
    name: "ready", synopsis: "[--wait TIME]", summary: "check that an inbox is running",
    details:
      "Exits 0 if an inbox answers. With --wait it waits for one, and exits 4 at the time limit.",
    options: [OptionSpec(name: "wait", placeholder: "TIME", help: "the time limit, such as 5s")],
    examples: ["pushinbox ready --wait 5s"], wordCount: 0...0)

  let arguments: Arguments

  func perform(in inbox: LiveInbox, _ output: any CommandOutput) -> ExitCode { .success }

  func run(in shell: Shell) async throws -> Int32 {
    let limit = try arguments.value(of: "wait", "a time such as 5s or 200ms", TimeSpan.seconds)
    guard let limit else {
      _ = try ControlClient.run(
        ControlRequest(words: ["ready"]), at: shell.places.runningSocket(),
        limit: .silence(.seconds(5)))
      return ExitCode.success.rawValue
    }
    let end = ContinuousClock.now + .seconds(limit)
    while let obstacle = obstacle(shell.places, within: ContinuousClock.now.duration(to: end)) {
      guard ContinuousClock.now < end else { throw obstacle }
      // Before the socket exists there is no event to wait for.
      try await Task.sleep(for: .milliseconds(50))
    }
    return ExitCode.success.rawValue
  }

  /// Returns why no inbox can be used yet; nil if one answers.
  private func obstacle(_ places: RuntimePaths, within limit: Duration) -> ErrorMessage? {
    do {
      let status = try ControlClient.run(
        ControlRequest(words: ["ready"]), at: places.runningSocket(), limit: .silence(limit))
      if status == ExitCode.success.rawValue { return nil }
    } catch let error as ErrorMessage {
      // Several inboxes match, or that of the socket has a store.
      return error
    } catch {}
    return ErrorMessage.noAnswer(
      within: arguments["wait"] ?? "", startedBy: places.invocation.line())
  }
}
