import Foundation

/// A push kept back until a moment.
public struct HeldPush: Equatable, Sendable {
  /// The push.
  public var notification: DeliveredNotification
  /// When it enters the list.
  public var until: Date

  /// Describes a push kept back.
  public init(notification: DeliveredNotification, until: Date) {
    self.notification = notification
    self.until = until
  }
}

/// The pushes kept back; putting in, finding and taking out cost the same however many there are.
struct HeldPushes: Equatable {
  fileprivate struct Request: Hashable {
    var app: BundleID
    var requestID: RequestID
  }

  private var pushes: [NotificationID: HeldPush] = [:]
  private var requests: [Request: NotificationID] = [:]
  /// When to look again: no push is due before.
  private(set) var due: Date?

  var count: Int { pushes.count }
  var isEmpty: Bool { pushes.isEmpty }

  /// All of them, oldest first.
  var oldestFirst: [HeldPush] {
    pushes.values.sorted { $0.notification.arrival < $1.notification.arrival }
  }

  subscript(id: NotificationID) -> HeldPush? { pushes[id] }

  /// The push kept back with the app and request identifier of another.
  func predecessor(of app: BundleID, requestID: RequestID) -> DeliveredNotification? {
    guard !pushes.isEmpty else { return nil }
    return requests[Request(app: app, requestID: requestID)].flatMap { pushes[$0]?.notification }
  }

  mutating func insert(_ push: HeldPush) {
    pushes[push.notification.id] = push
    requests[push.request] = push.notification.id
    due = min(due ?? push.until, push.until)
  }

  @discardableResult
  mutating func remove(_ id: NotificationID) -> HeldPush? {
    guard let push = pushes.removeValue(forKey: id) else { return nil }
    if requests[push.request] == id { requests[push.request] = nil }
    if pushes.isEmpty { due = nil }
    return push
  }

  /// Takes out what is due, oldest first.
  mutating func removeDue(at moment: Date) -> [HeldPush] {
    guard let due, due <= moment else { return [] }
    let ready = oldestFirst.filter { $0.until <= moment }
    for push in ready { remove(push.notification.id) }
    self.due = pushes.values.lazy.map(\.until).min()
    return ready
  }
}

extension HeldPush {
  fileprivate var request: HeldPushes.Request {
    HeldPushes.Request(app: notification.app, requestID: notification.requestID)
  }
}
