// What the person did, taken back: an entry is again what it was before, in its old place.

extension Phone {
  /// The last action of the person that ``Event/undone(_:)`` would take back; nil when there is
  /// none.
  public var undoable: UndoStep? {
    for step in undoHistory.steps.reversed() {
      let ids = inOrder(step.changes.values.filter(canUndo))
      if !ids.isEmpty { return UndoStep(kind: step.kind, ids: ids) }
    }
    return nil
  }

  /// Whether there is something to take back of what was done to a push.
  public func canUndo(_ id: NotificationID) -> Bool {
    undoHistory.last(id).map(canUndo) ?? false
  }

  /// Everything of which something could be taken back.
  var undoableIDs: Set<NotificationID> {
    Set(undoHistory.steps.flatMap(\.changes.keys))
  }

  /// The push a name means of which something can be taken back; of several the newest.
  func undoable(called name: String) -> NotificationID? {
    let changes = undoHistory.steps.flatMap(\.changes.values).map(\.before.notification)
    let named = changes.filter { Int(name) == $0.id.rawValue || $0.isCalled(name) }
    return named.filter { canUndo($0.id) }.max { $0.arrival < $1.arrival }?.id
  }

  /// The numbers of changed entries, those that arrived first before the others.
  private func inOrder(_ changes: some Sequence<UndoHistory.Change>) -> [NotificationID] {
    changes.map(\.before.notification).sorted { $0.arrival < $1.arrival }.map(\.id)
  }

  /// Lets the person do something, and keeps what it changed.
  mutating func remember(
    _ kind: UndoStep.Kind, of ids: [NotificationID], _ effects: inout [Effect],
    _ act: (inout Phone, inout [Effect]) -> Void
  ) {
    guard kind != .dismissed || settings.device.era.keepsDismissed else {
      return act(&self, &effects)
    }
    let before = ids.compactMap(place)
    act(&self, &effects)
    var step = UndoHistory.Step(kind: kind, changes: [:])
    for entry in before {
      let id = entry.notification.id
      let after = place(of: id)
      if after != entry { step.changes[id] = UndoHistory.Change(before: entry, after: after) }
    }
    undoHistory.append(step)
  }

  /// Takes back what was done last to each of these. What else has happened to one since stays: a
  /// push took its place, it came back by itself, its app went.
  ///
  /// The world is told of each as `read`, with the mark it has again.
  mutating func undo(_ ids: [NotificationID], _ effects: inout [Effect]) {
    for id in ids.sorted() {
      guard let change = undoHistory.removeLast(id), canUndo(change) else { continue }
      let entry = change.before
      waiting.remove(id)
      switch entry.place {
      case .held(let until):
        waiting.insert(HeldPush(notification: entry.notification, until: until))
      default: inbox.insert(entry.notification, grouping: grouping(of: entry.notification.app))
      }
      effects.append(.store(.moved(entry.notification, to: entry.place)))
      effects.append(
        .emit(
          event(
            about: entry.notification, .read(by: .user, isRead: entry.notification.isRead))))
    }
  }

  /// An entry of the list, or what is kept back, with its place.
  private func place(of id: NotificationID) -> State.Entry? {
    if let entry = inbox[id] { return State.Entry(notification: entry, place: .listed) }
    return waiting[id].map {
      State.Entry(notification: $0.notification, place: .held(until: $0.until))
    }
  }

  private func canUndo(_ change: UndoHistory.Change) -> Bool {
    let notification = change.before.notification
    guard place(of: notification.id) == change.after else { return false }
    guard change.after == nil else { return true }
    let app = settings.app(notification.app)
    return app.installed && app.mayNotify && app.list && !isReplaced(notification)
  }

  /// Whether a newer push has the identifier by which it would have taken the place of this one
  /// (C2).
  private func isReplaced(_ notification: DeliveredNotification) -> Bool {
    guard notification.collapseID != nil else { return false }
    let (app, request) = (notification.app, notification.requestID)
    return inbox.entry(of: app, requestID: request) != nil
      || waiting.predecessor(of: app, requestID: request) != nil
  }
}
