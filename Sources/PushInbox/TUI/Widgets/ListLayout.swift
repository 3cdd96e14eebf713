/// The layout of the lists of rejected pushes, events and held notifications: titles, rows, details
/// of the selected row, counts.
struct ListLayout: Equatable, Sendable {
  /// The row of the counts by reason of rejected pushes; nil without room.
  let reasons: Int?
  /// The row of the column titles; nil without room.
  let titles: Int?
  /// The rows of the list.
  let list: Area
  /// The line between the list and the details, and the details; no rows without room.
  let rule: Int?
  let detail: Area
  /// The row of the counts; nil without room.
  let counts: Int?

  init(_ size: Size, detailRows: Int, hasReasons: Bool = false) {
    var (top, bottom) = (1, size.rows - 2)
    func fromTop(_ hasRoom: Bool) -> Int? {
      defer { if hasRoom { top += 1 } }
      return hasRoom ? top : nil
    }
    func fromBottom(_ hasRoom: Bool) -> Int? {
      if hasRoom { bottom -= 1 }
      return hasRoom ? bottom : nil
    }
    reasons = fromTop(hasReasons)
    titles = fromTop(size.rows >= 8)
    counts = fromBottom(size.rows >= 10)
    bottom -= detailRows
    detail = Area(column: 0, row: bottom, columns: size.columns, rows: detailRows)
    rule = fromBottom(detailRows > 0)
    list = Area(column: 0, row: top, columns: size.columns, rows: max(0, bottom - top))
  }
}
