import Foundation
import InboxModel
import Testing

@testable import PushInbox

/// The folder in which running inboxes register.
@Suite(.patient) struct InboxRegistryTests {
  private let folder: TemporaryFolder
  private let registry: InboxRegistry
  private let registration = InboxRegistration(
    process: getpid(), name: "in memory", socket: "/tmp/a.sock", store: nil,
    address: "127.0.0.1:2197")

  init() throws {
    folder = try TemporaryFolder()
    registry = InboxRegistry(folder: folder.path + "/pushinbox")
  }

  private var files: [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: registry.folder)) ?? []).sorted()
  }

  @Test func `a registered inbox is found, and removal leaves no folder`() throws {
    #expect(registry.running() == [])
    let first = try registry.register(registration)
    var other = registration
    (other.name, other.store) = ("/a store", "/a store")
    let second = try registry.register(other)
    #expect(registry.running() == [other, registration])
    #expect(try folder.mode("pushinbox") == 0o700)
    #expect(try files.allSatisfy { try folder.mode("pushinbox/" + $0) == 0o600 })
    second.remove()
    #expect(registry.running() == [registration])
    first.remove()
    first.remove()
    #expect(registry.running() == [])
    #expect(!FileManager.default.fileExists(atPath: registry.folder))
  }

  @Test func `the file of a process that has ended is removed`() throws {
    let inbox = try registry.register(registration)
    let name = try #require(files.first)
    let text = try Data(contentsOf: URL(filePath: registry.folder + "/" + name))
    // The copy is not locked.
    try text.write(to: URL(filePath: registry.folder + "/inbox-1-1.json"))
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o600], ofItemAtPath: registry.folder + "/inbox-1-1.json")
    #expect(registry.running() == [registration])
    #expect(files == [name])
    inbox.remove()
  }

  struct Spoiled: CustomTestStringConvertible {
    var testDescription: String
    /// Replaces the file of a registration by something else.
    var spoil: @Sendable (_ path: String) throws -> Void
  }

  private static func contents(_ text: String) -> @Sendable (String) throws -> Void {
    { try Data(text.utf8).write(to: URL(filePath: $0)) }
  }

  private static let rest = #""name":"n","address":"a","store":null,"#

  @Test(arguments: [
    Spoiled(testDescription: "no JSON", spoil: contents("hello")),
    Spoiled(testDescription: "empty", spoil: contents("")),
    Spoiled(
      testDescription: "a relative socket",
      spoil: contents("{\(rest)\"pid\":1,\"socket\":\"a.sock\",\"v\":1}")),
    Spoiled(
      testDescription: "a socket with a zero byte",
      spoil: contents("{\(rest)\"pid\":1,\"socket\":\"/a\\u0000\",\"v\":1}")),
    Spoiled(
      testDescription: "a long socket",
      spoil: contents(
        "{\(rest)\"pid\":1,\"socket\":\"/\(String(repeating: "a", count: 100))\",\"v\":1}")),
    Spoiled(
      testDescription: "no process",
      spoil: contents("{\(rest)\"pid\":0,\"socket\":\"/a\",\"v\":1}")),
    Spoiled(
      testDescription: "another version",
      spoil: contents("{\(rest)\"pid\":1,\"socket\":\"/a\",\"v\":2}")),
    Spoiled(
      testDescription: "too large",
      spoil: contents(
        "{\(rest)\"pid\":1,\"socket\":\"/a\",\"v\":1}" + String(repeating: " ", count: 4096))),
    Spoiled(testDescription: "a folder") { path in
      try FileManager.default.createDirectory(
        atPath: path, withIntermediateDirectories: false)
    },
    Spoiled(testDescription: "a pipe") { path in #expect(mkfifo(path, 0o600) == 0) },
    Spoiled(testDescription: "a link") { path in
      #expect(symlink("/dev/zero", path) == 0)
    },
    Spoiled(testDescription: "open to writers") { path in
      try Data("{\(rest)\"pid\":1,\"socket\":\"/a\",\"v\":1}".utf8).write(to: URL(filePath: path))
      #expect(chmod(path, 0o666) == 0)
    },
    Spoiled(testDescription: "a hard link") { path in
      try Data("{\(rest)\"pid\":1,\"socket\":\"/a\",\"v\":1}".utf8)
        .write(to: URL(filePath: path + ".other"))
      #expect(link(path + ".other", path) == 0)
    },
  ])
  func `a file that is not a registration of this user is ignored`(
    _ spoiled: Spoiled
  ) throws {
    let inbox = try registry.register(registration)
    let path = registry.folder + "/inbox-9-9.json"
    try spoiled.spoil(path)
    let file = open(path, O_RDONLY | O_NONBLOCK | O_NOFOLLOW | O_CLOEXEC)
    // Locked, like that of a running inbox.
    if file >= 0 { flock(file, LOCK_EX | LOCK_NB) }
    defer { if file >= 0 { close(file) } }
    #expect(registry.running() == [registration])
    inbox.remove()
  }

  @Test func `a valid locked file is a running inbox`() throws {
    try FileManager.default.createDirectory(
      atPath: registry.folder, withIntermediateDirectories: false)
    #expect(chmod(registry.folder, 0o700) == 0)
    let path = registry.folder + "/inbox-9-9.json"
    try Self.contents("{\(Self.rest)\"pid\":7,\"socket\":\"/a\",\"v\":1}")(path)
    #expect(chmod(path, 0o600) == 0)
    let file = open(path, O_RDONLY | O_CLOEXEC)
    defer { close(file) }
    #expect(flock(file, LOCK_EX | LOCK_NB) == 0)
    #expect(registry.running().map(\.process) == [7])
  }

  @Test func `a folder that others may write to, or a link to one, is not used`() throws {
    let other = folder.path + "/other"
    try FileManager.default.createDirectory(atPath: other, withIntermediateDirectories: false)
    #expect(chmod(other, 0o777) == 0)
    #expect(symlink(other, registry.folder) == 0)
    #expect(throws: InboxRegistry.Failure.self) { try registry.register(registration) }
    #expect(unlink(registry.folder) == 0)
    let open = InboxRegistry(folder: other)
    #expect(throws: InboxRegistry.Failure.self) { try open.register(registration) }
    #expect(open.running() == [])
    #expect(try FileManager.default.contentsOfDirectory(atPath: other) == [])
  }

  @Test func `a socket with a path over the limit is not registered`() {
    var long = registration
    long.socket = "/" + String(repeating: "a", count: ControlPath.maximumLength)
    #expect(throws: InboxRegistry.Failure.self) { try registry.register(long) }
    #expect(files == [])
  }

  @Test func `the line of an inbox can be copied into a shell`() {
    var hostile = registration
    hostile.socket = "/tmp/it's $(here)/a.sock"
    #expect(
      hostile.line.hasPrefix(#"--socket '/tmp/it'\''s $(here)/a.sock'  in memory, 127.0.0.1:2197"#))
  }
}
