import InboxModel

/// The settings, one tab for each kind, and the selected row.
struct SettingsPage: KeptPage {
  /// The tabs, in their order.
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
  /// The path of the row to select, which may not exist yet; nil for the first row.
  private(set) var selection: [String]?
  /// The index of the selected row.
  private(set) var place = 0
  /// The number of rows above the window.
  private(set) var top = 0
  /// The names that are expanded.
  private(set) var unfolded: Set<[String]> = []
  /// The words of the latest change, for `what-if`.
  var lastChange: [String] = []

  static let title = "Settings"
  static let command = Command.settings
  static let keys = KeyTable(
    commands: KeyTable.rows.union([.fold, .unfold, .foldAll, .unfoldAll, .new]),
    sections: [.settings, .phone, .feed, .views, .terminal],
    meanings: [
      .inspect: "edit", .toggle: "change", .previousTab: "previous page", .nextTab: "next page",
      .otherPane: "next page", .appState: "", .mute: "", .follow: "", .dismiss: "remove or reset",
    ],
    hints: [.nextTab: "page", .toggle: "change", .inspect: "edit", .cancel: "back"],
    headings: [.new: .settings, .dismiss: .settings])

  /// Whether the keys of a demo work: no, because Space and the full stop are keys of the settings.
  var allowsDemoKeys: Bool { false }

  mutating func openTab(_ place: Int) {
    tab = Tab.allCases[place]
  }

  /// Returns the rows of the current tab.
  func rows(in context: PageContext) -> [SettingRow] { SettingRows(self, context).rows }

  func hints(_ maker: HintMaker) -> [Hint] {
    maker.hints([.previousTab, .nextTab])
      + maker.own([.toggle, .inspect, .new, .drop, .whatIf]) + maker.wayOut()
  }

  func draw(_ scene: Scene, on screen: inout Screen) {
    SettingsView(scene: scene, page: self).draw(on: &screen)
  }

  /// Selects the row with a path as soon as it exists.
  mutating func select(_ path: [String]) {
    selection = path
  }

  /// Moves the selection by `count` rows, up if negative.
  mutating func move(by count: Int, in rows: [SettingRow]) {
    place = max(0, min(place + count, rows.count - 1))
    selection = rows.isEmpty ? nil : rows[place].path
  }

  mutating func unfold(_ path: [String], _ isOpen: Bool) {
    if isOpen { unfolded.insert(path) } else { unfolded.remove(path) }
  }

  /// Shows the next or previous tab.
  mutating func turn(by step: Int) {
    tab = tab.turned(by: step)
  }

  mutating func settle(in context: PageContext) {
    let (rows, height) = (rows(in: context), Layout.settingRows(context.size))
    place = rows.firstIndex { $0.path == selection } ?? max(0, min(place, rows.count - 1))
    top = PageMetrics.top(top, showing: place, of: rows.count, height: height)
  }
}
