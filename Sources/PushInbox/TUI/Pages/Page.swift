import InboxModel

/// A page over the inbox, as large as the screen: its state, its keys, its hints and its drawing.
///
/// A page reads the phone and the rest of the screen through a ``PageContext`` and reports what is to be done
/// to it; ``AppState`` does that once the page is back in its place.
protocol Page: Equatable, Sendable {
  /// The name of the view.
  static var name: ViewName { get }
  /// The keys that work on the page and their meanings: help, hints and commands are answered by it.
  static var keys: KeyTable { get }

  /// The name of the view in the page's present state.
  var viewName: ViewName { get }
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
}

/// The push that commands mean on a page.
enum PageTarget: Equatable, Sendable {
  /// The page has pushes, and none is selected.
  case none
  case push(PushReference)
  /// The push that commands mean on the page beneath.
  case beneath

  /// The number of a refused push; nil for others.
  var refused: Int? {
    if case .push(.refused(let number)) = self { number } else { nil }
  }
}

extension Page {
  var viewName: ViewName { Self.name }
  var pushID: NotificationID? { nil }
  var filteredList: FilteredList? { nil }
  var allowsDemoKeys: Bool { true }

  mutating func settle(in context: PageContext) {}
  func target(in context: PageContext) -> PageTarget { .beneath }
  mutating func resize(to size: Size) {}
  mutating func openTab(_ place: Int) {}
  mutating func selectRow(_ number: Int, in context: PageContext) -> Bool { false }

  func isEqual(to other: any Page) -> Bool { (other as? Self) == self }
}

/// A page of any type, as a value that can be compared.
struct AnyPage: Equatable, Sendable {
  var page: any Page

  init(_ page: any Page) {
    self.page = page
  }

  static func == (one: AnyPage, other: AnyPage) -> Bool { one.page.isEqual(to: other.page) }
}
