import Dispatch
import Foundation
import InboxModel

/// Commands typed after `:`, carried out like those of the control socket.
extension FullScreen {
  /// Carries out a typed command. A file it names is read in the background.
  func run(_ command: TypedCommand) {
    if let arguments = try? Arguments(command.words), arguments.command?.input == .pieces {
      return ingest(arguments.words, for: command)
    }
    guard let path = (try? Arguments(command.words))?.inputFile else {
      return perform(command, input: .success([]))
    }
    DispatchQueue.global().async { [weak self] in
      let input = Result {
        // Standard input is the keyboard.
        guard path != "-" else { throw ErrorMessage.needsFile("push") }
        return try InputFile.read((path as NSString).expandingTildeInPath)
      }
      onMain { self?.perform(command, input: input) }
    }
  }

  /// Finds the push that a command names: by `R9`, a number, an identifier or `last`.
  func find(_ word: String, _ look: PushLook, for command: TypedCommand) {
    do {
      let reading = InboxReading(runtime)
      let isLast = word == CommandTable.newestPush
      if let rejected = try isLast ? reading.lastRejected() : reading.rejected(word) {
        receive(.found(.rejected(rejected.number), look: look))
      } else {
        receive(.found(.entry(try reading.record(word).notification.id), look: look))
      }
    } catch {
      receive(.answered(command, CommandAnswer(lines: [ErrorMessage(error).text], isFailure: true)))
    }
  }

  /// Reads files in the background, piece by piece, and passes them to the gateway between frames.
  private func ingest(_ names: [String], for command: TypedCommand) {
    let task = BackgroundTask()
    begin(task)
    DispatchQueue.global().async { [weak self, runtime] in
      let output = CollectedOutput()
      let names = names.map { ($0 as NSString).expandingTildeInPath }
      let outcome = Result {
        guard !names.contains("-") else { throw ErrorMessage.needsFile("ingest") }
        return try IngestRun.read(names, write: output.talk, result: output.result) { piece in
          if task.isEnded { throw IngestRun.Ended() }
          let now = DispatchQueue.main.sync { MainActor.assumeIsolated { runtime.clock.now } }
          let events = piece.events(at: now)
          let report = task.wait { report in
            onMain { piece.deliver(events, to: runtime, if: { !task.isEnded }, report: report) }
          }
          guard let report else { throw IngestRun.Ended() }
          return report
        }
      }
      if case .failure(let error) = outcome { output.writeTalk(ErrorMessage(error).text) }
      let answer = CommandAnswer(lines: output.lines, isFailure: (try? outcome.get()) != .success)
      onMain { self?.receive(.answered(command, answer)) }
    }
  }

  private func perform(_ command: TypedCommand, input: Result<[UInt8], any Error>) {
    let output = CollectedOutput()
    var isFailure = true
    do {
      let status = try performCommand(Arguments(command.words), input.get(), output)
      isFailure = status != .success
    } catch {
      output.writeTalk(ErrorMessage(error).text)
    }
    receive(.answered(command, CommandAnswer(lines: output.lines, isFailure: isFailure)))
  }
}
