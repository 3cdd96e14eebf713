import Foundation
import InboxModel
import Testing

@testable import PushInbox

/// The built program with real senders.
@Suite(.patient) struct ArrivalTests {
  private static func push(_ body: String) -> String { #"{"aps":{"alert":"\#(body)"}}"# }

  enum Form: String, CaseIterable {
    case priorKnowledge, tls, http1
  }

  @Test(.enabled(if: Tool.curl != nil), arguments: Form.allCases)
  func `every form of a curl request adds a push to the list and the event stream`(_ form: Form)
    throws
  {
    let inbox = try RunningInbox()
    let id = "7f3a0c4e-0000-4000-8000-0000000000aF"
    let (body, header) = (Self.push("by \(form.rawValue)"), ["-H", "apns-id: " + id])
    let answer =
      switch form {
      case .priorKnowledge: try inbox.curl(body, "--http2-prior-knowledge", header[0], header[1])
      case .tls:
        try inbox.curl(
          body, "--http2", "--cacert", inbox.authority, header[0], header[1], scheme: "https")
      case .http1: try inbox.curl(body, "--http1.1", header[0], header[1])
      }
    #expect(answer.status == 200)
    #expect(answer.body == "")
    #expect(answer.fields["apns-id"] == id)

    let event = try inbox.event("shown", containing: form.rawValue)
    #expect(event["apnsID"]?.string == id)
    let notification = try #require(try inbox.home.list().notifications.first)
    #expect(notification["body"]?.string == "by \(form.rawValue)")
    #expect(notification["apnsID"]?.string == id)
    #expect(notification["outcome"]?.string == "shown")
    #expect(notification["id"] == event["id"])
  }

  @Test func `lines from a Unix socket arrive, also after a reconnect`() throws {
    let home = try Home()
    let feed = try UnixFeed(path: home.path + "/feed.sock")
    let inbox = try RunningInbox(["--feed", "unix:" + feed.path], home: home)
    var connection = try feed.accept()
    try connection.write(
      contentsOf: Data(
        (#"{"bundleId":"com.example.chat","payload":"# + Self.push("one") + "}\n").utf8))
    #expect(try inbox.event("shown", containing: "one")["app"]?.string == "com.example.chat")
    try connection.write(contentsOf: Data("not json\n".utf8))
    #expect(try inbox.event("rejected")["wire"]?.string == "line")
    try connection.close()

    connection = try feed.accept()
    try connection.write(contentsOf: Data((Self.push("two") + "\n").utf8))
    try inbox.event("shown", containing: "two")
    #expect(try inbox.home.list().bodies == ["two", "one"])
  }

  @Test func `the inbox continues after the end of a feed on standard input`() throws {
    let home = try Home()
    let file = try home.write(Self.push("one") + "\n" + Self.push("two"), to: "feed.jsonl")
    let descriptor = open(file, O_RDONLY | O_CLOEXEC)
    defer { close(descriptor) }
    let inbox = try RunningInbox(["--feed", "-"], home: home, input: descriptor)
    try inbox.event("shown", containing: "two")
    #expect(try inbox.run("send", "three").status == 0)
    #expect(try inbox.home.list().bodies == ["three", "two", "one"])
  }

  struct Rejected: CustomTestStringConvertible {
    var name: String
    var body = #"{"aps":{"alert":"Hi"}}"#
    var options: [String] = []
    var path = "/3/device/abcd"
    var status: Int
    var reason: String

    var testDescription: String { name }
  }

  static let refused = [
    Rejected(name: "empty", body: "", status: 400, reason: "PayloadEmpty"),
    Rejected(
      name: "too large", body: push(String(repeating: "x", count: 5000)), status: 413,
      reason: "PayloadTooLarge"),
    Rejected(
      name: "priority", options: ["-H", "apns-priority: 7"], status: 400, reason: "BadPriority"),
    Rejected(
      name: "expiration", options: ["-H", "apns-expiration: soon"], status: 400,
      reason: "BadExpirationDate"),
    Rejected(
      name: "collapse id",
      options: ["-H", "apns-collapse-id: " + String(repeating: "y", count: 65)],
      status: 400, reason: "BadCollapseId"),
    Rejected(
      name: "push type", options: ["-H", "apns-push-type: loud"], status: 400,
      reason: "InvalidPushType"),
    Rejected(name: "token", path: "/3/device/xyz", status: 400, reason: "BadDeviceToken"),
    Rejected(
      name: "method", options: ["-X", "PUT"], status: 405, reason: "MethodNotAllowed"),
    Rejected(name: "path", path: "/4/device/abcd", status: 404, reason: "BadPath"),
    Rejected(
      name: "web page", options: ["-H", "Origin: https://example.com"], status: 403,
      reason: "Forbidden"),
  ]

  @Test(.enabled(if: Tool.curl != nil))
  func `a rejected push gets its reason as response and a row in Rejected`() throws {
    let inbox = try RunningInbox()
    for (index, refused) in Self.refused.enumerated() {
      let id = "00000000-0000-4000-8000-00000000000\(index)"
      let answer = try inbox.curl(
        refused.body, "--http2-prior-knowledge", "-H", "apns-id: " + id,
        refused.options.first ?? "-s", refused.options.last ?? "-s", path: refused.path)
      #expect(answer.status == refused.status, "\(refused)")
      // A web page receives no information that it could use.
      if refused.name != "web page" { #expect(answer.fields["apns-id"] == id, "\(refused)") }
      let reason = try JSONReader.read(Array(answer.body.utf8)).root["reason"]?.string
      #expect(reason == refused.reason, "\(refused)")
    }
    let rows = try inbox.run("ls", "is:rejected", "--json").lines.map {
      try JSONReader.read(Array($0.utf8)).root
    }
    #expect(rows.map { $0["status"]?.int } == Self.refused.reversed().map(\.status), "newest first")
    #expect(rows.map { $0["reason"]?.string } == Self.refused.reversed().map(\.reason))
    #expect(rows.allSatisfy { $0["wire"]?.string == "h2" && $0["because"]?.string != nil })
    #expect(try inbox.home.list()["rejected"]?.int == Self.refused.count)
    #expect(try inbox.home.list().notifications == [])
  }

  @Test(.enabled(if: Tool.curl != nil))
  func `/ready and /metrics respond over HTTP`() throws {
    let inbox = try RunningInbox()
    try inbox.run("send", "one")
    #expect(try inbox.curl(nil, path: "/ready").status == 200)
    let metrics = try inbox.curl(nil, path: "/metrics")
    #expect(metrics.status == 200)
    #expect(metrics.body.contains("1"))
  }

  @Test(.enabled(if: Tool.curl != nil))
  func `a request to the API for tests without --api names the option and is no rejected push`()
    throws
  {
    let inbox = try RunningInbox()
    for path in ["/api/v1", "/api/v1/pushes"] {
      let answer = try inbox.curl(nil, path: path)
      #expect(answer.status == 404)
      #expect(
        answer.body == #"{"error":"the API for tests is off: start PushInbox with --api"}"# + "\n")
    }
    #expect(try inbox.curl("{}", path: "/api/v2").status == 404)
    #expect(try inbox.home.list()["rejected"]?.int == 1)
  }

  @Test(.enabled(if: Tool.curl != nil))
  func `a strict gateway requires a provider token`() throws {
    let inbox = try RunningInbox(["--strict", "--ephemeral"])
    let answer = try inbox.curl(
      Self.push("Hi"), "--http2-prior-knowledge", "-H", "apns-topic: com.example.app",
      path: "/3/device/" + String(repeating: "ab", count: 32))
    #expect(answer.status == 403)
    #expect(answer.body == #"{"reason":"MissingProviderToken"}"#)
  }
}

/// A Unix socket to which a feed of the program connects.
private final class UnixFeed {
  let path: String
  private let socket: Int32

  init(path: String) throws {
    self.path = path
    socket = Platform.streamSocket(AF_UNIX)
    _ = fcntl(socket, F_SETFD, FD_CLOEXEC)
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
    let descriptor = socket
    let size = socklen_t(MemoryLayout<sockaddr_un>.size)
    let bound = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(descriptor, $0, size) }
    }
    guard bound == 0, listen(descriptor, 5) == 0 else {
      throw Child.Failure(description: "\(path): \(String(cString: strerror(errno)))")
    }
  }

  deinit {
    close(socket)
  }

  /// Waits for the program to connect.
  func accept() throws -> FileHandle {
    var waiting = pollfd(fd: socket, events: Int16(POLLIN), revents: 0)
    guard poll(&waiting, 1, Int32(patience * 1000)) == 1 else {
      throw Child.Failure(description: "no client connected")
    }
    let connection = systemAccept(socket, nil, nil)
    _ = fcntl(connection, F_SETFD, FD_CLOEXEC)
    return FileHandle(fileDescriptor: connection, closeOnDealloc: true)
  }
}

private let systemAccept = accept
