import Foundation
import InboxModel

/// The configuration in order of precedence: defaults, the user's file, `./.pushinbox.json5`,
/// flags. A file named by `--config` replaces both files.
struct ConfigurationFiles {
  private let arguments: Arguments
  private let places: RuntimePaths
  private let environment: [String: String]

  init(_ arguments: Arguments, _ places: RuntimePaths, _ environment: [String: String]) {
    self.arguments = arguments
    self.places = places
    self.environment = environment
  }

  /// A file and the extent to which it may be applied.
  struct Source {
    var file: ConfigurationFile
    /// The user's consent to a file found in the current folder; other files need none.
    var consent = FolderConsents.State.given

    /// Whether it may name programs to run and files in any folder.
    var isTrusted: Bool { consent == .given }
    /// The files it may name.
    var files: SettingsFiles { .beside(file.name, isConfined: !isTrusted) }
  }

  /// The file that is searched in the current folder.
  static let found = "./.pushinbox.json5"

  /// The path that stands for a file without settings. Other empty files are an error, since an
  /// editor that saves a file may empty it first.
  static let none = "/dev/null"

  /// The path of the user's file, or of the one named by `--config`.
  var userFile: String { arguments["config"] ?? places.configuration }

  /// Reads the files, the one with the lowest precedence first. A file named here or by `--config`
  /// replaces all others and must exist.
  func read(_ path: String? = nil) throws -> [Source] {
    if let path = path ?? arguments["config"] { return [Source(file: try file(at: path))] }
    var sources: [Source] = []
    if FileManager.default.fileExists(atPath: places.configuration) {
      sources.append(Source(file: try file(at: places.configuration)))
    }
    if let bytes = try Self.foundBytes() {
      let state = consents.state(of: Self.foundPath, bytes)
      var source = Source(file: ConfigurationFile(name: Self.found, bytes: bytes), consent: state)
      if !source.isTrusted {
        source.file.withheld = WithheldSetting.all(
          in: bytes, over: sources.last?.file.bytes ?? [], files: source.files)
      }
      sources.append(source)
    }
    return sources
  }

  // MARK: Consent

  private var consents: FolderConsents { FolderConsents(environment: environment) }

  /// The absolute path of the found file, for ``FolderConsents``.
  private static var foundPath: String {
    (WholeFile.realPath(".") ?? FileManager.default.currentDirectoryPath) + "/"
      + found.dropFirst(2)
  }

  /// Returns the bytes of the found file; nil when there is none. Only a regular file is read,
  /// since opening a FIFO would block.
  private static func foundBytes() throws(ErrorMessage) -> [UInt8]? {
    let limit = 16 << 20
    let problem: String
    do throws(SystemError) {
      switch try WholeFile.read(found, limit: limit + 1) {
      case .nothing: return nil
      case .file(let bytes) where bytes.count <= limit: return bytes
      case .file: problem = "is larger than 16 MiB"
      case .other: problem = "is not a regular file"
      }
    } catch {
      problem = "cannot be read: \(error.reason)"
    }
    throw .unusableConfiguration(found, problem)
  }

  /// Records the user's consent to the file in the current folder, in its current version
  /// (`--trust-folder`).
  func trustFolder(_ output: any CommandOutput) throws {
    guard arguments["config"] == nil else {
      throw ErrorMessage.trustNeedsFound(Self.found)
    }
    guard let bytes = try Self.foundBytes() else {
      return output.talk("pushinbox: " + ResultMessage.nothingToTrust(Self.found))
    }
    try consents.record(for: Self.foundPath, bytes)
  }

  /// Withdraws the user's consent to the file in the current folder.
  ///
  /// - Returns: A message about it.
  func untrustFolder() throws -> String {
    let path = PlainText.clean(Self.foundPath)
    return try consents.withdraw(from: Self.foundPath)
      ? ResultMessage.consentWithdrawn(path) : ResultMessage.noConsent(path)
  }

  // MARK: Loading

  /// The configuration without files.
  var defaults: Configuration {
    var configuration = Configuration()
    configuration.phone.device.timeZone = .current
    configuration.phone.device.languages = [ConfigurationFiles.language(environment)]
    return configuration
  }

  /// Returns the configuration of files and flags.
  func load() throws -> LoadedConfiguration {
    var loaded = LoadedConfiguration()
    loaded.configuration = defaults
    for source in try read() { try loaded.apply(source) }
    if arguments.has("strict") {
      let flag = ConfigurationFile(name: "--strict", bytes: Array("{gateway:{strict:true}}".utf8))
      try loaded.apply(Source(file: flag))
    }
    return loaded
  }

  /// Returns the configuration, and reports the settings that were ignored in a found file.
  func load(reportingTo output: any CommandOutput) throws -> LoadedConfiguration {
    let loaded = try load()
    for notice in loaded.notices { output.talk("pushinbox: " + notice) }
    return loaded
  }

  private func file(at path: String) throws -> ConfigurationFile {
    if path == Self.none { return ConfigurationFile(name: path, bytes: Array("{}".utf8)) }
    do {
      return ConfigurationFile(name: path, bytes: try InputFile.read(path))
    } catch {
      throw ErrorMessage(ErrorMessage(error).text, .configuration)
    }
  }

  /// Returns the language of the locale: `ru` for `ru_RU.UTF-8`; `en` without one.
  static func language(_ environment: [String: String]) -> String {
    let locale =
      ["LC_ALL", "LC_MESSAGES", "LANG"].lazy.compactMap { environment[$0] }
      .first { !$0.isEmpty } ?? ""
    let name = String(locale.prefix { $0 != "." && $0 != "@" }).replacing("_", with: "-")
    return ["", "C", "POSIX"].contains(name) ? "en" : name
  }
}

/// A configuration with its files, the one with the lowest precedence first.
struct LoadedConfiguration: Equatable, Sendable {
  var configuration = Configuration()
  private(set) var files: [ConfigurationFile] = []
  /// Sentences about settings that were ignored without the user's consent, one for each file.
  private(set) var notices: [String] = []

  /// The ignored settings, with file and line.
  var withheld: [(place: String, path: String)] {
    files.flatMap { file in
      file.withheld.map { ("\(file.name):\($0.position.line)", $0.path) }
    }
  }

  fileprivate mutating func apply(_ source: ConfigurationFiles.Source) throws(SettingsError) {
    try configuration.apply(
      source.file.bytes, fileName: source.file.name, allowsPrograms: source.isTrusted,
      without: source.file.withheld, files: source.files)
    files.append(source.file)
    if let notice = source.notice { notices.append(notice) }
  }
}

extension ConfigurationFiles.Source {
  /// The sentence about ignored settings, with the remedy; nil when none were.
  var notice: String? {
    guard !file.withheld.isEmpty else { return nil }
    return ResultMessage.leftOut(
      file.withheld.map(\.path), of: file.name, isOutdated: consent == .outdated)
  }
}
