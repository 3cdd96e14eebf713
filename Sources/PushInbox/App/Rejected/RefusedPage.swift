import InboxModel

/// The refused pushes as the screen has them: rows of the newest, without their bodies, and where the
/// person is among them. One looked at is loaded whole from the store.
struct RefusedPage: Equatable, Sendable {
  /// How many rows are kept; the store has more, for `ls is:rejected`.
  static let limit = 1000

  private(set) var rows = Newest<RefusedPush>(limit: limit)
  /// How many of ``rows`` have each reason.
  private(set) var counts: [String: Int] = [:]
  /// Whether the rows of the store are here: they are fetched when they are first looked at.
  private(set) var isLoaded = false
  var place = ListPlace()
  /// Whether those of one reason stand together.
  var isByReason = false
  /// The one last loaded whole.
  var detail: RefusedPush?
  /// The number of the one last asked for.
  var requested: Int?

  /// Takes the rows of the store, newest first.
  mutating func load(_ newestFirst: [RefusedPush]) {
    rows = Newest(limit: Self.limit)
    for push in newestFirst.reversed() { rows.append(push) }
    isLoaded = true
    count()
  }

  /// Takes what was just refused; before the rows of the store are here it will be among them.
  mutating func take(_ refused: [RefusedPush]) {
    guard isLoaded, !refused.isEmpty else { return }
    for push in refused.suffix(Self.limit) { rows.append(push.row) }
    count()
  }

  private mutating func count() {
    counts = rows.elements.reduce(into: [:]) { $0[$1.refusal.reason, default: 0] += 1 }
  }

  /// The rows that are listed, in their order: newest first, or by reason, the one of the newest first.
  func listed(_ filter: Filter) -> [RefusedPush] {
    let matching = rows.elements.reversed().filter { filter.isEmpty || filter.matches($0) }
    guard isByReason else { return matching }
    var order: [String: Int] = [:]
    for push in matching where order[push.refusal.reason] == nil {
      order[push.refusal.reason] = order.count
    }
    // Stable: within a reason the newest stays first.
    return matching.enumerated().sorted { left, right in
      let places = (order[left.element.refusal.reason], order[right.element.refusal.reason])
      return (places.0 ?? 0, left.offset) < (places.1 ?? 0, right.offset)
    }.map(\.element)
  }

  /// The reasons with their counts, the most frequent first.
  var reasons: [(reason: String, count: Int)] {
    counts.map { (reason: $0.key, count: $0.value) }
      .sorted { ($1.count, $0.reason) < ($0.count, $1.reason) }
  }
}

/// A refused push in full, scrolled down by so many lines.
struct RequestPage: Equatable, Sendable {
  var number: Int
  var scroll = 0
}

extension AppState {
  /// The refused pushes that are listed, in their order.
  var refusedRows: [RefusedPush] { refused.listed(filter(of: .rejected).filter) }

  /// The refused push that is meant: the one looked at, else the selected one.
  var refusedTarget: Int? {
    for sheet in sheets.reversed() {
      if case .request(let page) = sheet { return page.number }
      if sheet == .rejected { return refused.place.selection }
    }
    return nil
  }

  /// Answers a command while the list of refused pushes is on top.
  mutating func walkRefused(by command: Command, _ device: Device) -> [Intent] {
    switch command {
    case .inspect:
      if let number = refused.place.selection {
        sheets.append(.request(RequestPage(number: number)))
      }
    case .grouping:
      refused.isByReason.toggle()
      say(refused.isByReason ? "by reason" : "newest first")
    case .filter:
      sheets.append(.filter(FilterPrompt(.rejected, filter(of: .rejected))))
    case _ where isEverywhere(command) || Self.meansRefused(command):
      return carryOut(command, device: device)
    default:
      let numbers = refusedRows.map(\.number)
      let page = max(1, ListLayout(size, .rejected).list.rows)
      if let count = steps(of: command, page: page, of: numbers.count) {
        refused.place.move(by: count, in: numbers, growth: .top)
      }
    }
    return []
  }

  /// Whether a command can mean a refused push.
  static func meansRefused(_ command: Command) -> Bool {
    switch command {
    case .accept, .copy, .edit, .resend, .save, .pipe, .mark: true
    default: false
    }
  }

  /// How many rows a moving command goes down, up when negative; nil for other commands.
  func steps(of command: Command, page: Int, of count: Int) -> Int? {
    switch command {
    case .next: 1
    case .previous: -1
    case .first: -count
    case .last: count
    case .halfDown: max(1, page / 2)
    case .halfUp: -max(1, page / 2)
    case .pageDown, .toggle: max(1, page - 1)
    case .pageUp: -max(1, page - 1)
    default: nil
    }
  }

  /// Whether a command means the same in every list: the phone, the feed, the terminal.
  func isEverywhere(_ command: Command) -> Bool {
    switch keymap.entry(command)?.section {
    case .phone, .feed, .terminal: true
    default: false
    }
  }

  /// Asks for what is looked at of the refused pushes, once.
  mutating func loadRefused() -> [Intent] {
    if sheets.contains(.rejected), !refused.isLoaded { return [.loadRefusedList] }
    guard let wanted = refusedTarget, wanted != refused.requested else { return [] }
    refused.requested = wanted
    return [.loadRefused(wanted)]
  }
}
