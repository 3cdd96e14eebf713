/// The phone's list: the delivered notifications that were not removed, in groups, newest first
/// everywhere.
///
/// Newer means a greater ``Arrival``. The cost of a change does not depend on the number of
/// entries, except when an entry returns between others (from the scheduled summary, from a snooze,
/// by undo).
public struct Inbox: Equatable, Sendable {
  /// The entries of one group.
  fileprivate struct Members: Sendable {
    private(set) var entries = OrderedLog<Entry>()
    /// The counts, including entries that are not loaded.
    var counts = InboxCounts()

    /// Inserts an entry; returns the former leader of the group and the new count.
    @discardableResult
    mutating func join(_ entry: Entry) -> (leader: Arrival?, count: Int) {
      let leader = entries.newest
      entries[entry.arrival] = entry
      counts += entry.counts
      return (leader, entries.count)
    }

    /// Appends an entry that is newer than all others.
    mutating func append(_ entry: Entry) {
      entries.append(entry, at: entry.arrival)
      counts += entry.counts
    }

    /// Removes an entry; returns the new leader of the group, nil if the group is empty.
    @discardableResult
    mutating func leave(_ entry: Entry) -> Arrival? {
      entries[entry.arrival] = nil
      counts -= entry.counts
      return entries.newest
    }
  }

  private var entries = OrderedLog<Entry>()
  private var entriesByNumber = EntriesByNumber()
  /// The newest entry of each request identifier; empty in a filtered list.
  private var entriesByRequest = EntriesByRequest()
  /// The number of entries of each app in each thread, whatever the grouping; empty in a filtered
  /// list.
  private var threadCounts: [BundleID: [ThreadID: Int]] = [:]
  private let isNarrowed: Bool
  private var sharedFields = SharedEntryFields()
  private var members: [GroupKey: Members] = [:]
  /// The groups, ordered by the arrival of their newest entry.
  private var order = OrderedLog<GroupKey>()

  /// The counts of all entries, including those that are not loaded.
  private var counts = InboxCounts()
  /// The number of groups without a loaded entry.
  private var unloadedGroupCount = 0

  /// Makes an empty list.
  public init() {
    isNarrowed = false
  }

  /// Makes the beginning of a list: the entries of an overview, with the counts of the whole list.
  init(_ overview: InboxOverview, grouping: (BundleID) -> GroupingSetting) {
    isNarrowed = false
    for entry in overview.entries where entry.place == .listed {
      insert(entry.notification, grouping: grouping(entry.notification.app))
    }
    for (key, counts) in overview.groups where members[key] != nil {
      members[key]?.counts = counts
      if let leader = members[key]?.entries.newest { weigh(key, at: leader) }
    }
    counts = overview.counts
    unloadedGroupCount = overview.groupCount - order.count
  }

  /// Returns whether both have equal entries in equal groups.
  public static func == (left: Inbox, right: Inbox) -> Bool {
    left.entries == right.entries
  }

  /// The number of entries.
  public var count: Int { counts.count }

  /// The number of unread entries.
  public var unreadCount: Int { counts.unread }

  /// The number of entries that arrived without banner, light or sound.
  public var quietCount: Int { counts.quiet }

  /// The number of entries that a Focus silenced, without passive ones.
  public var silencedCount: Int { counts.silenced }

  /// The number of groups.
  public var groupCount: Int { order.count + unloadedGroupCount }

  /// Returns the entry with a number; nil for none.
  public subscript(id: NotificationID) -> DeliveredNotification? {
    entriesByNumber[id]?.notification
  }

  /// Returns the arrival of the entry with a number; nil for none.
  public func arrival(of id: NotificationID) -> Arrival? { entriesByNumber[id]?.arrival }

  /// The number of the oldest entry; nil for an empty list.
  public var oldest: NotificationID? { entries.oldest.flatMap(entries.id(at:)) }

  /// The number of the newest entry; nil for an empty list.
  public var newest: NotificationID? { entries.newestValue?.id }

  /// The numbers of all entries, newest first, read lazily.
  public var ids: some Sequence<NotificationID> { entries.newestFirst.lazy.map(\.value.id) }

  /// All entries, newest first, read lazily.
  public var notifications: some Sequence<DeliveredNotification> {
    entries.newestFirst.lazy.map(\.value.notification)
  }

  /// Returns the numbers of an app's entries, newest first. O(number of groups).
  public func ids(of app: BundleID) -> [NotificationID] {
    order.newestFirst.filter { $0.value.app == app }
      .flatMap { members[$0.value]?.entries.newestFirst.map(\.value) ?? [] }
      .sorted { $0.arrival > $1.arrival }
      .map(\.id)
  }

