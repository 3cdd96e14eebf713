import Foundation
import Testing

@testable import InboxModel

/// The pushes that a provider relays to phones (`docs/reference/relay.md`).
@Suite struct SubscriberTests {
  private var gateway = Gateway()

  private mutating func subscribe(
    _ phone: PhoneID, _ last: [BundleID: Int] = [:], connected: Set<PhoneID> = [],
    at moment: Date = .pushMoment
  ) {
    _ = gateway.handle(.guest(.subscribed(phone, last: last, connected: connected)), at: moment)
  }

  /// Handles a push; returns its relayed forms: phone, position, number.
  private mutating func offers(
    _ body: String = #"{"aps":{"alert":"Hi"}}"#, app: String = "com.example.mail",
    headers: [(String, String)] = []
  ) -> [String] {
    let request = PushRequest.stub([("apns-topic", app)] + headers, body: body)
    return gateway.handle(.pushReceived(request, reply: nil), at: request.receivedAt).offers.map {
      "\($0.phone) \($0.position) \($0.number.map { PhoneID("\($0)") } ?? "-")"
    }
  }

  @Test mutating func `pushes are relayed only after a phone has subscribed`() {
    #expect(offers() == [])
    subscribe("a")
    #expect(offers() == ["a 1 1"])
  }

  @Test mutating func `each phone and each app have their own sequence`() {
    subscribe("a")
    #expect(offers() == ["a 1 1"])
    subscribe("b")
    #expect(offers() == ["a 2 2", "b 1 1"])
    #expect(offers(app: "com.example.chat") == ["a 1 1", "b 1 1"])
    #expect(offers() == ["a 3 3", "b 2 2"])
  }

  @Test mutating func `a push without text has a position and no number`() {
    subscribe("a")
    #expect(offers() == ["a 1 1"])
    #expect(
      offers(
        #"{"aps":{"content-available":1}}"#,
        headers: [("apns-push-type", "background"), ("apns-priority", "5")]) == ["a 2 -"])
    #expect(
      offers(#"{"aps":{"alert":"Hi"},"xiva":{"notificationPosition":9}}"#) == ["a 3 -"])
    #expect(offers() == ["a 4 2"])
  }

  @Test mutating func `a push about a folder without a subscription is not relayed`() {
    gateway.guests.numbering.settings.subscriptions = ["com.example.mail": ["ann": ["Inbox"]]]
    subscribe("a")
    #expect(offers(#"{"aps":{"alert":"x"},"xiva":{"account":"ann","folder":"Spam"}}"#) == [])
    #expect(
      offers(#"{"aps":{"alert":"x"},"xiva":{"account":"ann","folder":"Inbox"}}"#) == ["a 1 1"])
  }

  @Test mutating func `numbers of an unknown phone continue at its position, and never go back`() {
    subscribe("a", ["com.example.mail": 1_000_000_000, "com.example.chat": 0])
    #expect(gateway.phones["a"]?.apps.count == 1)
    #expect(offers() == ["a 1000000001 1000000001"])
    subscribe("a", ["com.example.mail": 3])
    #expect(offers() == ["a 1000000002 1000000002"])
  }

  @Test
  mutating func `a phone with positions above those sent is corrected, and gets new pushes`() {
    subscribe("a")
    _ = offers()
    let lies: [BundleID: Int] = [
      "com.example.mail": Payload.lastPosition, "com.example.chat": 7,
    ]
    subscribe("a", lies)
    #expect(
      gateway.corrections(of: lies, from: "a") == ["com.example.mail": 1, "com.example.chat": 0])
    #expect(offers() == ["a 2 2"])
    #expect(offers(app: "com.example.chat") == ["a 1 1"])
    #expect(gateway.corrections(of: ["com.example.mail": 2], from: "a") == [:])
    // An unknown phone is accepted at half of the maximum position.
    subscribe("b", lies)
    let half = Payload.lastPosition / 2
    #expect(gateway.corrections(of: lies, from: "b") == ["com.example.mail": half])
    #expect(offers().last == "b \(half + 1) \(half + 1)")
  }

