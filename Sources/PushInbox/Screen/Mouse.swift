/// A mouse event and its position.
struct Mouse: Hashable, Sendable {
  enum Kind: Sendable { case press, wheelUp, wheelDown }

  var kind: Kind
  var row: Int
  var column: Int
}

/// The target of a click.
enum ClickTarget: Equatable, Sendable {
  /// As if this key were pressed.
  case key(Key)
  /// An entry of the list, the head of its group, and the mark that folds it, by the number of a
  /// notification.
  case entry(Int)
  case head(Int)
  case fold(Int)
  /// A row of the rejected pushes, of the log or of what is held by its number, a stack of the lock screen by that of the
  /// notification on top.
  case row(Int)
  /// A tab of a page, by its place.
  case tab(Int)
  /// The right pane.
  case pane
}

extension Screen {
  /// A stretch of a row that can be clicked.
  struct Clickable: Equatable, Sendable {
    var row: Int
    var columns: Range<Int>
    var target: ClickTarget
  }

  /// Returns the target of a click at a position: that of the part drawn last.
  func target(row: Int, column: Int) -> ClickTarget? {
    clickables.last { $0.row == row && $0.columns.contains(column) }?.target
  }

  /// Makes a stretch of a row something to click.
  mutating func clickable(_ target: ClickTarget, row: Int, column: Int, columns: Int) {
    guard columns > 0 else { return }
    clickables.append(Clickable(row: row, columns: column..<column + columns, target: target))
  }
}
