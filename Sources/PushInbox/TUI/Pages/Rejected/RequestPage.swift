import InboxModel

/// A refused push in full: what there is to say of it, or its bytes as they came.
struct RequestPage: Equatable, Sendable {
  /// The pages, in the order of their tabs.
  enum Tab: String, CaseIterable, Sendable {
    case request = "Request"
    case raw = "Raw"
  }

  var number: Int
  var tab = Tab.request { didSet { if tab != oldValue { scroll = 0 } } }
  /// How many lines of the page are above the window.
  var scroll = 0

  init(number: Int) {
    self.number = number
  }
}

extension AppState {
  /// Answers a command that turns a refused push's page; false for others.
  mutating func turn(_ page: RequestPage, by command: Command) -> Bool {
    var page = page
    switch command {
    // From one of two pages either way leads to the other.
    case .nextTab, .previousTab, .unfold, .fold: page.tab = page.tab == .raw ? .request : .raw
    case .why: page.tab = .request
    case .nextGroup, .previousGroup:
      let numbers = refusedRows.map(\.number)
      guard let place = numbers.firstIndex(of: page.number) else { return true }
      let next = place + (command == .nextGroup ? 1 : -1)
      guard numbers.indices.contains(next) else { return true }
      let tab = page.tab
      page = RequestPage(number: numbers[next])
      page.tab = tab
      refused.place.stand(on: page.number)
    case _ where Self.needsPhone(command): sayRefused()
    default: return false
    }
    sheets[sheets.count - 1] = .request(page)
    return true
  }
}
