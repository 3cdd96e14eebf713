import InboxModel
import Testing

@testable import PushInbox

@Suite struct HelpTests {
  /// How to get there.
  static let ways: [(view: ViewName, keys: [Key])] = [
    (.inbox, []), (.rejected, ["2"]), (.log, ["3"]), (.settings, ["4"]), (.held, ["5"]),
    (.lockScreen, ["I"]), (.inspector, [.enter]), (.request, ["2", .enter]), (.pane, [.tab]),
  ]

  /// A size at which a view can be reached: the right pane needs 100 columns.
  static func size(for view: ViewName) -> (columns: Int, rows: Int) {
    view == .pane ? (100, 24) : (80, 24)
  }

  static func help(on view: ViewName) throws -> Bench {
    let way = try #require(ways.first { $0.view == view })
    let size = size(for: view)
    var bench = Bench(ViewsTests.phone(), columns: size.columns, rows: size.rows)
    for key in way.keys { bench.press(key) }
    bench.press("?")
    return bench
  }

  @Test(arguments: ViewName.withHelp)
  func `every view has its help`(view: ViewName) throws {
    let name = view.rawValue.lowercased().replacing(" ", with: "-")
    let bench = try Self.help(on: view)
    #expect(bench.state.view == view)
    try expectScreen(bench.screen, named: "help-\(name)-\(Self.size(for: view).columns)x24")
  }

  @Test(arguments: ViewName.withHelp)
  func `all that help says stands there whole`(view: ViewName) throws {
    var bench = try Self.help(on: view)
    var seen = ""
    for _ in 0..<60 {
      seen += bench.screen.text()
      bench.press("j")
    }
    // One space between two words is enough to compare.
    let words = seen.split(separator: " ").joined(separator: " ")
    for entry in bench.state.keymap.entries {
      guard let meaning = view.meaning(of: entry) else { continue }
      let keys = entry.keys.map(\.name).joined(separator: " ")
      #expect(words.contains("\(keys) \(meaning)"))
    }
  }
}
