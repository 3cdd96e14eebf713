import Foundation

/// The stored record of a push.
public struct PushRecord: Equatable, Sendable {
  /// The notification.
  public var notification: DeliveredNotification
  /// The place of the push.
  public var place: Place
  /// The received push.
  public var delivery: Delivery
  /// The phone's context at its arrival.
  @Indirect public var context: PresentationContext

  /// Makes a record.
  public init(
    notification: DeliveredNotification, place: Place, delivery: Delivery,
    context: PresentationContext
  ) {
    self.notification = notification
    self.place = place
    self.delivery = delivery
    self.context = context
  }

  /// Whether the summary held it and has released it since, at its time or earlier (`docs/rules.md`
  /// §5.4).
  var hasLeftSummary: Bool { notification.reason == .summaryHeld && notification.outcome == .quiet }
}

/// The current place of a push.
public enum Place: Equatable, Sendable {
  /// In the list.
  case listed
  /// Held until a moment.
  case held(until: Date)
  /// Removed from the list by the user, a replacement or the app.
  case removed
  /// Never listed: a background push, a badge-only push, or not shown.
  case unlisted

  /// Whether the push is held.
  var isHeld: Bool { if case .held = self { true } else { false } }
}
