import Foundation
import Testing

@testable import InboxModel

/// Undone actions.
@Suite struct UndoTests {
  /// Returns a phone with three pushes of one thread, the second read, and one of another app.
  private static func phone(
    _ change: (inout PhoneSettings) -> Void = { _ in }
  ) throws -> Phone {
    var device = Phone.stub { settings in
      settings.categories["MESSAGE"] = Category(
        identifier: "MESSAGE", actions: [Action(identifier: "LIKE", title: "Like")])
      change(&settings)
    }
    for id in 1...3 {
      device.deliver(
        try .stub(id, aps: #"{"alert":"Hi","badge":3,"thread-id":"a","category":"MESSAGE"}"#))
    }
    device.deliver(try .stub(4, app: "com.example.news"))
    _ = device.handle(.marked([2], read: true), at: Moment.start)
    return device
  }

  /// An action of the user, and its kind for undo.
  struct PushActions: CustomTestStringConvertible, Sendable {
    var testDescription: String
    var event: Phone.Event
    var kind: UndoStep.Kind
    var ids: [NotificationID]
  }

  static let doings: [PushActions] = [
    PushActions(
      testDescription: "dismissing one", event: .dismissed([2]),
      kind: .dismissed, ids: [2]),
    PushActions(
      testDescription: "dismissing by the action",
      event: .acted(on: 2, .dismiss, text: nil), kind: .dismissed, ids: [2]),
    PushActions(
      testDescription: "dismissing all", event: .dismissed([4, 3, 2, 1]),
      kind: .dismissed, ids: [1, 2, 3, 4]),
    PushActions(
      testDescription: "removing", event: .removed([1, 3]), kind: .removed,
      ids: [1, 3]),
    PushActions(
      testDescription: "reading", event: .marked([1, 2, 3], read: true),
      kind: .read, ids: [1, 3]),
    PushActions(
      testDescription: "marking unread", event: .marked([1, 2, 3], read: false),
      kind: .unread, ids: [2]),
    PushActions(
      testDescription: "snoozing",
      event: .snoozed([1, 4], until: Moment.start + 60),
      kind: .snoozed, ids: [1, 4]),
    PushActions(
      testDescription: "acting", event: .acted(on: 3, "LIKE", text: nil),
      kind: .acted, ids: [3]),
  ]

  @Test(arguments: doings)
  func `undo restores the list, badges and held pushes of an action`(doing: PushActions) throws {
    var device = try Self.phone()
    let before = device
    _ = device.handle(doing.event, at: Moment.start)
    #expect(device.inbox != before.inbox)
    #expect(device.undoable == UndoStep(kind: doing.kind, ids: doing.ids))
    let step = try #require(device.undoable)
    let effects = device.handle(.undone(step.ids), at: Moment.start)
    #expect(device.inbox == before.inbox)
    #expect(Array(device.inbox.groups) == Array(before.inbox.groups))
    #expect(device.held == before.held)
    #expect(device.badges == before.badges)
    #expect(device.inbox.unreadCount == before.inbox.unreadCount)
    let entries = doing.ids.compactMap { before.inbox[$0] }
    #expect(effects.stored == entries.map { .moved($0, to: .listed) })
    #expect(effects.events == entries.map { .read(by: .user, isRead: $0.isRead) })
  }

  @Test(arguments: doings)
  func `undo restores an entry that its action removed`(doing: PushActions) throws {
    var device = try Self.phone { $0.device.removeActedOn = true }
    let before = device.inbox
    _ = device.handle(doing.event, at: Moment.start)
    _ = device.handle(.undone(doing.ids), at: Moment.start)
    #expect(device.inbox == before)
  }

  @Test func `several actions are undone in reverse order`() throws {
    var device = try Self.phone()
    var levels = [device.inbox]
    let doings: [Phone.Event] = [
      .marked([2], read: false), .dismissed([2]),
      .marked([1, 3], read: true), .removed([3]),
      .snoozed([1], until: Moment.start + 60),
      .acted(on: 4, .dismiss, text: nil),
    ]
    for doing in doings {
      _ = device.handle(doing, at: Moment.start)
      levels.append(device.inbox)
    }
    for level in levels.dropLast().reversed() {
      let step = try #require(device.undoable)
      _ = device.handle(.undone(step.ids), at: Moment.start)
      #expect(device.inbox == level)
    }
  }

  @Test func `one entry of several is undone separately`() throws {
    var device = try Self.phone()
    _ = device.handle(.dismissed([1, 2, 3]), at: Moment.start)
    _ = device.handle(.undone([2]), at: Moment.start)
    #expect(Array(device.inbox.ids) == [4, 2])
    #expect(device.undoable?.ids == [1, 3])
    #expect(device.undoable(3) != nil)
    #expect(device.undoable(9) == nil)
  }

  @Test func `undo without an action changes nothing`() throws {
    var device = Phone.stub()
    device.deliver(try .stub(1))
    #expect(device.undoable == nil)
    expectStep(&device, .undone([1, 9]), at: Moment.start, effects: [])
    expectStep(&device, .marked([1], read: false), at: Moment.start, effects: [])
    #expect(device.undoable == nil)
  }

  /// An event between an action and its undo.
  struct Meanwhile: CustomTestStringConvertible, Sendable {
    var testDescription: String
    var done: Phone.Event
    var happen: @Sendable (inout Phone) throws -> Void
  }

  static let meanwhiles: [Meanwhile] = [
    Meanwhile(
      testDescription: "a newer push with its collapse id arrived",
      done: .dismissed([5])
    ) { $0.deliver(try .stub(6, collapseID: "c")) },
    Meanwhile(
      testDescription: "a newer push replaced it",
      done: .marked([5], read: true)
    ) { $0.deliver(try .stub(6, collapseID: "c")) },
    Meanwhile(
      testDescription: "its app was uninstalled", done: .dismissed([5])
    ) { phone in
      var settings = phone.settings
      settings.apps["com.example.chat", default: AppSettings()].installed = false
      _ = phone.handle(.configured(settings), at: Moment.start)
    },
    Meanwhile(
      testDescription: "its snooze ended",
      done: .snoozed([5], until: Moment.start + 60)
    ) { _ = $0.handle(.timePassed, at: Moment.start + 60) },
    Meanwhile(
      testDescription: "the limit removed it", done: .marked([5], read: true)
    ) { _ = $0.handle(.limited(to: 0), at: Moment.start) },
  ]

  @Test(arguments: meanwhiles)
  func `an undo does not revert later events`(meanwhile: Meanwhile) throws {
    var device = Phone.stub()
    device.deliver(try .stub(5, collapseID: "c"))
    _ = device.handle(meanwhile.done, at: Moment.start)
    #expect(device.undoable?.ids == [5])
    try meanwhile.happen(&device)
    #expect(device.undoable == nil)
    let before = device.inbox
    #expect(device.handle(.undone([5]), at: device.now) == [])
    #expect(device.inbox == before)
  }

  @Test func `an undo of an action on a summarized push holds it again`() throws {
    var device = Phone.stub {
      $0.summary.times = [20 * 60]
      $0.summary.apps = ["com.example.chat"]
    }
    device.deliver(try .stub(1))
    let held = device.held
    _ = device.handle(.dismissed([1]), at: Moment.start)
    // A held push is not in the list and cannot be dismissed.
    #expect(device.undoable == nil)
    #expect(device.held == held)
  }

  @Test func `the number of undo steps is limited`() throws {
    var device = try Self.phone()
    for turn in 0..<250 {
      _ = device.handle(.marked([1], read: turn % 2 == 0), at: Moment.start)
    }
    var count = 0
    while let step = device.undoable {
      _ = device.handle(.undone(step.ids), at: Moment.start)
      count += 1
    }
    #expect(count == 100)
  }

  @Test func `clearing ten thousand entries is undone`() throws {
    var device = Phone.stub()
    let delivery = try Delivery.stub(1)
    for id in 1...10_000 {
      var push = delivery
      push.id = NotificationID(rawValue: id)
      push.requestID = "r\(id)"
      push.payload.threadIdentifier = "t\(id % 100)"
      _ = device.handle(.delivered(push), at: Moment.start)
    }
    let before = device.inbox
    _ = device.handle(.dismissed(Array(before.ids)), at: Moment.start)
    #expect(device.inbox.count == 0)
    let step = try #require(device.undoable)
    _ = device.handle(.undone(step.ids), at: Moment.start)
    #expect(device.inbox == before)
    #expect(device.inbox.groups.map(\.key) == before.groups.map(\.key))
  }
}
