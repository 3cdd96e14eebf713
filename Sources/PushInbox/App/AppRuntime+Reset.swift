import InboxModel

/// The return to the state of a fresh start.
extension AppRuntime {
  /// Forgets everything except the settings of the files and the positions in feeds, in memory and
  /// in the store. The clock shows the system's time.
  ///
  /// - Throws: ``ErrorMessage`` while a demo plays, a recording is made or other phones subscribe
  ///   to this inbox: their positions refer to its numbers.
  func reset() throws(ErrorMessage) {
    if clock.stoppedAt != nil { throw ErrorMessage("a demo is playing: nothing was reset", .usage) }
    if let recording {
      throw ErrorMessage(
        "a recording to \(recording.path) is being made: end it with `pushinbox record`", .usage)
    }
    if offer != nil {
      throw ErrorMessage(
        "an inbox with --offer cannot be reset: its subscribers continue from its numbers; start it "
          + "with another store", .usage)
    }
    do throws(SettingsError) { try moveClock(.real) } catch { throw ErrorMessage(error) }
    endExtensions()
    resetCount += 1
    handle([.startedOver])
    frontend?.startOver()
  }
}
