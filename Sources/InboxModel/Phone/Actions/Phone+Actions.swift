import Foundation

// The user's actions on entries (`docs/rules.md` §8.3).

extension Phone {
  /// Carries out an action of the category, `open` or `dismiss`. Unknown actions are ignored.
  mutating func act(
    on id: NotificationID, _ identifier: ActionIdentifier, text: String?,
    _ effects: inout [Effect]
  ) {
    guard let notification = entry(id) else { return }
    if identifier == .dismiss { return dismiss(notification, &effects) }
    guard let action = action(identifier, of: notification) else {
      _ = answerTrial(identifier, about: notification.app, &effects)
      return
    }
    let bringsForward = action.options.contains(.foreground)
    if settings.device.lock == .locked, action.needsUnlock {
      return effects.append(.askToUnlock(id, identifier, text: text))
    }
    effects.append(
      .emit(
        event(
          about: notification,
          .action(
            identifier, userText: action.textInput == nil ? nil : text ?? "",
            foreground: bringsForward))))
    respond(to: notification, bringsForward: bringsForward, &effects)
    if inbox[id] == nil {
      useUp(notification, identifier, &effects)
    } else if settings.device.removeActedOn {
      remove(id, by: .user, acted: identifier, &effects)
    } else {
      setRead(true, id, acted: identifier, &effects)
    }
  }

  /// Removes a banner without an entry once it was answered.
  private mutating func useUp(
    _ banner: DeliveredNotification, _ identifier: ActionIdentifier, _ effects: inout [Effect]
  ) {
    forget(banner.id)
    effects.append(
      .store(.update(banner.id, isRead: true, acted: identifier, place: .unlisted)))
    effects.append(.emit(event(about: banner, .read(by: .user, isRead: true))))
  }

  /// Returns the action with an identifier. `open` is an action without a button that opens the
  /// app; nil for an unknown one.
  private func action(
    _ identifier: ActionIdentifier, of notification: DeliveredNotification
  ) -> Action? {
    if identifier == .open {
      return notification.openLabel.map {
        Action(identifier: .open, title: $0, options: .foreground)
      }
    }
    return category(of: notification)?.actions.first { $0.identifier == identifier }
  }

  /// Dismisses an entry. It is reported to the app only if the category requests that (§8.2).
  private mutating func dismiss(
    _ notification: DeliveredNotification, _ effects: inout [Effect]
  ) {
    if category(of: notification)?.options.contains(.customDismissAction) == true {
      effects.append(
        .emit(event(about: notification, .action(.dismiss, userText: nil, foreground: false))))
      respond(to: notification, bringsForward: false, &effects)
    }
    let place: Place = inbox.remove(notification.id) == nil ? .unlisted : .removed
    forget(notification.id)
    effects.append(
      .store(.update(notification.id, isRead: notification.isRead, acted: .dismiss, place: place)))
    effects.append(.emit(event(about: notification, .dismissed(by: .user))))
  }

  /// Marks an entry as read or unread; an action becomes its last one.
  mutating func setRead(
    _ isRead: Bool, _ id: NotificationID, acted: ActionIdentifier? = nil,
    _ effects: inout [Effect]
  ) {
    guard let old = inbox[id], old.isRead != isRead || acted != nil else { return }
    inbox.update(id) {
      $0.isRead = isRead
      $0.acted = acted ?? $0.acted
    }
    effects.append(
      .store(.update(id, isRead: isRead, acted: acted ?? old.acted, place: .listed)))
    guard old.isRead != isRead else { return }
    effects.append(.emit(event(about: old, .read(by: .user, isRead: isRead))))
  }

  /// Removes an entry from the list.
  mutating func remove(
    _ id: NotificationID, by actor: InboxEvent.Actor, acted: ActionIdentifier? = nil,
    _ effects: inout [Effect]
  ) {
    guard var notification = inbox.remove(id) else { return }
    forget(id)
    if let acted { (notification.acted, notification.isRead) = (acted, true) }
    emitRemoved(notification, by: actor, &effects)
  }

  /// Removes the banner of a notification that left the list.
  mutating func forget(_ id: NotificationID) {
    if lastPresented?.id == id { lastPresented = nil }
  }

  func emitRemoved(
    _ notification: DeliveredNotification, by actor: InboxEvent.Actor, _ effects: inout [Effect]
  ) {
    guard hasListeners else { return }
    let change: Change = .update(
      notification.id, isRead: notification.isRead, acted: notification.acted, place: .removed)
    effects.append(.store(change))
    effects.append(.emit(event(about: notification, .removed(by: actor))))
  }

  /// Limits the number of entries; the oldest are removed.
  mutating func limit(to most: Int, _ effects: inout [Effect]) {
    while inbox.count > max(most, 0), let oldest = inbox.removeOldest() {
      forget(oldest.id)
      guard hasListeners else { continue }
      effects.append(.store(.delete(oldest.id)))
      effects.append(
        .emit(
          InboxEvent(
            at: now, id: oldest.id, app: oldest.app, thread: oldest.thread,
            kind: .removed(by: .limit))))
    }
  }

  /// Returns an event about a notification at the current moment.
  func event(about notification: DeliveredNotification, _ kind: InboxEvent.Kind) -> InboxEvent {
    InboxEvent(
      at: now, id: notification.id, app: notification.app,
      thread: notification.threadIdentifier, kind: kind)
  }
}
