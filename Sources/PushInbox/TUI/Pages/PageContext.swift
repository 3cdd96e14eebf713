import Foundation
import InboxModel

/// The part of the screen's state that a page reads, and the requests it makes.
struct PageContext {
  let device: Phone
  let size: Size
  let now: Date
  let keymap: Keymap
  let theme: Theme
  let usesASCII: Bool
  let runtime: RuntimeStatus
  let records: Records
  let filters: [FilteredList: ListFilter]
  /// The text that is searched on the page on top; nil when there is none.
  let search: PageSearch?
  /// The pages that outlive their being open, as they were before the command.
  let pages: KeptPages
  /// The push that others are compared with.
  let marked: PushReference?
  /// The areas of the inbox.
  let layout: Layout
  /// Whether a page or a dialog lies over the inbox.
  let isCovered: Bool
  /// The view under the page.
  let beneath: ViewName
  /// The requests of the page, in their order.
  private(set) var requests: [PageRequest] = []

  var symbols: Symbols { usesASCII ? .ascii : .unicode }

  var clock: ScreenClock { ScreenClock(timeZone: device.settings.device.timeZone, now: now) }

  /// The filter of a list.
  func filter(of list: FilteredList) -> ListFilter { filters[list] ?? ListFilter() }

  /// Shows a message in the last line.
  mutating func showMessage(_ text: String, isFailure: Bool = false) {
    requests.append(.showMessage(text, isFailure: isFailure))
  }

  /// Opens a page over this one.
  mutating func open(_ page: any Page) {
    requests.append(.open(.page(AnyPage(page))))
  }

  /// Opens a dialog over the page.
  mutating func ask(_ dialog: Dialog) {
    requests.append(.open(.dialog(dialog)))
  }

  /// Closes the page.
  mutating func close() {
    requests.append(.close)
  }

  /// Has the runtime do something.
  mutating func request(_ intent: Intent) {
    requests.append(.carryOut(intent))
  }

  /// Carries out a command that means the same on every page.
  mutating func perform(_ command: Command) {
    requests.append(.perform(command))
  }

  /// Makes another request.
  mutating func request(_ request: PageRequest) {
    requests.append(request)
  }

  /// Whether a command means the same on every page: the phone, the feed, the terminal.
  func isEverywhere(_ command: Command) -> Bool {
    switch keymap.entry(command)?.section {
    case .phone, .feed, .terminal: true
    default: false
    }
  }
}

/// A request of a page to ``AppState``.
enum PageRequest: Equatable, Sendable {
  case showMessage(String, isFailure: Bool)
  case open(Layer)
  case close
  case carryOut(Intent)
  case perform(Command)
  /// Explain why a command that needs a push on the phone is not available for a refused one.
  case explainRefusal
  /// Select a refused push in its list.
  case selectRejected(Int)
  /// Inspect the push of the next row of the inbox, or of the one before.
  case inspectNext(down: Bool)
  /// Close everything, select a push in the inbox and open its app.
  case openApp(NotificationID)
}
