import Foundation
import InboxModel
import Testing

@testable import PushInbox

/// Feeds that the built program follows (`docs/guides/feeds.md`).
@Suite(.patient) struct LiveFeedTests {
  private let home: Home
  private var path: String { home.path + "/feed.log" }

  init() throws { home = try Home() }

  private static func line(_ title: String) -> String {
    #"{"payload":{"aps":{"alert":"\#(title)"}}}"# + "\n"
  }

  private func append(_ text: String, to name: String = "feed.log") throws {
    try Self.append(text, toFile: home.path + "/" + name)
  }

  private static func append(_ text: String, toFile path: String) throws {
    let descriptor = open(path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0o600)
    try #require(descriptor >= 0)
    defer { close(descriptor) }
    try #require(StandardOutput.write(Array(text.utf8), to: descriptor))
  }

  private func inbox(_ options: String...) throws -> RunningInbox {
    try RunningInbox(["--feed", "feed.log"] + options, home: home)
  }

  /// Waits until a push is stored, in this run or an earlier one.
  private func wait(for text: String, in inbox: RunningInbox) throws {
    let result = try inbox.run("wait", "\"\(text)\"", "--timeout", "50s")
    try #require(result.status == 0, "\(text) has not come: \(result.err)")
  }

  // MARK: A file

  @Test func `a file is followed when appended, truncated, rotated, removed and restored`() throws {
    try append("")
    let inbox = try inbox()
    try append(Self.line("one") + "bad\n")
    try inbox.event("shown", containing: "\"one\"")
    let rejected = try inbox.event("rejected")
    #expect(rejected["because"]?.string == "feed.log:2, column 1: `bad` is not JSON.")

    try #require(truncate(path, 0) == 0)
    try inbox.err.wait(containing: "feed.log: was truncated or rewritten")
    try append(Self.line("two"))
    try inbox.event("shown", containing: "\"two\"")

    try #require(rename(path, path + ".1") == 0)
    try inbox.err.wait(containing: "feed.log: does not exist; waiting for it")
    try append(Self.line("three"), to: "feed.log.1")
    try append(Self.line("four"))
    try inbox.event("shown", containing: "\"four\"")
    try inbox.err.wait(containing: "feed.log: was replaced; reading the new file")

    #expect(try home.list().bodies == ["four", "three", "two", "one"])
    #expect(try inbox.run("ls", "is:rejected").lines.count == 1)
  }

  @Test func `a missing file is waited for, a missing folder is an error`() throws {
    let inbox = try inbox()
    try inbox.err.wait(containing: "feed.log: does not exist; waiting for it")
    try append(Self.line("one"))
    try inbox.event("shown", containing: "\"one\"")
    try inbox.err.wait(containing: "feed.log: exists now, and is read")
  }

  @Test(arguments: [
    (
      "none/feed.log",
      "--feed none/feed.log: the folder none does not exist; create it, or name another file"
    ),
    ("file/feed.log", "--feed file/feed.log: file is not a folder; name another file"),
    ("folder", "--feed folder: it is a folder; name a file in it"),
    ("ws://127.0.0.1:1/", "http://HOST:PORT/PATH"),
    ("http://user@127.0.0.1/", "http://HOST:PORT/PATH"),
    ("http://127.0.0.1:99999/", "http://HOST:PORT/PATH"),
  ])
  func `an unreadable source is a usage error`(
    source: String, message: String
  ) throws {
    _ = try home.write("", to: "file")
    try #require(mkdir(home.path + "/folder", 0o700) == 0)
    let result = try home.run(["serve", "--feed", source])
    #expect(result.status == 2)
    #expect(result.err.contains(message), "\(result.err)")
  }

  @Test(.enabled(if: geteuid() != 0, "root reads every file"))
  func `a file without read permission is waited for`() throws {
    try append(Self.line("one"))
    try #require(chmod(path, 0) == 0)
    let inbox = try inbox()
    try inbox.err.wait(containing: "feed.log: Permission denied; waiting for it")
    try #require(chmod(path, 0o600) == 0)
    try inbox.event("shown", containing: "\"one\"")
  }

