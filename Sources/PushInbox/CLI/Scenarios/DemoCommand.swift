import Foundation
import InboxModel

/// `pushinbox demo`: an inbox that plays a scripted demo. Like a scenario it ignores the user's
/// configuration and store.
struct DemoCommand: ShellCommand {
  nonisolated static let spec = CommandSpec(
    name: "demo", synopsis: "[NAME] [OPTIONS]",
    summary: "play a demo in the inbox",
    details: """
      Plays a demo on a clock of its own. Space pauses and continues, . plays the next step at once, the comma \
      goes back to the previous sentence, q leaves; the other keys work as usual. At the end r plays the demo \
      again and n plays the next one. NAME is a name that --list prints (chat without one) or a scenario file \
      with sentences (say) and keys (press). Nothing is stored.
      """,
    options: [
      OptionSpec(name: "list", help: "print the names of the demos"),
      OptionSpec(
        name: "speed", placeholder: "X", help: "2 is twice as fast; 0 does not wait"),
      OptionSpec(
        name: "cast", placeholder: "FILE",
        help: "write a recording: an asciicast, or a picture if FILE ends in .svg"),
      OptionSpec(
        name: "size", placeholder: "WxH", help: "with --cast: the size of the screen (80x24)"),
    ],
    examples: [
      "pushinbox demo", "pushinbox demo languages --speed 2",
      "pushinbox demo chat --cast chat.cast",
    ],
    wordCount: 0...1, isListening: true, takes: .demos)

  nonisolated static let isEphemeral = true

  let arguments: Arguments

  func run(in shell: Shell) async throws -> Int32 {
    if arguments.has("list") {
      DemoList.names.forEach(shell.output.result)
      return ExitCode.success.rawValue
    }
    let word = arguments.words.first ?? DemoList.first
    let speed = try arguments.value(
      of: "speed", "a number: 2 is twice as fast, 0 does not wait"
    ) { text in Double(text).flatMap { $0 >= 0 && $0.isFinite ? $0 : nil } }
    let name = (word as NSString).lastPathComponent.replacing(".jsonl", with: "")
    do {
      let scenario = try scenario(word)
      if let path = arguments["cast"] {
        try record(scenario, named: name, speed: speed ?? 1, to: path)
        return ExitCode.success.rawValue
      }
      guard arguments["size"] == nil else { throw Arguments.Failure.sizeNeedsCast }
      return try await OpenInbox(shell) { runtime throws(SettingsError) in
        try DemoPlayer(scenario, named: name, speed: speed ?? 1, runtime: runtime)
      }.run()
    } catch let error as SettingsError {
      throw ErrorMessage(error.message, .badInput)
    }
  }

  /// Writes a recording of a demo.
  private func record(
    _ scenario: Scenario, named name: String, speed: Double, to path: String
  ) throws {
    guard speed > 0 else { throw Arguments.Failure.castNeedsSpeed }
    let size = try arguments.value(
      of: "size", Arguments.Expected.screenSize, Scenario.GoldenScreen.size)
    let isPicture = path.hasSuffix(".svg")
    let film = try DemoFilm(
      scenario, named: name,
      size: size.map { Size(columns: $0.columns, rows: $0.rows) } ?? Size(columns: 80, rows: 24),
      speed: speed, order: isPicture ? .visual : .logical)
    let text = isPicture ? film.svg() : film.asciicast()
    do {
      try WholeFile.write(Array(text.utf8), to: path)
    } catch {
      throw ErrorMessage.unwritable(path, error)
    }
  }

  /// Reads a demo: an embedded one by its name, any other by its path.
  ///
  /// - Throws: ``ErrorMessage`` for an unknown name, and the errors of reading a file.
  private func scenario(_ word: String) throws -> Scenario {
    if word.contains("/") || word.hasSuffix(".jsonl") {
      return try Scenario(try InputFile.read(word), fileName: word, files: .beside(word))
    }
    if let scenario = try DemoList.scenario(named: word) { return scenario }
    let names = DemoList.names
    throw ErrorMessage.noDemo(
      word, names: names, nearest: NearestName.of(word, among: names))
  }
}
