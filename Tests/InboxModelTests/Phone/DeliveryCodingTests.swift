import Foundation
import Testing

@testable import InboxModel

@Suite struct DeliveryCodingTests {
  static let deliveries: [Delivery] = {
    guard var full = try? Delivery.stub(9, type: .alert, topic: "com.example.chat.voip") else {
      return []
    }
    let bare = full
    full.headers = PushHeaders(
      id: "A-1", topic: "com.example.chat", pushType: .background, priority: .conserving,
      expiration: Expiration(rawValue: 1_776_190_509), collapseID: "m")
    full.requestID = "line-4"
    full.origin = Origin(
      wire: .h2, transport: "TLS 1.3", client: "apns2", connection: 2, stream: 41)
    full.transit.authentication = .providerToken(
      keyID: "ABC123", teamID: "TEAM01", issuedAt: Moment.start)
    full.transit.unsupportedAlgorithm = "none"
    full.transit.tokenUpdates = 7
    full.transit.isForPower = true
    full.transit.isStrict = true
    full.transit.isNewToken = true
    full.transit.topicWasMissing = true
    full.transit.heldSince = Moment.start
    full.transit.coalesced = 3
    full.transit.fate = .dropped(.deviceCoalesced)
    var (verified, certified) = (full, full)
    verified.transit.authentication = .providerToken(
      keyID: "ABC123", teamID: "TEAM01", issuedAt: Moment.start, isVerified: true)
    certified.transit.authentication = .certificate(
      subject: "UID=a.b", environments: [.development], until: Moment.start)
    return [bare, full, verified, certified]
  }()

  @Test(arguments: deliveries)
  func `a stored delivery parses to the same value`(delivery: Delivery) throws {
    let read = try JSONReader.read(delivery.stored, dialect: .json).root.object
    #expect(
      Delivery(stored: try #require(read), payload: delivery.payload) == delivery)
  }

  @Test func `the arrival of a push at its extension is stored and restored`() throws {
    var delivery = try Delivery.stub(9)
    delivery.transit.isAtExtension = true
    delivery.deliveredAt = Moment.start + 1800
    delivery.arrival = 12
    let read = try JSONReader.read(delivery.stored).root.object
    #expect(Delivery(stored: try #require(read), payload: delivery.payload) == delivery)
  }

  @Test(arguments: deliveries)
  func `a delivery is restored from its fields beside the notification`(delivery: Delivery) throws {
    var device = Phone.stub()
    let stored = device.handle(.delivered(delivery), at: delivery.receivedAt).stored
    let records = stored.compactMap {
      if case .insert(let record) = $0 { record } else { nil }
    }
    let notification = try #require(records.first).notification
    let read = try JSONReader.read(delivery.storedBesideNotification, dialect: .json).root.object
    #expect(
      Delivery(stored: try #require(read), beside: notification, payload: delivery.payload)
        == delivery.arrived())
  }

  @Test func `most pushes store only their moment`() {
    var phone = PresentationContext()
    phone.at = Moment.start
    #expect(String(decoding: phone.stored, as: UTF8.self) == #"{"at":1776189600000}"#)
  }

  @Test(arguments: [
    "{}", #"{"at":"now"}"#, #"{"at":1,"lock":"ajar"}"#, #"{"at":1,"focus":{}}"#,
  ])
  func `invalid stored values are rejected`(text: String) throws {
    let object = try JSONReader.read(Array(text.utf8), dialect: .json).root.object
    #expect(PresentationContext(stored: try #require(object)) == nil)
    #expect(Delivery(stored: try #require(object), payload: Payload()) == nil)
  }

  @Test func `a phone continues from its stored state`() throws {
    var device = Phone.stub {
      $0.summary.times = [20 * 60]
      $0.summary.apps = ["com.example.news"]
    }
    let files = device.settings
    var effects = device.deliver(
      try .stub(1, aps: #"{"alert":"Hi","badge":2}"#), try .stub(2, app: "com.example.news"),
      try .stub(3, aps: #"{"content-available":1}"#))
    effects += device.handle(.changed(.lock(.locked)), at: Moment.start)
    var snapshot = Snapshot()
    snapshot.phone.badges = device.badges
    snapshot.phone.silentCount = 1
    for change in effects.stored {
      switch change {
      case .insert(let record):
        snapshot.phone.entries.append(
          Phone.State.Entry(notification: record.notification, place: record.place))
      case .setting(let key, let value?):
        snapshot.phone.changes += [SettingChange(key: key, storedValue: value)].compactMap { $0 }
      default: break
      }
    }
    var again = Phone(settings: files, snapshot: snapshot)
    #expect(again.inbox == device.inbox)
    #expect(again.held == device.held)
    #expect(again.badges == device.badges)
    #expect(again.settings == device.settings)
    let evening = Moment.at("2026-04-14T20:00:00Z")
    #expect(again.handle(.timePassed, at: evening) == device.handle(.timePassed, at: evening))
  }
}
