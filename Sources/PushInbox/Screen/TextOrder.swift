/// The side that reorders Arabic and Hebrew.
enum TextOrder: Equatable, Sendable {
  /// Nobody: cells follow the order of the text, as in files and golden screens.
  case logical
  /// We: a field of text is arranged before it goes into cells.
  case visual
  /// The terminal. A mark ends each field, so that it arranges none together with its neighbor.
  case terminal
}
