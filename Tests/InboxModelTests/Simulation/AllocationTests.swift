import CAllocations
import Foundation
import Testing

@testable import InboxModel

/// Budgets: the maximum number of heap allocations of a push in each stage. They are those of a
/// debug build and do not depend on the machine. A stage that needs fewer gets a smaller budget.
@Suite(.enabled(if: allocations_are_counted(), "allocations are counted with glibc only"))
struct `Allocations of a push` {
  private static let body = Array(
    """
    {"aps":{"alert":{"title":"Order 4711 has shipped","body":"It arrives on Thursday."},\
    "badge":3,"sound":"default","thread-id":"order-4711","category":"ORDER",\
    "interruption-level":"active"},"order":{"id":4711,"items":[1,2,3]},"source":"shop"}
    """.utf8)

  private static func request(_ number: Int) -> PushRequest {
    PushRequest(
      path: "/3/device/" + DeviceToken.local.hex,
      fields: [
        HeaderField("apns-topic", "com.example.shop"), HeaderField("apns-push-type", "alert"),
      ],
      body: body, origin: Origin(wire: .h2, transport: "clear", client: "test", connection: 1),
      receivedAt: .pushMoment + Double(number), freshID: APNSID(upper: 7, UInt64(number)))
  }

  private static func delivery(_ number: Int) throws -> Delivery {
    var gateway = Gateway()
    let request = request(number)
    let effects = gateway.handle(
      .pushReceived(request, reply: nil), at: request.receivedAt)
    let deliveries = effects.compactMap { if case .deliver(let push) = $0 { push } else { nil } }
    return try #require(deliveries.first)
  }

  /// Returns the mean allocations of 100 rounds, after 20 that fill tables and buffers.
  private func allocations(_ round: (Int) -> Void) -> Double {
    for number in 1...20 { round(number) }
    let start = allocation_count()
    for number in 21...120 { round(number) }
    return Double(allocation_count() - start) / 100
  }

  @Test func `making a push from a request allocates at most 54 times`() {
    #expect(allocations { number in _ = Self.request(number) } <= 54)
  }

  @Test func `reading a payload allocates at most 48 times`() {
    #expect(allocations { _ in _ = Payload.read(Self.body) } <= 48)
  }

