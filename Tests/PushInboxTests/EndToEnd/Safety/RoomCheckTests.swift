import Foundation
import Testing

/// `.ci/check-arrows`, a part of `make check`, on a small program.
@Suite(
  .enabled(if: Tool("bash") != nil && Tool("swiftc") != nil, "bash or swiftc is not installed"))
struct RoomCheckTests {
  private static let rooms = """
    InboxModel/Base
    InboxModel/Push
    InboxModel/Systems/Mail
    InboxModel/Simulation
    InboxModel/Guests
    guest InboxModel/Systems/Mail InboxModel/Guests
    PushInbox/System
    PushInbox/App
    """

  private static let files = [
    "InboxModel/Base/Text.swift": "public struct Text: Sendable { public init() {} }",
    "InboxModel/Push/Push.swift": """
    public struct Push: Sendable { var text = Text() }
    extension Text { var length: Int { 0 } }
    """,
    "InboxModel/Systems/Mail/Mail.swift": "struct Mail: Sendable { var push = Push() }",
    "InboxModel/Simulation/Guest.swift": "struct Guests: Sendable { var names: [String] = [] }",
    "InboxModel/Guests/Guests+Mail.swift": "extension Guests { static let mail = Mail() }",
    "PushInbox/System/File.swift": "struct File: Sendable {}",
    "PushInbox/App/App.swift":
      "import InboxModel\n\nstruct App: Sendable { let text = Text(); let file = File() }",
  ]

  /// Runs the check on the program with additional files.
  private func check(
    _ more: [String: String] = [:], rooms: String = rooms, arguments: [String] = []
  ) throws -> (status: Int32, output: String) {
    let folder = try TemporaryFolder()
    let root = URL(filePath: folder.path)
    for (name, code) in Self.files.merging(more, uniquingKeysWith: { $1 }) {
      let file = root.appending(path: "Sources/" + name)
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data((code + "\n").utf8).write(to: file)
    }
    let checks = root.appending(path: ".ci")
    try FileManager.default.createDirectory(at: checks, withIntermediateDirectories: true)
    try Data((rooms + "\n").utf8).write(to: checks.appending(path: "rooms"))
    try Data(contentsOf: URL(filePath: Repository.path + "/.ci/check-arrows"))
      .write(to: checks.appending(path: "check-arrows"))
    return try #require(Tool("bash")).run([folder.path + "/.ci/check-arrows"] + arguments)
  }

  @Test func `rooms that use earlier rooms pass`() throws {
    let (status, output) = try check()
    #expect(status == 0, "\(output)")
  }

  @Test(arguments: [
    (
      "InboxModel/Base/Late.swift", "let push: Push? = nil",
      "InboxModel/Base does not compile with the rooms before it:", 1
    ),
    ("InboxModel/Base/Late.swift", "let length =\n  Text().length", "'length'", 2),
    (
      "PushInbox/System/Late.swift", "let app: App? = nil",
      "PushInbox/System does not compile with the rooms before it:", 1
    ),
    (
      "InboxModel/Simulation/Late.swift", "let mail = Mail()",
      "the model does not compile without InboxModel/Systems/Mail:", 1
    ),
    (
      "InboxModel/Simulation/Late.swift", "let mail = Guests.mail",
      "the model does not compile without InboxModel/Systems/Mail:", 1
    ),
  ])
  func `a use of a later room or of a guest is reported with file and line`(
    file: String, code: String, words: String, line: Int
  ) throws {
    let (status, output) = try check([file: code])
    #expect(status == 1)
    #expect(output.contains(words), "\(output)")
    #expect(output.contains("Sources/\(file):\(line):"), "\(output)")
  }

