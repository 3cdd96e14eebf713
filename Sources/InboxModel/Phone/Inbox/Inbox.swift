/// The phone's list: what was delivered and not removed, in groups, newest first everywhere.
///
/// Newer means a greater ``Arrival``. No change costs more the more there is, except that an entry
/// that comes back (from the scheduled summary, from a snooze, by undo) is put between others.
public struct Inbox: Equatable, Sendable {
  /// The entries of one group.
  fileprivate struct Members: Sendable {
    private(set) var entries = OrderedLog<Entry>()
    /// Also of entries that are not loaded.
    var counts = InboxCounts()

    /// Takes an entry in; returns who led the group before, and how many there are now.
    @discardableResult
    mutating func join(_ entry: Entry) -> (leader: Arrival?, count: Int) {
      let leader = entries.newest
      entries[entry.arrival] = entry
      counts += entry.counts
      return (leader, entries.count)
    }

    /// Takes in an entry that is newer than all others.
    mutating func append(_ entry: Entry) {
      entries.append(entry, at: entry.arrival)
      counts += entry.counts
    }

    /// Lets an entry go; returns who leads the group now.
    @discardableResult
    mutating func leave(_ entry: Entry) -> Arrival? {
      entries[entry.arrival] = nil
      counts -= entry.counts
      return entries.newest
    }
  }

  private var entries = OrderedLog<Entry>()
  private var entriesByNumber = EntriesByNumber()
  /// The newest entry of each request identifier; not of a list that was narrowed.
  private var entriesByRequest = EntriesByRequest()
  /// The number of entries of each app in each thread, whatever the grouping; not of a list that
  /// was narrowed.
  private var threadCounts: [BundleID: [ThreadID: Int]] = [:]
  private let isNarrowed: Bool
  private var sharedFields = SharedEntryFields()
  private var members: [GroupKey: Members] = [:]
  /// Every group, at the arrival of its newest entry.
  private var order = OrderedLog<GroupKey>()

  /// The counts of all entries, also of those that are not loaded.
  private var counts = InboxCounts()
  /// The number of groups of which no entry is loaded.
  private var unloadedGroupCount = 0

  /// An empty list.
  public init() {
    isNarrowed = false
  }

  /// The beginning of a list: the entries of an overview, with the counts of the whole list.
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

  /// Equal entries in equal groups.
  public static func == (left: Inbox, right: Inbox) -> Bool {
    left.entries == right.entries
  }

  /// The number of entries.
  public var count: Int { counts.count }

  /// The number of unread entries.
  public var unreadCount: Int { counts.unread }

  /// The number of entries that arrived without banner, light and sound.
  public var quietCount: Int { counts.quiet }

  /// The number of entries that a Focus silenced; passive ones do not count.
  public var silencedCount: Int { counts.silenced }

  /// The number of groups.
  public var groupCount: Int { order.count + unloadedGroupCount }

  /// The entry with a number.
  public subscript(id: NotificationID) -> DeliveredNotification? {
    entriesByNumber[id]?.notification
  }

  /// The arrival of the entry with a number.
  public func arrival(of id: NotificationID) -> Arrival? { entriesByNumber[id]?.arrival }

  /// The oldest entry.
  public var oldest: NotificationID? { entries.oldest.flatMap(entries.id(at:)) }

  /// The newest entry.
  public var newest: NotificationID? { entries.newestValue?.id }

  /// All numbers, newest first, read as they are asked for.
  public var ids: some Sequence<NotificationID> { entries.newestFirst.lazy.map(\.value.id) }

  /// All entries, newest first, read as they are asked for.
  public var notifications: some Sequence<DeliveredNotification> {
    entries.newestFirst.lazy.map(\.value.notification)
  }

  /// The numbers of an app's entries, newest first; costs as much as there are groups.
  public func ids(of app: BundleID) -> [NotificationID] {
    order.newestFirst.filter { $0.value.app == app }
      .flatMap { members[$0.value]?.entries.newestFirst.map(\.value) ?? [] }
      .sorted { $0.arrival > $1.arrival }
      .map(\.id)
  }

  /// The newest entry of an app with a request identifier: what a push with the same one replaces
  /// (C2, C6).
  public func entry(of app: BundleID, requestID: RequestID) -> NotificationID? {
    entriesByRequest[app, requestID]?.id
  }

