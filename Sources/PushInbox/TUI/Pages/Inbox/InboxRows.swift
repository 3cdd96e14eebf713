import Foundation
import InboxModel

/// The inbox as rows. There is no layout of the whole list: each row knows its neighbours, so that
/// drawing and moving depend only on the number of rows concerned.
struct InboxRows {
  var inbox: Inbox
  var folds: Folds
  /// The number of entries from which a group folds.
  var stackThreshold: Int
  /// The clock that determines days; nil without headings for days.
  var days: WallClock?
  /// Whether the content of an app's pushes is hidden: then a collapsed group is a single line.
  var isHidden: (BundleID) -> Bool = { _ in false }

  /// Whether the entries of a group have separate rows.
  func isOpen(_ group: NotificationGroup) -> Bool {
    group.count > 1 && (group.count < stackThreshold || folds.isOpen(group.key))
  }

  func canFold(_ group: NotificationGroup) -> Bool {
    group.count > 1 && group.count >= stackThreshold
  }

  private func isOpen(_ key: GroupKey) -> Bool {
    inbox.group(key).map(isOpen) ?? false
  }

  var first: Row? { inbox.firstGroup.map(Row.group) }

  var last: Row? { inbox.lastGroup.map(lastRow) }

  private func lastRow(of key: GroupKey) -> Row {
    if isOpen(key), let id = inbox.oldest(in: key) { return .entry(id, in: key) }
    return .group(key)
  }

  func row(after row: Row) -> Row? {
    let key = row.group
    switch row {
    case .group:
      if isOpen(key), let id = inbox.newest(in: key) { return .entry(id, in: key) }
    case .entry(let id, _):
      if let next = inbox.arrival(of: id).flatMap({ inbox.older(than: $0, in: key) }) {
        return .entry(next, in: key)
      }
    }
    return inbox.group(below: key).map(Row.group)
  }

  func row(before row: Row) -> Row? {
    let key = row.group
    switch row {
    case .group:
      return inbox.group(above: key).map(lastRow)
    case .entry(let id, _):
      let above = inbox.arrival(of: id).flatMap { inbox.newer(than: $0, in: key) }
      return above.map { .entry($0, in: key) } ?? .group(key)
    }
  }

  /// Returns the number of lines of a row: one for a single push; a collapsed group shows its
  /// leading entry and, if the content is not hidden, the summary line.
  func lines(of row: Row) -> Int {
    guard case .group(let key) = row, let group = inbox.group(key) else { return 1 }
    let heading = heading(of: group) == nil ? 0 : 1
    if isOpen(group) { return heading + 1 }
    return heading + (group.count == 1 ? 1 : isHidden(key.app) ? 2 : 3)
  }

  /// Returns the number of heading lines above a row.
  func headingLines(of row: Row) -> Int {
    guard case .group(let key) = row, let group = inbox.group(key) else { return 0 }
    return heading(of: group) == nil ? 0 : 1
  }

  /// Returns a moment of the day whose heading is above a group: the first group of a day has one.
  func heading(of group: NotificationGroup) -> Date? {
    guard let days else { return nil }
    let moment = group.newest.date
    guard let above = inbox.group(above: group.key).flatMap(inbox.newest(in:)),
      let other = inbox[above]?.date
    else { return moment }
    return days.day(of: other) == days.day(of: moment) ? nil : moment
  }

  /// Returns the notification that a command on this row refers to: the entry, or the newest of the
  /// group.
  func notification(on row: Row) -> NotificationID? {
    switch row {
    case .group(let key): inbox.newest(in: key)
    case .entry(let id, _): id
    }
  }

  /// Returns the current row of a notification; nil when it is not in the list.
  func row(of id: NotificationID) -> Row? {
    inbox.groupKey(of: id).map { isOpen($0) ? .entry(id, in: $0) : .group($0) }
  }

  /// Returns the row to select instead of one that may be gone: the row itself, its new place, the
  /// next older entry of its group, the last one, or the next group.
  func nearest(to row: Row, at anchor: Anchor) -> Row? {
    let key = row.group
    switch row {
    case .group:
      if inbox.newest(in: key) != nil { return row }
      // After regrouping: the new place of its leading entry.
      if let moved = self.row(of: anchor.lead) { return moved }
    case .entry(let id, _):
      if let moved = self.row(of: id) { return moved }
      let near =
        inbox.older(than: anchor.arrival, in: key) ?? inbox.newer(than: anchor.arrival, in: key)
      if let near { return self.row(of: near) }
    }
    return (inbox.group(olderThan: anchor.leadArrival) ?? inbox.lastGroup).map(Row.group)
  }

  /// Returns the anchor of an existing row.
  func anchor(of row: Row) -> Anchor? {
    guard let lead = inbox.newest(in: row.group), let leadArrival = inbox.arrival(of: lead),
      let arrival = notification(on: row).flatMap(inbox.arrival(of:))
    else { return nil }
    return Anchor(arrival: arrival, lead: lead, leadArrival: leadArrival)
  }
}

/// The position of a row in the list, by which its neighbours are found when it is gone.
struct Anchor: Equatable, Sendable {
  /// The arrival of the entry, or of the group's newest.
  var arrival: Arrival = 0
  /// The leading entry of the group, and its arrival.
  var lead: NotificationID = 0
  var leadArrival: Arrival = 0
}

/// The set of expanded groups.
struct Folds: Equatable, Sendable {
  private var areOpen = false
  private var exceptions: Set<GroupKey> = []

  func isOpen(_ key: GroupKey) -> Bool {
    areOpen != exceptions.contains(key)
  }

  mutating func set(_ key: GroupKey, open: Bool) {
    if open == areOpen { exceptions.remove(key) } else { exceptions.insert(key) }
  }

  mutating func setAll(open: Bool) {
    areOpen = open
    exceptions = []
  }
}

/// A row of the list that can be selected.
enum Row: Hashable, Sendable {
  /// The head of a group; if collapsed, also its leading entry.
  case group(GroupKey)
  /// An entry of an expanded group.
  case entry(NotificationID, in: GroupKey)

  var group: GroupKey {
    switch self {
    case .group(let key), .entry(_, in: let key): key
    }
  }
}
