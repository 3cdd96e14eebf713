import Foundation
import InboxModel

/// `pushinbox demo`: the inbox playing a scripted story. Like a scenario it ignores the user's configuration and
/// store.
@MainActor
enum DemoCommand {
  static func run(
    _ arguments: Arguments, _ environment: [String: String], _ output: StandardOutput
  ) async throws -> Int32 {
    if arguments.has("list") {
      DemoStories.names.forEach(output.result)
      return ExitCode.success.rawValue
    }
    let word = arguments.words.first ?? DemoStories.first
    let speed = arguments["speed"].map(Double.init) ?? 1
    guard let speed, speed >= 0, speed.isFinite else {
      throw Arguments.Failure.value(
        option: "--speed", value: arguments["speed"] ?? "",
        expected: "a number: 2 is twice as fast, 0 does not wait")
    }
    do {
      let scenario = try scenario(word)
      let places = try RuntimePaths(arguments, environment, opensInbox: true, isEphemeral: true)
      return try await InboxCommand.run(
        arguments, places, environment, output,
        playing: { runtime throws(SettingsError) in
          let name = (word as NSString).lastPathComponent.replacing(".jsonl", with: "")
          return try DemoPlayer(scenario, named: name, speed: speed, runtime: runtime)
        })
    } catch let error as SettingsError {
      throw ErrorMessage(error.message, .badInput)
    }
  }

  /// Reads a story: one that is compiled in by its name, any other by its path.
  ///
  /// - Throws: ``ErrorMessage`` for an unknown name, and what reading a file throws.
  private static func scenario(_ word: String) throws -> Scenario {
    if word.contains("/") || word.hasSuffix(".jsonl") {
      return try Scenario(try InputFile.read(word), fileName: word, files: .beside(word))
    }
    if let scenario = try DemoStories.scenario(named: word) { return scenario }
    let names = DemoStories.names
    let nearest = NearestName.of(word, among: names).map { "; did you mean “\($0)”?" } ?? ""
    throw ErrorMessage(
      "there is no story “\(word)” but \(names.joined(separator: ", "))\(nearest)", .usage)
  }
}
