import Foundation
import InboxModel
import Testing

@testable import PushInbox

@Suite(.patient)
struct LineFeedTests {
  private let folder: TemporaryFolder
  private let bench: FeedBench

  init() throws {
    folder = try TemporaryFolder()
    bench = try FeedBench()
  }

  private static func line(_ title: String) -> String {
    #"{"bundleId":"com.example.chat","payload":{"aps":{"alert":"\#(title)"}}}"#
  }

  private func bodies(_ count: Int) -> [String] {
    bench.pushes(count).map(\.bodyText)
  }

  @Test
  func `lines are numbered including blank ones, and an invalid one is rejected by its number`()
    throws
  {
    let path = folder.path + "/lines"
    let text =
      "\u{FEFF}" + Self.line("one") + "\r\n\n" + "not json\n" + Self.line("two") + "\n"
    try text.write(toFile: path, atomically: true, encoding: .utf8)
    bench.loop.subscribe(to: .file(path))
    #expect(
      bodies(2) == [#"{"aps":{"alert":"one"}}"#, #"{"aps":{"alert":"two"}}"#])
    #expect(bench.pushes(2).map(\.lineID) == ["line-1", "line-4"])
    let rejected = try #require(bench.rejections().first)
    #expect(rejected.reason == "intake.line.not-json")
    #expect(rejected.origin.stream == 3)
    #expect(rejected.because == "\(path):3, column 1: `not` is not JSON.")
    #expect(bench.states { _ in true } == [.following(.beginning)])
  }

  @Test func `a line over the limit is skipped, and the next one is accepted`() throws {
    let path = folder.path + "/lines"
    var limits = ConnectionLimits()
    limits.lineBytes = 100
    let text = String(repeating: "x", count: 300_000) + "\n" + Self.line("short") + "\n"
    try text.write(toFile: path, atomically: true, encoding: .utf8)
    bench.loop.subscribe(to: .file(path), limits: limits)
    #expect(bodies(1) == [#"{"aps":{"alert":"short"}}"#])
    #expect(
      bench.rejections().first?.because == "\(path):1, column 1: it is longer than 100 bytes.")
  }

  @Test func `a FIFO is read from one writer to the next`() throws {
    let path = folder.path + "/fifo"
    try #require(mkfifo(path, 0o600) == 0)
    bench.loop.subscribe(to: .file(path))
    _ = bench.states { $0 == .connected }
    for title in ["one", "two"] {
      let handle = try #require(FileHandle(forWritingAtPath: path))
      handle.write(Data((Self.line(title) + "\n").utf8))
      try handle.close()
      _ = bench.items { $0.pushes.last?.bodyText.contains(title) == true }
    }
    #expect(bench.pushes(2).count == 2)
    #expect(bench.states { _ in true } == [.connecting, .connected])
  }

  @Test func `a cut socket is reconnected with growing pauses`() throws {
    let path = folder.path + "/feed.sock"
    bench.loop.subscribe(to: .unix(path))
    let missing = "No such file or directory"
    for (count, pause) in [0.2, 0.4, 0.8].enumerated() {
      let states = bench.items { $0.states.count >= 2 * (count + 1) }.states
      #expect(states.last == .cut(error: missing, retryIn: pause))
      if pause < 0.8 { bench.advance(pause) }
    }
    let server = try UnixServer(path: path)
    bench.advance(0.8)
    let first = server.accept()
    first.write(Data((Self.line("one") + "\n" + Self.line("two")).utf8))
    _ = bodies(1)
    try first.close()
    let cut = FeedState.Condition.cut(error: "the other end closed the connection", retryIn: 0.2)
    _ = bench.states { $0 == cut }
    #expect(bodies(2).last == #"{"aps":{"alert":"two"}}"#)
    bench.advance(0.2)
    let second = server.accept()
    second.write(Data((Self.line("three") + "\n").utf8))
    #expect(bodies(3).last == #"{"aps":{"alert":"three"}}"#)
    #expect(bench.pushes(3).map(\.lineID) == ["line-1", "line-2", "line-3"])
  }

  @Test func `a TCP feed without a listener is retried`() throws {
    // A free port: bound and closed again.
    let free = try ListeningPort(
      at: try #require(
        try Socket.addresses(of: HostPort(host: "127.0.0.1", port: 0), passive: true).first))
    close(free.descriptor)
    bench.loop.subscribe(to: .tcp(host: "127.0.0.1", port: free.address.port))
    let states = bench.items { $0.states.count >= 2 }.states
    #expect(states == [.connecting, .cut(error: "Connection refused", retryIn: 0.2)])
  }

  @Test func `resolving a name does not block other feeds`() throws {
    let found = DispatchSemaphore(value: 0)
    bench.loop.subscribe(to: .tcp(host: "slow.example", port: 1)) { place throws(ListenError) in
      found.wait()
      throw .unknownHost(place.host, message: "Name not known")
    }
    let path = folder.path + "/lines"
    try (Self.line("one") + "\n").write(toFile: path, atomically: true, encoding: .utf8)
    bench.loop.subscribe(to: .file(path))
    #expect(bodies(1).count == 1)
    found.signal()
    let cut = FeedState.Condition.cut(error: "Name not known", retryIn: 0.2)
    #expect(bench.states { $0 == cut }.contains(cut))
  }

  @Test func `two feeds never give two lines the same identifier`() throws {
    for name in ["a", "b"] {
      let path = folder.path + "/" + name
      try "\(Self.line(name))\nbad\n".write(toFile: path, atomically: true, encoding: .utf8)
      bench.loop.subscribe(to: .file(path))
    }
    #expect(Set(bench.pushes(2).map(\.lineID)) == ["line-1", "line-3"])
    #expect(bench.rejections(2).map(\.origin.stream) == [2, 2])
  }

  @Test func `a slow runtime stops the reading of a file, and no line is lost`() throws {
    let bench = try FeedBench(intakeLimit: 100_000, isHolding: true)
    let path = folder.path + "/lines"
    let text = (0..<5000).map { Self.line("\($0)") + "\n" }.joined()
    try text.write(toFile: path, atomically: true, encoding: .utf8)
    bench.loop.subscribe(to: .file(path))
    while bench.intake.hasRoom { bench.loop.wait {} }
    for _ in 0..<3 { bench.loop.wait {} }
    let held = bench.intake.drain().flatMap(\.parts).pushes
    #expect(held.count < 5000)
    bench.resume()
    let rest = bench.items { $0.pushes.count >= 5000 - held.count }.pushes
    #expect((held + rest).map(\.lineID) == (1...5000).map { "line-\($0)" })
  }

  @Test(
    arguments: [
      ("-", .standardInput), ("a/b", .file("a/b")), ("unix:/x y", .unix("/x y")),
      ("tcp:[::1]:80", .tcp(host: "::1", port: 80)), ("unix:", nil), ("tcp:host", nil),
      ("tcp:host:0", nil), ("", nil), ("ws://127.0.0.1:1/", nil), ("ftp://host/x", nil),
      ("file:///tmp/x", nil), ("https:", nil), ("./ws://x", .file("./ws://x")),
    ] as [(String, FeedSource?)])
  func `the text of a feed option is parsed as a source, or rejected`(
    text: String, source: FeedSource?
  ) {
    #expect(FeedSource(text) == source)
    if let source { #expect(source.description == text) }
  }
}
