import InboxModel

/// The events and pushes that were reported to the screen or loaded for it.
struct Records: Equatable, Sendable {
  /// The extension's view of a push.
  struct Expansion: Equatable, Sendable {
    var id: NotificationID
    var view: ContentView
  }

  var events = EventLog()
  var rejected = RejectedList()
  /// The push last loaded, and the one last asked for.
  var detail: PushDetail?
  var requested: NotificationID?
  /// The content extension's view of the inspected push.
  var expansion: Expansion?
  /// The silent pushes, while the filter of the inbox asks for them and they are loaded.
  var silent: [DeliveredNotification]?

  /// The detail of a push, once it is loaded.
  func detail(of id: NotificationID) -> PushDetail? {
    detail?.record.notification.id == id ? detail : nil
  }

  /// The stored push; nil while it is loaded, or when it is not stored any more.
  func stored(_ name: PushReference) -> StoredPush? {
    switch name {
    case .entry(let id): detail(of: id).map { .entry($0.record) }
    case .refused(let number):
      rejected.detail.flatMap { $0.number == number ? .refused($0) : nil }
    }
  }
}