  @Test mutating func `acknowledged apps that were never relayed are not stored`() {
    subscribe("a")
    let invented = Dictionary(
      uniqueKeysWithValues: (1...99).map { (BundleID("a\($0)"), $0) })
    #expect(gateway.handle(.guest(.acknowledged("a", invented)), at: .pushMoment) == [])
    subscribe("a", invented)
    #expect(gateway.phones["a"]?.apps == [:])
  }

  @Test mutating func `positions survive a restart`() {
    subscribe("a")
    _ = offers()
    _ = gateway.handle(.guest(.acknowledged("a", ["com.example.mail": 1])), at: .pushMoment)
    _ = gateway.handle(.guest(.acknowledged("nobody", ["com.example.mail": 1])), at: .pushMoment)
    var snapshot = Snapshot()
    gateway.addState(to: &snapshot)
    #expect(
      snapshot.guests.phones.mapValues(\.apps) == [
        "a": [
          "com.example.mail": SubscribedPhone.Counts(given: 1, numbered: 1, acknowledged: 1)
        ]
      ])
    gateway = Gateway(snapshot: snapshot)
    #expect(offers() == ["a 2 2"])
  }

  @Test mutating func `the phone with the oldest subscription is removed from too many`() {
    for number in 0..<Gateway.maximumPhones {
      subscribe(PhoneID("\(number)"), at: .pushMoment.addingTimeInterval(Double(number)))
    }
    subscribe("new", connected: ["0", "1", "new"], at: .pushMoment + 9999)
    #expect(gateway.phones.count == Gateway.maximumPhones)
    #expect(gateway.phones["0"] != nil)
    #expect(gateway.phones["1"] != nil)
    #expect(gateway.phones["2"] == nil)
    #expect(gateway.phones["new"] != nil)
  }

  @Test mutating func `while all known phones are connected none is removed`() {
    let names = (0..<Gateway.maximumPhones).map { PhoneID("\($0)") }
    for name in names { subscribe(name) }
    let effects = gateway.handle(
      .guest(.subscribed("new", last: [:], connected: Set(names + ["new"]))), at: .pushMoment)
    #expect(effects == [])
    #expect(Set(gateway.phones.keys) == Set(names))
  }

  @Test mutating func `a removed phone that subscribes again continues after its last number`() {
    subscribe("a")
    for _ in 1...3 { _ = offers() }
    for number in 1...Gateway.maximumPhones {
      subscribe(PhoneID("\(number)"), at: .pushMoment + 1)
    }
    #expect(gateway.phones["a"] == nil)
    subscribe("a", ["com.example.mail": 3], at: .pushMoment + 2)
    #expect(offers().filter { $0.hasPrefix("a ") } == ["a 4 4"])
  }

  @Test mutating func `a rejected push is not relayed`() {
    subscribe("a")
    #expect(offers("") == [])
    #expect(offers() == ["a 1 1"])
  }

  // MARK: The relayed form

  @Test func `a relayed push has its number and stable identifiers`() throws {
    let push = try Delivery.stub(7, app: "com.example.mail")
    let place = RelayedPush(phone: "a", id: 7, app: "com.example.mail", position: 9, number: 4)
    let sent = push.offered(as: place)
    #expect(sent.headers.id == nil)  // It is not a UUID and would be rejected.
    #expect(sent.headers.collapseID == "apns-7")
    #expect(sent.payload.isMutableContent)
    #expect(
      sent.payload.queueMark == .position(4, deviceHash: DeviceHash.text("a")))
    #expect(push.offered(as: place) == sent)
    let collapsing = try Delivery.stub(8, collapseID: "mine")
    let plain = RelayedPush(phone: "a", id: 8, app: "com.example.chat", position: 1, number: nil)
    #expect(collapsing.offered(as: plain).headers.collapseID == "mine")
    #expect(collapsing.offered(as: plain).payload == collapsing.payload)
  }

  // MARK: The phone

  /// Handles a push of a feed; returns the number of deliveries or rejections, and the stored
  /// positions.
  private mutating func feed(
    _ position: Int, of provider: ProviderID = "ab", as device: PhoneID = "phone",
    app: BundleID = "com.example.mail",
    isRepeat: Bool = false, body: String = #"{"aps":{"alert":"Hi"}}"#
  ) -> (taken: Int, kept: [StreamOffset]) {
    var request = PushRequest.stub(body: body, wire: .line)
    request.streamOffset = StreamOffset(
      provider: provider, device: device, app: app, position: position, isRepeat: isRepeat)
    let effects = gateway.handle(.pushReceived(request, reply: nil), at: request.receivedAt)
    let taken = effects.count {
      switch $0 {
      case .deliver, .reject: true
      default: false
      }
    }
    let kept = effects.compactMap { effect -> StreamOffset? in
      if case .guest(.store(.relay(.fed(let place)))) = effect { place } else { nil }
    }
    return (taken, kept)
  }

  @Test mutating func `a relayed push is accepted once, also after a jump of positions`() {
    #expect(feed(1).taken == 1)
    #expect(feed(1).taken == 0)
    #expect(
      feed(3).kept == [
        StreamOffset(provider: "ab", device: "phone", app: "com.example.mail", position: 3)
      ])
    #expect(feed(2).taken == 0)
    #expect(feed(Payload.lastPosition).taken == 1)
    #expect(feed(4).taken == 0)
    #expect(feed(1, of: "cd").taken == 1)
    #expect(feed(1, app: "com.example.chat").taken == 1)
    #expect(feed(1, as: "other").taken == 1)
    #expect(feed(1, as: "other").taken == 0)
    #expect(
      gateway.feedPositions(of: StreamID(provider: "cd", device: "phone"))
        == ["com.example.mail": 1])
  }

  @Test mutating func `a provider that has sent less rewinds the phone, never forward`() {
    let id = StreamID(provider: "ab", device: "phone")
    #expect(feed(Payload.lastPosition).taken == 1)
    #expect(feed(3).taken == 0)
    let effects = gateway.handle(
      .guest(
        .streamRewound(
          id, to: ["com.example.mail": 2, "com.example.chat": 9])), at: .pushMoment)
    let place = StreamOffset(provider: "ab", device: "phone", app: "com.example.mail", position: 2)
    #expect(effects == [.guest(.store(.relay(.fed(place))))])
    #expect(feed(3).taken == 1)
    #expect(
      gateway.handle(.guest(.streamRewound(id, to: ["com.example.mail": 5])), at: .pushMoment) == []
    )
  }

  @Test mutating func `a rejected push has its position, a repeated one does not change it`() {
    #expect(feed(1, body: "").taken == 1)
    #expect(feed(1, body: "").taken == 0)
    #expect(feed(1, isRepeat: true) == (1, []))
    #expect(
      gateway.feedPositions(of: StreamID(provider: "ab", device: "phone"))
        == ["com.example.mail": 1])
  }

  @Test mutating func `the positions of a feed survive a restart`() {
    _ = feed(5)
    var snapshot = Snapshot()
    gateway.addState(to: &snapshot)
    gateway = Gateway(snapshot: snapshot)
    #expect(feed(5).taken == 0)
    #expect(feed(6).taken == 1)
  }

  @Test mutating func `the number that the provider adds does not make a push too large`() {
    let body = #"{"aps":{"alert":"\#(String(repeating: "x", count: 4090))"}}"#
    #expect(gateway.rejection(of: .stub(body: body))?.reason == "PayloadTooLarge")
    var request = PushRequest.stub(body: body, wire: .line)
    request.streamOffset = StreamOffset(
      provider: "ab", device: "phone", app: "com.example.mail", position: 1)
    #expect(gateway.deliveries(of: request).first?.transit.queue.provider == "ab")
  }
}

extension [Gateway.Effect] {
  fileprivate var offers: [RelayedPush] {
    compactMap { if case .guest(.store(.relay(.offered(let push)))) = $0 { push } else { nil } }
  }
}
