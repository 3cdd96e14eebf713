import Foundation
import InboxModel

/// The configuration in its order: defaults, the user's file, `./.pushinbox.json5`, flags
/// (`design/contract.md` §10). A file named by `--config` stands for both files.
struct ConfigurationFiles {
  private let arguments: Arguments
  private let places: Places
  private let environment: [String: String]

  init(_ arguments: Arguments, _ places: Places, _ environment: [String: String]) {
    self.arguments = arguments
    self.places = places
    self.environment = environment
  }

  /// A file, and whether it may name programs to run.
  struct Source {
    var file: ConfigurationFile
    var allowsPrograms: Bool
  }

  /// The user's file, or the one that was named.
  var userFile: String { arguments["config"] ?? places.configuration }

  /// Reads what there is, the weakest first. A file that is named, here or by `--config`, stands for all
  /// and has to be there.
  func read(_ path: String? = nil) throws -> [Source] {
    if let path = path ?? arguments["config"] {
      return [Source(file: try file(at: path), allowsPrograms: true)]
    }
    let places = [
      (path: places.configuration, allowsPrograms: true),
      (path: ".pushinbox.json5", allowsPrograms: arguments.has("allow-programs")),
    ]
    return try places.filter { FileManager.default.fileExists(atPath: $0.path) }.map { place in
      Source(file: try file(at: place.path), allowsPrograms: place.allowsPrograms)
    }
  }

  /// What is so where no file says otherwise.
  var defaults: Configuration {
    var configuration = Configuration()
    configuration.phone.device.timeZone = .current
    configuration.phone.device.languages = [ConfigurationFiles.language(environment)]
    return configuration
  }

  /// The configuration that files and flags make.
  func load() throws -> LoadedConfiguration {
    var loaded = LoadedConfiguration()
    loaded.configuration = defaults
    for source in try read() {
      try loaded.apply(source.file, allowsPrograms: source.allowsPrograms)
    }
    if arguments.has("strict") {
      let flag = ConfigurationFile(name: "--strict", bytes: Array("{gateway:{strict:true}}".utf8))
      try loaded.apply(flag, allowsPrograms: false)
    }
    return loaded
  }

  private func file(at path: String) throws -> ConfigurationFile {
    do {
      return ConfigurationFile(name: path, bytes: try InputFile.read(path))
    } catch {
      throw ErrorMessage(ErrorMessage(error).text, .configuration)
    }
  }

  /// The language of the locale: `ru` of `ru_RU.UTF-8`; `en` where there is none.
  static func language(_ environment: [String: String]) -> String {
    let locale =
      ["LC_ALL", "LC_MESSAGES", "LANG"].lazy.compactMap { environment[$0] }
      .first { !$0.isEmpty } ?? ""
    let name = String(locale.prefix { $0 != "." && $0 != "@" }).replacing("_", with: "-")
    return ["", "C", "POSIX"].contains(name) ? "en" : name
  }
}

/// A configuration with the files it was read from, the weakest first.
struct LoadedConfiguration: Equatable, Sendable {
  var configuration = Configuration()
  private(set) var files: [ConfigurationFile] = []

  fileprivate mutating func apply(
    _ file: ConfigurationFile, allowsPrograms: Bool
  ) throws(SettingsError) {
    try configuration.apply(
      file.bytes, fileName: file.name, allowsPrograms: allowsPrograms, files: .beside(file.name))
    files.append(file)
  }
}
