import Foundation
import InboxModel

/// `pushinbox demo`: the inbox playing a scripted story. Like a scenario it knows nothing of the user's
/// configuration or store.
@MainActor
enum DemoCommand {
  static func run(
    _ arguments: Arguments, _ environment: [String: String], _ output: StandardOutput
  ) async throws -> Int32 {
    if arguments.has("list") {
      try DemoStories.existing().forEach(output.result)
      return ExitCode.success.rawValue
    }
    let word = arguments.words.first ?? DemoStories.first
    let path = try DemoStories.path(of: word)
    let speed = arguments["speed"].map(Double.init) ?? 1
    guard let speed, speed >= 0, speed.isFinite else {
      throw Arguments.Failure.value(
        option: "--speed", value: arguments["speed"] ?? "",
        expected: "a number: 2 is twice as fast, 0 does not wait")
    }
    let places = try Places(arguments, environment, opensInbox: true, isEphemeral: true)
    do {
      let scenario = try Scenario(
        try InputFile.read(path), fileName: path, files: .beside(path))
      return try await InboxCommand.run(
        arguments, places, environment, output,
        playing: { runtime throws(SettingsError) in
          let name = (path as NSString).lastPathComponent.replacing(".jsonl", with: "")
          return try StoryPlayer(scenario, named: name, speed: speed, runtime: runtime)
        })
    } catch let error as SettingsError {
      throw ErrorMessage(error.message, .badInput)
    }
  }
}

/// The stories that come with the program.
enum DemoStories {
  /// The one played when none is named.
  static let first = "chat"

  /// The file of a story: one of ours by its name, any other by its path.
  ///
  /// - Throws: ``ErrorMessage`` for a name that is none.
  static func path(of word: String) throws(ErrorMessage) -> String {
    if word.contains("/") || word.hasSuffix(".jsonl") { return word }
    for folder in folders {
      let path = folder + "/" + word + ".jsonl"
      if FileManager.default.fileExists(atPath: path) { return path }
    }
    let names = try existing()
    let nearest = NearestName.of(word, among: names).map { "; did you mean “\($0)”?" } ?? ""
    throw ErrorMessage(
      "there is no story “\(word)” but \(names.joined(separator: ", "))\(nearest)",
      .usage)
  }

  /// The names of ours.
  ///
  /// - Throws: ``ErrorMessage`` when there are none, which says where they should be.
  static func existing() throws(ErrorMessage) -> [String] {
    let names = names
    guard !names.isEmpty else {
      throw ErrorMessage(
        "the stories are not where they should be, in \(folders.first ?? "share/pushinbox/demos"): name a file",
        .badInput)
    }
    return names
  }

  /// The names of ours, the first one first.
  static var names: [String] {
    let found =
      folders.lazy.compactMap { folder in
        try? FileManager.default.contentsOfDirectory(atPath: folder)
      }.first ?? []
    return found.filter { $0.hasSuffix(".jsonl") }.map { String($0.dropLast(6)) }
      .sorted { ($0 == first ? "" : $0) < ($1 == first ? "" : $1) }
  }

  /// Where they may be: installed beside the program, or in the sources it was built from.
  private static var folders: [String] {
    guard let program = Bundle.main.executableURL?.resolvingSymlinksInPath() else { return [] }
    var folder = program.deletingLastPathComponent()
    var folders = [folder.deletingLastPathComponent().path + "/share/pushinbox/demos"]
    while folder.path != "/" {
      folder.deleteLastPathComponent()
      folders.append(folder.appending(path: "assets/demos").path)
    }
    return folders.filter { FileManager.default.fileExists(atPath: $0) } + folders.prefix(1)
  }
}
