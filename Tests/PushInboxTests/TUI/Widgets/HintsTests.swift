import Foundation
import InboxModel
import Testing

@testable import PushInbox

/// The hints of the last line.
@Suite struct HintsTests {
  struct Case: CustomTestStringConvertible, Sendable {
    var testDescription: String
    var columns = 80
    var keys: [Key] = []
    var filter: String?
    var has: [String]
    var hasNot: [String] = []
  }

  @Test(
    arguments: [
      Case(
        testDescription: "the head of a group",
        has: ["Enter inspect", "r reply", "w why", "D Do Not Disturb", "Space unfold", "? help"]),
      Case(
        testDescription: "the head of an unfolded group", keys: [" "],
        has: ["r reply", "w why", "D Do Not Disturb", "Space fold", "? help"]),
      Case(
        testDescription: "an entry", keys: [" ", "j"],
        has: ["r reply", "w why", "D Do Not Disturb", "a actions", "d dismiss", "? help"],
        hasNot: ["Space"]),
      Case(
        testDescription: "an entry without actions", keys: ["G"],
        has: ["Enter inspect", "w why", "D Do Not Disturb", "d dismiss", "m read", "? help"],
        hasNot: ["r reply", "a actions", "Space"]),
      Case(
        testDescription: "60 columns", columns: 60,
        has: ["Enter inspect", "r reply", "w why", "D Do Not Disturb", "? help"]),
      Case(testDescription: "40 columns", columns: 40, has: ["r reply", "w why", "? help"]),
      Case(
        testDescription: "a filter is on", filter: "is:unread",
        has: ["Enter inspect", "Esc list all", "n N next", "r reply", "w why", "? help"]),
      Case(
        testDescription: "a filter is on, 60 columns", columns: 60, filter: "is:unread",
        has: ["Enter inspect", "Esc list all", "n N next", "r reply", "? help"]),
      Case(
        testDescription: "nothing matches", filter: "thread:nowhere",
        has: ["/ change the filter", "Esc list all", "? help"],
        hasNot: ["Enter", "r reply", "w why", "d dismiss"]),
      Case(
        testDescription: "the inspector", keys: [.enter], has: ["w why", "Esc back", "? help"]),
      Case(testDescription: "why", keys: ["w"], has: ["Esc back", "? help"], hasNot: ["w why"]),
      Case(testDescription: "the settings", columns: 60, keys: ["4"], has: ["Esc back", "? help"]),
      Case(testDescription: "the screen is paused", keys: ["P", .escape], has: ["P go on"]),
      Case(
        testDescription: "the copy menu", columns: 60, keys: ["y"],
        has: ["j k move", "Enter choose", "Esc cancel"]),
    ])
  func `the hints match the selected push`(row: Case) {
    var bench = Bench(ViewsTests.phone(), columns: row.columns)
    if let filter = row.filter {
      bench.press("/")
      bench.type(filter)
      bench.press(.enter)
    }
    for key in row.keys { bench.press(key) }
    bench.send(.ticked(PhoneStub.now + 60))
    for words in row.has { #expect(bench.hints.contains(words), "\(words) in \(bench.hints)") }
    for words in row.hasNot { #expect(!bench.hints.contains(words), "\(words) in \(bench.hints)") }
  }

  @Test func `a cleared list shows the number of received pushes`() {
    #expect(Bench().screen.text().contains("No push was received yet."))
    var bench = Bench(ViewsTests.phone())
    bench.press("C", "y")
    #expect(bench.device.inbox.count == 0)
    let text = bench.screen.text()
    let count = bench.status.accepted
    #expect(text.contains("The list is empty: \(count) pushes received (key 3)."))
    #expect(!text.contains("No push was received yet"))
  }

  @Test func `the empty list hints at actions without a push`() {
    for words in ["t test push", "D Do Not Disturb", ": command", "q quit", "? help"] {
      #expect(Bench().hints.contains(words), "\(words)")
    }
  }

  @Test(arguments: [60, 80, 120])
  func `every choice of the copy menu can be read and clicked`(columns: Int) {
    var bench = Bench(ViewsTests.phone(), columns: columns)
    bench.press("y")
    let text = bench.screen.text()
    let parts = CopiedPart.parts(of: .entry(10))
    for part in parts {
      #expect(text.contains("\(part.label.key)  \(part.label.title)"))
      let target = ClickTarget.key(.character(part.label.key))
      #expect(bench.screen.clickables.contains { $0.target == target }, "\(part)")
    }
    #expect(Set(parts.map(\.label.title)).count == parts.count)
  }

  @Test(
    arguments: [
      ([], "[1 Inbox 9]"), (["2"], "[2 Rejected 5]"), (["3"], "[3 Log 18]"),
      (["5"], "[5 Held 0]"),
    ] as [([Key], String)])
  func `the smallest header names the open view`(keys: [Key], name: String) {
    var bench = Bench(ViewsTests.phone(), columns: 20, rows: 5)
    for key in keys { bench.press(key) }
    #expect(bench.screen.text().split(separator: "\n").first?.contains(name) == true)
  }
}

extension Bench {
  fileprivate var hints: Substring {
    screen.text().split(separator: "\n", omittingEmptySubsequences: false).last ?? ""
  }
}