  @Test func `accepting a push in the gateway allocates at most 80 times`() {
    var gateway = Gateway()
    let requests = (0...120).map(Self.request)
    #expect(
      allocations { number in
        _ = gateway.handle(
          .pushReceived(requests[number], reply: nil), at: requests[number].receivedAt)
      } <= 80)
  }

  @Test func `showing a push on the phone allocates at most 590 times`() throws {
    var phone = Phone(settings: PhoneSettings())
    let pushes = try (0...120).map(Self.delivery)
    var effects: [Phone.Effect] = []
    #expect(
      allocations { number in
        effects.removeAll(keepingCapacity: true)
        phone.handle(.delivered(pushes[number]), at: pushes[number].receivedAt, &effects)
      } <= 590)
  }

  @Test func `writing an event as a line allocates at most 20 times`() throws {
    var phone = Phone(settings: PhoneSettings())
    let effects = phone.handle(.delivered(try Self.delivery(1)), at: .pushMoment)
    let event = try #require(
      effects.lazy.compactMap { if case .emit(let event) = $0 { event } else { nil } }.first)
    #expect(allocations { _ in _ = EventLine.line(event, timeZone: .gmt) } <= 20)
  }

  @Test func `writing an event as JSON allocates at most 401 times`() throws {
    var phone = Phone(settings: PhoneSettings())
    let effects = phone.handle(.delivered(try Self.delivery(1)), at: .pushMoment)
    let event = try #require(
      effects.lazy.compactMap { if case .emit(let event) = $0 { event } else { nil } }.first)
    #expect(allocations { _ in _ = EventJSON.line(event) } <= 401)
  }

  @Test(arguments: ["Order 4711", "Заказ отправлен", "شحن الطلب", "\u{202E}a\u{200B}\u{E0041}\n"])
  func `printable JSON of a string allocates no more than other JSON`(text: String) {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(1 << 10)
    let counts = [false, true].map { printable in
      allocations { _ in
        bytes.removeAll(keepingCapacity: true)
        JSONWriter.append(string: text, printable: printable, to: &bytes)
      }
    }
    #expect(counts[1] <= counts[0])
  }

  @Test func `writing the record of a push allocates at most 12 times`() throws {
    var phone = Phone(settings: PhoneSettings())
    let effects = phone.handle(.delivered(try Self.delivery(1)), at: .pushMoment)
    let record = try #require(
      effects.lazy.compactMap {
        if case .store(.insert(let record)) = $0 { record } else { nil }
      }.first)
    #expect(
      allocations { _ in
        _ = record.delivery.storedBesideNotification
        _ = record.context.stored
      } <= 12)
  }

  /// Returns the mean allocations of a start and of the end of another card by the clock, with this
  /// number of running cards of the same app.
  private func allocations(ofStartBesides count: Int) throws -> Double {
    var state = Phone.State()
    state.activities = (1...count).map { number in
      var card = ActivityCard(
        id: ActivityID(rawValue: number), app: "com.example.match", timestamp: 0,
        startedAt: .pushMoment + Double(number), lastPush: 1)
      card.attributes = ["number": JSONValue(number)]
      card.startToken = .local
      return card
    }
    var settings = PhoneSettings()
    settings.device.activities.limit = 100_000
    // One card ends with each push.
    settings.device.activities.life = 1e6
    var system = PushSystem(
      gateway: GatewaySettings(), phone: settings, snapshot: Snapshot())
    system.device = Phone(settings: settings, state: state)
    system.device.hasListeners = false
    var push = try Delivery.stub(
      1, app: "com.example.match",
      aps:
        #"{"event":"start","timestamp":1,"attributes-type":"M","attributes":{"a":1},"content-state":{}}"#,
      type: .liveactivity, at: .pushMoment)
    var effects: [Effect] = []
    return allocations { number in
      push.id = NotificationID(rawValue: number)
      let now = Date.pushMoment + 1e6 + Double(number)
      system.handle(phone: .delivered(push), at: now, &effects)
      effects.removeAll(keepingCapacity: true)
    }
  }

  @Test func `starting and ending a Live Activity allocates as often beside 2,000 as beside 200`()
    throws
  {
    let few = try allocations(ofStartBesides: 200)
    let many = try allocations(ofStartBesides: 2000)
    // The order of their ends is kept in a heap, whose depth is the logarithm of the number of
    // cards.
    #expect(abs(many - few) <= 12, "\(few), \(many)")
  }

  /// Returns the mean allocations of a broadcast that changes this number of cards, without
  /// listeners.
  private func allocations(ofBroadcastTo count: Int) throws -> Double {
    var state = Phone.State()
    state.activities = (1...count).map { number in
      var card = ActivityCard(
        id: ActivityID(rawValue: number), app: "com.example.match", timestamp: 0,
        startedAt: .pushMoment, lastPush: 1)
      card.channel = "c2g="
      return card
    }
    var phone = Phone(settings: PhoneSettings(), state: state)
    phone.hasListeners = false
    var push = try Delivery.stub(
      1, app: "com.example.match",
      aps: #"{"event":"update","timestamp":1,"content-state":{"home":1}}"#, type: .liveactivity,
      at: .pushMoment)
    push.headers.priority = .conserving
    push.transit.broadcast = Indirect(
      wrappedValue: BroadcastTransit(channel: "c2g=", storage: .none))
    var effects: [Phone.Effect] = []
    let mean = allocations { number in
      push.id = NotificationID(rawValue: number)
      phone.handle(.delivered(push), at: .pushMoment, &effects)
    }
    #expect(phone.activities.newestFirst.allSatisfy { $0.lastPush == 120 })
    return mean
  }

  @Test func `a broadcast allocates at most 11 times for each card that it changes`() throws {
    let few = try allocations(ofBroadcastTo: 100)
    let many = try allocations(ofBroadcastTo: 300)
    #expect((many - few) / 200 <= 11)
  }

  /// Returns the allocations of one command that names this number of apps.
  private func allocations(ofNaming count: Int) throws -> Int {
    let words = (1...count).map { "apps.com.example.app\($0).name=x" }
    let settings = PhoneSettings()
    var system = PushSystem(device: Phone(settings: settings))
    let start = allocation_count()
    let changes = try SettingChangeReader(now: .pushMoment, phone: settings).changes(words)
    #expect(system.handle(.changes(changes), at: .pushMoment).count == 2 * count)
    return Int(allocation_count() - start)
  }

  @Test func `settings of 400 apps in one command allocate at most five times as often as of 100`()
    throws
  {
    _ = try allocations(ofNaming: 1)
    let few = try allocations(ofNaming: 100)
    let many = try allocations(ofNaming: 400)
    #expect(many <= 5 * few, "\(few), \(many)")
  }
}
