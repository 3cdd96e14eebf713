import Foundation
import InboxModel

/// `pushinbox ingest`: sends pushes from files through the gateway of the running inbox.
struct IngestCommand: LiveCommand {
  nonisolated static let spec = CommandSpec(
    name: "ingest", synopsis: "FILE|DIR|-…", summary: "send the pushes of files, in order",
    details: """
      Sends every push through the gateway. A file named .apns or .json is one push; any other file and - are \
      push lines, one per line. Of a DIR the .apns, .json, .jsonl and .ndjson files are read by name, also in \
      its folders, but no hidden ones. What is not a push is reported with file, line, column and reason and \
      stored with the rejected pushes; the rest is sent, and the exit code is 5. It is also 5 for a DIR without \
      such a file. On the screen ^C ends it; what was read until then is sent.
      """,
    examples: [
      "pushinbox ingest feed.jsonl payloads/", "zcat feed.jsonl.gz | pushinbox ingest -",
    ], wordCount: 1...Int.max, takes: .files, input: .pieces)

  let arguments: Arguments

  /// Reads the sources and sends them to the running inbox, each piece after the previous one is
  /// stored.
  func run(in shell: Shell) throws -> Int32 {
    // An unreadable file is reported only once an inbox is known to receive the others.
    let socket = try shell.places.runningSocket()
    try ControlClient.reach(at: socket)
    return try IngestRun.read(
      arguments.words, write: shell.output.talk, result: shell.output.result
    ) { piece in
      var report = IngestPiece.Report()
      // Like any sender, a piece waits while the inbox has no room.
      let code = try ControlClient.ask(piece.request, at: socket, limit: .forever) { line in
        switch line {
        case .out(let text): report.taken += Int(text.dropLast()) ?? 0
        case .err(let text): report.problems.append(String(text.dropLast()))
        case .exit(let code): return code
        }
        return nil
      }
      guard [ExitCode.success.rawValue, ExitCode.badInput.rawValue].contains(code) else {
        throw ErrorMessage(lines: report.problems, ExitCode(rawValue: code) ?? .failure)
      }
      return report
    }.rawValue
  }

  /// Throws, because the front ends read the files of a typed command, piece by piece.
  func perform(in inbox: LiveInbox, _ output: any CommandOutput) throws -> ExitCode {
    throw ErrorMessage.needsShell(Self.spec.name)
  }

  /// Handles a piece of a shell's input. The client sends the next one after the response.
  func answer(in inbox: LiveInbox, _ reply: ControlReply, _ output: any CommandOutput) {
    let runtime = inbox.runtime
    let piece = IngestPiece(arguments, input: inbox.input)
    Task {
      let now = runtime.clock.now
      let events = await Task.detached { piece.events(at: now) }.value
      piece.deliver(events, to: runtime, if: { reply.isOpen }) { report in
        for problem in report.problems { output.talk(problem) }
        output.result(String(report.taken))
        reply.exit((report.problems.isEmpty ? ExitCode.success : .badInput).rawValue)
      }
    }
  }
}
