import Foundation
import InboxModel
import Testing

@testable import PushInbox

@Suite struct ListPositionTests {
  /// A list of threads: `a3` is the third entry, in thread `a`; newest last.
  private func rows(_ threads: String, open: String = "", threshold: Int = 2) -> InboxRows {
    var inbox = Inbox()
    for (number, thread) in threads.enumerated() {
      inbox.insert(.stub(id: number + 1, thread: "\(thread)"), grouping: .automatic)
    }
    var folds = Folds()
    for thread in open { folds.set(key(thread), open: true) }
    return InboxRows(inbox: inbox, folds: folds, stackThreshold: threshold)
  }

  private func key(_ thread: Character) -> GroupKey {
    GroupKey(app: "com.example.chat", thread: "\(thread)", kind: .thread)
  }

  /// `a` for the head of a group, `a3` for an entry.
  private func name(_ row: Row?) -> String {
    switch row {
    case .group(let key): key.thread.text
    case .entry(let id, let key): "\(key.thread)\(id.rawValue)"
    case nil: ""
    }
  }

  private func all(_ rows: InboxRows) -> [Row] {
    Array(
      sequence(state: rows.first) { row in
        defer { row = row.flatMap(rows.row(after:)) }
        return row
      })
  }

  private func position(
    at row: String, in rows: InboxRows, height: Int = 10
  ) -> ListPosition {
    var position = ListPosition()
    position.settle(in: rows, height: height)
    while name(position.selection) != row, position.selection != rows.last {
      position.move(by: 1, in: rows)
    }
    position.settle(in: rows, height: height)
    return position
  }

  @Test(arguments: [
    ("aab", "", "b a"), ("aab", "a", "b a a2 a1"), ("aab", "ab", "b a a2 a1"),
    ("abab", "ab", "b b4 b2 a a3 a1"), ("", "", ""),
  ])
  func `rows are newest first and can be traversed in both directions`(
    threads: String, open: String, expected: String
  ) {
    let rows = rows(threads, open: open)
    let down = all(rows)
    #expect(down.map(name).joined(separator: " ") == expected)
    let up = Array(
      sequence(state: rows.last) { row in
        defer { row = row.flatMap(rows.row(before:)) }
        return row
      })
    #expect(up.reversed() == down)
  }

  @Test func `G8, §13.1 groups smaller than the threshold stay expanded`() {
    let rows = rows("aabbb", threshold: 3)
    #expect(all(rows).map(name) == ["b", "a", "a2", "a1"])
  }

  @Test func `the selection starts at the top and stops at the ends`() {
    let rows = rows("aab", open: "a")
    var position = ListPosition()
    position.settle(in: rows, height: 10)
    #expect(name(position.selection) == "b")
    position.move(by: -1, in: rows)
    #expect(name(position.selection) == "b")
    position.move(by: 99, in: rows)
    position.settle(in: rows, height: 10)
    #expect(name(position.selection) == "a1")
    #expect(position.line == 3)
  }

  @Test func `pushes added above leave the selection in place`() {
    let before = rows("aabbcc")
    var position = position(at: "b", in: before, height: 20)
    let line = position.line
    let after = rows("aabbccd")
    position.settle(in: after, height: 20)
    #expect(name(position.selection) == "b")
    #expect(position.line == line + 1, "the top is in view and stays in view")
    // With the top out of view nothing on the screen moves.
    let low = rows("aabbccdd")
    var scrolled = self.position(at: "a", in: low, height: 4)
    let lowLine = scrolled.line
    scrolled.settle(in: rows("aabbccdde"), height: 4)
    #expect(name(scrolled.selection) == "a")
    #expect(scrolled.line == lowLine)
  }

  @Test(arguments: [
    ("a2", 2, "a1"), ("a1", 1, "a2"), ("b", 4, "a"), ("a3", 3, "a2"),
  ])
  func `the next row replaces a removed selected one`(
    row: String, removed: Int, next: String
  ) {
    // Newest first: c, b, a with a3 a2 a1.
    var rows = rows("aaabc", open: "a")
    var position = position(at: row, in: rows)
    #expect(name(position.selection) == row)
    rows.inbox.remove(NotificationID(rawValue: removed))
    position.settle(in: rows, height: 10)
    #expect(name(position.selection) == next)
  }

