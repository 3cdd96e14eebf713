import Foundation
import InboxModel
import Testing

@testable import PushInbox

/// Lock files, sockets and data in folders that others can write to.
@Suite(.patient) struct LockFileTests {
  /// An object at the path of a lock file.
  enum Obstacle: String, CaseIterable {
    case symbolicLink = "is a symbolic link"
    case linkToNothing = "is a symbolic link, and"
    case hardLink = "is a hard link, a file with another name too"
    case folder = "is a folder"
    case pipe = "is not a regular file"
    case otherFile = "is a file with other contents than a process number"
    case shortFile = "is a file with other contents than a process number, and"
    case foreignFile = "belongs to another user"

    func make(at path: String, precious: String) throws {
      let files = FileManager.default
      switch self {
      case .symbolicLink:
        try files.createSymbolicLink(atPath: path, withDestinationPath: precious)
      case .linkToNothing:
        try files.createSymbolicLink(atPath: path, withDestinationPath: precious + ".none")
      case .hardLink: try files.linkItem(atPath: precious, toPath: path)
      case .folder: try files.createDirectory(atPath: path, withIntermediateDirectories: false)
      case .pipe: #expect(mkfifo(path, 0o600) == 0)
      case .otherFile: try files.copyItem(atPath: precious, toPath: path)
      case .shortFile: try Data("12\nnotes".utf8).write(to: URL(filePath: path))
      case .foreignFile:
        try Data().write(to: URL(filePath: path))
        #expect(chown(path, 65534, 65534) == 0)
      }
    }
  }

  /// The obstacles that this user can create.
  static let obstacles = Obstacle.allCases.filter { $0 != .foreignFile || geteuid() == 0 }

