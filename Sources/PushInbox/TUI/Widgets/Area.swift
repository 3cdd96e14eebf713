/// A part of the screen, in cells from its top left corner.
struct Area: Equatable, Sendable {
  var column: Int
  var row: Int
  var columns: Int
  var rows: Int
}