  /// Returns the newest entry of an app with a request identifier, which a push with the same one
  /// replaces (C2, C6); nil for none.
  public func entry(of app: BundleID, requestID: RequestID) -> NotificationID? {
    entriesByRequest[app, requestID]?.id
  }

  /// Returns the newest entry with a request identifier, of any app; nil for none.
  func newest(requestID: RequestID) -> NotificationID? {
    threadCounts.keys.compactMap { entriesByRequest[$0, requestID] }
      .max { $0.arrival < $1.arrival }?.id
  }

  /// Returns the number of an app's entries in a thread, whatever the grouping: the `%u` of a
  /// placeholder (`docs/rules.md` §14).
  public func threadCount(of app: BundleID, thread: ThreadID) -> Int {
    threadCounts[app]?[thread] ?? 0
  }
}

// MARK: - Changes

extension Inbox {
  /// Inserts an entry. It replaces an entry with the same number, or with the same arrival, which
  /// only an edited file can contain.
  public mutating func insert(_ notification: DeliveredNotification, grouping: GroupingSetting) {
    remove(notification.id)
    if let other = entries.id(at: notification.arrival) { remove(other) }
    let shared = sharedFields.share(notification.contents.wrappedValue, grouping: grouping)
    insert(Entry(notification, shared))
  }

  /// Inserts an entry with a new number and arrival.
  private mutating func insert(_ entry: Entry) {
    if !isNarrowed {
      entriesByRequest.put(entry)
      threadCounts[entry.app, default: [:]][entry.shared.fields.threadIdentifier, default: 0] += 1
    }
    entries[entry.arrival] = entry
    entriesByNumber.put(entry)
    counts += entry.counts
    join(entry)
  }

  /// Removes and returns an entry; nil if it is not in the list.
  @discardableResult
  public mutating func remove(_ id: NotificationID) -> DeliveredNotification? {
    guard let entry = take(id) else { return nil }
    return entry.notification
  }

  /// Removes the oldest entry; returns it without its texts.
  mutating func removeOldest() -> (id: NotificationID, app: BundleID, thread: ThreadID)? {
    guard let entry = oldest.flatMap({ take($0) }) else { return nil }
    return (entry.id, entry.app, entry.shared.fields.threadIdentifier)
  }

  private mutating func take(_ id: NotificationID) -> Entry? {
    guard let entry = entriesByNumber[id] else { return nil }
    entriesByNumber.remove(id)
    entries[entry.arrival] = nil
    counts -= entry.counts
    if !isNarrowed {
      entriesByRequest.remove(entry)
      discount(entry)
    }
    leave(entry)
    return entry
  }

  /// Decreases the count of a removed entry's thread.
  private mutating func discount(_ entry: Entry) {
    let (app, thread) = (entry.app, entry.shared.fields.threadIdentifier)
    guard let count = threadCounts[app]?[thread] else { return }
    threadCounts[app]?[thread] = count > 1 ? count - 1 : nil
    if threadCounts[app]?.isEmpty == true { threadCounts[app] = nil }
  }

  /// Updates `isRead` and `acted` of an entry and ignores other changes.
  public mutating func update(
    _ id: NotificationID, _ change: (inout DeliveredNotification) -> Void
  ) {
    guard let old = entriesByNumber[id] else { return }
    var notification = old.notification
    var changed = notification
    change(&changed)
    notification.isRead = changed.isRead
    notification.acted = changed.acted
    let new = Entry(notification, old.shared)
    entries[new.arrival] = new
    entriesByNumber.put(new)
    entriesByRequest.replace(new)
    counts -= old.counts
    counts += new.counts
    members[new.key]?.leave(old)
    members[new.key]?.join(new)
  }

  /// Rebuilds all groups after a change of the grouping setting of an app or of the phone.
  public mutating func regroup(_ grouping: (BundleID) -> GroupingSetting) {
    var settings: [BundleID: GroupingSetting] = [:]
    let old = entries
    self = Inbox()
    for (_, entry) in old.oldestFirst {
      let setting = settings[entry.app] ?? grouping(entry.app)
      settings[entry.app] = setting
      insert(entry.notification, grouping: setting)
    }
  }

  private mutating func join(_ entry: Entry) {
    let (arrival, key) = (entry.arrival, entry.key)
    let (leader, count) = members[key, default: Members()].join(entry)
    if let leader, leader > arrival { return order.setWeight(count, at: leader) }
    if let leader { order[leader] = nil }
    order[arrival] = key
    order.setWeight(count, at: arrival)
  }

