import Foundation
import Testing

@testable import InboxModel

@Suite struct InboxTests {
  /// Returns the groups as lists of numbers, in the order of the screen.
  private func shape(_ inbox: Inbox) -> [[Int]] {
    inbox.groups.map { inbox.ids(in: $0.key).map(\.rawValue) }
  }

  private func inbox(
    _ notifications: [DeliveredNotification], grouping: GroupingSetting = .automatic
  ) -> Inbox {
    var inbox = Inbox()
    for notification in notifications { inbox.insert(notification, grouping: grouping) }
    return inbox
  }

  private let mixed: [DeliveredNotification] = [
    .stub(1, thread: "a"), .stub(2, thread: "b"), .stub(3), .stub(4, thread: "a"),
    .stub(5, app: "com.example.mail", thread: "a"), .stub(6, thread: "b"),
  ]

  @Test(arguments: [1, 3, 7, 100])
  func `filtering in parts equals filtering the whole list`(part: Int) throws {
    var inbox = Inbox()
    for number in 1...40 {
      let name = number % 3 == 0 ? "Lunch" : "Dinner"
      inbox.insert(.stub(number, thread: "t\(number % 4)", title: name), grouping: .automatic)
    }
    inbox.remove(9)
    let filter = try Filter("title:lunch", now: Date(timeIntervalSince1970: 0), timeZone: .gmt)
    let device = Phone(settings: PhoneSettings())
    var (found, reached): (Inbox.Matches, Arrival?) = (Inbox.Matches(), nil)
    repeat {
      reached = inbox.add(
        matchesOf: filter, after: reached, most: part, on: device, to: &found)
    } while reached != nil
    #expect(found.inbox == inbox.narrowed(to: filter, on: device))
    #expect(shape(found.inbox) == shape(inbox.narrowed(to: filter, on: device)))
    let newest = inbox.newest(2, among: 30, matching: filter, on: device)
    #expect(newest.ids.map(\.rawValue) == [39, 36])
    #expect(inbox.newest(9, among: 2, matching: filter, on: device).ids.map(\.rawValue) == [39])
  }

  @Test(arguments: [
    (GroupingSetting.automatic, [[6, 2], [5], [4, 1], [3]]), (.byApp, [[6, 4, 3, 2, 1], [5]]),
    (.off, [[6], [5], [4], [3], [2], [1]]),
  ])
  func `groups follow the setting, newest first inside and outside`(
    grouping: GroupingSetting, expected: [[Int]]
  ) {
    #expect(shape(inbox(mixed, grouping: grouping)) == expected)
  }

