/// A mouse event and its position.
struct Mouse: Hashable, Sendable {
  enum Kind: Sendable { case press, wheelUp, wheelDown }

  var kind: Kind
  var row: Int
  var column: Int
}

/// The target of a click.
enum ClickTarget: Equatable, Sendable {
  /// The same as pressing this key.
  case key(Key)
  /// An entry of the list, the head of its group, and its fold mark, each by the number of a
  /// notification.
  case entry(Int)
  case head(Int)
  case fold(Int)
  /// A row by its number, in Rejected, in the log and in Held; a stack of the lock screen by the
  /// number of its top notification.
  case row(Int)
  /// A tab of a page, by its index.
  case tab(Int)
  /// The right pane.
  case pane
}

extension Screen {
  /// A part of a row that can be clicked.
  struct Clickable: Equatable, Sendable {
    var row: Int
    var columns: Range<Int>
    var target: ClickTarget
  }

  /// Returns the target of a click at a position: that of the part drawn last.
  func target(row: Int, column: Int) -> ClickTarget? {
    clickables.last { $0.row == row && $0.columns.contains(column) }?.target
  }

  /// Makes a part of a row clickable.
  mutating func clickable(_ target: ClickTarget, row: Int, column: Int, columns: Int) {
    guard columns > 0 else { return }
    clickables.append(Clickable(row: row, columns: column..<column + columns, target: target))
  }
}
