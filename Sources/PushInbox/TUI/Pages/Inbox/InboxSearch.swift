import InboxModel

/// A search of a large inbox in parts, so that each letter of a filter is answered at once.
struct InboxSearch: Equatable, Sendable {
  /// How many entries are looked at in one part.
  static let part = 4000
  /// How many matches are listed at once, and among how many of the newest entries.
  static let (first, firstAmong) = (200, 8000)

  /// The matches among the entries that were looked at.
  private(set) var found = Inbox()
  /// Up to where they were looked at, oldest first; nil at the beginning.
  private var reached: Arrival?

  /// Looks at the next entries; whether there are more.
  mutating func goOn(in inbox: Inbox, _ filter: Filter, _ device: Phone) -> Bool {
    let next = inbox.add(
      matchesOf: filter, after: reached, most: Self.part, on: device, to: &found)
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

extension AppState {
  /// Looks anew for what matches the filter of the inbox.
  ///
  /// While the filter is typed a large inbox is searched in parts, the newest matches first.
  ///
  /// - Parameter known: where all of that is; nil for the whole inbox.
  mutating func narrowInbox(_ device: Phone, within known: Inbox? = nil) {
    inboxSearch = nil
    let filter = filter(of: .inbox).filter
    guard !filter.isEmpty else {
      found = nil
      return
    }
    guard !listsSilent else {
      let pushes = (records.silent ?? []).filter { filter.matches($0, on: device) }
      found = pushes.reduce(into: Inbox()) { inbox, push in
        inbox.insert(push, grouping: device.settings.grouping(of: push.app))
      }
      return
    }
    let inbox = known ?? device.inbox
    guard isTypingFilter, inbox.count > InboxSearch.part else {
      found = inbox.narrowed(to: filter, on: device)
      return
    }
    found = inbox.newest(
      InboxSearch.first, among: InboxSearch.firstAmong, matching: filter, on: device)
    inboxSearch = InboxSearch()
  }

  /// Whether the line after `/` is open over the inbox.
  private var isTypingFilter: Bool {
    if case .filter(let prompt)? = dialog { prompt.list == .inbox } else { false }
  }

  /// Goes on with the search of the inbox; all of what it finds is listed when it is over.
  mutating func continueSearch(_ device: Phone) {
    let filter = filter(of: .inbox).filter
    guard inboxSearch?.goOn(in: device.inbox, filter, device) == false else { return }
    found = inboxSearch?.found
    inboxSearch = nil
  }

  /// Looks again at entries that came, changed or left.
  mutating func refresh(_ ids: [NotificationID], _ device: Phone) {
    let filter = filter(of: .inbox).filter
    found?.narrow(ids, of: device.inbox, to: filter, on: device)
    inboxSearch?.refresh(ids, of: device.inbox, filter, device)
  }

  /// Ends the search of the inbox when the filter is typed no more: what is done then means all it finds.
  mutating func settleInboxSearch(_ device: Phone) {
    guard inboxSearch != nil, !isTypingFilter else { return }
    while inboxSearch != nil { continueSearch(device) }
  }
}
