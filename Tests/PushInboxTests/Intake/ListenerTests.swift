import Foundation
import InboxModel
import Testing

@testable import PushInbox

@Suite(.patient)
struct ListenerTests {
  @Test func `both loopback addresses share the chosen port`() throws {
    let bench = try FeedBench()
    #expect(bench.port != 0)
    #expect(bench.listener.endpoint.addresses.allSatisfy { $0.port == bench.port })
    #expect(bench.listener.endpoint.text == "127.0.0.1:\(bench.port)")
  }

  @Test func `a port in use is reported, on Linux with its owner`() throws {
    let bench = try FeedBench()
    let place = HostPort(host: "127.0.0.1", port: bench.port)
    let failure = #expect(throws: ListenError.self) {
      _ = try Listener(Listener.Options(address: place), on: bench.loop)
    }
    guard case .addressInUse(place, let holder, option: "--listen") = failure else {
      Issue.record("\(String(describing: failure))")
      return
    }
    #if os(Linux)
      #expect(holder?.pid == getpid())
    #else
      #expect(holder == nil)
    #endif
  }

  // MARK: Sockets of a service manager

  @Test func `a listener accepts on inherited sockets in place of its addresses`() throws {
    let address = HostPort(host: "127.0.0.1", port: 0)
    let ports = try ListeningPorts.open(address, false)
    let others = try ListeningPorts.open(address, false)
    for port in others.dropFirst() { close(port.descriptor) }
    let legacy = try #require(others.first)
    let bench = try FeedBench(
      inherited: ports.map { InheritedSocket(descriptor: $0.descriptor, name: "pushinbox.socket") }
        + [InheritedSocket(descriptor: legacy.descriptor, name: "legacy")])
    #expect(bench.listener.endpoint.addresses == ports.map(\.address))
    #expect(bench.legacyPort == legacy.address.port)
    #expect(bench.listener.feedback == nil)
    for port in [bench.port, bench.legacyPort] {
      let client = try Socket.stream(AF_INET)
      defer { close(client) }
      let place = try Socket.addresses(
        of: HostPort(host: "127.0.0.1", port: port), passive: false)
      let status = try #require(place.first).withPointer { connect(client, $0, $1) }
      #expect(status == 0 || errno == EINPROGRESS)
    }
  }

  @Test func `descriptors that are no listening TCP sockets are rejected`() throws {
    var ends: [Int32] = [-1, -1]
    #expect(pipe(&ends) == 0)
    let connected = try Socket.stream(AF_INET)
    defer { for descriptor in ends + [connected] { close(descriptor) } }
    for descriptor in ends + [connected, -1] {
      #expect(throws: ListenError.notListening(descriptor: descriptor)) {
        _ = try ListeningPort(inheriting: descriptor)
      }
    }
  }

  @Test func `an inherited socket that other machines reach needs --allow-network`() throws {
    let port = try #require(
      try ListeningPorts.open(HostPort(host: "0.0.0.0", port: 0), true).first)
    defer { close(port.descriptor) }
    #expect(throws: ListenError.beyondThisMachine(port.address, option: "ListenStream=")) {
      _ = try ListeningPort(inheriting: port.descriptor)
    }
    #expect(
      try ListeningPort(inheriting: port.descriptor, allowsNetwork: true).address == port.address)
  }

  // MARK: The intake

  /// Returns the end of a connection's provider tokens, as an item of little weight.
  private static func items(_ count: Int, of connection: Int) -> [FeedItem] {
    (0..<count).map { .connectionEnded(connection, at: Date(timeIntervalSince1970: Double($0))) }
  }

  @Test func `a batch has a share of each connection, in turn and in order`() {
    let intake = Intake {}
    let share = Intake.itemsPerShare
    let many = Self.items(3 * share + 1, of: 1)
    intake.offer(Array(many.dropLast()) + Self.items(1, of: 2))
    intake.offer(many.suffix(1) + Self.items(share + 1, of: 3))
    let third = Self.items(share + 1, of: 3)
    #expect(
      intake.nextBatch(most: .max, weight: .max)
        == many[..<share] + Self.items(1, of: 2) + third[..<share])
    #expect(intake.nextBatch(most: share, weight: .max) == Array(many[share..<(2 * share)]))
    // The connection without a share in the last batch is next.
    intake.offer(Self.items(1, of: 2))
    #expect(intake.nextBatch(most: 1, weight: .max) == Array(third[share...]))
    #expect(
      intake.nextBatch(most: .max, weight: .max)
        == many[(2 * share)..<(3 * share)] + Self.items(1, of: 2))
    #expect(intake.nextBatch(most: .max, weight: .max) == many.suffix(1))
    #expect(!intake.hasItemsOfConnections)
  }

  @Test func `a share of large items has fewer of them`() {
    func item(_ number: Int) -> FeedItem {
      .icq(
        ICQRequest(
          .session, body: [UInt8](repeating: 120, count: 10_000),
          origin: Origin(wire: .h1, connection: 1), receivedAt: .distantPast, freshID: "id"),
        reply: ResponseHandle(connection: 1, stream: number))
    }
    let intake = Intake {}
    let items = (1...3).map(item)
    intake.offer(items)
    #expect(intake.nextBatch(most: .max, weight: .max) == Array(items[..<2]))
    #expect(intake.nextBatch(most: .max, weight: .max) == Array(items[2...]))
  }

  @Test func `a connection gets whole batches after several batches without another sender`() {
    let intake = Intake {}
    let share = Intake.itemsPerShare
    func batches(_ count: Int) -> [Int] {
      (0..<count).map { _ in
        intake.offer(Self.items(3 * share, of: 1))
        defer { _ = intake.drain() }
        return intake.nextBatch(most: .max, weight: .max).count
      }
    }
    let expected = [Int](repeating: share, count: Intake.bulkAfter) + [3 * share]
    #expect(batches(Intake.bulkAfter + 1) == expected)
    intake.offer(Self.items(1, of: 2))
    #expect(batches(1) == [1 + share])
    #expect(batches(Intake.bulkAfter + 1) == expected)
    // Another connection may send while a batch is handled.
    let most = Intake.mostShares * share
    intake.offer(Self.items(most + 1, of: 1))
    #expect(intake.nextBatch(most: .max, weight: .max).count == most)
  }

  @Test func `connections with many items have several shares until one has few`() {
    let intake = Intake {}
    let share = Intake.itemsPerShare
    /// The sizes of batches while the first two connections have four shares each.
    func batches(_ count: Int) -> [Int] {
      (0..<count).map { _ in
        for connection in [1, 2] { intake.offer(Self.items(4 * share, of: connection)) }
        defer { _ = intake.drain() }
        return intake.nextBatch(most: .max, weight: .max).count
      }
    }
    let expected =
      [Int](repeating: 2 * share, count: Intake.bulkAfter - 1) + [4 * share, 4 * share]
    #expect(batches(Intake.bulkAfter + 1) == expected)
    intake.offer(Self.items(1, of: 3))
    #expect(batches(1) == [1 + 2 * share])
    #expect(batches(Intake.bulkAfter + 1) == expected)
  }

  @Test func `the intake wakes once and returns items in order`() {
    let wakeUps = Counters()
    let intake = Intake(limit: 4000) { wakeUps.update { $0.requests += 1 } }
    let items = (1...5).map { number in
      FeedItem.state(
        FeedState(source: .standardInput, condition: .ended(lines: number, bad: 0)))
    }
    intake.offer(Array(items[..<2]))
    intake.offer(Array(items[2..<3]))
    #expect(wakeUps.values.requests == 1)
    #expect(intake.hasRoom)
    intake.whenRoomReturns { wakeUps.update { $0.accepted += 1 } }
    intake.offer(Array(items[3...]))
    #expect(!intake.hasRoom)
    #expect(intake.drain() == items)
    #expect(intake.hasRoom)
    #expect(wakeUps.values.accepted == 1)
    #expect(intake.drain().isEmpty)
    intake.offer(items)
    #expect(wakeUps.values.requests == 2)
  }

  @Test(arguments: [
    ("127.0.0.1:2197", HostPort(host: "127.0.0.1", port: 2197)),
    ("[::1]:0", HostPort(host: "::1", port: 0)),
    ("localhost:65535", HostPort(host: "localhost", port: 65535)),
    ("::1:80", nil), ("host", nil), (":80", nil), ("host:", nil), ("host:65536", nil),
    ("host:-1", nil), ("host:٣", nil), ("[]:1", nil),
    ("[[::1]]:1", nil), ("[a:1", nil), ("a]:1", nil),
  ])
  func `HOST:PORT is parsed`(text: String, place: HostPort?) {
    #expect(HostPort(text) == place)
    if let place { #expect(place.description == text) }
  }

  @Test func `fresh identifiers have APNs' form and differ`() throws {
    var source = FreshIDs()
    let made = (0..<1000).map { _ in source.next().text }
    #expect(Set(made).count == 1000)
    #expect(made.allSatisfy { UUID(uuidString: $0)?.uuidString == $0 })
    #expect(made.allSatisfy { Array($0)[14] == "4" && "89AB".contains(Array($0)[19]) })
  }

  @Test(
    arguments: [
      ([], .undecided), ([0x16], .tls), (Array("PRI".utf8), .undecided),
      (Array("PRI * HTTP/2.0".utf8), .http2), (Array("PO".utf8), .http1),
      (Array("CONNECT ".utf8), .http1), ([0], .http1),
    ] as [([UInt8], ProtocolDetection)])
  func `protocols are detected by their first bytes`(bytes: [UInt8], opening: ProtocolDetection) {
    #expect(ProtocolDetection(bytes) == opening)
  }
}
