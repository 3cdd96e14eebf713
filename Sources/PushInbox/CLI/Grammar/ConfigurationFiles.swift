import Foundation
import InboxModel

/// The configuration in its order: defaults, the user's file, `./.pushinbox.json5`, flags.
/// A file named by `--config` stands for both files.
struct ConfigurationFiles {
  private let arguments: Arguments
  private let places: RuntimePaths
  private let environment: [String: String]

  init(_ arguments: Arguments, _ places: RuntimePaths, _ environment: [String: String]) {
    self.arguments = arguments
    self.places = places
    self.environment = environment
  }

  /// A file as far as it may be applied.
  struct Source {
    var file: ConfigurationFile
    /// The user's consent to a file found in the folder; other files need none.
    var consent = FolderConsents.State.given

    /// Whether it may name programs to run and files anywhere.
    var isTrusted: Bool { consent == .given }
    /// The files it may name.
    var files: SettingsFiles { .beside(file.name, isConfined: !isTrusted) }
  }

  /// The file that is found in the current folder.
  static let found = "./.pushinbox.json5"

  /// The user's file, or the one that was named.
  var userFile: String { arguments["config"] ?? places.configuration }

  /// Reads what there is, the weakest first. A file that is named, here or by `--config`, stands for all
  /// and has to be there.
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

  /// The bytes of the found file; nil when there is none. Nothing but a plain file is read: a pipe would be
  /// waited for.
  private static func foundBytes() throws(ErrorMessage) -> [UInt8]? {
    let limit = 16 << 20
    let problem: String
    do throws(SystemError) {
      switch try WholeFile.read(found, limit: limit + 1) {
      case .nothing: return nil
      case .file(let bytes) where bytes.count <= limit: return bytes
      case .file: problem = "is larger than 16 MiB"
      case .other: problem = "is no plain file"
      }
    } catch {
      problem = "cannot be read: \(error.reason)"
    }
    throw ErrorMessage(
      "\(found) \(problem); remove it, or name a file with --config", .configuration)
  }

  /// Records the user's consent to the file in the current folder, as it is now (`--trust-folder`).
  func trustFolder(_ output: any CommandOutput) throws {
    guard arguments["config"] == nil else {
      throw ErrorMessage(
        "--trust-folder is for \(Self.found), which is not read with --config FILE; leave one out",
        .usage)
    }
    guard let bytes = try Self.foundBytes() else {
      return output.talk("pushinbox: there is no \(Self.found) in this folder to trust")
    }
    try consents.record(for: Self.foundPath, bytes)
  }

  /// Withdraws the user's consent to the file in the current folder.
  ///
  /// - Returns: A sentence about it.
  func untrustFolder() throws -> String {
    let path = PlainText.clean(Self.foundPath)
    return try consents.withdraw(from: Self.foundPath)
      ? "withdrawn: the consent to \(path); a running inbox needs config reload"
      : "there is no consent to \(path)"
  }

  // MARK: Loading

  /// The configuration where no file says otherwise.
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
    for source in try read() { try loaded.apply(source) }
    if arguments.has("strict") {
      let flag = ConfigurationFile(name: "--strict", bytes: Array("{gateway:{strict:true}}".utf8))
      try loaded.apply(Source(file: flag))
    }
    return loaded
  }

  /// The same, and reports what was left out of a found file.
  func load(reportingTo output: any CommandOutput) throws -> LoadedConfiguration {
    let loaded = try load()
    for notice in loaded.notices { output.talk("pushinbox: " + notice) }
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
  /// Sentences about settings that were left out without the user's consent, one for each file.
  private(set) var notices: [String] = []

  /// The settings that were left out, with file and line.
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
  /// The most settings that a sentence names.
  private static let mostNamed = 10

  /// The sentence about the settings that were left out, with what to do; nil when none were.
  var notice: String? {
    guard !file.withheld.isEmpty else { return nil }
    let paths = file.withheld.map(\.path)
    let more =
      paths.count > Self.mostNamed ? " and \(paths.count - Self.mostNamed) more settings" : ""
    let cause =
      consent == .outdated
      ? "left out, since the file has changed after your consent" : "left out without your consent"
    return
      "\(file.name): \(cause): \(paths.prefix(Self.mostNamed).joined(separator: ", "))\(more); "
      + "review the file, then start once with --trust-folder"
  }
}
