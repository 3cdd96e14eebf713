import Dispatch
import InboxModel

/// Pushes that the screen loads from the store when they are looked at. A failure is shown as a message.
extension FullScreen {
  /// A push in full with its trace; nil when it is kept no more.
  func detail(_ id: NotificationID) -> PushDetail? {
    do {
      guard let record = try runtime.store.record(id) else { return nil }
      return PushDetail(
        record: record, trace: Presentation.trace(of: record, in: device.settings.device.timeZone))
    } catch {
      report(ErrorMessage(error).text)
      return nil
    }
  }

  /// The silent pushes of the store.
  func silent() -> [DeliveredNotification] {
    do {
      return try runtime.store.silent()
    } catch {
      report(ErrorMessage(error).text)
      return []
    }
  }

  /// The rows of the newest refused pushes.
  func refused() -> [RejectedRequest] {
    do {
      return try runtime.store.refused(limit: RejectedList.limit, \.row)
    } catch {
      report(ErrorMessage(error).text)
      return []
    }
  }

  /// A refused push in full; nil when it is kept no more.
  func refused(_ number: Int) -> RejectedRequest? {
    do {
      return try runtime.store.refused(number: number)
    } catch {
      report(ErrorMessage(error).text)
      return nil
    }
  }
}

extension FullScreen {
  /// Removes refused pushes from their list, all of them without numbers.
  func removeRefused(_ numbers: Set<Int>?) {
    do {
      try runtime.removeRefused(numbers)
    } catch {
      report(ErrorMessage(error).text)
    }
  }

  /// Has the inbox searched further once keys and frames have had their turn.
  func continueSearch() {
    guard !willContinueSearch else { return }
    willContinueSearch = true
    DispatchQueue.main.async {
      MainActor.assumeIsolated {
        self.willContinueSearch = false
        self.receive(.searchContinued)
      }
    }
  }
}
