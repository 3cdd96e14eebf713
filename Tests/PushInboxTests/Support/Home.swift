import Foundation
import InboxModel
import Testing

/// A user's home for the built program: a temporary folder, and a fixed environment.
final class Home {
  let folder: TemporaryFolder
  let environment: [String: String]

  /// The result of a command.
  struct Result {
    var status: Int32
    var out: String
    var err: String

    var lines: [String] { out.split(separator: "\n").map(String.init) }

    /// The output as one JSON value.
    func json() throws -> JSONValue { try JSONReader.read(Array(out.utf8)).root }
  }

  /// Creates a home, with a configuration that the program finds without options.
  init(configuration: String? = nil) throws {
    folder = try TemporaryFolder()
    environment = PseudoTerminal.environment(home: folder.path)
    if let configuration { try write(configuration, to: "config/pushinbox/config.json5") }
  }

  /// Returns a home with the example's configuration without its schedules, in which pushes are
  /// quiet.
  static func example() throws -> Home {
    let text = try Repository.text("assets/config.json5")
    return try Home(
      configuration: text.replacing(#/from: "22:00", to: "07:00", days: "daily", /#, with: ""))
  }

  var path: String { folder.path }
  var store: String { path + "/state/pushinbox" }

  /// Writes a file and returns its path.
  @discardableResult
  func write(_ text: String, to name: String, mode: Int = 0o644) throws -> String {
    let file = path + "/" + name
    try FileManager.default.createDirectory(
      atPath: URL(filePath: file).deletingLastPathComponent().path,
      withIntermediateDirectories: true)
    try Data(text.utf8).write(to: URL(filePath: file))
    try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: file)
    return file
  }

  /// Runs `pushinbox` with words until it ends.
  @discardableResult
  func run(
    _ words: [String], input: String = "", environment: [String: String] = [:],
    directory: String? = nil
  ) throws -> Result {
    try run(
      PseudoTerminal.program, words, input: input, environment: environment, directory: directory)
  }

  /// Runs a program until it ends. Its streams are files, so that no descriptor of another process
  /// can hold them open.
  func run(
    program: String, _ words: [String], input: String = "", environment: [String: String] = [:]
  ) throws -> Result {
    try run(program, words, input: input, environment: environment)
  }

  /// Returns the path of an installed program; nil when it is not installed.
  static func path(of program: String) -> String? {
    ["/usr/bin/", "/bin/", "/usr/local/bin/", "/opt/homebrew/bin/"].map { $0 + program }
      .first { FileManager.default.isExecutableFile(atPath: $0) }
  }

  private func run(
    _ program: String, _ words: [String], input: String, environment: [String: String] = [:],
    directory: String? = nil
  ) throws -> Result {
    let name = path + "/run-" + UUID().uuidString
    let files = ["in", "out", "err"].map { name + "." + $0 }
    defer { for file in files { try? FileManager.default.removeItem(atPath: file) } }
    try Data(input.utf8).write(to: URL(filePath: files[0]))
    let streams = files.map { open($0, O_RDWR | O_CREAT | O_CLOEXEC, 0o600) }
    defer { for stream in streams { close(stream) } }
    let child = try Child(
      program, words, environment: self.environment.merging(environment) { $1 },
      directory: directory ?? path, streams: streams)
    defer { child.send(SIGKILL) }
    let status = try child.waitForExit()
    return Result(
      status: status, out: String(decoding: try contents(files[1]), as: UTF8.self),
      err: String(decoding: try contents(files[2]), as: UTF8.self))
  }

  private func contents(_ file: String) throws -> Data {
    try Data(contentsOf: URL(filePath: file))
  }

  /// Returns the list as the output of `ls --json`.
  func list(_ filter: String...) throws -> JSONValue {
    try run(["ls", "--json"] + filter).json()
  }
}

extension JSONValue {
  subscript(key: String) -> JSONValue? { object?[key] }
  subscript(index: Int) -> JSONValue? { array.flatMap { $0.indices ~= index ? $0[index] : nil } }

  /// The notifications of an inbox, newest first.
  var notifications: [JSONValue] {
    (self["groups"]?.array ?? []).flatMap { $0["notifications"]?.array ?? [] }
  }

  /// The bodies of the notifications.
  var bodies: [String?] { notifications.map { $0["body"]?.string } }
}