  @Test func `a group's key states its criterion`() {
    #expect(
      inbox(mixed).groupKey(of: 6)
        == GroupKey(app: "com.example.chat", thread: "b", kind: .thread))
    #expect(
      inbox(mixed, grouping: .byApp).groupKey(of: 6)
        == GroupKey(app: "com.example.chat", thread: "", kind: .app))
    #expect(
      inbox(mixed, grouping: .off).groupKey(of: 6)
        == GroupKey(app: "com.example.chat", thread: "b", kind: .single(6)))
  }

  @Test func `a group whose leader is removed moves to its next entry's position`() {
    var inbox = inbox(mixed)
    inbox.remove(6)
    #expect(shape(inbox) == [[5], [4, 1], [3], [2]])
    inbox.remove(4)
    #expect(shape(inbox) == [[5], [3], [2], [1]])
    inbox.remove(5)
    #expect(shape(inbox) == [[3], [2], [1]])
    #expect(inbox.count == 3)
    #expect(inbox.groupCount == 3)
  }

  @Test func `entries and groups are in the order of arrival, whatever their numbers`() {
    var inbox = inbox([
      .stub(2, thread: "a"), .stub(3),
      DeliveredNotification.stub(1, thread: "a").with { $0.arrival = 4 },
      DeliveredNotification.stub(5).with { $0.arrival = 9 }, .stub(6, thread: "b"),
    ])
    #expect(shape(inbox) == [[5, 3], [6], [1, 2]])
    #expect(inbox.ids.map(\.rawValue) == [5, 6, 1, 3, 2])
    #expect(inbox.ids(of: "com.example.chat") == [5, 6, 1, 3, 2])
    #expect((inbox.newest, inbox.oldest) == (5, 2))
    inbox.remove(5)
    #expect(shape(inbox) == [[6], [1, 2], [3]])
    inbox.regroup { _ in .byApp }
    #expect(shape(inbox) == [[6, 1, 3, 2]])
  }

  @Test(arguments: [GroupingSetting.automatic, .byApp, .off], 0..<5)
  func `positions and counts of newer entries agree with an iteration over the list`(
    grouping: GroupingSetting, seed: Int
  ) {
    var random = SeededGenerator(seed: UInt64(seed))
    var inbox = Inbox()
    for number in 1...200 {
      let thread = ["a", "b", "c", ""][Int.random(in: 0..<4, using: &random)]
      var notification = DeliveredNotification.stub(number, thread: ThreadID(thread))
      // Some arrive late, between others.
      if Int.random(in: 0..<6, using: &random) == 0 {
        notification.arrival = Arrival(rawValue: 1_000 - number)
      }
      inbox.insert(notification, grouping: grouping)
      if Int.random(in: 0..<3, using: &random) == 0 {
        inbox.remove(NotificationID(rawValue: Int.random(in: 1...number, using: &random)))
      }
      if number == 150 { inbox.regroup { _ in grouping } }
      guard number % 20 == 0 else { continue }
      let listed = inbox.groups.flatMap { inbox.ids(in: $0.key) }
      for (place, id) in listed.enumerated() { #expect(inbox.place(of: id) == place + 1) }
      for (newer, id) in inbox.ids.enumerated() { #expect(inbox.countNewer(than: id) == newer) }
    }
    #expect(inbox.place(of: 999) == nil)
    #expect(inbox.countNewer(than: 999) == 0)
  }

  @Test
  func `of two entries with one arrival the later one remains`() {
    let other = DeliveredNotification.stub(7).with { $0.arrival = 2 }
    let inbox = inbox([.stub(1), .stub(2), other])
    #expect(shape(inbox) == [[7, 1]])
    #expect((inbox.count, inbox.unreadCount) == (2, 2))
    #expect(inbox[2] == nil)
  }

  @Test func `a late entry is inserted at the position of its arrival`() {
    var inbox = inbox([.stub(1), .stub(5), .stub(7, thread: "a")])
    inbox.insert(.stub(3), grouping: .automatic)
    inbox.insert(.stub(6, thread: "b"), grouping: .automatic)
    #expect(shape(inbox) == [[7], [6], [5, 3, 1]])
    #expect(inbox.ids.map(\.rawValue) == [7, 6, 5, 3, 1])
  }

  @Test func `unread entries are counted in total and by group`() {
    var inbox = inbox(mixed)
    #expect(inbox.unreadCount == 6)
    inbox.update(2) { $0.isRead = true }
    inbox.update(2) { $0.isRead = true }
    inbox.update(4) { $0.acted = .open }
    #expect(inbox.unreadCount == 5)
    #expect(inbox.groups.map(\.unread) == [1, 1, 2, 1])
    #expect(inbox[4]?.acted == .open)
    inbox.update(2) { $0.isRead = false }
    inbox.remove(6)
    #expect(inbox.unreadCount == 5)
    #expect(inbox[2]?.isRead == false)
  }

  @Test func `quiet entries are counted`() {
    var inbox = inbox(mixed + [DeliveredNotification.stub(7).with { $0.outcome = .quiet }])
    #expect(inbox.quietCount == 1)
    inbox.insert(DeliveredNotification.stub(7), grouping: .automatic)
    #expect(inbox.quietCount == 0)
    inbox.insert(DeliveredNotification.stub(8).with { $0.outcome = .quiet }, grouping: .byApp)
    inbox.update(8) { $0.isRead = true }
    inbox.regroup { _ in .off }
    #expect(inbox.quietCount == 1)
    inbox.remove(8)
    #expect(inbox.quietCount == 0)
  }

  @Test func `quiet entries that a Focus silenced are counted separately`() {
    var inbox = Inbox()
    for (number, reason) in [ReasonCode.dndManual, .focusFilter, .levelPassive].enumerated() {
      let entry = DeliveredNotification.stub(number + 1).with {
        ($0.outcome, $0.reason) = (.quiet, reason)
      }
      inbox.insert(entry, grouping: .automatic)
    }
    #expect((inbox.quietCount, inbox.silencedCount) == (3, 2))
    inbox.remove(1)
    inbox.remove(3)
    #expect((inbox.quietCount, inbox.silencedCount) == (1, 1))
  }

  @Test func `an update changes only the read mark and the last action`() {
    var inbox = inbox(mixed)
    inbox.update(6) {
      $0.app = "com.example.mail"
      $0.threadIdentifier = "c"
      $0.isRead = true
    }
    #expect(inbox[6] == mixed[5].with { $0.isRead = true })
    #expect(shape(inbox) == [[6, 2], [5], [4, 1], [3]])
  }

  @Test func `threads are counted independently of the grouping`() {
    var inbox = inbox(mixed, grouping: .off)
    #expect(inbox.threadCount(of: "com.example.chat", thread: "a") == 2)
    #expect(inbox.threadCount(of: "com.example.mail", thread: "a") == 1)
    inbox.remove(1)
    inbox.remove(4)
    #expect(inbox.threadCount(of: "com.example.chat", thread: "a") == 0)
  }

  @Test func `an entry is found by app and request identifier`() {
    var inbox = inbox([
      .stub(1, requestID: "x"), .stub(2, app: "com.example.mail", requestID: "x"),
      .stub(3, requestID: "y"),
    ])
    #expect(inbox.entry(of: "com.example.chat", requestID: "x") == 1)
    #expect(inbox.entry(of: "com.example.mail", requestID: "x") == 2)
    inbox.remove(1)
    #expect(inbox.entry(of: "com.example.chat", requestID: "x") == nil)
    #expect(inbox.ids(of: "com.example.chat") == [3])
  }

  @Test func `a late entry does not replace a newer one of its request identifier`() {
    var inbox = inbox([.stub(4, requestID: "x")])
    inbox.insert(.stub(2, requestID: "x"), grouping: .automatic)
    #expect(inbox.entry(of: "com.example.chat", requestID: "x") == 4)
  }

  @Test func `neighbours are found above and below, none at the ends`() {
    let inbox = inbox(mixed)
    var key = inbox.firstGroup
    var walked: [Int] = []
    while let here = key {
      walked.append(inbox.newest(in: here)?.rawValue ?? 0)
      key = inbox.group(below: here)
    }
    #expect(walked == [6, 5, 4, 3])
    #expect(inbox.lastGroup == inbox.groupKey(of: 3))
    #expect(inbox.lastGroup.flatMap { inbox.group(above: $0) } == inbox.groupKey(of: 4))
    #expect(inbox.firstGroup.flatMap { inbox.group(above: $0) } == nil)
    let group = GroupKey(app: "com.example.chat", thread: "a", kind: .thread)
    #expect(inbox.older(than: 4, in: group) == 1)
    #expect(inbox.older(than: 3, in: group) == 1)
    #expect(inbox.older(than: 1, in: group) == nil)
    #expect(inbox.newer(than: 1, in: group) == 4)
    #expect(inbox.newer(than: 4, in: group) == nil)
    #expect(inbox.oldest(in: group) == 1)
  }

  @Test func `item counts are at least 1 and cannot overflow`() {
    let counts = [3, 0, -5, Int.max, Int.max, 1]
    let inbox = inbox(
      counts.enumerated().map { index, count in
        .stub(index + 1).with { $0.summaryArgumentCount = count }
      })
    #expect(inbox.groups.map(\.otherItems) == [3 + 1 + 1 + 2_000_000])
  }

  @Test func `unknown entries are not found`() {
    var inbox = Inbox()
    #expect(inbox.remove(1) == nil)
    inbox.update(1) { $0.isRead = true }
    #expect(inbox[1] == nil)
    #expect(inbox.groupKey(of: 1) == nil)
    #expect(inbox.firstGroup == nil)
    #expect(inbox.oldest == nil)
    #expect(inbox == Inbox())
  }

  @Test(arguments: 0..<8)
  func `random changes agree with a list that is sorted after each`(seed: UInt64) {
    var random = SplitMix(state: seed)
    var inbox = Inbox()
    var naive = NaiveInbox()
    for _ in 0..<200 {
      switch random.next() % 100 {
      case 0..<55:
        let notification = naive.randomNotification(&random)
        inbox.insert(notification, grouping: naive.grouping(notification.app))
        naive.insert(notification)
      case 55..<88:
        let id = naive.randomID(&random)
        #expect(inbox.remove(id) == naive.remove(id))
      case 88..<97:
        let id = naive.randomID(&random)
        inbox.update(id) { $0.isRead.toggle() }
        naive.toggleRead(id)
      default:
        naive.salt = random.next()
        inbox.regroup(naive.grouping)
      }
      #expect(shape(inbox) == naive.shape)
      #expect(inbox.groups.map(\.unread) == naive.groups.map { $0.count { !$0.isRead } })
      #expect(
        inbox.groups.map(\.onLockScreen.count)
          == naive.groups.map { $0.count(where: \.isOnLockScreen) })
    }
    #expect(inbox.unreadCount == naive.sorted.count { !$0.isRead })
    #expect(Array(inbox.notifications) == naive.sorted)
    #expect(inbox.oldest == naive.sorted.last?.id)
    for app in naive.apps {
      #expect(inbox.ids(of: app) == naive.sorted.filter { $0.app == app }.map(\.id))
    }
    for notification in naive.sorted {
      let (app, thread) = (notification.app, notification.threadIdentifier)
      #expect(
        inbox.threadCount(of: app, thread: thread)
          == naive.sorted.count { $0.app == app && $0.threadIdentifier == thread })
    }
    while let id = inbox.oldest { inbox.remove(id) }
    #expect(inbox == Inbox())
    #expect(inbox.groupCount == 0)
  }
}