  private mutating func leave(_ entry: Entry) {
    let (arrival, key) = (entry.arrival, entry.key)
    let leader = members[key]?.leave(entry)
    if leader == nil { members[key] = nil }
    if order[arrival] != nil {
      order[arrival] = nil
      if let leader { order[leader] = key }
    }
    if let leader { weigh(key, at: leader) }
  }

  /// Sets the weight of a group, its number of entries, in the order of groups.
  private mutating func weigh(_ key: GroupKey, at leader: Arrival) {
    order.setWeight(members[key]?.counts.count ?? 0, at: leader)
  }
}

// MARK: - Filtering

extension Inbox {
  /// The entries that match a filter; ``inbox`` makes a list of them.
  public struct Matches: Equatable, Sendable {
    /// The entries by ascending arrival, with their groups.
    fileprivate var entries = GroupedEntries()
    /// The results for shared fields so far.
    fileprivate var known: EntryMatcher.Shared?

    /// Makes an empty result.
    public init() {}

    /// Returns whether both have equal entries.
    public static func == (left: Matches, right: Matches) -> Bool {
      left.entries.entries == right.entries.entries
    }

    /// The list of the matches, in the same groups and order as in the original list. A group has
    /// only its matching entries. O(number of groups).
    public var inbox: Inbox { Inbox(narrowedTo: entries) }
  }

  /// List entries with their groups, appended by ascending arrival.
  fileprivate struct GroupedEntries: Sendable {
    private(set) var entries = OrderedLog<Entry>()
    private(set) var byNumber = EntriesByNumber()
    private(set) var groups: [Members] = []
    private(set) var keys: [GroupKey: Int] = [:]
    /// The groups of shared fields, unless each entry is a separate group.
    private var known: [ObjectIdentifier: Int] = [:]

    init(_ entries: [Entry] = []) {
      byNumber.reserve(entries.count)
      for entry in entries { append(entry) }
    }

    /// Appends an entry that is newer than all others.
    mutating func append(_ entry: Entry) {
      entries.append(entry, at: entry.arrival)
      byNumber.put(entry)
      let shared = ObjectIdentifier(entry.shared)
      let number: Int
      if let group = known[shared] {
        number = group
      } else {
        let key = entry.key
        number = keys[key] ?? groups.count
        if number == groups.count {
          keys[key] = number
          groups.append(Members())
        }
        if entry.shared.fields.grouping != .off { known[shared] = number }
      }
      groups[number].append(entry)
    }
  }

  /// Makes a list of the matching entries of another one.
  private init(narrowedTo matches: GroupedEntries) {
    isNarrowed = true
    entries = matches.entries
    entriesByNumber = matches.byNumber
    members.reserveCapacity(matches.groups.count)
    for (key, number) in matches.keys {
      members[key] = matches.groups[number]
      counts += matches.groups[number].counts
    }
    let leaders = members.compactMap { key, members in
      members.entries.newest.map { (arrival: $0, value: key, weight: members.counts.count) }
    }.sorted { $0.arrival < $1.arrival }
    order = OrderedLog(
      leaders.map(\.value), at: leaders.map(\.arrival), weights: leaders.lazy.map(\.weight))
  }

  /// Returns the entries that match a filter, in the same groups and order. A group has only its
  /// matching entries. It visits each entry and copies none.
  public func narrowed(to filter: Filter, on device: Phone) -> Inbox {
    var matches = Matches()
    _ = add(matchesOf: filter, after: nil, most: .max, on: device, to: &matches)
    return matches.inbox
  }

  /// Adds the matching ones of the next entries, oldest first: ``narrowed(to:on:)`` in parts.
  ///
  /// - Parameters:
  ///   - start: The arrival of the last visited entry; nil for none.
  ///   - most: The maximum number of entries to visit, 1 or more.
  /// - Returns: The arrival of the last visited entry; nil at the end of the list.
  public func add(
    matchesOf filter: Filter, after start: Arrival?, most: Int, on device: Phone,
    to found: inout Matches
  ) -> Arrival? {
    var count = 0
    var matcher = EntryMatcher(filter, on: device, known: found.known.take())
    defer { found.known = matcher.known }
    for (arrival, entry) in entries.oldestFirst(after: start) {
      if matcher.matches(entry) { found.entries.append(entry) }
      count += 1
      if count == most { return arrival }
    }
    return nil
  }

  /// Returns the newest entries that match a filter.
  ///
  /// - Parameters:
  ///   - most: The maximum number of results.
  ///   - number: The maximum number of entries to visit.
  public func newest(
    _ most: Int, among number: Int, matching filter: Filter, on device: Phone
  ) -> Inbox {
    var matches: [Entry] = []
    var matcher = EntryMatcher(filter, on: device)
    for (_, entry) in entries.newestFirst.prefix(number) {
      if matcher.matches(entry) { matches.append(entry) }
      if matches.count == most { break }
    }
    return Inbox(narrowedTo: GroupedEntries(matches.reversed()))
  }

