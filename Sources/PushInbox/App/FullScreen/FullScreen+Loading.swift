import Dispatch
import InboxModel

/// Pushes that the screen loads from the store when they are looked at. A failure is shown as a message.
extension FullScreen {
  /// A push in full with its trace; nil when it is kept no more.
  func detail(_ id: NotificationID) -> InspectedPush? {
    guard let record = load({ try $0.record(id) }) ?? nil else { return nil }
    return InspectedPush(
      record: record, trace: Presentation.trace(of: record, in: device.settings.device.timeZone))
  }

  /// Reads the store, or removes something from it; nil when that failed, which is reported.
  func load<Value>(_ read: (Store) throws -> Value) -> Value? {
    do {
      return try read(runtime.store)
    } catch {
      report(ErrorMessage(error).text)
      return nil
    }
  }

  /// Has the inbox searched further: at once until ``searchPause``, then again and again once keys and frames have
  /// had their turn.
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
