/// A view of a scenario's phone; the raw value is its name in `--view` and in `screen` steps.
enum ScenarioView: String, CaseIterable {
  /// The list, and the list with all groups expanded.
  case inbox, unfolded
  /// The tabs of the newest push.
  case detail, why, payload, headers, timeline, raw
  /// The rejected pushes, the log, the lock screen.
  case rejected, log, lock
  /// The settings of the phone.
  case settings
  /// The keys.
  case help

  /// The names, for messages.
  static let names = allCases.map(\.rawValue)
}
