import InboxModel

/// Navigation to a push from anywhere on the screen.
enum Navigation {
  /// Shows a push: selected in its list, or on its tab Why. A push that is in no list is inspected.
  static func open(_ push: PushReference, _ look: PushLook, in context: inout PageContext) {
    switch (push, look) {
    case (.entry(let id), .why): context.open(InspectorPage(id: id, tab: .why))
    case (.rejected(let number), .why): context.open(RequestPage(number: number))
    case (.entry(let id), .list):
      context.changePages { pages, _ in pages.layers = [] }
      guard context.device.inbox[id] != nil else {
        context.open(InspectorPage(id: id))
        return context.show(.inNoList(id))
      }
      if context.pages.inbox.found?[id] == nil { context.setFilter(ListFilter(), of: .inbox) }
      context.changePages { pages, context in
        pages.inbox.unfoldGroup(around: id, in: context.inboxRows)
        pages.inbox.select(id, in: pages.inbox.rows(in: context))
      }
    case (.rejected(let number), .list):
      context.setFilter(ListFilter(), of: .rejected)
      context.changePages { pages, _ in
        pages[RejectedPage.self].isByReason = false
        pages[RejectedPage.self].place.select(number)
        pages.layers = [.kept(RejectedPage.command), .page(RequestPage(number: number))]
      }
    }
  }

  /// Unlocks the phone and opens the app of a push, in the inbox.
  static func openApp(of id: NotificationID, in context: inout PageContext) {
    guard let notification = context.device.inbox[id] else { return }
    context.changePages { pages, context in
      pages.layers = []
      if let row = context.inboxRows.row(of: id) { pages.inbox.position.select(row) }
    }
    unlock(in: &context)
    if notification.openLabel != nil { context.request(.act(id, .open, text: nil)) }
  }

  /// Unlocks the phone if it is locked.
  static func unlock(in context: inout PageContext) {
    guard context.device.settings.device.lock == .locked else { return }
    context.request(.change(.lock(.unlocked)))
  }
}
