import InboxModel

/// A page over the inbox, as large as the screen: its state, its keys, its hints and its drawing.
///
/// A page reads the phone and the rest of the screen through a ``PageContext`` and requests of it what is to be
/// done; ``AppState`` does that once the page is back in its place.
protocol Page: LayerContent {
  /// The title of its view.
  static var title: String { get }
  /// The keys that work on the page and their meanings: help, hints and commands are answered by it.
  static var keys: KeyTable { get }
  /// Whether the view has a help of its own, rather than that of the view beneath.
  static var hasHelp: Bool { get }
  /// The views of the page in all its states.
  static var views: [View] { get }

  /// The view of the page in its present state.
  var view: View { get }
  /// Carries out a command whose key has a meaning on the page.
  mutating func perform(_ command: Command, in context: inout PageContext)
  /// Makes the state true again after the phone, the records or the size may have changed.
  mutating func settle(in context: PageContext)
  /// The push that commands mean.
  func target(in context: PageContext) -> PageTarget
  /// The hints of the last line, the most useful first.
  func hints(_ maker: HintMaker) -> [Hint]
  /// Draws the page, without the lines at the bottom of the screen.
  func draw(_ scene: Scene, on screen: inout Screen)

  /// The push that the page is about; nil for a page about several.
  var pushID: NotificationID? { get }
  /// The list that a filter narrows on the page; nil for none.
  var filteredList: FilteredList? { get }
  /// Whether a demo has its keys while the page is on top.
  var allowsDemoKeys: Bool { get }
  /// Adapts the page to a new size of the terminal.
  mutating func resize(to size: Size)
  /// Opens the tab at a place, counted from 0.
  mutating func openTab(_ place: Int)
  /// Selects the row with a number. Returns whether it was selected before.
  mutating func selectRow(_ number: Int, in context: PageContext) -> Bool
  /// Answers a click on a part of the page.
  mutating func click(_ target: ClickTarget, in context: inout PageContext)
  /// Moves what is under the mouse a row or line by `next` or `previous`. Returns false where the keys of these
  /// commands are to do that.
  mutating func turnWheel(
    _ command: Command, over target: ClickTarget?, in context: PageContext
  ) -> Bool
}

/// A page of which there is one, which keeps its state while it is closed.
protocol KeptPage: Page {
  /// The command that turns to it.
  static var command: Command { get }
  /// Whether the key of that command closes it, too.
  static var closesByItsKey: Bool { get }
  init()
  /// Changes the state when the page is turned to.
  mutating func prepareToOpen(in context: PageContext)
}

/// The push that commands mean on a page.
enum PageTarget: Equatable, Sendable {
  /// The page has pushes, and none is selected.
  case none
  case push(PushReference)
  /// The push that commands mean on the page beneath.
  case beneath

  /// The number of a rejected push; nil for others.
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

  /// Opens a tab, or selects a row and inspects the one that is selected.
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
