/// `pushinbox` and `pushinbox serve`: an inbox that receives pushes until it is ended.
struct InboxCommand: ShellCommand {
  nonisolated static let spec = CommandSpec(
    name: "serve", synopsis: "[OPTIONS]", summary: "receive pushes without a screen",
    details: "Receives pushes and prints one line per event, until interrupted.",
    options: [OptionSpec(name: "json", help: "print one JSON object per event")],
    examples: ["pushinbox serve --json --listen 127.0.0.1:0 --print-endpoints"],
    wordCount: 0...0, isListening: true)

  let arguments: Arguments

  func run(in shell: Shell) async throws -> Int32 { try await OpenInbox(shell).run() }
}
