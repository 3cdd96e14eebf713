import Foundation
@testable import InboxModel
import Testing

@testable import PushInbox

/// A line feed with a provider at the other end (`docs/reference/relay.md`).
@Suite(.patient) struct ProviderFeedTests {
  private static let offer = #"{"offer":{"v":1,"provider":"00fc"}}"# + "\n"

  private let folder: TemporaryFolder
  private let bench: FeedBench
  private let server: UnixServer
  private let source: FeedSource

  init() throws {
    folder = try TemporaryFolder()
    bench = try FeedBench()
    source = .unix(folder.path + "/feed.sock")
    server = try UnixServer(path: folder.path + "/feed.sock")
  }

  /// Returns a connection on which the phone has subscribed, and the bytes that the provider
  /// received.
  private func connected(_ time: Int = 1) throws -> (FileHandle, heard: String) {
    let provider = server.accept()
    var limit = timeval(tv_sec: Int(patience), tv_usec: 0)
    setsockopt(
      provider.fileDescriptor, SOL_SOCKET, SO_RCVTIMEO, &limit,
      socklen_t(MemoryLayout<timeval>.size))
    provider.write(Data(Self.offer.utf8))
    let offer = FeedItem.offered(source, provider: "00fc")
    let offers = bench.items { items in items.count { $0 == offer } >= time }
    try #require(offers.count { $0 == offer } == time)
    bench.loop.subscribe(
      source, to: StreamID(provider: "00fc", device: "a"), last: ["com.example.mail": 7])
    return (provider, line(from: provider))
  }

  private func line(from provider: FileHandle) -> String {
    var text = ""
    while !text.hasSuffix("\n"), let byte = try? provider.read(upToCount: 1), !byte.isEmpty {
      text += String(decoding: byte, as: UTF8.self)
    }
    return text
  }

  private func delivery(_ position: Int, _ text: String, isRepeat: Bool = false) -> Data {
    let push = #"{"bundleId":"com.example.mail","payload":{"aps":{"alert":"\#(text)"}}}"#
    return Data(
      RelayLine.delivery(
        app: "com.example.mail", position: position, isRepeat: isRepeat, push: Array(push.utf8)
      ).bytes)
  }

  private func place(_ position: Int, isRepeat: Bool = false) -> StreamOffset {
    StreamOffset(
      provider: "00fc", device: "a", app: "com.example.mail", position: position,
      isRepeat: isRepeat)
  }

  private func request(_ positions: [Int]) throws -> RepeatRequest {
    let token = try #require(DeviceToken(hex: "00fc"))
    return RepeatRequest(
      id: 1, queue: QueueID(token: token, app: "com.example.mail"), positions: positions,
      provider: "00fc")
  }

  @Test func `a phone subscribes, and deliveries have their stream offset`() throws {
    bench.loop.subscribe(to: source)
    let (provider, heard) = try connected()
    #expect(heard == #"{"subscribe":{"device":"a","last":{"com.example.mail":7}}}"# + "\n")
    provider.write(delivery(8, "eight"))
    provider.write(delivery(1_000_000_000, "far"))
    provider.write(delivery(2, "two", isRepeat: true))
    provider.write(Data(#"{"payload":{"aps":{"alert":"plain"}}}"#.utf8) + Data("\n".utf8))
    let pushes = bench.pushes(4)
    #expect(
      pushes.map(\.streamOffset) == [
        place(8), place(1_000_000_000), place(2, isRepeat: true), nil,
      ])
    #expect(pushes.first?.bodyText == #"{"aps":{"alert":"eight"}}"#)
    provider.write(Data((#"{"delivery":{"app":"x","position":-1,"push":{}}}"# + "\n").utf8))
    #expect(bench.rejections().first?.because.contains("a delivery needs") == true)
    bench.loop.acknowledge(["com.example.mail": 8], to: "00fc")
    bench.loop.acknowledge(["com.example.mail": 9], to: "ab")
    bench.loop.ask(try request([3, 4]))
    #expect(line(from: provider) == #"{"ack":{"com.example.mail":8}}"# + "\n")
    #expect(
      line(from: provider) == #"{"repeat":{"app":"com.example.mail","positions":[3,4]}}"# + "\n")
    provider.write(
      Data(
        RelayLine.repeated(app: "com.example.mail", asked: [3, 4], coming: [4]).bytes))
    let answer = FeedItem.repeatsAnswered(try request([3, 4]), coming: [4])
    #expect(bench.items { $0.contains(answer) }.contains(answer))
  }

  @Test func `after a cut requests are repeated, and an incomplete line is discarded`() throws {
    bench.loop.subscribe(to: source)
    let (provider, _) = try connected()
    bench.loop.ask(try request([3]))
    _ = line(from: provider)
    provider.write(delivery(8, "eight").dropLast(9))
    try provider.close()
    let cut = FeedState.Condition.cut(error: "the other end closed the connection", retryIn: 0.2)
    #expect(bench.states { $0 == cut }.contains(cut))
    // Without a connection the request waits.
    bench.loop.ask(try request([4]))
    bench.advance(0.2)
    let (again, heard) = try connected(2)
    #expect(heard.contains("subscribe"))
    for place in [3, 4] {
      #expect(
        line(from: again) == #"{"repeat":{"app":"com.example.mail","positions":[\#(place)]}}"#
          + "\n")
    }
    again.write(delivery(8, "eight"))
    #expect(bench.pushes(1).map(\.bodyText) == [#"{"aps":{"alert":"eight"}}"#])
    #expect(bench.items { _ in true }.rejections.isEmpty)
  }

  @Test func `a provider may report lower positions`() throws {
    bench.loop.subscribe(to: source)
    let (provider, _) = try connected()
    provider.write(Data(RelayLine.begin(["com.example.mail": 3]).bytes))
    let back = FeedItem.setBack(
      source, StreamID(provider: "00fc", device: "a"), to: ["com.example.mail": 3])
    #expect(bench.items { $0.contains(back) }.contains(back))
    provider.write(Data((#"{"begin":{"com.example.mail":"x"}}"# + "\n").utf8))
    #expect(bench.rejections().first?.because.contains("a position is a whole number") == true)
  }

  @Test func `with a new identifier the phone reconnects without old requests`()
    throws
  {
    bench.loop.subscribe(to: source)
    let (provider, _) = try connected()
    bench.loop.ask(try request([3]))
    _ = line(from: provider)
    bench.loop.subscribeAnew()
    let (again, heard) = try connected(2)
    #expect(heard.contains("subscribe"))
    bench.loop.ask(try request([4]))
    #expect(line(from: again).contains("[4]"))
  }

  @Test func `a rejected phone reports the reason and waits half a minute`() throws {
    bench.loop.subscribe(to: source)
    let (provider, _) = try connected()
    provider.write(Data(RelayLine.error("set queue.deviceId\u{1b}[2J").bytes))
    try provider.close()
    let cut = FeedState.Condition.cut(error: "set queue.deviceId\\x1b[2J", retryIn: 30)
    #expect(bench.states { $0 == cut }.contains(cut))
  }
}