  @Test func `a file in no room, a missing room and an empty one are reported`() throws {
    let stray = try check(["InboxModel/Other/Stray.swift": "struct Stray {}"])
    #expect(stray.status == 1)
    #expect(stray.output.contains("Sources/InboxModel/Other/Stray.swift"), "\(stray.output)")
    let missing = try check(rooms: "InboxModel/Nothing\n" + Self.rooms)
    #expect(missing.status == 1)
    #expect(
      missing.output.contains("InboxModel/Nothing, which does not exist"), "\(missing.output)")
    let empty = try check(
      ["InboxModel/Empty/notes.txt": ""], rooms: "InboxModel/Empty\n" + Self.rooms)
    #expect(empty.status == 1)
    #expect(empty.output.contains("InboxModel/Empty, which has no Swift file"), "\(empty.output)")
  }

  @Test(arguments: [
    (
      ["InboxModel/Push/Late.swift": "import Dispatch"],
      "InboxModel/Push/Late.swift:1:import Dispatch"
    ),
    (
      ["InboxModel/Push/Late.swift": "import Foundation\nlet now = Date()"],
      "InboxModel/Push/Late.swift:2:let now = Date()"
    ),
    (
      ["PushInbox/App/Late.swift": "import CSQLite"],
      "CSQLite may be imported in PushInbox/Store only:"
    ),
    (["InboxModel/Push/Late.swift": "let ="], "InboxModel does not compile"),
  ])
  func `a forbidden import, a clock and a model that does not compile are reported`(
    files: [String: String], words: String
  ) throws {
    let (status, output) = try check(files)
    #expect(status == 1)
    #expect(output.contains(words), "\(output)")
  }

  @Test(arguments: [
    ("InboxModel/Base\n", "", ".ci/rooms lists twice: InboxModel/Base"),
    (
      "guest InboxModel/Systems/Post InboxModel/Guests\n", "",
      "InboxModel/Systems/Post, which is not a room"
    ),
    ("", "InboxModel/Bsae", "InboxModel/Bsae is not a room of .ci/rooms"),
  ])
  func `a misspelt list and a misspelt argument are rejected`(
    line: String, argument: String, words: String
  ) throws {
    let (status, output) = try check(
      rooms: Self.rooms + "\n" + line, arguments: argument.isEmpty ? [] : [argument])
    #expect(status == 1)
    #expect(output.contains(words), "\(output)")
  }

  @Test func `a system that is not a guest cannot be left out`() throws {
    let (status, output) = try check(arguments: ["--without", "InboxModel/Push"])
    #expect(status == 1)
    #expect(output.contains("InboxModel/Push is not a guest of .ci/rooms"), "\(output)")
  }

  private static let systems =
    (try? FileManager.default.contentsOfDirectory(
      atPath: Repository.path + "/Sources/InboxModel/Systems")) ?? []

  @Test(arguments: systems) func `the model compiles without a system`(system: String) throws {
    let (status, output) = try #require(Tool("bash")).run([
      Repository.path + "/.ci/check-arrows", "--without", "InboxModel/Systems/" + system,
    ])
    #expect(status == 0, "\(output)")
  }

  @Test(arguments: ["", "InboxModel/Systems/Post\n"])
  func `a folder of Systems without a guest line is reported`(line: String) throws {
    let (status, output) = try check(
      ["InboxModel/Systems/Post/Post.swift": "struct Post {}"], rooms: line + Self.rooms)
    #expect(status == 1)
    #expect(
      output.contains("InboxModel/Systems/Post has no guest line in .ci/rooms"), "\(output)")
  }

  @Test func `a guest line without a folder is reported`() throws {
    let post = "InboxModel/Systems/Post"
    let (status, output) = try check(
      rooms: "\(post)\n\(Self.rooms)\nguest \(post) InboxModel/Guests")
    #expect(status == 1)
    #expect(output.contains("a guest line with \(post), which is not a folder"), "\(output)")
  }

  @Test func `one room is checked separately`() throws {
    let late = ["PushInbox/System/Late.swift": "let app: App? = nil"]
    #expect(try check(late, arguments: ["InboxModel/Push"]).status == 0)
    #expect(try check(late, arguments: ["PushInbox/System"]).status == 1)
  }
}