  @Test func `a restart continues after the last line, and lines keep their identifiers`() throws {
    try append(Self.line("one") + Self.line("two"))
    let inbox = try inbox()
    try inbox.event("shown", containing: "\"two\"")
    inbox.child.send(SIGTERM)
    try inbox.child.waitForExit()
    try append(Self.line("three"))
    try inbox.restart()
    try inbox.event("shown", containing: "\"three\"")
    try inbox.err.wait(containing: "feed.log: continues at line 3")
    #expect(try home.list().bodies == ["three", "two", "one"])
    // A file that was rotated meanwhile is read to its end.
    try inbox.kill()
    try append(Self.line("four"))
    try #require(rename(path, path + ".1") == 0)
    try append(Self.line("five"))
    try inbox.restart()
    try inbox.event("shown", containing: "\"five\"")
    #expect(try home.list().bodies == ["five", "four", "three", "two", "one"])
  }

  @Test func `--feed-from end starts after the existing lines, in each of its forms`() throws {
    try append(Self.line("one") + Self.line("two"))
    let inbox = try inbox("--feed-from", "end")
    try inbox.err.wait(containing: "feed.log: starts at line 3")
    try inbox.kill()
    try append(Self.line("three"))
    // The stored position applies: this line was written while no inbox ran.
    try inbox.restart()
    try inbox.event("shown", containing: "\"three\"")
    #expect(try home.list().bodies == ["three"])
    let wrong = try home.run(["serve", "--feed", "feed.log", "--feed-from", "middle"])
    #expect(wrong.status == 2)
    #expect(wrong.err.contains("beginning or end"), "\(wrong.err)")
    let fromEnvironment = try home.run(
      ["serve", "--feed", "feed.log"], environment: ["PUSHINBOX_FEED_FROM": "middle"])
    #expect(fromEnvironment.status == 2)
  }

  @Test func `a file given twice is one feed`() throws {
    try append(Self.line("one"))
    let inbox = try inbox("--feed", home.path + "/feed.log")
    try inbox.event("shown", containing: "\"one\"")
    try append(Self.line("two"))
    try inbox.event("shown", containing: "\"two\"")
    #expect(try home.list().bodies == ["two", "one"])
  }

  @Test func `an ephemeral inbox stores no position`() throws {
    try append(Self.line("one"))
    let inbox = try inbox("--ephemeral")
    try inbox.event("shown", containing: "\"one\"")
    try inbox.kill()
    try inbox.restart()
    try inbox.event("shown", containing: "\"one\"")
  }

  @Test func `after kill -9 at any moment each line is stored once`() throws {
    let inbox = try inbox()
    var random = SplitMix64(seed: 11)
    let (rounds, perRound) = (6, 200)
    for round in 0..<rounds {
      let numbers = round * perRound..<(round + 1) * perRound
      let file = path
      // The file is written while it is read, and rotated once the program has read from it.
      let done = DispatchSemaphore(value: 0)
      Thread {
        let lines = numbers.map { Self.line("push \($0)") }
        try? Self.append(lines.prefix(perRound / 2).joined(), toFile: file)
        if round % 2 == 1 { _ = rename(file, file + ".\(round)") }
        for line in lines.dropFirst(perRound / 2) { try? Self.append(line, toFile: file) }
        done.signal()
      }.start()
      let moment = numbers.lowerBound + Int.random(in: 0..<perRound, using: &random)
      try wait(for: "push \(moment)", in: inbox)
      try inbox.kill()
      done.wait()
      try inbox.restart()
    }
    let last = rounds * perRound - 1
    try append(Self.line("the last"))
    try wait(for: "the last", in: inbox)
    let bodies = try home.list().bodies.compactMap(\.self)
    #expect(Set(bodies).count == bodies.count)
    #expect(bodies.dropFirst() == (0...last).reversed().map { "push \($0)" }[...])
  }

  @Test func `a FIFO is read as a feed`() throws {
    try #require(mkfifo(path, 0o600) == 0)
    let inbox = try inbox()
    for title in ["one", "two"] {
      try append(Self.line(title))
      try inbox.event("shown", containing: "\"\(title)\"")
    }
  }

  @Test func `the screen shows the state of each feed`() throws {
    let visit = try Visit(["--feed", "feed.log"], home: home)
    try visit.pty.waitFor("waiting for the file")
    try append("\n")
    try visit.pty.waitFor("following")
  }

  // MARK: HTTP

  @Test func `a stream of lines is read, and reconnected after a cut`() throws {
    let server = try StreamServer()
    let inbox = try RunningInbox(["--feed", server.address + "/pushes"], home: home)
    do {
      let connection = try server.accept()
      connection.beginStream("application/x-ndjson")
      connection.sendChunk(Self.line("one") + "bad\n")
      let because = try inbox.event("rejected")["because"]?.string
      #expect(because == "\(server.address)/pushes:2, column 1: `bad` is not JSON.")
    }
    try inbox.err.wait(containing: "/pushes: the stream was cut off, retrying in 200 ms")
    let connection = try server.accept()
    connection.beginStream("application/x-ndjson")
    connection.sendChunk(Self.line("two"))
    try inbox.event("shown", containing: "\"two\"")
    #expect(try home.list().bodies == ["two", "one"])
  }

