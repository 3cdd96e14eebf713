/// The size of a screen in cells; never negative.
struct Size: Equatable, Hashable, Sendable {
  var columns: Int
  var rows: Int

  init(columns: Int, rows: Int) {
    self.columns = max(0, columns)
    self.rows = max(0, rows)
  }
}
