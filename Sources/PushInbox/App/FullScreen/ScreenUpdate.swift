import Foundation
import InboxModel

/// The consequences of a batch of effects for a screen. Of a batch the last banner is seen and the
/// loudest bell heard.
struct ScreenUpdate {
  /// The number of times the bell rings.
  private(set) var rings = 0
  /// The events to report, in their order.
  private(set) var happened: [InboxEvent] = []
  private var presented: NotificationID?
  private var newest: NotificationID?
  private var listChanged = false
  private var touched: [NotificationID]? = []
  private var marked: [AppEvent] = []
  private var messages: [ScreenMessage] = []

  init(_ effects: some Sequence<Effect>) {
    for effect in effects {
      switch effect {
      case .present(let id): presented = id
      case .ring(let times): rings = max(rings, times)
      case .emit(let event): add(event)
      case .store(.gateway(.rejectedMarked(let numbers, let isRemoved, _))):
        marked.append(.rejectedMarked(numbers, isRemoved: isRemoved))
      // The request to unlock belongs to the user who used the action, not to a command of another
      // client.
      case .askToUnlock, .store, .answer, .runExtension, .guest: break
      }
    }
  }

  private mutating func add(_ event: InboxEvent) {
    happened.append(event)
    switch event.kind {
    case .rejected: break
    case .presented(let outcome, let reason, _, _, _, _, _, _):
      if outcome == .quiet, reason == .snoozed, let id = event.id {
        messages.append(.backAfterSnooze(id))
      }
      listChanged = true
      newest = event.id ?? newest
      if let id = event.id { touched?.append(id) }
    case .removed(by: .collapse), .removed(by: .limit):
      listChanged = true
      if let id = event.id { touched?.append(id) }
    // Cards are not in the list.
    case .activity, .activityToken, .channel: listChanged = true
    default:
      listChanged = true
      touched = nil
    }
  }

  /// Returns the events for the state of the screen, in their order.
  func events(at now: Date) -> [AppEvent] {
    var events = marked
    // The time of a message begins now, whenever a frame was drawn last.
    if !messages.isEmpty { events.append(.ticked(now)) }
    events += messages.map { .message($0) }
    if let presented { events.append(.presented(presented, at: now)) }
    if !happened.isEmpty { events.append(.happened(happened)) }
    if listChanged { events.append(.listChanged(newest: newest, touched: touched)) }
    return events
  }
}
