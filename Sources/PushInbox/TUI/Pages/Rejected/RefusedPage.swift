import InboxModel

/// The refused pushes as the screen has them: rows of the newest, without their bodies, and where the
/// person is among them. One looked at is loaded whole from the store.
struct RefusedPage: Equatable, Sendable {
  /// How many rows are kept; the store has more, for `ls is:rejected`.
  static let limit = 1000

  private(set) var rows = BoundedLog<RejectedRequest>(limit: limit)
  /// How many of ``rows`` have each reason.
  private(set) var counts: [String: Int] = [:]
  /// Whether the rows of the store are here: they are fetched when they are first looked at.
  private(set) var isLoaded = false
  /// How many were refused since the list was last in front; those of earlier runs count as seen.
  private(set) var unseen = 0
  /// The last number seen, and the last one there is, as far as they came in this run.
  private var (lastSeen, last) = (0, 0)
  var place = ListPlace()
  /// Whether those of one reason stand together.
  var isByReason = false
  /// The reasons whose pushes are all listed then; of the others only the newest is.
  var openReasons: Set<String> = []
  /// The one last loaded whole.
  var detail: RejectedRequest?
  /// The number of the one last asked for.
  var requested: Int?

  /// Takes the rows of the store, newest first.
  mutating func load(_ newestFirst: [RejectedRequest]) {
    rows = BoundedLog(limit: Self.limit)
    for push in newestFirst.reversed() { rows.append(push) }
    isLoaded = true
    count()
  }

  /// Takes what was just refused; before the rows of the store are here it will be among them.
  mutating func take(_ refused: [RejectedRequest]) {
    if unseen == 0, let first = refused.first { lastSeen = first.number - 1 }
    unseen += refused.count
    last = refused.last?.number ?? last
    guard isLoaded, !refused.isEmpty else { return }
    for push in refused.suffix(Self.limit) { rows.append(push.row) }
    count()
  }

  /// All that came counts as seen.
  mutating func markSeen() {
    (unseen, lastSeen) = (0, last)
  }

  /// Takes rows out, or has all rows fetched again, since some came back.
  mutating func mark(_ numbers: [Int], isRemoved: Bool) {
    let new = numbers.count { $0 > lastSeen && $0 <= last }
    unseen = max(0, unseen + (isRemoved ? -new : new))
    guard isRemoved else {
      isLoaded = false
      return
    }
    let removed = Set(numbers)
    let kept = rows.elements.filter { !removed.contains($0.number) }
    rows = BoundedLog(limit: Self.limit)
    for push in kept { rows.append(push) }
    count()
    // The store may have more.
    if kept.isEmpty { isLoaded = false }
  }

  private mutating func count() {
    counts = rows.elements.reduce(into: [:]) { $0[$1.refusal.reason, default: 0] += 1 }
  }

  /// The rows that are listed, in their order: newest first, or by reason, of which the newest stands for all
  /// unless they are open.
  func listed(_ filter: Filter) -> [RejectedRequest] {
    let matching = rows.elements.reversed().filter { filter.isEmpty || filter.matches($0) }
    guard isByReason else { return matching }
    return RefusedGroup.all(of: matching).flatMap { group in
      openReasons.contains(group.reason) ? group.newestFirst : [group.newestFirst[0]]
    }
  }

  /// The groups that are listed, by the numbers of their newest; empty while the newest come first.
  func heads(_ filter: Filter) -> [Int: RefusedGroup] {
    guard isByReason else { return [:] }
    let matching = rows.elements.reversed().filter { filter.isEmpty || filter.matches($0) }
    return RefusedGroup.all(of: matching).reduce(into: [:]) { heads, group in
      heads[group.newestFirst[0].number] = group
    }
  }

  /// All those here that have a reason, newest first.
  func group(of reason: String) -> RefusedGroup {
    RefusedGroup(
      reason: reason, newestFirst: rows.elements.reversed().filter { $0.refusal.reason == reason })
  }

  /// The reasons with their counts, the most frequent first.
  var reasons: [(reason: String, count: Int)] {
    counts.map { (reason: $0.key, count: $0.value) }
      .sorted { ($1.count, $0.reason) < ($0.count, $1.reason) }
  }
}

/// The refused pushes with one reason, at least one.
struct RefusedGroup: Equatable, Sendable {
  var reason: String
  var newestFirst: [RejectedRequest]

  var count: Int { newestFirst.count }

  /// The groups of a list, the one of the newest first.
  static func all(of newestFirst: [RejectedRequest]) -> [RefusedGroup] {
    var places: [String: Int] = [:]
    var groups: [RefusedGroup] = []
    for push in newestFirst {
      let reason = push.refusal.reason
      if let place = places[reason] {
        groups[place].newestFirst.append(push)
      } else {
        places[reason] = groups.count
        groups.append(RefusedGroup(reason: reason, newestFirst: [push]))
      }
    }
    return groups
  }
}

