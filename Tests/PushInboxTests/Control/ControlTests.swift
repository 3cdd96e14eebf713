import Foundation
import InboxModel
import Testing

@testable import PushInbox

/// Round trips over real sockets.
@Suite(.patient) struct ControlTests {
  let folder: TemporaryFolder
  var path: String { folder.path + "/c.sock" }

  init() throws {
    folder = try TemporaryFolder()
  }

  /// The output and the exit status of a command.
  struct Outcome: Equatable {
    var out = ""
    var err = ""
    var code: Int32 = 0
  }

  private func ask(_ words: [String], input: [UInt8] = []) throws -> Outcome {
    let out = folder.path + "/" + UUID().uuidString
    let names = [out, out + ".err"]
    let files = names.map { open($0, O_CREAT | O_RDWR, 0o600) }
    defer { files.forEach { close($0) } }
    let code = try ControlClient.run(
      ControlRequest(words: words, input: input), at: path, out: files[0], err: files[1])
    return Outcome(
      out: try String(contentsOfFile: out, encoding: .utf8),
      err: try String(contentsOfFile: out + ".err", encoding: .utf8), code: code)
  }

  /// Returns a server that responds with its request.
  private func echo() throws -> ControlServer {
    try ControlServer(path: path) { request, reply in
      reply.out(request.words.joined(separator: "|") + "\n")
      reply.err("\(request.input.count) bytes\n")
      reply.exit(5)
    }
  }

