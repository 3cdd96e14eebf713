import Foundation
import InboxModel
import Testing

@testable import PushInbox

/// The key table against the program: a key that is listed for a view does something there, and no
/// other does.
@Suite struct KeyTableTests {
  /// The keys that lead to a view.
  private static let ways: [(view: View, keys: [Key])] =
    HelpTests.ways + [(HelpPage.view, ["?"]), (WelcomePage.view, [.function(2)])]

  /// Places in a view from which a key is tried: at its ends and between, on folded rows and on
  /// others, on the pages of its tabs.
  private static let places: [[Key]] =
    [
      [], ["h"], ["j"], ["j", "j"], ["j", "j", "j", "j"], ["G"], ["G", "k", "k"], ["="],
      ["=", "j"], ["v"],
      ["v", "j"], ["b", "b"], ["b"], ["b", "="], ["]"], ["]", "j", "j"], ["]", "]"],
      ["]", "]", "j"],
      ["]", "G"], ["]", "]", "G"], ["l"], ["b", "G"], ["J"], ["]", "="], ["]", "]", "=", "j"],
      ["]", "]", "="],
    ] + (1...6).map { Array(repeating: "J", count: $0) + ["w", "j"] }

  private func bench(_ view: View) throws -> Bench {
    var phone = HelpTests.phone(for: view)
    phone.hold()
    let size = HelpTests.size(for: view)
    var bench = Bench(phone, columns: size.columns, rows: size.rows)
    for key in try #require(Self.ways.first { $0.view == view }).keys { bench.press(key) }
    try #require(bench.state.pages.top?.view == view)
    return bench
  }

  private func unused(_ key: Key) -> String {
    "\(key.name) has no function here; ? lists the keys"
  }

  /// Whether a key does something from there.
  private func works(_ key: Key, from start: Bench) -> Bool {
    var bench = start
    bench.state.notices.message = nil
    let before = bench
    bench.press(key)
    guard bench.state.notices.message?.text != unused(key) else { return false }
    return bench.state != before.state || bench.wanted != before.wanted
      || bench.phone.events != before.phone.events
  }

  /// Commands that are listed in the view they lead to, where they have nothing to do.
  private func isAlreadyThere(_ command: Command, _ view: View) -> Bool {
    switch command {
    case .inbox: view == InboxPage.view
    case .rejected: view == RejectedPage.view
    case .log: view == LogPage.view
    case .settings: view == SettingsPage.view
    case .held: view == HeldPage.view
    case .activities: view == ActivityPage.view
    default: false
    }
  }

  @Test(arguments: PageRegistry.views)
  func `each key listed for a view has an effect there`(view: View) throws {
    let start = try bench(view)
    let places = Self.places.map { keys in
      var bench = start
      for key in keys where bench.state.pages.top?.view == view { bench.press(key) }
      return bench
    }.filter { $0.state.pages.top?.view == view }
    for entry in Keymap.standard.entries
    where view.meaning(of: entry) != nil && !isAlreadyThere(entry.command, view) {
      for key in entry.keys {
        #expect(places.contains { works(key, from: $0) }, "\(key.name) in \(view.title)")
      }
    }
  }

  @Test(arguments: PageRegistry.views)
  func `each key not listed for a view only shows a message there`(view: View) throws {
    let start = try bench(view)
    for entry in Keymap.standard.entries where view.meaning(of: entry) == nil {
      // A rejected push explains why it cannot be acted on.
      if [RejectedPage.view, RequestPage.view].contains(view), entry.command.needsPhone {
        continue
      }
      for key in entry.keys {
        var bench = start
        bench.press(key)
        #expect(bench.state.notices.message?.text == unused(key), "\(key.name) in \(view.title)")
        bench.state.notices.message = start.state.notices.message
        #expect(bench.state == start.state, "\(key.name) in \(view.title)")
        #expect(bench.wanted == start.wanted)
      }
    }
  }

  @Test(arguments: PageRegistry.views)
  func `each hint of a view names keys that are listed for it`(view: View) throws {
    var bench = try bench(view)
    bench.state.notices.message = nil
    let line = bench.screen.text().split(separator: "\n").last ?? ""
    let hints = line.split(separator: "  ").map { $0.split(separator: " ") }
    try #require(!hints.isEmpty)
    for hint in hints {
      // `n N next`: the words that name keys come before the words of the command.
      let keys = hint.dropLast().prefix { Key(named: String($0)) != nil }
      #expect(!keys.isEmpty, "\(hint)")
      for key in keys.compactMap({ Key(named: String($0)) }) {
        let entry = Keymap.standard[key].flatMap { Keymap.standard.entry($0) }
        #expect(entry.flatMap { view.meaning(of: $0) } != nil, "\(key.name) in \(view.title)")
      }
    }
  }
}
