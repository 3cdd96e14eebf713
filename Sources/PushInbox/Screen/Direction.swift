/// The direction of a glyph in bidirectional text (UAX #9).
struct Direction: Equatable, Sendable {
  /// The embedding level; odd levels run from right to left.
  var level: UInt8
  /// The level of the paragraph, which the first strong letter decides.
  var base: UInt8
  /// The scalar that is drawn for its first one in visual order: a mirrored bracket, the form of an Arabic letter
  /// that joins its neighbors. No terminal can find that form once the letters are arranged.
  var form: Unicode.Scalar?
}
