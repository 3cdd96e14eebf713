import InboxModel

extension TextOrder {
  /// Creates the order for the setting `bidi` and the terminal of an environment.
  ///
  /// On a full screen the program reorders best, because it knows where a column ends. So `auto`
  /// leaves it to the terminal only if that would reorder the text again: it cannot be turned off,
  /// or a multiplexer does not pass the sequence on
  /// (<https://terminal-wg.pages.freedesktop.org/bidi/>).
  init(_ setting: BidiSetting, environment: [String: String]) {
    self =
      switch setting {
      case .auto: Self.arrangesAlways(environment) ? .terminal : .visual
      case .app: .visual
      case .terminal: .terminal
      case .off: .logical
      }
  }

  /// Whether a terminal is known to reorder text even after the sequence that turns it off.
  private static func arrangesAlways(_ environment: [String: String]) -> Bool {
    let own = ["KONSOLE_VERSION", "KITTY_WINDOW_ID", "MLTERM", "WT_SESSION"]
    if own.contains(where: { environment[$0]?.isEmpty == false }) { return true }
    if environment["TERM_PROGRAM"] == "Apple_Terminal" { return true }
    // VTE from 0.57.3 supports that sequence, but a multiplexer does not pass it on.
    let isMultiplexed = environment["TMUX"] != nil || environment["STY"] != nil
    let version = environment["VTE_VERSION"].flatMap { Int($0) } ?? 0
    return isMultiplexed && version >= 5703
  }
}
