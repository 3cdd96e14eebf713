import Foundation
import Testing

@testable import InboxModel

@Suite struct InboxEntryTests {
  /// A notification in which every field has a value other than its default.
  private static var full: DeliveredNotification {
    var notification = DeliveredNotification.stub(
      7, thread: "order", title: "Ångström", subtitle: "", body: String(repeating: "я", count: 3000)
    )
    notification.apnsID = "2a165d97-ce10-4616-b78c-9446e109c98a"
    notification.uniqueID = "unique"
    notification.requestID = "2A165D97-CE10-4616-B78C-9446E109C98A"
    notification.categoryIdentifier = "ORDER"
    notification.arrival = 9
    notification.deliveredAt = Date(timeIntervalSince1970: 1_776_190_000.25)
    notification.level = .timeSensitive
    notification.badge = -1
    notification.collapseID = "c"
    notification.replaced = 300
    notification.outcome = .quiet
    notification.reason = .dndManual
    notification.presented = [.badge, .list]
    notification.isRead = true
    notification.acted = .open
    notification.summaryArgument = "Ann"
    notification.summaryArgumentCount = 4
    notification.relevanceScore = 0.1
    notification.token = DeviceToken(hex: "00fc") ?? .local
    notification.topic = "com.example.chat.voip"
    notification.pushType = .voip
    notification.payloadSize = 4096
    notification.textNote = .textKeyMissing
    notification.payloadText = PayloadText(
      of: Array(#"{"aps":{"alert":"Ångström"},"order":[4711,"Ångström"],"x":"\u0001"}"#.utf8),
      beside: notification)
    notification.openLabel = nil
    notification.sound = NotificationSound(name: "a.caf", volume: 0.5)
    return notification
  }

  private static let changes: [@Sendable (inout DeliveredNotification) -> Void] = [
    { _ in }, { $0.apnsID = "" }, { $0.requestID = RequestID($0.apnsID) }, { $0.uniqueID = nil },
    { $0.content = .init() }, { $0.content.title = "" }, { $0.deliveredAt = nil },
    { $0.badge = .max }, { $0.collapseID = nil }, { $0.replaced = 0 }, { $0.acted = nil },
    { $0.summaryArgument = nil }, { $0.relevanceScore = -0.5 }, { $0.payloadText = PayloadText() },
    { $0.sound = nil }, { $0.isRead = false },
    { $0.content.body = String(repeating: "a", count: 128) },
  ]

  @Test(arguments: changes.indices)
  func `the list returns the inserted notification unchanged`(change: Int) {
    let notification = Self.full.with(Self.changes[change])
    var inbox = Inbox()
    inbox.insert(notification, grouping: .automatic)
    #expect(inbox[7] == notification)
    #expect(inbox.entry(of: "com.example.chat", requestID: notification.requestID) == 7)
    #expect(inbox.groupKey(of: 7) == GroupKey(of: notification, grouping: .automatic))
  }

  @Test(arguments: [
    "lunch", "-lunch", "title:lunch", "body:order", "payload:order", "payload:4711",
    "payload:lunch",
    "json:order.id", "json:order.id=4711", "app:mail", "app:chat", "thread:t1", "is:unread",
    "is:read", "is:quiet", "level:passive", "reason:dnd", "category:ORDER", "type:alert", "chat",
    "t1", "mittag", "payload:t1", "payload:category", "larger:10", "id:3", "lunch -is:read t1",
  ])
  func `a filtered list has the matching entries`(text: String) throws {
    var inbox = Inbox()
    for number in 1...60 {
      var notification = DeliveredNotification.stub(
        number, app: number % 5 == 0 ? "com.example.mail" : "com.example.chat",
        thread: "t\(number % 4)", title: number % 3 == 0 ? "Lunch" : nil,
        subtitle: number % 7 == 0 ? "Mittág" : nil, body: number % 2 == 0 ? "Order" : "Hi",
        isRead: number % 11 == 0)
      if number % 6 == 0 { notification.categoryIdentifier = "ORDER" }
      if number % 8 == 0 { notification.outcome = .quiet }
      if number % 9 == 0 { (notification.level, notification.reason) = (.passive, .dndManual) }
      notification.pushType = number % 10 == 0 ? .alert : nil
      notification.payloadSize = number
      let payload = """
        {"aps":{"alert":{"title":"Lunch"},"thread-id":"t\(number % 4)","category":"ORDER"},\
        "order":{"id":\(number % 12 == 0 ? 4711 : number),"text":"Order"}}
        """
      notification.payloadText = PayloadText(of: Array(payload.utf8), beside: notification)
      inbox.insert(notification, grouping: .automatic)
    }
    let filter = try Filter(text, now: Date(timeIntervalSince1970: 0), timeZone: .gmt)
    let device = Phone(settings: PhoneSettings())
    let narrowed = inbox.narrowed(to: filter, on: device)
    let matching = inbox.notifications.filter { filter.matches($0, on: device) }
    #expect(Array(narrowed.notifications) == matching)
    #expect(narrowed.unreadCount == matching.count { !$0.isRead })
    var single = Inbox()
    for notification in matching.reversed() { single.insert(notification, grouping: .automatic) }
    #expect(Array(narrowed.groups) == Array(single.groups))
    #expect(narrowed.ids.map(narrowed.place(of:)) == single.ids.map(single.place(of:)))
  }

  @Test func `entries are found by number and request identifier among many changes`() {
    var inbox = Inbox()
    var random = SplitMix64(seed: 5)
    var present: [Int: RequestID] = [:]
    for round in 1...3000 {
      let number = Int(random.next() % 400) + 1
      if random.next() % 3 == 0 {
        #expect((inbox.remove(NotificationID(rawValue: number)) != nil) == (present[number] != nil))
        present[number] = nil
      } else {
        let request = RequestID("request of number \(number), round \(round)")
        inbox.insert(.stub(number, requestID: request), grouping: .automatic)
        present[number] = request
      }
    }
    #expect(inbox.count == present.count)
    for number in 1...401 {
      #expect(
        inbox[NotificationID(rawValue: number)]?.requestID == present[number])
      if let request = present[number] {
        #expect(inbox.entry(of: "com.example.chat", requestID: request)?.rawValue == number)
      }
    }
  }
}
