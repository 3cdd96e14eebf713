import InboxModel

/// A search of a large inbox in parts, so that each letter of a filter shows results immediately.
struct InboxSearch: Equatable, Sendable {
  /// The number of entries that one part examines.
  static let part = 4000
  /// The number of matches that are listed immediately, and the number of newest entries that are
  /// examined for them.
  static let (first, firstAmong) = (200, 8000)

  /// The entries that contain all matches; nil for the whole inbox.
  private let known: Inbox?
  /// The matches among the examined entries.
  private var found = Inbox.Matches()
  /// The arrival up to which entries were examined, oldest first; nil at the beginning.
  private var reached: Arrival?
  /// The entries that arrived, changed or left since the beginning.
  private var changed: Set<NotificationID> = []

  init(within known: Inbox?) {
    self.known = known
  }

  /// Examines the next entries.
  ///
  /// - Returns: All matches after the last entry; nil before.
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

  /// Records entries that arrived, changed or left.
  mutating func record(_ ids: [NotificationID]) {
    changed.formUnion(ids)
  }
}

extension InboxPage {
  /// Searches again for the entries that match the filter. While the filter is typed, a large inbox
  /// is searched in parts, and its newest matches are shown first.
  ///
  /// - Parameter known: The entries that contain all matches; nil for the whole inbox.
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

  /// Continues the search; the matches are listed when it is complete.
  mutating func continueSearch(_ filter: Filter, _ device: Phone) {
    guard let matches = search?.searchNext(in: device.inbox, filter, device) else { return }
    (found, search) = (matches, nil)
  }

  /// Completes the search.
  mutating func finishSearch(_ filter: Filter, _ device: Phone) {
    while search != nil { continueSearch(filter, device) }
  }

  /// Examines entries again that arrived, changed or left.
  mutating func refresh(_ ids: [NotificationID], _ filter: Filter, _ device: Phone) {
    found?.narrow(ids, of: device.inbox, to: filter, on: device)
    search?.record(ids)
  }
}