/// The inbox in its simplest implementation, for comparison.
private struct NaiveInbox {
  let apps: [BundleID] = ["a", "b", "c"]
  var salt: UInt64 = 0
  private var all: [Int: DeliveredNotification] = [:]
  private var last = 0

  func grouping(_ app: BundleID) -> GroupingSetting {
    let index = apps.firstIndex(of: app) ?? 0
    return GroupingSetting.allCases[Int(salt >> (8 * UInt64(index)) % 3)]
  }

  var sorted: [DeliveredNotification] { all.values.sorted { $0.arrival > $1.arrival } }

  var groups: [[DeliveredNotification]] {
    Dictionary(grouping: sorted) { GroupKey(of: $0, grouping: grouping($0.app)) }
      .values.sorted { $0[0].arrival > $1[0].arrival }
  }

  var shape: [[Int]] { groups.map { $0.map(\.id.rawValue) } }

  /// Returns mostly the newest so far, sometimes one that was skipped. Neighbors arrive out of
  /// order.
  mutating func randomNotification(_ random: inout SplitMix) -> DeliveredNotification {
    last += 1 + Int(random.next() % 3)
    var id = last
    if random.next() % 8 == 0 {
      id = (1...last).reversed().first { all[$0] == nil && random.next() % 2 == 0 } ?? last
    }
    let stub = DeliveredNotification.stub(
      id, app: apps[Int(random.next() % 3)], thread: ["", "x", "y"][Int(random.next() % 3)])
    return stub.with { $0.arrival = Arrival(rawValue: id ^ 5) }
  }

  /// Returns the number of an entry, usually one that is present.
  func randomID(_ random: inout SplitMix) -> NotificationID {
    let ids = all.keys.sorted()
    guard !ids.isEmpty, random.next() % 10 != 0 else { return 999_999 }
    return NotificationID(rawValue: ids[Int(random.next() % UInt64(ids.count))])
  }

  mutating func insert(_ notification: DeliveredNotification) {
    all[notification.id.rawValue] = notification
  }

  mutating func remove(_ id: NotificationID) -> DeliveredNotification? {
    all.removeValue(forKey: id.rawValue)
  }

  mutating func toggleRead(_ id: NotificationID) {
    all[id.rawValue]?.isRead.toggle()
  }
}

/// SplitMix64: equal numbers for equal seeds on every system.
private struct SplitMix: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
    return mixed ^ (mixed >> 31)
  }
}