  @Test(arguments: [
    ("a1", 1, "a3"), ("a3", 3, "a2"), ("c", 5, "b"),
  ])
  func `the next row below replaces a removed late entry`(
    row: String, removed: Int, next: String
  ) {
    // Newest first: a with a1 a3 a2, c, b.
    var rows = rows("aaabc", open: "a")
    guard var late = rows.inbox[1] else { return }
    late.arrival = 9
    rows.inbox.insert(late, grouping: .automatic)
    #expect(all(rows).map(name) == ["a", "a1", "a3", "a2", "c", "b"])
    var position = position(at: row, in: rows)
    rows.inbox.remove(NotificationID(rawValue: removed))
    position.settle(in: rows, height: 10)
    #expect(name(position.selection) == next)
  }

  @Test func `the group below replaces a removed late group`() {
    // Newest first: a, c, b; by its number a would be the last.
    var rows = rows("abc")
    guard var late = rows.inbox[1] else { return }
    late.arrival = 9
    rows.inbox.insert(late, grouping: .automatic)
    var position = position(at: "a", in: rows)
    rows.inbox.remove(1)
    position.settle(in: rows, height: 10)
    #expect(name(position.selection) == "c")
  }

  @Test func `the group above replaces the removed last group`() {
    var rows = rows("abc")
    var position = position(at: "a", in: rows)
    rows.inbox.remove(1)
    position.settle(in: rows, height: 10)
    #expect(name(position.selection) == "b")
  }

  @Test func `an entry whose group is collapsed is replaced by the head`() {
    var rows = rows("aab", open: "a")
    var position = position(at: "a1", in: rows)
    rows.folds.setAll(open: false)
    position.settle(in: rows, height: 10)
    #expect(name(position.selection) == "a")
  }

  @Test func `group steps go to heads, up first to the current one`() {
    let rows = rows("aabbcc", open: "abc")
    var position = position(at: "b3", in: rows)
    position.moveGroup(down: true, in: rows)
    #expect(name(position.selection) == "a")
    position.move(by: 1, in: rows)
    position.moveGroup(down: false, in: rows)
    #expect(name(position.selection) == "a")
    position.moveGroup(down: false, in: rows)
    #expect(name(position.selection) == "b")
  }

  /// Any sequence of steps keeps the selection inside the window and the window filled.
  @Test(arguments: 0..<20)
  func `the selection is always visible without unnecessary empty lines`(seed: Int) {
    var random = seed &* 7919 &+ 17
    func next(_ bound: Int) -> Int {
      random = (random &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407)
      return Int(UInt(bitPattern: random) >> 33) % bound
    }
    var rows = rows("aababcabcdd")
    var position = ListPosition()
    var last = 11
    for _ in 0..<300 {
      let height = 1 + next(14)
      position.settle(in: rows, height: height)
      switch next(9) {
      case 0: position.move(by: 1, in: rows)
      case 1: position.move(by: -1, in: rows)
      case 2: position.page(by: next(9) - 4, in: rows)
      case 3: position.jump(toEnd: next(2) == 0, in: rows)
      case 4: position.moveGroup(down: next(2) == 0, in: rows)
      case 5: rows.folds.setAll(open: next(2) == 0)
      case 6:
        if let key = position.selection?.group { rows.folds.set(key, open: next(2) == 0) }
      case 7:
        last += 1
        let thread = ["a", "b", "c", "d", "e"][next(5)]
        rows.inbox.insert(.stub(id: last, thread: ThreadID(thread)), grouping: .automatic)
      default:
        if let id = position.selection.flatMap(rows.notification), rows.inbox.count > 1 {
          rows.inbox.remove(id)
        }
      }
      position.settle(in: rows, height: height)
      let all = all(rows)
      guard let selection = position.selection, let place = all.firstIndex(of: selection) else {
        Issue.record("the selected row does not exist")
        return
      }
      let own = rows.lines(of: selection)
      #expect(position.line >= 0)
      #expect(position.line + min(own, height) <= height)
      let above = all[..<place].reduce(0) { $0 + rows.lines(of: $1) }
      let below = all[place...].reduce(0) { $0 + rows.lines(of: $1) }
      #expect(position.line <= above, "no empty line above the first row")
      if position.line + below < height {
        #expect(position.line == above, "no empty line below while rows above are hidden")
      }
    }
  }
}

extension DeliveredNotification {
  /// An unread alert of the chat.
  fileprivate static func stub(id: Int, thread: ThreadID) -> DeliveredNotification {
    DeliveredNotification(
      id: NotificationID(rawValue: id), apnsID: "", requestID: "\(id)",
      app: "com.example.chat", threadIdentifier: thread, receivedAt: PhoneStub.now,
      topic: "com.example.chat")
  }
}
