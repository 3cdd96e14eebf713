import Foundation
import InboxModel

/// The state of the screen as a page or dialog reads it, and the requests it makes.
struct PageContext {
  /// The state before the command.
  let state: AppState
  let device: Phone
  /// The areas of the inbox.
  let layout: Layout
  /// The number of the layer that is asked, -1 for the inbox.
  private var place: Int
  /// The requests, in their order.
  private(set) var requests: [PageRequest] = []

  init(_ state: AppState, _ device: Phone) {
    self.state = state
    self.device = device
    layout = Layout(state, device)
    place = state.pages.layers.count - 1
  }

  /// The same for the page of another layer.
  func at(_ place: Int) -> PageContext {
    var context = self
    context.place = place
    return context
  }

  // MARK: State

  var size: Size { state.size }
  var now: Date { state.now }
  var keymap: Keymap { state.look.keymap }
  var usesASCII: Bool { state.look.usesASCII }
  var symbols: Symbols { state.look.symbols }
  var runtime: RuntimeStatus { state.runtime }
  var records: Records { state.records }
  var pages: PageStack { state.pages }
  /// The text that is searched on the page on top; nil when there is none.
  var search: PageSearch? { state.search }
  var clock: ScreenClock { ScreenClock(timeZone: device.settings.device.timeZone, now: now) }

  /// Whether a page or a dialog lies over the inbox.
  var isCovered: Bool { !pages.layers.isEmpty }
  var beneath: View { pages.view(under: place) }
  /// The push that commands mean.
  var target: PushReference? { pages.target(in: self) }
  var inboxRows: InboxRows { pages.inbox.rows(in: self) }

  func filter(of list: FilteredList) -> ListFilter { state.filters[list] }

  /// Whether a command means the same on every page: the phone, the feed, the terminal.
  func isEverywhere(_ command: Command) -> Bool {
    switch keymap.entry(command)?.section {
    case .phone, .feed, .terminal: true
    default: false
    }
  }

  // MARK: Requests

  /// Makes a request.
  mutating func request(_ request: PageRequest) { requests.append(request) }

  /// Has the runtime do something.
  mutating func request(_ intent: Intent) { requests.append(.carryOut(intent)) }

  /// Shows a message in the last line.
  mutating func showMessage(_ text: String, isFailure: Bool = false) {
    requests.append(.showMessage(text, isFailure: isFailure))
  }

  mutating func open(_ page: any Page) { requests.append(.open(.page(page))) }

  /// Opens a dialog over the page.
  mutating func ask(_ dialog: any Dialog) { requests.append(.open(.dialog(dialog))) }

  /// Closes the page or dialog on top.
  mutating func close() { requests.append(.close) }

  /// Carries out a command that means the same on every page.
  mutating func perform(_ command: Command) { requests.append(.perform(command)) }

  /// Carries out a command as its key does.
  mutating func press(_ command: Command) { requests.append(.press(command)) }

  /// Narrows a list.
  mutating func setFilter(_ filter: ListFilter, of list: FilteredList) {
    requests.append(.setFilter(filter, of: list))
  }

  /// Changes other pages than the one that asks for it.
  mutating func changePages(_ change: @escaping (inout PageStack, inout PageContext) -> Void) {
    requests.append(.changePages(change))
  }

  /// Changes the settings, open or not.
  mutating func changeSettings(
    _ change: @escaping (inout SettingsPage, inout PageContext) -> Void
  ) {
    changePages { change(&$0[SettingsPage.self], &$1) }
  }
}

/// A request of a page or dialog to ``AppState``.
enum PageRequest {
  case showMessage(String, isFailure: Bool)
  case open(Layer)
  /// Close the page or dialog on top.
  case close
  /// Change other pages, in the state after the requests before this one.
  case changePages((inout PageStack, inout PageContext) -> Void)
  case carryOut(Intent)
  /// Carry out a command that means the same on every page.
  case perform(Command)
  /// Carry out a command as its key does.
  case press(Command)
  case act(PushAction)
  case setFilter(ListFilter, of: FilteredList)
  /// Search the page on top; nil ends the search.
  case setSearch(PageSearch?)
  /// Add a typed line to its history.
  case remember(String, TypedHistory.Kind)
  case dismissBanner
  case endDemo
}
