import Foundation
import InboxModel

/// The user's actions on pushes, and their memory. Commands on notifications are here; commands on
/// any stored push, the editor and responses to requests are in extensions.
struct PushActions: Equatable, Sendable {
  /// Unsent answers.
  var drafts = Drafts()
  /// Texts from the editor that could not be used yet.
  var unfinished: [EditJob.Subject: String] = [:]
  /// The push that others are compared with, as it was stored when it was marked.
  var marked: StoredPush?
  /// The push that was sent last from here.
  var result: PushReference?
  /// The push that an undo restores, to be selected.
  var returning: NotificationID?

  /// Performs a command on a push.
  mutating func perform(_ command: Command, in context: inout PageContext) {
    switch command {
    case .undo: undo(&context)
    case .clearAll: Self.askToClear(&context)
    case .compose: compose(&context)
    case .mark: toggleMark(&context)
    case .edit, .resend, .save, .pipe, .copy, .accept:
      guard let push = context.target else { return context.show(.noSelection) }
      forward(push, command, &context)
    case .inspect, .why:
      guard let id = context.target?.id else { return context.show(.noSelection) }
      context.open(InspectorPage(id: id, tab: command == .why ? .why : .summary))
    case .tap, .reply, .actions, .read, .readGroup, .dismiss, .snooze, .appState:
      guard let id = context.target?.id else { return context.show(.noSelection) }
      if let notification = context.device.inbox[id] {
        act(command, on: notification, &context)
      } else if command == .appState, let app = context.device.notification(id)?.app {
        PhoneCommands.changeState(of: app, in: &context)
      } else {
        context.show(Self.absence(of: id, context))
      }
    default: break
    }
  }

  /// Performs a request of a dialog.
  mutating func carryOut(_ action: PushAction, in context: inout PageContext) {
    switch action {
    case .use(let action, let text, let id): use(action, text: text, on: id, &context)
    case .reply(let action, let id): askForText(of: action, on: id, &context)
    case .storeDraft(let text, let name): drafts[name] = text
    case .editReply(let text, let name):
      let text = unfinished[.reply(name)] ?? text
      context.request(.edit(EditJob(subject: .reply(name), text: text)))
    case .compose(let text): openEditor(.compose, original: text, &context)
    }
  }

  /// Returns the reason why a push that is not in the list cannot be acted on.
  private static func absence(of id: NotificationID, _ context: PageContext) -> ScreenMessage {
    if context.device.notification(id) != nil { return .isHeld(id) }
    let stored = context.records.detail(of: id)?.record.notification
    let isSilent = (context.pages.inbox.found?[id] ?? stored)?.outcome == .silent
    return isSilent ? .isSilent(id) : .notInList([id])
  }

  private mutating func act(
    _ command: Command, on notification: DeliveredNotification, _ context: inout PageContext
  ) {
    let id = notification.id
    switch command {
    case .tap:
      if notification.openLabel != nil { return use(.open, text: nil, on: id, &context) }
      context.show(.hasNoOpenButton(id))
    case .reply: reply(to: notification, &context)
    case .actions: context.ask(ActionsMenu(id: id))
    case .read: Self.turnReadMark(of: notification, &context)
    case .readGroup:
      if let key = context.device.inbox.groupKey(of: id) { Self.markGroup(key, &context) }
    case .dismiss:
      context.changePages { pages, _ in pages.closePages(about: [id]) }
      Self.dismiss(Self.meant(by: notification, context), in: &context)
    case .snooze: context.ask(Choice(subject: .snooze(Self.meant(by: notification, context))))
    case .appState: PhoneCommands.changeState(of: notification.app, in: &context)
    default: break
    }
  }

  // MARK: Reading

  /// Toggles the read state and moves to the next row; on the head of a group, for the whole group.
  private static func turnReadMark(
    of notification: DeliveredNotification, _ context: inout PageContext
  ) {
    let rows = context.inboxRows
    if !context.isCovered, case .group(let key) = context.pages.inbox.position.selection {
      markGroup(key, &context)
      return context.changePages { pages, _ in
        pages.inbox.position.moveGroup(down: true, in: rows)
      }
    }
    if !context.isCovered {
      context.changePages { pages, _ in pages.inbox.position.move(by: 1, in: rows) }
    }
    mark([notification.id], read: !notification.isRead, &context)
  }

  /// Marks the unread notifications of a group as read; all as unread if there are none.
  private static func markGroup(_ key: GroupKey, _ context: inout PageContext) {
    let inbox = context.inboxRows.inbox
    let isUnread = (inbox.group(key)?.unread ?? 0) > 0
    let ids = inbox.notifications(in: key).filter { $0.isRead != isUnread }.map(\.id)
    if !ids.isEmpty { mark(ids, read: isUnread, &context) }
  }

  private static func mark(_ ids: [NotificationID], read: Bool, _ context: inout PageContext) {
    context.show(.marked(ids, read: read, context.keymap))
    context.request(.mark(ids, read: read))
  }

  // MARK: Removing

  /// Returns the entry, or all entries of the group whose head is selected.
  private static func meant(
    by notification: DeliveredNotification, _ context: PageContext
  ) -> [NotificationID] {
    guard !context.isCovered, case .group(let key) = context.pages.inbox.position.selection else {
      return [notification.id]
    }
    return Array(context.inboxRows.inbox.ids(in: key))
  }

  /// Dismisses entries. The selection moves to the next row when the phone has removed them.
  static func dismiss(_ ids: [NotificationID], in context: inout PageContext) {
    context.show(.dismissed(ids, context.keymap))
    context.request(.dismiss(ids))
  }

  /// Snoozes those entries that are in the list.
  static func snooze(_ ids: [NotificationID], until: Date, in context: inout PageContext) {
    let listed = ids.filter { context.device.inbox[$0] != nil }
    guard !listed.isEmpty else { return context.show(.notInList(ids)) }
    context.show(.snoozed(listed, until: context.clock.shortly(until), context.keymap))
    context.changePages { pages, _ in pages.closePages(about: listed) }
    context.request(.snooze(listed, until: until))
  }

  /// Dismisses all notifications after a question.
  private static func askToClear(_ context: inout PageContext) {
    if context.state.filters.listsSilent {
      context.show(.silentNotCleared)
    } else if context.inboxRows.inbox.count > 0 {
      context.ask(Question(subject: .dismissAll))
    }
  }

  /// Undoes the last change, no matter where it was made.
  private mutating func undo(_ context: inout PageContext) {
    guard let step = context.device.undoable else {
      return context.show(.nothingToUndo)
    }
    context.show(.undone(step))
    returning = step.ids.last
    context.request(.undo(step.ids))
  }
}
