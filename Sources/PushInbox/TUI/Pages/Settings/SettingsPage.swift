import InboxModel

/// The settings, a tab for each kind, and the row that is stood on.
struct SettingsPage: KeptPage {
  /// The pages, in the order of their tabs.
  enum Tab: String, CaseIterable, Sendable {
    case device = "Device"
    case focus = "Focus"
    case apps = "Apps"
    case categories = "Categories"
    case queue = "Queue"
    case faults = "Faults"
    case screen = "Screen"
    case keys = "Keys"
  }

  var tab = Tab.device {
    didSet { if tab != oldValue { (selection, place, top) = (nil, 0, 0) } }
  }
  /// The path of the row to stand on, which may be still to come; nil for where the page begins.
  private(set) var selection: [String]?
  /// The number of the row stood on, from the top.
  private(set) var place = 0
  /// The number of rows above the window.
  private(set) var top = 0
  /// The names whose settings are shown.
  private(set) var unfolded: Set<[String]> = []
  /// The words of the change made last, for `what-if`.
  var lastChange: [String] = []

  static let title = "Settings"
  static let command = Command.settings
  static let keys = KeyTable(
    commands: KeyTable.rows.union([.fold, .unfold, .foldAll, .unfoldAll, .new]),
    sections: [.settings, .phone, .feed, .views, .terminal],
    meanings: [
      .inspect: "edit", .toggle: "change", .previousTab: "previous page", .nextTab: "next page",
      .otherPane: "next page", .appState: "", .mute: "", .follow: "", .dismiss: "remove, or drop",
    ],
    hints: [.nextTab: "page", .toggle: "change", .inspect: "edit", .cancel: "back"],
    headings: [.new: .settings, .dismiss: .settings])

  /// Space and the full stop are keys of the settings.
  var allowsDemoKeys: Bool { false }

  mutating func openTab(_ place: Int) {
    tab = Tab.allCases[place]
  }

  /// The rows of the tab that is open.
  func rows(in context: PageContext) -> [SettingRow] { SettingRows(self, context).rows }

  func hints(_ maker: HintMaker) -> [Hint] {
    maker.hints([.previousTab, .nextTab])
      + maker.own([.toggle, .inspect, .new, .drop, .whatIf]) + maker.wayOut()
  }

  func draw(_ scene: Scene, on screen: inout Screen) {
    SettingsView(scene: scene, page: self).draw(on: &screen)
  }

  /// Stands on a row as soon as there is one with that path.
  mutating func select(_ path: [String]) {
    selection = path
  }

  /// Goes so many rows down, or up when negative.
  mutating func move(by count: Int, in rows: [SettingRow]) {
    place = max(0, min(place + count, rows.count - 1))
    selection = rows.isEmpty ? nil : rows[place].path
  }

  mutating func unfold(_ path: [String], _ isOpen: Bool) {
    if isOpen { unfolded.insert(path) } else { unfolded.remove(path) }
  }

  /// Goes to the next page, or to the one before.
  mutating func turn(by step: Int) {
    tab = tab.turned(by: step)
  }

  mutating func settle(in context: PageContext) {
    let (rows, height) = (rows(in: context), Layout.settingRows(context.size))
    place = rows.firstIndex { $0.path == selection } ?? max(0, min(place, rows.count - 1))
    top = PageMetrics.top(top, showing: place, of: rows.count, height: height)
  }
}
