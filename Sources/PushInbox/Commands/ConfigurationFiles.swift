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

  /// Reads what there is; a file that was named has to be there.
  func load() throws -> Configuration {
    var configuration = Configuration()
    configuration.phone.device.timeZone = .current
    configuration.phone.device.languages = [ConfigurationFiles.language(environment)]
    if let path = arguments["config"] {
      try apply(path, to: &configuration, allowsPrograms: true, isNeeded: true)
    } else {
      try apply(places.configuration, to: &configuration, allowsPrograms: true)
      try apply(
        ".pushinbox.json5", to: &configuration, allowsPrograms: arguments.has("allow-programs"))
    }
    if arguments.has("strict") { configuration.gateway.isStrict = true }
    return configuration
  }

  private func apply(
    _ path: String, to configuration: inout Configuration, allowsPrograms: Bool,
    isNeeded: Bool = false
  ) throws {
    guard isNeeded || FileManager.default.fileExists(atPath: path) else { return }
    let bytes: [UInt8]
    do {
      bytes = try InputFile.read(path)
    } catch {
      throw ErrorMessage(ErrorMessage(error).text, .configuration)
    }
    try configuration.apply(
      bytes, fileName: path, allowsPrograms: allowsPrograms, files: .beside(path))
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
