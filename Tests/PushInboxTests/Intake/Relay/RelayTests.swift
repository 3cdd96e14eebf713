import Foundation
import InboxModel
import Testing

@testable import PushInbox

/// The relay's socket, with correct and faulty clients (`docs/reference/relay.md`).
@Suite(.patient) final class RelayTests {
  private let folder: TemporaryFolder
  private let clock = ManualClock()
  private let intake = Intake {}
  private let loop: IntakeLoop
  private let offer: Relay

  init() throws {
    folder = try TemporaryFolder()
    loop = try IntakeLoop(intake: intake, clock: clock.feedClock)
    offer = try Relay(at: folder.path + "/o.sock", provider: "00fc", on: loop)
  }

  deinit {
    offer.stop()
    loop.stop()
  }

  private func client(_ lines: String = "") throws -> RawClient {
    let client = try RawClient(unixPath: offer.path)
    _ = client.text(until: "\n")
    client.send(lines)
    return client
  }

  /// Returns the requests of phones once there are enough.
  private func requests(_ count: Int = 1) -> [RelayRequest] {
    var found: [RelayRequest] = []
    let end = Date(timeIntervalSinceNow: patience)
    while found.count < count, Date() < end {
      settle()
      found += received()
    }
    return found
  }

  private func received() -> [RelayRequest] {
    intake.drain().compactMap { if case .offer(let request) = $0 { request } else { nil } }
  }

  /// Waits until the loop has carried out its tasks and their results.
  private func settle() {
    for _ in 0..<2 { loop.wait {} }
  }