  /// The newest entry with a request identifier, of whatever app.
  func newest(requestID: RequestID) -> NotificationID? {
    threadCounts.keys.compactMap { entriesByRequest[$0, requestID] }
      .max { $0.arrival < $1.arrival }?.id
  }

  /// Returns the number of entries of an app with a thread, whatever the grouping: the `%u` of a
  /// placeholder (`docs/rules.md` §14).
  public func threadCount(of app: BundleID, thread: ThreadID) -> Int {
    threadCounts[app]?[thread] ?? 0
  }
}

// MARK: - Changes

extension Inbox {
  /// Puts an entry in. One with the same number is replaced, and so is one with the same arrival,
  /// which only a file edited by hand can contain.
  public mutating func insert(_ notification: DeliveredNotification, grouping: GroupingSetting) {
    remove(notification.id)
    if let other = entries.id(at: notification.arrival) { remove(other) }
    let shared = sharedFields.share(notification.contents.wrappedValue, grouping: grouping)
    insert(Entry(notification, shared))
  }

  /// Puts in an entry whose number and arrival are not there.
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

  /// Takes an entry out; nil when it is not there.
  @discardableResult
  public mutating func remove(_ id: NotificationID) -> DeliveredNotification? {
    guard let entry = take(id) else { return nil }
    return entry.notification
  }

  /// Takes the oldest entry out; returns it without its texts.
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

  /// Counts an entry that left no more in its thread.
  private mutating func discount(_ entry: Entry) {
    let (app, thread) = (entry.app, entry.shared.fields.threadIdentifier)
    guard let count = threadCounts[app]?[thread] else { return }
    threadCounts[app]?[thread] = count > 1 ? count - 1 : nil
    if threadCounts[app]?.isEmpty == true { threadCounts[app] = nil }
  }

  /// Changes `isRead` and `acted` of an entry; other changes are not taken over.
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

  /// Forms all groups anew, after the setting of an app or of the phone changed.
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

  /// Weighs a group by its entries in the order of the groups.
  private mutating func weigh(_ key: GroupKey, at leader: Arrival) {
    order.setWeight(members[key]?.counts.count ?? 0, at: leader)
  }
}

// MARK: - Filtering

extension Inbox {
  /// The entries that were found in a list, which ``inbox`` makes a list of.
  public struct Matches: Equatable, Sendable {
    /// By rising arrivals, with their groups.
    fileprivate var entries = GroupedEntries()
    /// The known results for the fields that entries have in common.
    fileprivate var known: EntryMatcher.Shared?

    /// No entries.
    public init() {}

    /// Equal entries.
    public static func == (left: Matches, right: Matches) -> Bool {
      left.entries.entries == right.entries.entries
    }

    /// A list of them, in the same groups and the same order as in the list in which they were
    /// found: a group has only those of its entries that match. Costs O(number of groups).
    public var inbox: Inbox { Inbox(narrowedTo: entries) }
  }

