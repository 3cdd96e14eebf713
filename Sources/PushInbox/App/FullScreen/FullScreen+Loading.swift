import Dispatch
import InboxModel

/// Pushes that the screen loads from the store when they are viewed. A failure is shown as a
/// message.
extension FullScreen {
  /// Returns a complete push with its trace; nil when it is no longer stored.
  func detail(_ id: NotificationID) -> InspectedPush? {
    guard let record = load({ try $0.record(id) }) ?? nil else { return nil }
    return InspectedPush(
      record: record, trace: Presentation.trace(of: record, in: device.settings.device.timeZone))
  }

  /// Reads or changes the store; nil after a failure, which is reported.
  func load<Value>(_ read: (Store) throws -> Value) -> Value? {
    do {
      return try read(runtime.store)
    } catch {
      report(ErrorMessage(error).text)
      return nil
    }
  }

  /// Continues the search of the inbox: immediately until ``searchPause``, then after keys and
  /// frames had their turn.
  func continueSearch() {
    guard .now() >= searchPause else { return post(.searchContinued) }
    guard !willContinueSearch else { return }
    willContinueSearch = true
    onMain {
      self.willContinueSearch = false
      self.searchPause = .now() + .milliseconds(8)
      self.receive(.searchContinued)
    }
  }
}
