import Dispatch
import Foundation
import InboxModel

/// The inbox for a screen reader: a numbered list and the answers to typed commands on standard
/// output, an announcement of each change on standard error. No output is ever overwritten.
@MainActor
final class ScreenReaderOutput: Frontend {
  private unowned let runtime: AppRuntime
  private let performCommand: CommandPerformer
  private let output: StandardOutput
  private var keys: (any DispatchSourceRead)?
  /// The last caption of a demo.
  private var caption: String?
  private var splitter = LineSplitter(limit: 1 << 16)

  /// The number of entries listed at the start.
  private static let firstEntries = 10

  init(runtime: AppRuntime, output: StandardOutput, performCommand: @escaping CommandPerformer) {
    self.runtime = runtime
    self.performCommand = performCommand
    self.output = output
  }

  /// Announces the addresses and lists the entries.
  ///
  /// - Parameter takesCommands: Whether standard input has commands, whose end also ends the
  ///   program; false where it is a feed.
  func start(takesCommands: Bool) {
    output.talk("Listening on \(runtime.endpoints.places).")
    for line in spoken.list(most: Self.firstEntries) { output.result(line) }
    guard takesCommands else { return }
    output.talk("Type a command, for instance ls, or help.")
    let keys = DispatchSource.makeReadSource(fileDescriptor: STDIN_FILENO, queue: .main)
    keys.setEventHandler { [unowned self] in MainActor.assumeIsolated { read() } }
    keys.resume()
    self.keys = keys
  }

  private var spoken: SpokenText { SpokenText(runtime.system.device) }

  // MARK: Events of the runtime

  func handled(_ effects: [Effect]) {
    let events = effects.compactMap { effect -> InboxEvent? in
      if case .emit(let event) = effect { event } else { nil }
    }
    for words in spoken.announcements(events) { output.talk(words) }
  }

  func report(_ message: String) {
    output.talk(message)
  }

  func showProgress(of demo: Demo) {
    if !demo.caption.isEmpty, demo.caption != caption { report(demo.caption) }
    caption = demo.caption
    if demo.isOver { report("The demo has ended. The inbox is now interactive.") }
  }

  func stop() { keys?.cancel() }

  // MARK: Input of the user

  private func read() {
    // On Linux the source reports the end of a pipe once, so the rest before it is read now.
    repeat { readBlock() } while keys != nil && Socket.isHungUp(STDIN_FILENO)
  }

  private func readBlock() {
    var buffer = [UInt8](repeating: 0, count: 4096)
    let count = Foundation.read(STDIN_FILENO, &buffer, buffer.count)
    if count < 0, errno == EINTR || errno == EAGAIN { return }
    var lines: [String] = []
    let receiveLine = { (line: LineSplitter.Line) in
      switch line {
      case .whole(let bytes): lines.append(String(decoding: bytes, as: UTF8.self))
      case .tooLong: self.report("The line is too long.")
      }
    }
    buffer.withUnsafeBytes { splitter.receive(.init(rebasing: $0[..<max(0, count)]), receiveLine) }
    if count <= 0 { splitter.end(receiveLine) }
    for line in lines where keys != nil { carryOut(line) }
    if count <= 0 { end() }
  }

  private func end() {
    keys?.cancel()
    keys = nil
    runtime.stop(ExitCode.success.rawValue)
  }

  private func carryOut(_ line: String) {
    do {
      switch try TypedLine(Array(line)) {
      case .nothing: break
      case .quit: end()
      case .help: for line in Self.help { output.result(line) }
      case .usage(let text): output.writeData(text)
      case .command(let words): try perform(Arguments(words))
      // There is no selection here, so the newest push is used.
      case .look(let look, let word):
        try perform(Arguments([look == .why ? "why" : "show", word ?? CommandTable.newestPush]))
      case .showSelected(let words):
        try perform(Arguments(words + [CommandTable.newestPush]))
      }
    } catch let failure as TypedLine.Failure {
      report(failure.text)
    } catch {
      report(ErrorMessage(error).text)
    }
  }

  private func perform(_ arguments: Arguments) throws {
    if arguments.command?.name == "ls", !arguments.has("json") {
      let filter = try InboxReading(runtime).filter(arguments.words)
      if !filter.asksForRejected, !filter.asksForSilent {
        for line in spoken.list(filter) { output.result(line) }
        return
      }
    }
    let input = try arguments.inputFile.map { path in
      // Standard input has the commands.
      guard path != "-" else { throw ErrorMessage.needsFile("push") }
      return try InputFile.read(path)
    }
    _ = try performCommand(arguments, input ?? [], output)
  }

  /// The typed commands, a line each.
  private static let help =
    CommandTable.commands.filter { $0.host == .inbox }
    .map { "\($0.name) \($0.synopsis): \($0.summary)." }
    + ["dnd on, off, 30m or until 07:00: Do Not Disturb.", "quit: ends the program."]
}
