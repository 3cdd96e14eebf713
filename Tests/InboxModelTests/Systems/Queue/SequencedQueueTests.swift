import Foundation
import InboxModel
import Testing

/// The provider's queue (`docs/reference/queue.md`).
@Suite struct SequencedQueueTests {
  private let calendar: BundleID = "com.example.calendar"
  private let other = String(repeating: "cd", count: 32)

  private func positions(_ phone: QueuePhone) -> [Int?] {
    phone.records.map { record in
      guard case .position(let position, _) = record.delivery.payload.queueMark else { return nil }
      return position
    }
  }

  @Test func `XIV-09 of pushes to an app on an offline phone the last arrives`() {
    var phone = QueuePhone { $0.apps = [] }
    phone.sendOffline(5)
    #expect(phone.texts == ["5"])
    #expect(phone.records.count == 5)
  }

  @Test func `XIV-10 of pushes to two apps on an offline phone the last of each arrives`() {
    var phone = QueuePhone { $0.apps = [] }
    phone.set(online: false)
    for _ in 1...3 {
      phone.send()
      phone.send(app: calendar)
    }
    phone.set(online: true)
    #expect(phone.texts == ["5", "6"])
  }

  @Test func `XIV-12 two devices have separate sequences`() {
    var phone = QueuePhone()
    for token in [QueuePhone.token, other, other, QueuePhone.token] { phone.send(token: token) }
    #expect(positions(phone) == [1, 1, 2, 2])
    #expect(phone.news.isEmpty)
  }

  @Test func `XIV-13 two apps on one device have separate sequences`() {
    var phone = QueuePhone { $0.apps = [QueuePhone.mail, "com.example.calendar"] }
    for app in [QueuePhone.mail, calendar, calendar, QueuePhone.mail] { phone.send(app: app) }
    #expect(positions(phone) == [1, 1, 2, 2])
    #expect(phone.news.isEmpty)
  }

  @Test func `XIV-14 two accounts of one app share a sequence`() {
    var phone = QueuePhone()
    phone.send(xiva: #""account":"ann@example.com""#)
    phone.send(xiva: #""account":"ben@example.com""#)
    #expect(positions(phone) == [1, 2])
    let payload = phone.record?.delivery.payload
    #expect(payload?.custom["xiva"]?.object?["account"] == "ben@example.com")
  }

  @Test func `XIV-15 a folder without a subscription uses no number`() {
    var phone = QueuePhone {
      $0.subscriptions = [QueuePhone.mail: ["ann@example.com": ["Inbox"]]]
    }
    phone.send(xiva: #""account":"ann@example.com","folder":"Inbox""#)
    phone.send(xiva: #""account":"ann@example.com","folder":"Lists""#)
    phone.send(xiva: #""account":"ben@example.com","folder":"Inbox""#)
    #expect(phone.record?.notification.reason == .queueUnsubscribed)
    #expect(phone.note == "queue.unsubscribed")
    phone.send(xiva: #""account":"ann@example.com","folder":"Inbox""#)
    #expect(positions(phone) == [1, nil, nil, 2])
    #expect(phone.texts == ["1", "4"])
  }

  @Test func `XIV-16 an expired push cannot be sent again`() {
    var phone = QueuePhone { $0.ttl = 3600 }
    phone.send()
    phone.lose(1)
    phone.advance(3600)
    phone.send()
    #expect(phone.news == ["lost 2", "gap 3 missed 1", "replaced 3 missed 1"])
    #expect(phone.texts == ["1", "You have 1 missed message, see the app"])
  }

  @Test func `XIV-17 a requested push is sent again`() {
    var phone = QueuePhone()
    phone.send()
    phone.lose(3)
    phone.send()
    #expect(phone.texts == ["1", "5", "2", "3", "4"], "in the order of arrival")
    #expect(phone.news("repeat") == ["repeat 2", "repeat 3", "repeat 4"])
  }

  @Test func `XIV-18 every numbered push has mutable-content`() {
    var phone = QueuePhone()
    phone.send()
    phone.send(aps: #","mutable-content":0"#)
    #expect(phone.records.map(\.delivery.payload.isMutableContent) == [true, true])
  }

  @Test func `XIV-19 every push has a collapse identifier, its own or the queue's`() {
    var phone = QueuePhone()
    phone.send()
    phone.send(headers: [("apns-collapse-id", "letter 77")])
    #expect(phone.records.map(\.delivery.headers.collapseID) == ["letter-1", "letter 77"])
    #expect(phone.records.map(\.notification.requestID) == ["letter-1", "letter 77"])
  }

  @Test func `XIV-20 a repeated push keeps its position and its collapse identifier`() throws {
    var phone = QueuePhone()
    phone.send()
    phone.lose(1)
    phone.send()
    let repeated = try #require(phone.record?.delivery)
    #expect(repeated.transit.queue.repeats == 1)
    #expect(repeated.payload.queueMark == .position(2, deviceHash: "773611af"))
    #expect(repeated.headers.collapseID == "letter-2")
    #expect(phone.note == "queue.late")
  }

  @Test func `a push without a queue, a silent push and a numbered push are unchanged`() {
    var phone = QueuePhone()
    phone.send(app: calendar)
    #expect(phone.record?.delivery.payload.custom["xiva"] == nil)
    var silent = PushRequest.stub(
      [("apns-topic", QueuePhone.mail.text), ("apns-push-type", "background")],
      body: #"{"aps":{"content-available":1}}"#)
    silent.receivedAt = phone.now
    phone.handle(.gateway(.pushReceived(silent, reply: nil)), at: silent.receivedAt)
    phone.send(xiva: #""notificationPosition":40,"deviceIdHash":"00000000""#)
    #expect(positions(phone) == [nil, nil, 40])
    phone.send()
    #expect(positions(phone).last == 1)
  }

  @Test func `numbering continues after a restart, and earlier pushes can be sent again`() {
    var phone = QueuePhone()
    phone.send()
    phone.lose(2)
    phone = QueuePhone(restarting: phone)
    phone.send()
    #expect(positions(phone).compactMap(\.self).max() == 4)
    #expect(phone.texts == ["1", "4", "2", "3"], "in the order of arrival")
  }

  @Test func `the oldest of too many retained pushes are removed`() {
    var phone = QueuePhone { $0.ttl = 60 }
    phone.send()
    phone.advance(61)
    phone.send()
    let gone = phone.stored.compactMap { change in
      if case .guest(.queue(.retainedRemoved(let last))) = change { last } else { nil }
    }
    #expect(gone == [1])
    #expect(phone.system.snapshot.guests.retained.map(\.id) == [2])
  }
}
