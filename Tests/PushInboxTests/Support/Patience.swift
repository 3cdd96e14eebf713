import CAllocations
import Testing

/// The time in seconds that a test waits for an expected event: far longer than any machine needs,
/// so that only a hanging test fails.
let patience: Double = has_sanitizer() ? 600 : 60

extension Trait where Self == TimeLimitTrait {
  /// The time limit of a test. Tests wait for each other while the clock runs, so it is longer than
  /// all of them together.
  static var patient: Self { .timeLimit(.minutes(has_sanitizer() ? 120 : 20)) }
}