extension AppState {
  /// The refused pushes that are listed, in their order.
  var refusedRows: [RejectedRequest] { refused.listed(filter(of: .rejected).filter) }

  /// The refused push that is meant: the one looked at, else the selected one.
  var refusedTarget: Int? {
    for sheet in sheets.reversed() {
      if case .request(let page) = sheet { return page.number }
      if sheet == .rejected { return refused.place.selection }
      if sheet == .log, case .rejected(let push)? = loggedEvent?.kind { return push.number }
    }
    return nil
  }

  /// Answers a command while the list of refused pushes is on top.
  mutating func walkRefused(by command: Command, _ device: Phone) -> [Intent] {
    switch command {
    case .inspect:
      if closedReason == nil { openRequest() } else { foldRefused(open: true) }
    case .why: openRequest()
    case .unfold, .fold: foldRefused(open: command == .unfold)
    case .toggle where refused.isByReason: foldRefused(open: closedReason != nil)
    case .foldAll, .unfoldAll: foldAllRefused(open: command == .unfoldAll)
    case .nextGroup, .previousGroup: goToReason(down: command == .nextGroup)
    case .new, .previousMatch:
      // What a closed reason stands for is listed too.
      if command == .new { foldRefused(open: true) }
      moveInRefused(by: command == .new ? 1 : -1)
    case .grouping:
      refused.isByReason.toggle()
      say(refused.isByReason ? "by reason" : "newest first")
    case .filter:
      sheets.append(.filter(FilterPrompt(.rejected, filter(of: .rejected))))
    case _ where isEverywhere(command) || Self.meansRefused(command):
      return carryOut(command, device: device)
    case .dismiss, .clearAll, .undo: return removeRefused(by: command) ?? []
    case _ where Self.needsPhone(command): sayRefused()
    default:
      let page = max(1, ListLayout(size, .rejected).list.rows)
      if let count = steps(of: command, page: page, of: refusedRows.count) {
        moveInRefused(by: count)
      }
    }
    return []
  }

  private mutating func moveInRefused(by count: Int) {
    refused.place.move(by: count, in: refusedRows.map(\.number), growth: .top)
  }

  private mutating func openRequest() {
    if let number = refused.place.selection {
      sheets.append(.request(RequestPage(number: number)))
    }
  }

  /// The reason on whose head the person stands while it is closed over several.
  var closedReason: String? {
    guard let head = refused.place.selection.flatMap({ refusedHeads[$0] }), head.count > 1,
      !refused.openReasons.contains(head.reason)
    else { return nil }
    return head.reason
  }

  /// The groups that are listed, by the numbers of their newest.
  var refusedHeads: [Int: RefusedGroup] { refused.heads(filter(of: .rejected).filter) }

  /// Opens or closes the group stood on; who stands in one that closes stands on its head then.
  private mutating func foldRefused(open: Bool) {
    guard refused.isByReason,
      let push = refusedRows.first(where: { $0.number == refused.place.selection })
    else { return }
    if open {
      refused.openReasons.insert(push.refusal.reason)
    } else if refused.openReasons.remove(push.refusal.reason) != nil,
      let head = refusedHeads.first(where: { $0.value.reason == push.refusal.reason })
    {
      refused.place.stand(on: head.key)
    }
  }

  private mutating func foldAllRefused(open: Bool) {
    guard refused.isByReason else { return }
    if !open { foldRefused(open: false) }
    refused.openReasons = open ? Set(refused.counts.keys) : []
  }

  /// Goes to the newest of the next reason, or of the one before.
  private mutating func goToReason(down: Bool) {
    let heads = refusedHeads
    let numbers = refusedRows.map(\.number)
    guard let selection = refused.place.selection, let place = numbers.firstIndex(of: selection)
    else { return }
    let rest = down ? Array(numbers[(place + 1)...]) : numbers[..<place].reversed()
    if let next = rest.first(where: { heads[$0] != nil }) { refused.place.stand(on: next) }
  }

  /// Whether a command means what only a push on the phone has.
  static func needsPhone(_ command: Command) -> Bool {
    switch command {
    case .tap, .reply, .actions, .read, .readGroup, .snooze: true
    default: false
    }
  }

  /// Says why such a command comes to nothing.
  mutating func sayRefused() {
    guard let number = refusedTarget else { return }
    let name = PushReference.refused(number)
    if case .refused(let push)? = kept(name), let obstacle = push.obstacle {
      say("\(name.text) is on no phone: \(obstacle)")
    } else {
      say(
        "\(name.text) was refused and is on no phone: "
          + "\(keymap.keys(of: .accept)) has the phone take it")
    }
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
