/// A scenario step that a push system defines.
struct GuestStep: Sendable {
  /// The key of the step.
  var name: String
  /// The effect, one sentence.
  var meaning: String
  /// Reads the step.
  var read: @Sendable (inout SettingsReader) throws(SettingsError) -> Scenario.Action

  /// A step in a recording.
  struct Recorded {
    /// The key of the step.
    var name: String
    /// Its value, a JSON text on one line.
    var json: [UInt8]
  }
}