  @Test func `after kill -9 the events after the last stored one are requested`() throws {
    let server = try StreamServer()
    let count = 300
    let ids = Box<[String?]>([])
    let isOver = Box(false)
    defer { isOver.value = true }
    // Sends the events after the given identifier, as event servers do, and a further one to
    // clients that request the events after the last one. Each client may be killed before it has
    // stored the events.
    Thread {
      while !isOver.value {
        guard let connection = try? server.accept() else { continue }
        ids.change { $0.append(connection.lastEventID) }
        connection.beginStream("text/event-stream")
        let last = connection.lastEventID.flatMap { Int($0) } ?? 0
        for number in stride(from: last + 1, through: last < count ? count : count + 1, by: 1) {
          let event = "id: \(number)\ndata: " + Self.line("push \(number)") + "\n"
          if !connection.sendChunk(event) { break }
        }
      }
    }.start()
    let inbox = try RunningInbox(["--feed", server.address + "/events"], home: home)
    var random = SplitMix64(seed: 3)
    var moment = 0
    while moment < count {
      moment = min(count, moment + Int.random(in: 20...80, using: &random))
      try wait(for: "push \(moment)", in: inbox)
      try inbox.kill()
      try inbox.restart()
    }
    try wait(for: "push \(count + 1)", in: inbox)
    let pushes = try home.list().notifications
    #expect(
      pushes.compactMap { $0["body"]?.string } == (1...count + 1).reversed().map { "push \($0)" })
    // An event that arrived twice would have replaced itself.
    #expect(pushes.allSatisfy { $0["replaced"]?.int == 0 })
    #expect(pushes.first?["requestID"]?.string == "\(count + 1)")
    #expect(ids.value.first == .some(nil))
    #expect(ids.value.contains("\(count)"))
  }

  @Test func `another machine is rejected without --allow-network`() throws {
    let feed = "http://192.0.2.1:1/"
    let inbox = try RunningInbox(["--feed", feed], home: home)
    try inbox.err.wait(
      containing: "192.0.2.1 is not on this machine; allow it with --allow-network")
  }

  @Test(.enabled(if: Tool.python != nil, "there is no python3"))
  func `https requires a trusted certificate`() throws {
    let authority = try CertificateAuthority.open(in: home.path + "/tls")
    let identity = authority.identity
    let script = try home.write(Self.secureServer, to: "server.py")
    let lines = try Lines()
    let nothing = open("/dev/null", O_RDWR | O_CLOEXEC)
    defer { close(nothing) }
    let server = try Child(
      try #require(Tool.python).path, [script, identity.certificatePath, identity.keyPath],
      environment: ["PATH": ProcessInfo.processInfo.environment["PATH"] ?? ""],
      directory: home.path, streams: [nothing, lines.writer, nothing])
    lines.closeWriter()
    defer { server.send(SIGKILL) }
    let port = try lines.wait(for: "the port")
    let feed = ["--feed", "https://localhost:\(port)/events"]
    do {
      let inbox = try RunningInbox(feed, home: home)
      try inbox.err.wait(containing: "its certificate is not trusted: ")
    }
    let trusting = try RunningInbox(
      feed, home: home, environment: ["SSL_CERT_FILE": identity.authorityPath])
    try trusting.event("shown", containing: "by TLS")
  }

  /// A server that responds to each request with one event, and keeps the connection open.
  private static let secureServer = """
    import socket, ssl, sys, threading
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(sys.argv[1], sys.argv[2])
    listener = socket.create_server(("127.0.0.1", 0))
    print(listener.getsockname()[1], flush=True)
    kept = []
    def answer(plain):
        try:
            secured = context.wrap_socket(plain, server_side=True)
            secured.recv(65536)
            head = "HTTP/1.1 200 OK\\r\\ncontent-type: text/event-stream\\r\\n\\r\\n"
            secured.sendall((head + 'data: {"aps":{"alert":"by TLS"}}\\n\\n').encode())
            kept.append(secured)
        except OSError: pass
    while True:
        threading.Thread(target=answer, args=[listener.accept()[0]], daemon=True).start()
    """
}
