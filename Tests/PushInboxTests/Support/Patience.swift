import CAllocations
import Testing

/// The time that a test waits for an expected event, in seconds: far longer than any machine needs, so that only
/// what hangs is told.
let patience: Double = has_sanitizer() ? 600 : 60

extension Trait where Self == TimeLimitTrait {
  /// The end of a test that hangs. Tests wait for one another while the clock runs, so it is longer than all
  /// of them take together.
  static var patient: Self { .timeLimit(.minutes(has_sanitizer() ? 120 : 20)) }
}
