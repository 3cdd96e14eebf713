/// The direction of a glyph in bidirectional text (UAX #9).
struct Direction: Equatable, Sendable {
  /// The embedding level; odd levels run from right to left.
  var level: UInt8
  /// The level of the paragraph, set by its first strong character.
  var base: UInt8
  /// The scalar that is drawn instead of the first one in visual order: a mirrored bracket, or the
  /// joining form of an Arabic letter. Terminals cannot determine that form after reordering.
  var form: Unicode.Scalar?
}