  @Test func `a command receives its output and its exit code`() throws {
    let server = try echo()
    defer { server.stop() }
    let words = ["ls", "is:unread", "\"с пробелом\"", "a\nb\u{0}\u{1b}", ""]
    let outcome = try ask(words, input: [0, 0xff, 0x0a])
    #expect(
      outcome
        == Outcome(out: words.joined(separator: "|") + "\n", err: "3 bytes\n", code: 5))
  }

  @Test func `a large input arrives completely`() throws {
    let received = Box<[UInt8]>([])
    let server = try ControlServer(path: path) { request, reply in
      received.value = request.input
      reply.exit(0)
    }
    defer { server.stop() }
    let input = (0..<(2 << 20)).map { UInt8(truncatingIfNeeded: $0 &* 31) }
    #expect(try ask(["ingest", "-"], input: input).code == 0)
    #expect(received.value == input)
    #expect(throws: ControlError.requestTooLarge) {
      try ask(["ingest", "-"], input: Array(repeating: 0, count: ControlRequest.largest))
    }
  }

  @Test func `a long response arrives completely`() throws {
    let text =
      String(repeating: "я👩‍👩‍👧\u{1b}x", count: 50_000)
      + String(repeating: "x", count: 5 << 20)
    let server = try ControlServer(path: path) { _, reply in
      reply.out(text)
      reply.exit(0)
    }
    defer { server.stop() }
    let outcome = try ask(["ls"])
    #expect(outcome.out == text)
    #expect(outcome.code == 0)
  }

  @Test func `a response can be written later and on another thread`() throws {
    let server = try ControlServer(path: path) { _, reply in
      Thread.detachNewThread {
        for number in 1...1000 { reply.out("\(number)\n") }
        reply.exit(0)
        reply.out("too late")
      }
    }
    defer { server.stop() }
    #expect(try ask(["events"]).out == (1...1000).map { "\($0)\n" }.joined())
  }

  // MARK: Endings

  @Test func `a missing instance is reported`() throws {
    #expect(throws: ControlError.noInstance(path: path)) { try ask(["ls"]) }
    // The socket of a killed process.
    close(try ControlSocket.listening(at: path))
    #expect(throws: ControlError.noInstance(path: path)) { try ask(["ls"]) }
  }

  @Test func `an instance that ends during its response is reported`() throws {
    let asked = DispatchSemaphore(value: 0)
    let server = try ControlServer(path: path) { _, _ in asked.signal() }
    let ended = DispatchSemaphore(value: 0)
    let error = Box<ControlError?>(nil)
    Thread.detachNewThread { [path] in
      do throws(ControlError) {
        _ = try ControlClient.run(ControlRequest(words: ["ls"]), at: path)
      } catch let caught {
        error.value = caught
      }
      ended.signal()
    }
    asked.wait()
    server.stop()
    ended.wait()
    #expect(error.value == .lost)
  }

  @Test func `a client that disconnects closes its response`() throws {
    let closed = DispatchSemaphore(value: 0)
    let replies = Box<[ControlReply]>([])
    let asked = DispatchSemaphore(value: 0)
    let server = try ControlServer(path: path) { _, reply in
      reply.onClose = { closed.signal() }
      replies.change { $0.append(reply) }
      asked.signal()
    }
    defer { server.stop() }
    let client = try ControlSocket.connected(to: path)
    send(ControlRequest(words: ["events"]).bytes, to: client)
    asked.wait()
    let reply = try #require(replies.value.first)
    #expect(reply.isOpen)
    close(client)
    closed.wait()
    #expect(!reply.isOpen)
    reply.onClose = { closed.signal() }
    closed.wait()
  }

  @Test func `a slow reader is disconnected without blocking others`() throws {
    let replies = Box<[ControlReply]>([])
    let asked = DispatchSemaphore(value: 0)
    let server = try ControlServer(path: path) { request, reply in
      if request.words == ["ls"] {
        reply.exit(7)
      } else {
        replies.change { $0.append(reply) }
        asked.signal()
      }
    }
    defer { server.stop() }
    let slow = try ControlSocket.connected(to: path)
    defer { close(slow) }
    send(ControlRequest(words: ["events"]).bytes, to: slow)
    asked.wait()
    let reply = try #require(replies.value.first)
    let text = String(repeating: "x", count: 100_000)
    var count = 0
    while reply.isOpen, count < 1000 {
      reply.out(text)
      count += 1
    }
    #expect(count * text.utf8.count < ControlReply.maximumBacklog + (2 << 20))
    #expect(try ask(["ls"]).code == 7)
    // A reader that continues after the cut receives the error.
    var lines = try readAll(slow).split(separator: UInt8(ascii: "\n")).map { ControlLine($0) }
    #expect(lines.popLast() == .exit(1))
    #expect(lines.popLast() == .err("the reader was too slow: the rest is left out.\n"))
    #expect(lines.count >= count - 1)
  }

  // MARK: Invalid requests

  @Test(arguments: [
    "\n", "garbage\n", "{}\n", "[1]\n", "{\"v\":1}\n", "{\"v\":2,\"words\":[],\"input\":0}\n",
    "{\"v\":1,\"words\":[1],\"input\":0}\n", "{\"v\":1,\"words\":[],\"input\":-1}\n",
    "{\"v\":1,\"words\":[],\"input\":1e300}\n", "{\"v\":1,\"words\":[],\"input\":99999999}\n",
    "GET / HTTP/1.1\r\n\r\n", "\u{0}\u{0}\n",
  ])
  func `invalid requests get an error and are closed`(text: String) throws {
    let server = try echo()
    defer { server.stop() }
    let client = try ControlSocket.connected(to: path)
    defer { close(client) }
    send(Array(text.utf8), to: client)
    let lines = try readAll(client).split(separator: UInt8(ascii: "\n")).map { ControlLine($0) }
    #expect(lines.count == 2)
    #expect(lines.last == .exit(2))
    #expect(try ask(["ls"]).code == 5)
  }

  @Test func `a line over the limit is rejected`() throws {
    let server = try echo()
    defer { server.stop() }
    let client = try ControlSocket.connected(to: path)
    defer { close(client) }
    let piece = [UInt8](repeating: 0x41, count: 1 << 20)
    var isGone = false
    for _ in 0..<64 where !isGone { isGone = !send(piece, to: client) }
    #expect(isGone)
    #expect(try ask(["ls"]).code == 5)
  }

  @Test func `thousands of connections leave no descriptor open`() throws {
    let server = try echo()
    defer { server.stop() }
    var half: [Int32] = []
    for number in 0..<3000 {
      let client = try ControlSocket.connected(to: path)
      if number % 3 == 0 { send(Array("{\"v\":1,".utf8), to: client) }
      // Some stay open, more than are served at once.
      if number % 30 == 0 { half.append(client) } else { close(client) }
    }
    #expect(try ask(["ls"]).code == 5)
    half.forEach { close($0) }
    #expect(try ask(["ls"]).code == 5)
  }

  // MARK: Path

  @Test func `the socket is private and removed with its server`() throws {
    let server = try echo()
    #expect(try folder.mode("c.sock") == 0o600)
    server.stop()
    #expect(try folder.names == ["c.sock.lock"])
  }

  @Test func `a stale socket is replaced, a live one is not`() throws {
    close(try ControlSocket.listening(at: path))
    let server = try echo()
    #expect(throws: ControlError.inUse(path: path, pid: getpid())) { try echo() }
    #expect(try ask(["ls"]).code == 5)
    server.stop()
    let next = try echo()
    next.stop()
  }

  @Test func `a file that is not a socket is left unchanged`() throws {
    try Data("precious".utf8).write(to: URL(fileURLWithPath: path))
    #expect(throws: ControlError.notASocket(path: path)) { try echo() }
    #expect(try String(contentsOfFile: path, encoding: .utf8) == "precious")
  }

  @Test func `a path over the limit is reported`() throws {
    let long = folder.path + "/" + String(repeating: "x", count: 100)
    #expect(throws: ControlError.pathTooLong(path: long)) {
      try ControlServer(path: long) { _, _ in }
    }
    #expect(throws: ControlError.pathTooLong(path: long)) {
      try ControlClient.run(ControlRequest(words: []), at: long)
    }
  }

  /// Listens without accepting, like a suspended inbox.
  @Test(arguments: [0, ControlRequest.largest / 2])
  func `a client times out if the inbox does not respond`(inputCount: Int) throws {
    let listener = try ControlSocket.listening(at: path)
    defer { close(listener) }
    let request = ControlRequest(words: ["push"], input: [UInt8](repeating: 0, count: inputCount))
    let limits: [ControlClient.Limit] = [
      .silence(.milliseconds(20)), .moment(.now + .milliseconds(20)),
    ]
    for limit in limits {
      #expect(throws: ControlError.silent(pid: nil)) {
        try ControlClient.run(request, at: path, limit: limit)
      }
    }
    try Data("4711\n".utf8).write(to: URL(fileURLWithPath: path + ".lock"))
    #expect(throws: ControlError.silent(pid: 4711)) {
      try ControlClient.reach(at: path, limit: .silence(.milliseconds(20)))
    }
  }

  @Test func `the request of a client that has disconnected is not run`() throws {
    let (isBusy, isFree) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    let obeyed = Box<[String]>([])
    let server = try ControlServer(path: path) { request, reply in
      // The thread is blocked meanwhile, like that of a suspended program.
      if request.words == ["first"] {
        isBusy.signal()
        isFree.wait()
      }
      obeyed.value += request.words
      reply.exit(0)
    }
    defer { server.stop() }
    let first = try ControlSocket.connected(to: path)
    defer { close(first) }
    send(ControlRequest(words: ["first"]).bytes, to: first)
    isBusy.wait()
    #expect(throws: ControlError.silent(pid: getpid())) {
      try ControlClient.run(
        ControlRequest(words: ["gone"]), at: path, limit: .silence(.milliseconds(20)))
    }
    isFree.signal()
    #expect(try ask(["last"]).code == 0)
    #expect(obeyed.value == ["first", "last"])
  }

  @Test func `an inbox in memory has a private socket folder`() throws {
    let first = try ControlPath.makePrivate(in: folder.path)
    let second = try ControlPath.makePrivate(in: folder.path)
    #expect(first != second)
    #expect(first.hasPrefix(folder.path + "/pushinbox-"))
    let name = try #require(first.split(separator: "/").dropLast().last)
    #expect(try folder.mode(String(name)) == 0o700)
    #expect(throws: ControlError.self) { try ControlPath.makePrivate(in: folder.path + "/none") }
  }

  // MARK: Raw sockets

  @discardableResult
  private func send(_ bytes: [UInt8], to descriptor: Int32) -> Bool {
    var rest = bytes[...]
    while !rest.isEmpty {
      guard let count = rest.withUnsafeBytes({ Socket.send($0, to: descriptor) }) else {
        return false
      }
      rest = rest.dropFirst(count)
      if count == 0 {
        var polled = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        poll(&polled, 1, -1)
      }
    }
    return true
  }

  private func readAll(_ descriptor: Int32) throws -> [UInt8] {
    var all: [UInt8] = []
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 16, alignment: 1)
    defer { buffer.deallocate() }
    while true {
      switch Socket.read(descriptor, into: buffer) {
      case .bytes(let count): all += buffer.prefix(count)
      case .end: return all
      case .failed(let code): throw SystemError("read", code: code)
      case .nothingYet:
        var polled = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        poll(&polled, 1, -1)
      }
    }
  }
}
