import InboxModel
import Testing

@testable import PushInbox

@Suite struct HelpTests {
  /// The keys that lead to each view.
  static let ways: [(view: View, keys: [Key])] = [
    (InboxPage.view, []), (RejectedPage.view, ["2"]), (LogPage.view, ["3"]),
    (SettingsPage.view, ["4"]), (HeldPage.view, ["5"]), (LockScreenPage.view, ["I"]),
    (InspectorPage.view, [.enter]), (RequestPage.view, ["2", .enter]),
    (InboxPage.paneView, [.tab]), (InboxPage.cardsView, ["k", "g"]), (ActivityPage.view, ["6"]),
  ]

  /// A phone on which a view can be reached: the views of Live Activities need some.
  static func phone(for view: View) -> PhoneStub {
    var phone = ViewsTests.phone()
    if view == InboxPage.cardsView || view == ActivityPage.view { phone.addActivities() }
    return phone
  }

  /// A size at which a view can be reached: the right pane needs 100 columns.
  static func size(for view: View) -> (columns: Int, rows: Int) {
    view == InboxPage.paneView ? (100, 24) : (80, 24)
  }

  static func help(on view: View) throws -> Bench {
    let way = try #require(ways.first { $0.view == view })
    let size = size(for: view)
    var bench = Bench(phone(for: view), columns: size.columns, rows: size.rows)
    for key in way.keys { bench.press(key) }
    bench.press("?")
    return bench
  }

  @Test(arguments: PageRegistry.views.filter(\.hasHelp))
  func `the help of each view equals its golden screen`(view: View) throws {
    let name = view.title.lowercased().replacing(" ", with: "-")
    let bench = try Self.help(on: view)
    #expect(bench.state.pages.view == view)
    try expectScreen(bench.screen, named: "help-\(name)-\(Self.size(for: view).columns)x24")
  }

  @Test(arguments: PageRegistry.views.filter(\.hasHelp))
  func `the whole text of the help is visible`(view: View) throws {
    var bench = try Self.help(on: view)
    var seen = ""
    for _ in 0..<60 {
      seen += bench.screen.text()
      bench.press("j")
    }
    // One space between two words is enough to compare.
    let words = seen.split(separator: " ").joined(separator: " ")
    for entry in bench.state.look.keymap.entries {
      guard let meaning = view.meaning(of: entry) else { continue }
      let keys = entry.keys.map(\.name).joined(separator: " ")
      #expect(words.contains("\(keys) \(meaning)"))
    }
  }
}