  /// Entries of a list with their groups, taken in by rising arrivals.
  fileprivate struct GroupedEntries: Sendable {
    private(set) var entries = OrderedLog<Entry>()
    private(set) var byNumber = EntriesByNumber()
    private(set) var groups: [Members] = []
    private(set) var keys: [GroupKey: Int] = [:]
    /// The groups of fields that entries have in common, unless each entry is a group by itself.
    private var known: [ObjectIdentifier: Int] = [:]

    init(_ entries: [Entry] = []) {
      byNumber.reserve(entries.count)
      for entry in entries { append(entry) }
    }

    /// Takes in an entry that is newer than all others.
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

  /// A list of entries of another one.
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

  /// The entries that match a filter, in the same groups and the same order: a group has only those
  /// of its entries that match. Costs a look at each entry, and no copy of those that are found.
  public func narrowed(to filter: Filter, on device: Phone) -> Inbox {
    var matches = Matches()
    _ = add(matchesOf: filter, after: nil, most: .max, on: device, to: &matches)
    return matches.inbox
  }

  /// Adds those of the next entries that match a filter, oldest first: ``narrowed(to:on:)`` in
  /// parts.
  ///
  /// - Parameters:
  ///   - start: the arrival up to which all were looked at; nil for none.
  ///   - most: how many are looked at, 1 or more.
  /// - Returns: the arrival up to which all are looked at now; nil when there are no more.
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

  /// The newest entries that match a filter.
  ///
  /// - Parameters:
  ///   - most: how many are wanted.
  ///   - number: how many entries are looked at.
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

  /// Makes of a list narrowed before what ``narrowed(to:on:)`` would make of it now, when of the
  /// whole list only these entries came, changed or left. Costs a look at each of them.
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
  /// All groups, by their newest entry, newest first (G5), read as they are asked for.
  public var groups: some Sequence<NotificationGroup> {
    order.newestFirst.lazy.compactMap { group($0.value) }
  }

  /// The group with a key.
  public func group(_ key: GroupKey) -> NotificationGroup? {
    guard let members = members[key], let leader = members.entries.newestValue else { return nil }
    let counts = members.counts
    return NotificationGroup(
      key: key, count: counts.count, unread: counts.unread,
      otherItems: counts.items - leader.counts.items, onLockScreen: counts.onLockScreen,
      leader: leader)
  }

  /// The group an entry is in.
  public func groupKey(of id: NotificationID) -> GroupKey? { entriesByNumber[id]?.key }

  /// The entries of a group, newest first, read as they are asked for.
  public func notifications(in key: GroupKey) -> some Sequence<DeliveredNotification> {
    (members[key]?.entries ?? OrderedLog()).newestFirst.lazy.map(\.value.notification)
  }

  /// The numbers of a group's entries, newest first, read as they are asked for.
  public func ids(in key: GroupKey) -> some Sequence<NotificationID> {
    (members[key]?.entries ?? OrderedLog()).newestFirst.lazy.map(\.value.id)
  }

  /// The group at the top.
  public var firstGroup: GroupKey? { order.newestValue }

  /// The group at the bottom.
  public var lastGroup: GroupKey? { order.oldest.flatMap { order[$0] } }

  /// The group above another; nil at the top.
  public func group(above key: GroupKey) -> GroupKey? {
    members[key]?.entries.newest.flatMap { order.newer(than: $0) }.flatMap { order[$0] }
  }

  /// The group below another; nil at the bottom.
  public func group(below key: GroupKey) -> GroupKey? {
    members[key]?.entries.newest.flatMap { order.older(than: $0) }.flatMap { order[$0] }
  }

  /// The first group that stands below an arrival: the next one when the group that stood there is
  /// gone.
  public func group(olderThan arrival: Arrival) -> GroupKey? {
    order.older(than: arrival).flatMap { order[$0] }
  }

  /// The place of an entry in the list, from 1: the groups one after the other, each with all its
  /// entries. Nil when it is not there. Costs O(log n).
  public func place(of id: NotificationID) -> Int? {
    guard let entry = entriesByNumber[id], let members = members[entry.key]?.entries,
      let leader = members.newest
    else { return nil }
    return order.weight(newerThan: leader) + members.weight(newerThan: entry.arrival) + 1
  }

  /// Returns the number of entries newer than another one, in any group; 0 when that is not in the
  /// list. O(log n).
  public func countNewer(than id: NotificationID) -> Int {
    arrival(of: id).map(entries.weight(newerThan:)) ?? 0
  }

  /// The newest entry of a group.
  public func newest(in key: GroupKey) -> NotificationID? {
    members[key]?.entries.newestValue?.id
  }

  /// The oldest entry of a group.
  public func oldest(in key: GroupKey) -> NotificationID? {
    members[key]?.entries.oldest.flatMap(entries.id(at:))
  }

  /// The next newer entry of a group; the entry that arrived then need not be in it any more.
  public func newer(than arrival: Arrival, in key: GroupKey) -> NotificationID? {
    members[key]?.entries.newer(than: arrival).flatMap(entries.id(at:))
  }

  /// The next older entry of a group; the entry that arrived then need not be in it any more.
  public func older(than arrival: Arrival, in key: GroupKey) -> NotificationID? {
    members[key]?.entries.older(than: arrival).flatMap(entries.id(at:))
  }
}

extension OrderedLog<Inbox.Entry> {
  /// The number of the entry that arrived then.
  fileprivate func id(at arrival: Arrival) -> NotificationID? { self[arrival]?.id }
}