  @Test(arguments: obstacles)
  func `a file that is not our lock file is left unchanged, and the start exits with 3`(
    _ obstacle: Obstacle
  ) throws {
    for (lock, options) in [
      ("c.sock.lock", ["--socket", "c.sock", "--ephemeral"]),
      ("o.sock.lock", ["--offer", "unix:o.sock", "--ephemeral"]),
      ("store/inbox.lock", ["--store", "store"]),
      ("data/pushinbox/.lock", ["--ephemeral"]),
    ] {
      let home = try Home()
      let precious = try home.write("precious data of more than a number\n", to: "precious")
      try home.write("", to: "store/x")
      try home.write("", to: "data/pushinbox/x")
      try obstacle.make(at: home.path + "/" + lock, precious: precious)
      let result = try home.run(["serve", "--listen", "127.0.0.1:0"] + options)
      #expect(result.status == 3, "\(lock): \(result.err)")
      #expect(result.err.contains(lock), "\(result.err)")
      let reason = obstacle.rawValue.replacing(", and", with: "")
      #expect(result.err.contains(reason), "\(result.err)")
      #expect(
        try String(contentsOfFile: precious, encoding: .utf8)
          == "precious data of more than a number\n")
      #expect(!FileManager.default.fileExists(atPath: precious + ".none"))
      if obstacle == .shortFile {
        #expect(
          try String(contentsOfFile: home.path + "/" + lock, encoding: .utf8) == "12\nnotes")
      }
    }
  }

  @Test(arguments: ["", "12345\n", "2147483647", "1234567890123456"])
  func `a leftover lock file of ours is reused`(_ text: String) throws {
    let home = try Home()
    try home.write(text, to: "c.sock.lock")
    let inbox = try RunningInbox(["--socket", "c.sock", "--ephemeral"], home: home)
    #expect(
      try String(contentsOfFile: home.path + "/c.sock.lock", encoding: .utf8)
        == "\(inbox.child.process)\n")
    let second = try home.run([
      "serve", "--listen", "127.0.0.1:0", "--ephemeral", "--socket", "c.sock",
    ])
    #expect(second.status == 3)
    #expect(second.err.contains("(pid \(inbox.child.process))"))
  }

  @Test(.enabled(if: geteuid() == 0 && Tool("setpriv") != nil))
  func `a control socket of another user receives no bytes`() throws {
    let home = try Home()
    let theirs = try TemporaryFolder()
    #expect(chown(theirs.path, 65534, 65534) == 0)
    let setpriv = try #require(Tool("setpriv"))
    let (out, err) = (try Lines(), try Lines())
    let nothing = open("/dev/null", O_RDONLY | O_CLOEXEC)
    defer { close(nothing) }
    let socket = theirs.path + "/c.sock"
    let child = try Child(
      setpriv.path,
      [
        "--reuid=65534", "--regid=65534", "--clear-groups", PseudoTerminal.program, "serve",
        "--listen", "127.0.0.1:0", "--print-endpoints", "--json", "--socket", socket,
      ], environment: PseudoTerminal.environment(home: theirs.path), directory: theirs.path,
      streams: [nothing, out.writer, err.writer])
    out.closeWriter()
    err.closeWriter()
    defer { child.send(SIGKILL) }
    try out.wait(for: "the endpoints")
    for words in [["send", "secret"], ["ls"], ["set", "lock=locked"]] {
      let result = try home.run(words + ["--socket", socket])
      #expect(result.status == 3)
      #expect(
        result.err
          == "pushinbox: a process of another user listens on \(socket), and nothing was sent to it; "
          + "name your inbox's socket with --socket\n")
    }
  }

  @Test(.enabled(if: geteuid() == 0 && Tool("setpriv") != nil && Tool.curl != nil))
  func `a client of another user gets no response from the control socket`() throws {
    let folder = try TemporaryFolder()
    #expect(chmod(folder.path, 0o755) == 0)
    let socket = folder.path + "/c.sock"
    let inbox = try RunningInbox(["--ephemeral", "--socket", socket])
    // Even if the mode of the socket permits other users.
    #expect(chmod(socket, 0o666) == 0)
    let (setpriv, curl) = (try #require(Tool("setpriv")), try #require(Tool.curl))
    for (user, isAnswered) in [(0, true), (65534, false)] {
      let result = try setpriv.run([
        "--reuid=\(user)", "--regid=\(user)", "--clear-groups", curl.path, "-v", "-m", "60",
        "--http0.9", "--unix-socket", socket, "http://localhost/",
      ])
      #expect(result.output.contains("not a line of JSON") == isAnswered, "\(user)")
      #expect((result.status == 0) == isAnswered, "\(user)")
      #expect(!result.output.contains("Permission denied"), "\(user)")
    }
    #expect(try inbox.home.run(["ready", "--socket", socket]).status == 0)
  }

  @Test func `a store and keys with wide permissions are restricted at the start`() throws {
    let home = try Home()
    let inbox = try RunningInbox(home: home)
    try inbox.run("send", "Hi")
    try inbox.kill()
    let files = ["inbox.db", "inbox.db-wal"].map { "state/pushinbox/" + $0 }
    for file in files { #expect(chmod(home.path + "/" + file, 0o666) == 0) }
    let folders = ["data/pushinbox", "state/pushinbox"]
    for folder in folders { #expect(chmod(home.path + "/" + folder, 0o777) == 0) }
    try inbox.restart()
    for file in files { #expect(try home.folder.mode(file) == 0o600) }
    for folder in folders { #expect(try home.folder.mode(folder) == 0o700) }
    #expect(try home.list().notifications.count == 1)
  }

  @Test
  func `a named folder of the store that others can write to is reported, and left unchanged`()
    throws
  {
    let folder = try TemporaryFolder()
    #expect(chmod(folder.path, 0o777) == 0)
    let inbox = try RunningInbox(["--store", folder.path])
    try inbox.err.wait(containing: "others can write to the folder of the store, \(folder.path)")
    #expect(try folder.mode() == 0o777)
    #expect(try folder.mode("inbox.db") == 0o600)
  }

  @Test(.enabled(if: geteuid() == 0))
  func `a store of another user with wide permissions is reported`() throws {
    let home = try Home()
    let inbox = try RunningInbox(home: home)
    try inbox.kill()
    let store = home.path + "/state/pushinbox/inbox.db"
    #expect(chown(store, 65534, 65534) == 0)
    #expect(chmod(store, 0o666) == 0)
    try inbox.restart()
    try inbox.err.wait(containing: "\(store) belongs to another user")
    #expect(try home.folder.mode("state/pushinbox/inbox.db") == 0o666)
  }
}
