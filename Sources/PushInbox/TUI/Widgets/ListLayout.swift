import InboxModel

/// Where the parts of the lists of refused pushes, of events and of what is held go: titles, rows, what is said of the
/// selected row, counts.
struct ListLayout: Equatable, Sendable {
  /// The row of what there is of each reason among refused pushes, if there is room.
  let reasons: Int?
  /// The row of the column titles, if there is room.
  let titles: Int?
  /// The rows of the list.
  let list: Area
  /// The line between the list and what stands under it, and that; no rows where there is no room.
  let rule: Int?
  let detail: Area
  /// The line of counts, if there is room.
  let counts: Int?

  init(_ size: Size, _ list: FilteredList) {
    let hasReasons = list == .rejected && size.columns >= Layout.wideColumns && size.rows >= 20
    self.init(size, detailRows: Self.detailRows(size, list), hasReasons: hasReasons)
  }

  /// The layout of what is held.
  static func held(_ size: Size) -> ListLayout {
    ListLayout(size, detailRows: size.rows < 12 ? 0 : size.rows < 20 ? 3 : 6)
  }

  private init(_ size: Size, detailRows rows: Int, hasReasons: Bool = false) {
    var top = 1
    if hasReasons {
      reasons = top
      top += 1
    } else {
      reasons = nil
    }
    if size.rows >= 8 {
      titles = top
      top += 1
    } else {
      titles = nil
    }
    var bottom = size.rows - 2
    if size.rows >= 10 {
      bottom -= 1
      counts = bottom
    } else {
      counts = nil
    }
    bottom -= rows
    detail = Area(column: 0, row: bottom, columns: size.columns, rows: rows)
    if rows > 0 {
      bottom -= 1
      rule = bottom
    } else {
      rule = nil
    }
    self.list = Area(column: 0, row: top, columns: size.columns, rows: max(0, bottom - top))
  }

  private static func detailRows(_ size: Size, _ list: FilteredList) -> Int {
    switch list {
    case .inbox: 0  // It has a layout of its own.
    case .log: size.rows >= 14 ? 3 : 0
    case .rejected: size.rows < 14 ? 0 : size.rows < 20 ? 3 : size.rows / 2 - 3
    }
  }
}
