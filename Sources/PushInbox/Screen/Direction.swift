/// How a glyph stands in text that runs in both directions (UAX #9).
struct Direction: Equatable, Sendable {
  /// How deep it is embedded; odd is from right to left.
  var level: UInt8
  /// The level of the paragraph, which the first strong letter decides.
  var base: UInt8
  /// What is drawn for its first scalar in visual order: a mirrored bracket, the form of an Arabic letter
  /// that joins its neighbors. No terminal can find that form once the letters are arranged.
  var form: Unicode.Scalar?
}
