import Dispatch

/// The search of the inbox, a piece at a time.
extension FullScreen {
  /// Has the inbox searched further once keys and frames have had their turn.
  func continueSearch() {
    guard !willContinueSearch else { return }
    willContinueSearch = true
    DispatchQueue.main.async {
      MainActor.assumeIsolated {
        self.willContinueSearch = false
        self.take(.searchContinued)
      }
    }
  }
}
