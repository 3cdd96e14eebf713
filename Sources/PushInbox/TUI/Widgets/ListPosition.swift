import InboxModel

/// The position in the list: the selected row and the line on which it is drawn.
///
/// The window is fixed to the selected row, not to a row number: changes elsewhere move neither the
/// selection nor the rows around it. Only while the top of the list is visible it stays visible, so
/// that new pushes are seen.
struct ListPosition: Equatable, Sendable {
  /// The selected row; nil while the list is empty.
  private(set) var selection: Row?
  /// The line of the list on which the selected row begins, from 0.
  private(set) var line = 0
  private var showsTop = true
  /// The anchor of the selection, from which a replacement is found when the row is gone.
  private var anchor = Anchor()

  /// Selects a row, on the line where it is drawn now, if that is known.
  mutating func select(_ row: Row) {
    selection = row
  }

  /// Moves the selection by `count` rows, up if negative; stops at the ends.
  mutating func move(by count: Int, in rows: InboxRows) {
    guard var row = selection else { return }
    for _ in 0..<abs(count) {
      guard let next = count > 0 ? rows.row(after: row) : rows.row(before: row) else { break }
      line += count > 0 ? rows.lines(of: row) : -rows.lines(of: next)
      row = next
    }
    selection = row
  }

  /// Moves the selection and the window by about `count` lines, up if negative.
  mutating func page(by count: Int, in rows: InboxRows) {
    guard var row = selection else { return }
    var left = abs(count)
    while left > 0, let next = count > 0 ? rows.row(after: row) : rows.row(before: row) {
      left -= rows.lines(of: count > 0 ? row : next)
      row = next
    }
    selection = row
    if count < 0 { showsTop = false }
  }

  /// Moves to the top, or to the bottom.
  mutating func jump(toEnd: Bool, in rows: InboxRows) {
    guard let row = toEnd ? rows.last : rows.first else { return }
    selection = row
    line = toEnd ? .max / 2 : 0
  }

  /// Returns the entry that led the selected group before a newer one joined it; nil otherwise.
  func overtaken(in rows: InboxRows) -> NotificationID? {
    guard case .group(let key)? = selection, rows.inbox.groupKey(of: anchor.lead) == key,
      rows.inbox.newest(in: key) != anchor.lead
    else { return nil }
    return anchor.lead
  }

  /// A distance in rows larger than any terminal.
  private static let nearby = 300

  /// Moves to the head of the next group; or to the head of the current one, then of the previous
  /// one.
  mutating func moveGroup(down: Bool, in rows: InboxRows) {
    guard let row = selection else { return }
    let key = row.group
    let target: GroupKey?
    if down {
      target = rows.inbox.group(below: key)
    } else {
      target = row == .group(key) ? rows.inbox.group(above: key) : key
    }
    guard let target else { return }
    // Row by row if the distance is short, so that the window moves no more than necessary.
    var near = row
    for _ in 0..<Self.nearby where near != .group(target) {
      guard let step = down ? rows.row(after: near) : rows.row(before: near) else { break }
      line += down ? rows.lines(of: near) : -rows.lines(of: step)
      near = step
    }
    selection = .group(target)
  }

  /// Adjusts the position after a change: selects an existing row, inside a list of `height` lines
  /// without unnecessary empty ones.
  mutating func settle(in rows: InboxRows, height: Int) {
    guard let row = selection.flatMap({ rows.nearest(to: $0, at: anchor) }) ?? rows.first else {
      self = ListPosition()
      return
    }
    selection = row
    anchor = rows.anchor(of: row) ?? anchor
    let own = rows.lines(of: row)
    let room = max(0, height - own)
    let above = lines(from: row, up: true, atMost: max(height, 1), in: rows)
    if showsTop, above <= room { line = above }
    line = max(0, min(line, room, above))
    let below = own + lines(from: row, up: false, atMost: height, in: rows)
    if line + below < height { line = min(height - below, above) }
    showsTop = above <= line
  }

  /// Returns the number of lines above or below a row, counted up to `limit`.
  private func lines(from row: Row, up: Bool, atMost limit: Int, in rows: InboxRows) -> Int {
    var (row, count) = (row, 0)
    while count < limit, let next = up ? rows.row(before: row) : rows.row(after: row) {
      count += rows.lines(of: next)
      row = next
    }
    return count
  }
}
