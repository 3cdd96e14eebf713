import InboxModel

/// The return to the state of a fresh start.
extension AppRuntime {
  /// Forgets everything except the settings of the files and the positions in feeds, in memory and
  /// in the store. The clock shows the system's time.
  ///
  /// - Throws: ``ErrorMessage`` while a demo plays, a recording is made or other phones subscribe
  ///   to this inbox: their positions refer to its numbers.
  func reset() throws(ErrorMessage) {
    if clock.stoppedAt != nil { throw .cannotResetDemo }
    if let recording { throw .cannotResetRecording(to: recording.path) }
    if offer != nil { throw .cannotResetOffer }
    endExtensions()
    resetCount += 1
    eraseAll()
    frontend?.startOver()
  }
}
