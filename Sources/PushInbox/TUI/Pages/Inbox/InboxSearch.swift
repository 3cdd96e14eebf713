import InboxModel

/// A search of a large inbox in parts, so that each letter of a filter is answered at once.
struct InboxSearch: Equatable, Sendable {
  /// The number of entries that are looked at in one part.
  static let part = 4000
  /// The number of matches that are listed at once, and of the newest entries among which they are.
  static let (first, firstAmong) = (200, 8000)

  /// The entries among which all matches are; nil for the whole inbox.
  private let known: Inbox?
  /// The matches among the entries that were looked at.
  private var found = Inbox.Matches()
  /// Up to where they were looked at, oldest first; nil at the beginning.
  private var reached: Arrival?
  /// The entries that came, changed or left since the beginning.
  private var changed: Set<NotificationID> = []

  init(within known: Inbox?) {
    self.known = known
  }

  /// Looks at the next entries.
  ///
  /// - Returns: all matches after the last entry; nil before.
  mutating func searchNext(in inbox: Inbox, _ filter: Filter, _ device: Phone) -> Inbox? {
    let next = (known ?? inbox).add(
      matchesOf: filter, after: reached, most: Self.part, on: device, to: &found)
    if let next {
      reached = next
      return nil
    }
    var matches = found.inbox
    matches.narrow(Array(changed), of: inbox, to: filter, on: device)
    return matches
  }

  /// Takes note of entries that came, changed or left.
  mutating func note(_ ids: [NotificationID]) {
    changed.formUnion(ids)
  }
}

extension InboxPage {
  /// Looks anew for the entries that match the filter; while it is typed a large inbox is searched in parts, for its
  /// newest matches at first.
  ///
  /// - Parameter known: where all of the matches are; nil for the whole inbox.
  mutating func narrow(in context: PageContext, within known: Inbox? = nil) {
    let (device, filter) = (context.device, context.filter(of: .inbox).filter)
    (found, search) = (nil, nil)
    guard !filter.isEmpty else { return }
    if context.state.filters.listsSilent {
      found = Self.silent(context.records.silent ?? [], filter, device)
      return
    }
    let inbox = known ?? device.inbox
    guard context.pages.isTypingFilter, inbox.count > InboxSearch.part else {
      found = inbox.narrowed(to: filter, on: device)
      return
    }
    found = inbox.newest(
      InboxSearch.first, among: InboxSearch.firstAmong, matching: filter, on: device)
    search = InboxSearch(within: known)
  }

  private static func silent(
    _ pushes: [DeliveredNotification], _ filter: Filter, _ device: Phone
  ) -> Inbox {
    pushes.filter { filter.matches($0, on: device) }.reduce(into: Inbox()) { inbox, push in
      inbox.insert(push, grouping: device.settings.grouping(of: push.app))
    }
  }

  /// Continues the search; all of what it finds is listed when it is over.
  mutating func continueSearch(_ filter: Filter, _ device: Phone) {
    guard let matches = search?.searchNext(in: device.inbox, filter, device) else { return }
    (found, search) = (matches, nil)
  }

  /// Completes the search.
  mutating func finishSearch(_ filter: Filter, _ device: Phone) {
    while search != nil { continueSearch(filter, device) }
  }

  /// Looks again at entries that came, changed or left.
  mutating func refresh(_ ids: [NotificationID], _ filter: Filter, _ device: Phone) {
    found?.narrow(ids, of: device.inbox, to: filter, on: device)
    search?.note(ids)
  }
}
