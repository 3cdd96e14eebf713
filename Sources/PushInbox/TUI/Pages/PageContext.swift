import Foundation
import InboxModel

/// The state of the screen for a page or dialog, and the requests that it makes.
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

  /// Returns the context for the page of another layer.
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
  /// The search on the top page; nil without one.
  var search: PageSearch? { state.search }
  var clock: ScreenClock { ScreenClock(timeZone: device.settings.device.timeZone, now: now) }

  /// Whether a page or a dialog covers the inbox.
  var isCovered: Bool { !pages.layers.isEmpty }
  var beneath: View { pages.view(under: place) }
  /// The push that commands refer to.
  var target: PushReference? { pages.target(in: self) }
  var inboxRows: InboxRows { pages.inbox.rows(in: self) }

  func filter(of list: FilteredList) -> ListFilter { state.filters[list] }

  /// Whether a command means the same on every page: those about the phone, the feed and the
  /// terminal.
  func isEverywhere(_ command: Command) -> Bool {
    switch keymap.entry(command)?.section {
    case .phone, .feed, .terminal: true
    default: false
    }
  }

  // MARK: Requests

  /// Adds a request.
  mutating func request(_ request: PageRequest) { requests.append(request) }

  /// Adds a request to the runtime.
  mutating func request(_ intent: Intent) { requests.append(.carryOut(intent)) }

  /// Requests a message in the last line.
  mutating func show(_ message: ScreenMessage) { requests.append(.show(message)) }

  mutating func open(_ page: any Page) { requests.append(.open(.page(page))) }

  /// Requests a dialog above the page.
  mutating func ask(_ dialog: any Dialog) { requests.append(.open(.dialog(dialog))) }

  /// Requests closing the top page or dialog.
  mutating func close() { requests.append(.close) }

  /// Requests a command that means the same on every page.
  mutating func perform(_ command: Command) { requests.append(.perform(command)) }

  /// Requests a command as if its key were pressed.
  mutating func press(_ command: Command) { requests.append(.press(command)) }

  /// Requests a filter for a list.
  mutating func setFilter(_ filter: ListFilter, of list: FilteredList) {
    requests.append(.setFilter(filter, of: list))
  }

  /// Requests a change of other pages.
  mutating func changePages(_ change: @escaping (inout PageStack, inout PageContext) -> Void) {
    requests.append(.changePages(change))
  }

  /// Requests a change of the settings page, open or not.
  mutating func changeSettings(
    _ change: @escaping (inout SettingsPage, inout PageContext) -> Void
  ) {
    changePages { change(&$0[SettingsPage.self], &$1) }
  }
}

/// A request of a page or dialog to ``AppState``.
enum PageRequest {
  case show(ScreenMessage)
  case open(Layer)
  /// Closes the top page or dialog.
  case close
  /// Changes other pages, in the state after the preceding requests.
  case changePages((inout PageStack, inout PageContext) -> Void)
  case carryOut(Intent)
  /// Performs a command that means the same on every page.
  case perform(Command)
  /// Performs a command as if its key were pressed.
  case press(Command)
  case act(PushAction)
  case setFilter(ListFilter, of: FilteredList)
  /// Searches the top page; nil ends the search.
  case setSearch(PageSearch?)
  /// Adds a typed line to its history.
  case remember(String, TypedHistory.Kind)
  case dismissBanner
  case endDemo
}
