import InboxModel

/// A search of a large inbox in parts, so that each letter of a filter is answered at once.
struct InboxSearch: Equatable, Sendable {
  /// The number of entries that are looked at in one part.
  static let part = 4000
  /// The number of matches that are listed at once, and of the newest entries among which they are.
  static let (first, firstAmong) = (200, 8000)

  /// The matches among the entries that were looked at.
  private(set) var found = Inbox.Matches()
  /// Up to where they were looked at, oldest first; nil at the beginning.
  private var reached: Arrival?

  /// Looks at the next entries; whether there are more.
  mutating func searchNext(in inbox: Inbox, _ filter: Filter, _ device: Phone) -> Bool {
    let next = inbox.add(matchesOf: filter, after: reached, most: Self.part, on: device, to: &found)
    reached = next ?? reached
    return next != nil
  }

  /// Looks again at entries that came, changed or left, as far as they were looked at.
  mutating func refresh(
    _ ids: [NotificationID], of inbox: Inbox, _ filter: Filter, _ device: Phone
  ) {
    let known = ids.filter { id in
      inbox.arrival(of: id).map { $0 <= reached ?? 0 } ?? true
    }
    found.narrow(known, of: inbox, to: filter, on: device)
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
    let known = known ?? device.inbox
    guard context.pages.isTypingFilter, known.count > InboxSearch.part else {
      found = known.narrowed(to: filter, on: device)
      return
    }
    found = known.newest(
      InboxSearch.first, among: InboxSearch.firstAmong, matching: filter, on: device)
    search = InboxSearch()
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
    guard search?.searchNext(in: device.inbox, filter, device) == false else { return }
    found = search?.found.inbox
    search = nil
  }

  /// Completes the search.
  mutating func finishSearch(_ filter: Filter, _ device: Phone) {
    while search != nil { continueSearch(filter, device) }
  }

  /// Looks again at entries that came, changed or left.
  mutating func refresh(_ ids: [NotificationID], _ filter: Filter, _ device: Phone) {
    found?.narrow(ids, of: device.inbox, to: filter, on: device)
    search?.refresh(ids, of: device.inbox, filter, device)
  }
}
