import Foundation
import InboxModel

/// The events of the items that wait in the intake.
extension AppRuntime {
  /// Returns the event of an item with its moment on our clock; nil for an item without an event.
  func timedEvent(for item: FeedItem) -> (event: PushSystem.Event, at: Date)? {
    switch item {
    case .push(let request, let reply):
      (.gateway(.pushReceived(request, reply: reply)), clock.moved(request.receivedAt))
    case .icq(let request, let reply):
      (.icq(request, reply: reply), clock.moved(request.receivedAt))
    case .rejected(let rejected): (.gateway(.rejected(rejected)), clock.moved(rejected.at))
    case .connectionEnded(let connection, let at):
      (.gateway(.connectionEnded(connection)), clock.moved(at))
    default: event(for: item).map { ($0, clock.now) }
    }
  }

  private func event(for item: FeedItem) -> PushSystem.Event? {
    switch item {
    // Handled before, as single items or with their own moment.
    case .push, .icq, .rejected, .connectionEnded, .lines: return nil
    case .state(let state):
      if let message = feedStates.update(state) { frontend?.report(message) }
      frontend?.statusChanged()
      return nil
    case .offered(let source, let provider, let readsReports):
      subscribe(source, to: provider, readsReports: readsReports)
      return nil
    case .reported(let feed, let number):
      confirmReports(to: feed, through: number)
      return nil
    case .setBack(let source, let feed, let positions): return rewind(source, feed, positions)
    case .repeatsAnswered(let request, let coming):
      return .device(.guest(.repeatsAnswered(request, coming: coming)))
    case .offer(let request): return event(for: request)
    case .feedbackAsked(let reply, let client, let certificate):
      return sendFeedback(to: reply, client, certificate?.wrappedValue)
    case .feedbackSent(let entries): return .gateway(.guest(.feedbackSent(entries)))
    }
  }

  /// Sends the feedback list. A certificate that is not valid for it gets an empty list and a row
  /// in Rejected.
  private func sendFeedback(
    to reply: ResponseHandle, _ client: Origin, _ certificate: ClientCertificate?
  ) -> PushSystem.Event? {
    do {
      let entries = try system.gateway.feedback(
        for: client, showing: certificate, at: clock.now)
      listener?.sendFeedback(entries, to: reply)
      return nil
    } catch {
      listener?.sendFeedback([], to: reply)
      return .gateway(.rejected(error))
    }
  }
}
