import InboxModel

extension TextOrder {
  /// Creates the order that the setting `bidi` means on the terminal of an environment.
  ///
  /// A full screen is best arranged by its program, which knows where a column ends; so `auto` leaves it to
  /// the terminal only where that would arrange it once more: it cannot be told not to, or what stands
  /// between does not tell it (<https://terminal-wg.pages.freedesktop.org/bidi/>).
  init(_ setting: BidiSetting, environment: [String: String]) {
    self =
      switch setting {
      case .auto: Self.arrangesAlways(environment) ? .terminal : .visual
      case .app: .visual
      case .terminal: .terminal
      case .off: .logical
      }
  }

  /// Whether a terminal known to arrange text does so whatever we say.
  private static func arrangesAlways(_ environment: [String: String]) -> Bool {
    let own = ["KONSOLE_VERSION", "KITTY_WINDOW_ID", "MLTERM", "WT_SESSION"]
    if own.contains(where: { environment[$0]?.isEmpty == false }) { return true }
    if environment["TERM_PROGRAM"] == "Apple_Terminal" { return true }
    // VTE from 0.57.3 can be told, but not through a multiplexer, which keeps the sequence for itself.
    let isMultiplexed = environment["TMUX"] != nil || environment["STY"] != nil
    let version = environment["VTE_VERSION"].flatMap { Int($0) } ?? 0
    return isMultiplexed && version >= 5703
  }
}
