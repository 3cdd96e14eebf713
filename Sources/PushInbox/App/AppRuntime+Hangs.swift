import Dispatch
import InboxModel

/// Messages about a store whose disk does not answer. Its work blocks the main thread, so that keys
/// and commands wait, too.
extension AppRuntime {
  /// Sends reports of hangs of the store to the front end; called again when another program gets
  /// the terminal or returns it.
  func reportHangs() {
    guard let hangs, let frontend else { return }
    hangs.report = { [weak self, limit = hangs.limit, report = frontend.blockedReport] in
      report(Self.hangMessage(limit))
      let reported = DispatchTime.now()
      // Runs when the main thread is not blocked any more.
      onMain { [weak self] in
        let waited = DispatchTime.now().uptimeNanoseconds - reported.uptimeNanoseconds
        let seconds = limit + Double(waited) / 1e9
        self?.frontend?.blockEnded()
        self?.frontend?.report("the disk of the store answered after \(Int(seconds)) seconds")
      }
    }
  }

  /// The message about a store that hangs: ASCII, at most 79 columns wide.
  nonisolated static func hangMessage(_ seconds: Double) -> String {
    "the disk of the store has not answered for \(Int(seconds)) s; pushes and keys wait"
  }
}