  private static func batch(_ positions: ClosedRange<Int>, text: String = "Hi") -> RelayBatch {
    var batch = RelayBatch(last: NotificationID(rawValue: positions.upperBound), isEnd: false)
    batch.pushes = positions.map { position in
      var push = PushRecord.stub(position, payload: #"{"aps":{"alert":"\#(text)"}}"#).delivery
      push.payload = (try? Payload.read(push.payload.bytes).get()) ?? push.payload
      return RelayBatch.Offered(
        place: RelayedPush(
          phone: "a", id: push.id, app: push.app, position: position, number: position),
        push: push)
    }
    return batch
  }

  @Test func `the offer line comes first, then the requested pushes`() throws {
    let phone = try client()
    #expect(
      phone.text(until: "\n") == #"{"offer":{"v":1,"provider":"00fc","arrivals":true}}"# + "\n")
    phone.send(#"{"subscribe":{"device":"a","last":{"com.example.chat":7}}}"# + "\n")
    #expect(
      requests() == [
        RelayRequest(
          session: 1, device: "a",
          matter: .subscribe(last: ["com.example.chat": 7], connected: ["a"]))
      ])
    offer.welcome(.taken(begin: [:]), 1)
    #expect(
      requests() == [
        RelayRequest(
          session: 1, device: "a", matter: .more(after: 0, beyond: ["com.example.chat": 7]))
      ])
    offer.send(Self.batch(8...9), to: 1)
    let lines = phone.text(until: "\n", count: 3).split(separator: "\n").dropFirst()
    let deliveries = try lines.map { try RelayLine.read(Array($0.utf8)) }
    guard case .delivery("com.example.chat", 8, false, _, let push) = deliveries.first else {
      Issue.record("no delivery: \(lines)")
      return
    }
    let text = String(decoding: push, as: UTF8.self)
    #expect(
      text.contains(#""apns-collapse-id":"7F3A0000-0000-0000-0000-100000000008""#), "\(text)")
    #expect(text.contains(#""notificationPosition":8"#), "\(text)")
    #expect(text.contains(#""mutable-content":1"#), "\(text)")
    phone.send(#"{"ack":{"com.example.chat":9}}"# + "\n")
    phone.send(#"{"repeat":{"app":"com.example.chat","positions":[8,5]}}"# + "\n")
    let rest = requests(3).map(\.matter)
    #expect(rest.contains(.acknowledge(["com.example.chat": 9])))
    #expect(rest.contains(.again("com.example.chat", [8, 5])))
    offer.send(Self.batch(8...8), of: "com.example.chat", asked: [8, 5], to: 1)
    let answer = phone.text(until: "\n", count: 5).split(separator: "\n").suffix(2)
    #expect(
      answer.first == #"{"repeated":{"app":"com.example.chat","asked":[8,5],"coming":[8]}}"#)
    #expect(answer.last?.contains(#""position":8,"repeat":true"#) == true)
  }

  @Test func `a phone that reports arrivals receives confirmations`() throws {
    let phone = try client(#"{"subscribe":{"device":"a","arrivals":"62d4"}}"# + "\n")
    let other = try client(#"{"subscribe":{"device":"b"}}"# + "\n")
    #expect(
      Set(requests(2).map(\.device)) == ["a", "b"])
    offer.welcome(.taken(begin: ["com.example.chat": 2], reported: 7), 1)
    offer.welcome(.taken(begin: [:]), 2)
    let report = ArrivalReport(
      number: 8, app: "com.example.chat", position: 3, sentAt: .init(timeIntervalSince1970: 0),
      outcome: .atOnce)
    let line = RelayMessage.acknowledge(["com.example.chat": 3], arrivals: [report])
    phone.send(String(decoding: line.bytes, as: UTF8.self))
    let matters = requests(4).map(\.matter)
    #expect(matters.contains(.acknowledge(["com.example.chat": 3])))
    #expect(matters.contains(.report([report])))
    offer.confirm("a", through: 8)
    let heard = phone.text(until: #"{"arrivals":8}"#).split(separator: "\n").dropFirst()
    #expect(
      heard == [#"{"arrivals":7}"#, #"{"begin":{"com.example.chat":2}}"#, #"{"arrivals":8}"#])
    offer.send(Self.batch(1...1), to: 2)
    #expect(!other.text(until: "delivery").contains(#"{"arrivals""#))
  }

  @Test func `a phone with positions above the provider's starts at these`() throws {
    let phone = try client(#"{"subscribe":{"device":"a","last":{"com.example.chat":99}}}"# + "\n")
    _ = requests()
    offer.wake()
    offer.welcome(.taken(begin: ["com.example.chat": 7]), 1)
    #expect(
      requests().map(\.matter) == [.more(after: 0, beyond: ["com.example.chat": 7])])
    let lines = phone.text(until: "\n", count: 2).split(separator: "\n")
    #expect(lines.last == #"{"begin":{"com.example.chat":7}}"#)
  }

  @Test func `a rejected phone receives the reason and no push`() throws {
    let phone = try client(#"{"subscribe":{"device":"a"}}"# + "\n")
    #expect(requests().map(\.matter) == [.subscribe(last: [:], connected: ["a"])])
    offer.welcome(.refused("no room"), 1)
    let text = try #require(phone.textUntilClosed(closing: clock, loop))
    #expect(text.hasSuffix(#"{"error":"no room"}"# + "\n"))
    #expect(received().isEmpty)
  }

  @Test func `each subscription reports all connected phones`() throws {
    let first = try client(#"{"subscribe":{"device":"a"}}"# + "\n")
    _ = requests()
    let second = try client(#"{"subscribe":{"device":"b"}}"# + "\n")
    #expect(requests().map(\.matter) == [.subscribe(last: [:], connected: ["a", "b"])])
    withExtendedLifetime((first, second)) {}
  }

  /// Invalid lines, and a word of the response.
  private static let rubbish: [(String, String)] = [
    ("rubbish\n", "line 1: column 1"), (#"{"subscribe":{"device":""}}"# + "\n", "device"),
    (#"{"ack":{"x":1}}"# + "\n", "subscribe"), ("{}\n\n[]\n", "line 3"),
    (String(repeating: "x", count: 70_000), "65536 bytes"),
    ("{\"subscribe\":{\"device\":\"a\"}}\n{\"ack\":{\"x\":-1}}\n", "line 2"),
    ("{\"subscribe\":{\"device\":\"a\"}}\n{\"subscribe\":{\"device\":\"a\"}}\n", "already"),
  ]

  @Test(arguments: rubbish)
  func `an invalid line gets an error and closes the connection`(lines: String, word: String) throws
  {
    let phone = try client(lines)
    let text = try #require(phone.textUntilClosed(closing: clock, loop))
    let last = text.split(separator: "\n").last ?? ""
    #expect(last.hasPrefix(#"{"error":""#) && last.contains(word), "\(last)")
  }

  @Test func `a client without a subscription is closed after ten seconds, others are not`() throws
  {
    let silent = try client()
    let phone = try client(#"{"subscribe":{"device":"a"}}"# + "\n")
    _ = requests()
    offer.welcome(.taken(begin: [:]), 2)
    clock.advance(10)
    loop.wake()
    let text = try #require(silent.textUntilClosed(closing: clock, loop))
    #expect(text.contains("no subscribe line was received within 10 seconds"))
    offer.send(Self.batch(1...1), to: 2)
    #expect(phone.text(until: "delivery").contains(#""position":1"#))
  }

  @Test func `the newer connection of a phone replaces the older one`() throws {
    let older = try client(#"{"subscribe":{"device":"a"}}"# + "\n")
    let other = try client(#"{"subscribe":{"device":"b"}}"# + "\n")
    _ = requests(2)
    let newer = try client(#"{"subscribe":{"device":"a"}}"# + "\n")
    let text = try #require(older.textUntilClosed(closing: clock, loop))
    #expect(text.contains("queue.deviceId"))
    for session in [2, 3] { offer.welcome(.taken(begin: [:]), session) }
    for session in [2, 3] { offer.send(Self.batch(1...1), to: session) }
    for phone in [other, newer] { #expect(phone.text(until: "delivery").contains("delivery")) }
  }

  @Test func `a phone that reads slowly is not read and loses no push`() throws {
    let phone = try client(#"{"subscribe":{"device":"a"}}"# + "\n")
    let text = String(repeating: "x", count: 1000)
    var given = 0
    func answer(_ requests: [RelayRequest]) {
      for request in requests where given < 3000 {
        guard case .more = request.matter else { continue }
        var batch = Self.batch(given + 1...given + 100, text: text)
        given += 100
        batch.isEnd = given == 3000
        offer.send(batch, to: 1)
      }
    }
    _ = requests()
    offer.welcome(.taken(begin: [:]), 1)
    var asked = requests()
    while !asked.isEmpty {
      answer(asked)
      settle()
      asked = received()
    }
    // The socket buffers some hundred kilobytes, and the session a quarter of a megabyte.
    #expect(given < 2000)
    let end = Date(timeIntervalSinceNow: patience)
    var count = 0
    while count < 3000, Date() < end, phone.receiveMore() {
      answer(received())
      count = phone.bytes.count { $0 == 10 } - 1
    }
    let positions = try phone.text(until: "\n").split(separator: "\n").dropFirst().map { line in
      guard case .delivery(_, let position, _, _, _) = try RelayLine.read(Array(line.utf8)) else {
        return 0
      }
      return position
    }
    #expect(positions == Array(1...3000))
  }

  @Test func `the socket is private, and a stale one is replaced`() throws {
    let path = folder.path + "/second.sock"
    close(try LocalSocket.listening(at: path))
    let second = try Relay(at: path, provider: "ab", on: loop)
    let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
    #expect(mode == 0o600)
    #expect(throws: ListenError.pathInUse(path, by: getpid())) {
      try Relay(at: path, provider: "ab", on: loop)
    }
    second.stop()
    #expect(!FileManager.default.fileExists(atPath: path))
    let file = folder.path + "/file"
    try Data().write(to: URL(filePath: file))
    #expect(throws: ListenError.notASocket(file)) {
      try Relay(at: file, provider: "ab", on: loop)
    }
    let long = folder.path + "/" + String(repeating: "x", count: 100)
    #expect(throws: ListenError.pathTooLong(long)) {
      try Relay(at: long, provider: "ab", on: loop)
    }
  }

  // MARK: The phone's end

  @Test func `a plain sender receives no bytes`() throws {
    var subscription = FeedSubscription()
    let push = Array(#"{"payload":{"aps":{}}}"#.utf8)
    #expect(try subscription.receive(push) == nil)
    // Later such a line is a push, valid or not.
    #expect(
      try subscription.receive(Array(RelayLine.offer(provider: "ab").bytes.dropLast())) == nil)
    subscription.subscribe("a", [:], to: "ab")
    #expect(subscription.output.waiting == 0)
  }

  @Test func `a phone reports only to a provider that reads reports`() throws {
    for (reads, expected) in [
      (true, #"{"subscribe":{"device":"a","last":{},"arrivals":"62d4"}}"#),
      (false, #"{"subscribe":{"device":"a","last":{}}}"#),
    ] {
      var subscription = FeedSubscription()
      _ = try subscription.receive(
        Array(RelayLine.offer(provider: "ab", arrivals: reads).bytes.dropLast()))
      #expect(subscription.readsReports == reads)
      subscription.subscribe("a", [:], stream: "62d4", to: "ab")
      #expect(String(decoding: subscription.output.bytes, as: UTF8.self) == expected + "\n")
      guard
        case .reported(StreamID(provider: "ab", device: "a"), 9) = try subscription.receive(
          Array(RelayLine.arrivals(through: 9).bytes.dropLast()))
      else {
        Issue.record("no confirmation")
        return
      }
    }
  }

  @Test func `a subscription for another provider than the connected one is ignored`() throws {
    var subscription = FeedSubscription()
    guard
      case .offered("ab") = try subscription.receive(
        Array(RelayLine.offer(provider: "ab").bytes.dropLast()))
    else {
      Issue.record("no offer")
      return
    }
    subscription.subscribe("a", [:], to: "cd")
    #expect(subscription.output.waiting == 0)
    // The recipient would be unknown.
    let early = RelayLine.delivery(app: "a", position: 1, isRepeat: false, push: Array("{}".utf8))
    guard case .nothing = try subscription.receive(early.bytes.dropLast()) else {
      Issue.record("taken before it was known for whom")
      return
    }
    subscription.subscribe("a", ["com.example.mail": 2], to: "ab")
    subscription.subscribe("a", [:], to: "ab")
    #expect(
      String(decoding: subscription.output.bytes, as: UTF8.self)
        == #"{"subscribe":{"device":"a","last":{"com.example.mail":2}}}"# + "\n")
  }
}

extension RawClient {
  /// Returns the text until the other end closes; advances the clock, so that it does not linger.
  fileprivate func textUntilClosed(closing clock: ManualClock, _ loop: IntakeLoop) -> String? {
    _ = text(until: #"{"error""#)
    _ = text(until: "\n", count: 2)
    for _ in 0..<2 { loop.wait {} }
    clock.advance(1)
    loop.wake()
    return textUntilClosed()
  }
}
