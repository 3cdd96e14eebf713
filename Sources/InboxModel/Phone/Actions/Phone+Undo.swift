// Undo of the user's actions: an entry returns to its previous state and position.

extension Phone {
  /// The last action that ``Event/undone(_:)`` would undo; nil for none.
  public var undoable: UndoStep? {
    for step in undoHistory.steps.reversed() {
      let ids = inOrder(step.changes.values.filter(canUndo))
      if !ids.isEmpty { return UndoStep(kind: step.kind, ids: ids) }
    }
    return nil
  }

  /// Returns the last change of a push; nil for none, or one that cannot be undone.
  public func undoable(_ id: NotificationID) -> UndoStep? {
    guard let step = undoHistory.last(id), let change = step.changes[id], canUndo(change) else {
      return nil
    }
    return UndoStep(kind: step.kind, ids: [id])
  }

  /// The pushes with an action that can be undone.
  var undoableIDs: Set<NotificationID> {
    Set(undoHistory.steps.flatMap(\.changes.keys))
  }

  /// Returns the push with a name that has an action to undo; the newest of several, nil for none.
  func undoable(called name: String) -> NotificationID? {
    let changes = undoHistory.steps.flatMap(\.changes.values).map(\.before.notification)
    let named = changes.filter { Int(name) == $0.id.rawValue || $0.isCalled(name) }
    return named.filter { undoable($0.id) != nil }.max { $0.arrival < $1.arrival }?.id
  }

  /// Returns the numbers of changed entries, in the order of their arrival.
  private func inOrder(_ changes: some Sequence<UndoHistory.Change>) -> [NotificationID] {
    changes.map(\.before.notification).sorted { $0.arrival < $1.arrival }.map(\.id)
  }

  /// Carries out an action of the user and records its changes.
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

  /// Undoes the last action on each of these entries. Later changes by others remain: a push
  /// replaced it, its snooze ended, its app was uninstalled.
  ///
  /// Each is reported as a `read` event with its restored mark.
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

  /// Returns an entry of the list, or a held push, with its place; nil for none.
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

  /// Returns whether a newer push has the identifier by which it would have replaced this one (C2).
  private func isReplaced(_ notification: DeliveredNotification) -> Bool {
    guard notification.collapseID != nil else { return false }
    let (app, request) = (notification.app, notification.requestID)
    return inbox.entry(of: app, requestID: request) != nil
      || waiting.predecessor(of: app, requestID: request) != nil
  }
}
