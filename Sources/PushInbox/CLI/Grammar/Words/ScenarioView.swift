/// A view of a scenario's phone; the raw value is its name in `--view` and in `screen` steps.
enum ScenarioView: String, CaseIterable {
  /// The list, and the list with all groups unfolded.
  case inbox, unfolded
  /// The newest push, a page each.
  case detail, why, payload, headers, timeline, raw
  /// The rejected pushes, everything that happened, the lock screen.
  case rejected, log, lock
  /// The settings of the phone.
  case settings
  /// The keys.
  case help

  /// The names, for messages.
  static let names = allCases.map(\.rawValue)
}
