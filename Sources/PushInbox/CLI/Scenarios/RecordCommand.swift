import Dispatch
import Foundation
import InboxModel

/// `pushinbox record`: the running inbox records a scenario until the command is interrupted.
struct RecordCommand: LiveCommand {
  nonisolated static let spec = CommandSpec(
    name: "record", synopsis: "[FILE]",
    summary: "record a scenario until interrupted",
    details: """
      Writes pushes, actions and changes of settings to FILE, which must be new or empty. run FILE --json then \
      gives the same inbox as ls --json. Without FILE it ends the recording in progress. Provider tokens are \
      not written. While recording the clock cannot go back: set clock=real is an error if it is ahead. Exits 2 \
      if FILE cannot be created, 1 if writing to it failed.
      """,
    examples: ["pushinbox record session.jsonl", "pushinbox run session.jsonl --json"],
    wordCount: 0...1, takes: .files)

  let arguments: Arguments

  func run(in shell: Shell) throws -> Int32 {
    var words = ["record"]
    if arguments.has("quiet") { words.append("--quiet") }
    // The inbox may run in another folder.
    if let file = try file() { words.append(URL(filePath: file).path) }
    let socket = try shell.places.runningSocket()
    guard arguments.words.count == 1 else {
      return try ControlClient.run(ControlRequest(words: words), at: socket)
    }
    try reach(socket, StandardOutput())
    let interruption = Interruption(socket: socket)
    let status = try ControlClient.run(ControlRequest(words: words), at: socket, limit: .forever)
    return interruption.signal.map { 128 + $0 } ?? status
  }

  /// Carries out the typed command: it continues until it is typed without a file.
  func perform(in inbox: LiveInbox, _ output: any CommandOutput) throws -> ExitCode {
    if let path = try file() {
      try inbox.runtime.startRecording(to: path)
      output.talk(ResultMessage.recording(to: path))
    } else if let sentence = inbox.runtime.stopRecording() {
      output.talk(sentence)
    } else {
      throw ErrorMessage.nothingRecorded
    }
    return .success
  }

  /// Carries out the command of a shell: with a file it continues until the client leaves.
  func answer(in inbox: LiveInbox, _ reply: ControlReply, _ output: any CommandOutput) throws {
    let runtime = inbox.runtime
    guard let path = try file() else {
      inbox.advanceClock()
      return reply.exit(try perform(in: inbox, output).rawValue)
    }
    try runtime.startRecording(to: path) { sentence, isWhole in
      output.talk((isWhole ? "" : "pushinbox: ") + sentence)
      reply.exit((isWhole ? ExitCode.success : .failure).rawValue)
    }
    output.talk(ResultMessage.recordingInShell(to: path))
    reply.onClose = { [weak file = runtime.recording] in
      onMain { if file != nil, runtime.recording === file { runtime.stopRecording() } }
    }
  }

  /// Returns the file to record to; nil ends the recording. `-` would be the name of a file.
  private func file() throws(Arguments.Failure) -> String? {
    guard let file = arguments.words.first else { return nil }
    guard !file.isEmpty, file != "-" else { throw .needsRecordingFile(file) }
    return file
  }
}

/// Requests the end of the recording on a signal, so that its final message is still printed; a
/// second signal ends the program.
// Sendable: `received` is read and written only under `lock`; `sources` is complete when `init`
// returns.
private final class Interruption: @unchecked Sendable {
  private let lock = NSLock()
  private var sources: [any DispatchSourceSignal] = []
  private var received: Int32?

  /// The received signal; nil without one.
  var signal: Int32? { lock.withLock { received } }

  init(socket: String) {
    for number in [SIGINT, SIGTERM] {
      Foundation.signal(number, SIG_IGN)
      let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
      source.setEventHandler { [unowned self] in
        Foundation.signal(number, SIG_DFL)
        lock.withLock { received = number }
        _ = try? ControlClient.run(
          ControlRequest(words: ["record", "--quiet"]), at: socket, limit: .silence(.seconds(5)))
      }
      source.resume()
      sources.append(source)
    }
  }
}
