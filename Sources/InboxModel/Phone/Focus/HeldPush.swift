import Foundation

/// A push that is held until a moment.
public struct HeldPush: Equatable, Sendable {
  /// The push.
  public var notification: DeliveredNotification
  /// The moment at which it enters the list.
  public var until: Date

  /// Makes a held push.
  public init(notification: DeliveredNotification, until: Date) {
    self.notification = notification
    self.until = until
  }
}

/// The held pushes. Inserting, finding and removing take the same time for any number of them.
struct HeldPushes: Equatable {
  fileprivate struct Request: Hashable {
    var app: BundleID
    var requestID: RequestID
  }

  private var pushes: [NotificationID: HeldPush] = [:]
  private var requests: [Request: NotificationID] = [:]
  /// The moment of the next check: no push is due before; nil for none.
  private(set) var due: Date?

  var count: Int { pushes.count }
  var isEmpty: Bool { pushes.isEmpty }

  /// All of them, oldest first.
  var oldestFirst: [HeldPush] {
    pushes.values.sorted { $0.notification.arrival < $1.notification.arrival }
  }

  subscript(id: NotificationID) -> HeldPush? { pushes[id] }

  /// Returns the held push with the app and request identifier of another; nil for none.
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

  /// Removes and returns the pushes that are due, oldest first.
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
