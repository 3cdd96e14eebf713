/// The side that reorders Arabic and Hebrew text.
enum TextOrder: Equatable, Sendable {
  /// Neither: cells have the logical order, as in files and golden screens.
  case logical
  /// The program: a text is reordered before it is put into cells.
  case visual
  /// The terminal. A directional mark ends each text, so that it is not reordered together with its
  /// neighbor.
  case terminal
}