  /// Updates a filtered list to what ``narrowed(to:on:)`` would return, if only these entries were
  /// added, changed or removed in the whole list. It visits each of them.
  public mutating func narrow(
    _ ids: [NotificationID], of whole: Inbox, to filter: Filter, on device: Phone
  ) {
    var matcher = EntryMatcher(filter, on: device)
    for id in ids {
      _ = take(id)
      if let entry = whole.entriesByNumber[id], matcher.matches(entry) { insert(entry) }
    }
  }
}

// MARK: - Groups

extension Inbox {
  /// All groups, by their newest entry, newest first (G5), read lazily.
  public var groups: some Sequence<NotificationGroup> {
    order.newestFirst.lazy.compactMap { group($0.value) }
  }

  /// Returns the group with a key; nil for none.
  public func group(_ key: GroupKey) -> NotificationGroup? {
    guard let members = members[key], let leader = members.entries.newestValue else { return nil }
    let counts = members.counts
    return NotificationGroup(
      key: key, count: counts.count, unread: counts.unread,
      otherItems: counts.items - leader.counts.items, onLockScreen: counts.onLockScreen,
      leader: leader)
  }

  /// Returns the group of an entry; nil if it is not in the list.
  public func groupKey(of id: NotificationID) -> GroupKey? { entriesByNumber[id]?.key }

  /// Returns the entries of a group, newest first, read lazily.
  public func notifications(in key: GroupKey) -> some Sequence<DeliveredNotification> {
    (members[key]?.entries ?? OrderedLog()).newestFirst.lazy.map(\.value.notification)
  }

  /// Returns the numbers of a group's entries, newest first, read lazily.
  public func ids(in key: GroupKey) -> some Sequence<NotificationID> {
    (members[key]?.entries ?? OrderedLog()).newestFirst.lazy.map(\.value.id)
  }

  /// The first group; nil for an empty list.
  public var firstGroup: GroupKey? { order.newestValue }

  /// The last group; nil for an empty list.
  public var lastGroup: GroupKey? { order.oldest.flatMap { order[$0] } }

  /// Returns the group above another; nil for the first.
  public func group(above key: GroupKey) -> GroupKey? {
    members[key]?.entries.newest.flatMap { order.newer(than: $0) }.flatMap { order[$0] }
  }

  /// Returns the group below another; nil for the last.
  public func group(below key: GroupKey) -> GroupKey? {
    members[key]?.entries.newest.flatMap { order.older(than: $0) }.flatMap { order[$0] }
  }

  /// Returns the first group below an arrival: the next one if the group at that arrival was
  /// removed. Nil for none.
  public func group(olderThan arrival: Arrival) -> GroupKey? {
    order.older(than: arrival).flatMap { order[$0] }
  }

  /// Returns the position of an entry in the list, from 1: the groups in order, each with all its
  /// entries. Nil if it is not in the list. O(log n).
  public func place(of id: NotificationID) -> Int? {
    guard let entry = entriesByNumber[id], let members = members[entry.key]?.entries,
      let leader = members.newest
    else { return nil }
    return order.weight(newerThan: leader) + members.weight(newerThan: entry.arrival) + 1
  }

  /// Returns the number of entries newer than another one, in any group; 0 if that is not in the
  /// list. O(log n).
  public func countNewer(than id: NotificationID) -> Int {
    arrival(of: id).map(entries.weight(newerThan:)) ?? 0
  }

  /// Returns the newest entry of a group; nil for none.
  public func newest(in key: GroupKey) -> NotificationID? {
    members[key]?.entries.newestValue?.id
  }

  /// Returns the oldest entry of a group; nil for none.
  public func oldest(in key: GroupKey) -> NotificationID? {
    members[key]?.entries.oldest.flatMap(entries.id(at:))
  }

  /// Returns the next newer entry of a group; nil for none. The arrival need not belong to an entry
  /// any more.
  public func newer(than arrival: Arrival, in key: GroupKey) -> NotificationID? {
    members[key]?.entries.newer(than: arrival).flatMap(entries.id(at:))
  }

  /// Returns the next older entry of a group; nil for none. The arrival need not belong to an entry
  /// any more.
  public func older(than arrival: Arrival, in key: GroupKey) -> NotificationID? {
    members[key]?.entries.older(than: arrival).flatMap(entries.id(at:))
  }
}

extension OrderedLog<Inbox.Entry> {
  /// Returns the number of the entry with an arrival; nil for none.
  fileprivate func id(at arrival: Arrival) -> NotificationID? { self[arrival]?.id }
}
