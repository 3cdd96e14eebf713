import InboxModel

/// A page above the inbox that fills the screen: its state, keys, hints and drawing.
///
/// A page reads the phone and the rest of the screen from a ``PageContext``, and adds requests to
/// it; ``AppState`` fulfills them after it has stored the changed page.
protocol Page: LayerContent {
  /// The title of its view.
  static var title: String { get }
  /// The keys that work on the page and their meanings. Help, hints and commands are derived from
  /// them.
  static var keys: KeyTable { get }
  /// Whether the view has its own help, rather than that of the view below.
  static var hasHelp: Bool { get }
  /// The views of the page in all its states.
  static var views: [View] { get }

  /// The view of the page in its current state.
  var view: View { get }
  /// Performs a command whose key has a meaning on the page.
  mutating func perform(_ command: Command, in context: inout PageContext)
  /// Adjusts the state after the phone, the records or the size may have changed.
  mutating func settle(in context: PageContext)
  /// Returns the push that commands refer to.
  func target(in context: PageContext) -> PageTarget
  /// Returns the hints of the last line, the most useful first.
  func hints(_ maker: HintMaker) -> [Hint]
  /// Draws the page, without the bottom lines of the screen.
  func draw(_ scene: Scene, on screen: inout Screen)

  /// The push that the page is about; nil for a page about several.
  var pushID: NotificationID? { get }
  /// The list that a filter narrows on the page; nil for none.
  var filteredList: FilteredList? { get }
  /// Whether the keys of a demo work while the page is on top.
  var allowsDemoKeys: Bool { get }
  /// Adapts the page to a new size of the terminal.
  mutating func resize(to size: Size)
  /// Opens the tab with an index, from 0.
  mutating func openTab(_ place: Int)
  /// Selects the row with a number. Returns whether it was already selected.
  mutating func selectRow(_ number: Int, in context: PageContext) -> Bool
  /// Handles a click on a part of the page.
  mutating func click(_ target: ClickTarget, in context: inout PageContext)
  /// Scrolls the part under the mouse by one row or line, for `next` or `previous`. Returns false
  /// if the keys of these commands should do it.
  mutating func turnWheel(
    _ command: Command, over target: ClickTarget?, in context: PageContext
  ) -> Bool
}

/// A page with a single instance, which keeps its state while it is closed.
protocol KeptPage: Page {
  /// The command that opens it.
  static var command: Command { get }
  /// Whether the key of that command also closes it.
  static var closesByItsKey: Bool { get }
  init()
  /// Changes the state when the page is opened.
  mutating func prepareToOpen(in context: PageContext)
}

/// The push that commands on a page refer to.
enum PageTarget: Equatable, Sendable {
  /// The page lists pushes, and none is selected.
  case none
  case push(PushReference)
  /// The push that commands on the page below refer to.
  case beneath

  /// The number of a rejected push; nil for other targets.
  var rejected: Int? {
    if case .push(let push) = self { push.rejected } else { nil }
  }
}

extension Page {
  static var hasHelp: Bool { true }
  static var view: View { View(title: title, keys: keys, hasHelp: hasHelp) }
  static var views: [View] { [view] }

  var view: View { Self.view }
  var pushID: NotificationID? { nil }
  var filteredList: FilteredList? { nil }
  var allowsDemoKeys: Bool { true }

  mutating func settle(in context: PageContext) {}
  func target(in context: PageContext) -> PageTarget { .beneath }
  mutating func resize(to size: Size) {}
  mutating func openTab(_ place: Int) {}
  mutating func selectRow(_ number: Int, in context: PageContext) -> Bool { false }

  /// Opens a tab, or selects a row; a click on the selected row inspects it.
  mutating func click(_ target: ClickTarget, in context: inout PageContext) {
    switch target {
    case .tab(let place): openTab(place)
    case .row(let number): if selectRow(number, in: context) { context.press(.inspect) }
    case .key, .pane, .entry, .head, .fold: break
    }
  }

  mutating func turnWheel(
    _ command: Command, over target: ClickTarget?, in context: PageContext
  ) -> Bool { false }
}

extension KeptPage {
  static var closesByItsKey: Bool { false }
  mutating func prepareToOpen(in context: PageContext) {}
}
