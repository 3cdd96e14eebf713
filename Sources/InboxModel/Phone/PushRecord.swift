import Foundation

/// Everything a store keeps of a push.
public struct PushRecord: Equatable, Sendable {
  /// As the list holds it.
  public var notification: DeliveredNotification
  /// The place of the push.
  public var place: Place
  /// As it came.
  public var delivery: Delivery
  /// As the phone was when it came.
  @Indirect public var circumstances: PresentationContext

  /// Makes a record.
  public init(
    notification: DeliveredNotification, place: Place, delivery: Delivery,
    circumstances: PresentationContext
  ) {
    self.notification = notification
    self.place = place
    self.delivery = delivery
    self.circumstances = circumstances
  }

  /// Whether the summary kept it and has let it in since, at its time or before
  /// (`docs/rules.md` §5.4).
  var hasLeftSummary: Bool { notification.reason == .summaryHeld && notification.outcome == .quiet }
}

/// The current place of a push.
public enum Place: Equatable, Sendable {
  /// In the list.
  case listed
  /// Waiting until a moment.
  case held(until: Date)
  /// Taken out of the list by the person, a replacement or the app.
  case removed
  /// Never in the list: background pushes, badge only, not shown.
  case unlisted

  /// Whether it waits.
  var isHeld: Bool { if case .held = self { true } else { false } }
}
