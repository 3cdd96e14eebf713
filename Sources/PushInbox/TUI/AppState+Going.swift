import InboxModel

/// Going to a push that a command names, or that came of one.
extension AppState {
  /// Goes to a push: selected in its list, or on its page Why. One that is in no list is inspected.
  mutating func go(to name: PushReference, _ look: PushLook, _ device: Phone) {
    switch (name, look) {
    case (.entry(let id), .why): open(InspectorPage(id: id, tab: .why))
    case (.refused(let number), .why): open(RequestPage(number: number))
    case (.entry(let id), .list):
      layers = []
      guard device.inbox[id] != nil else {
        open(InspectorPage(id: id))
        return showMessage("#\(id.rawValue) is in no list")
      }
      if pages.inbox.found?[id] == nil { setFilter(ListFilter(), of: .inbox, device) }
      select(id, device)
    case (.refused(let number), .list):
      setFilter(ListFilter(), of: .rejected, device)
      pages.rejected.isByReason = false
      pages.rejected.place.stand(on: number)
      layers = [.rejected, .request(RequestPage(number: number))]
    }
  }

  /// Selects an entry of the inbox, in its group if that has to be unfolded for it.
  private mutating func select(_ id: NotificationID, _ device: Phone) {
    var rows = rows(device)
    if let key = rows.inbox.groupKey(of: id), rows.inbox.newest(in: key) != id {
      pages.inbox.folds.set(key, open: true)
      rows.folds = pages.inbox.folds
    }
    guard let row = rows.row(of: id) else { return }
    pages.inbox.position.select(row)
    pages.inbox.follows = id == rows.inbox.newest
  }

  /// Unlocks the phone and opens the app of a push, back in the inbox.
  mutating func openApp(of id: NotificationID, _ device: Phone) -> [Intent] {
    guard let notification = device.inbox[id] else { return [] }
    layers = []
    if let row = rows(device).row(of: id) { pages.inbox.position.select(row) }
    var intents: [Intent] = []
    if device.settings.device.lock == .locked { intents.append(.change(.lock(.unlocked))) }
    if notification.openLabel != nil { intents.append(.act(id, .open, text: nil)) }
    return intents
  }

  /// Reports the outcome of a test push.
  mutating func showTestPush(_ name: PushReference?) {
    guard let name else { return showMessage("The test push is on its way.") }
    result = name
    let key = keymap.entry(.result)?.keys.first?.name ?? ""
    switch name {
    case .entry: showMessage("Test push \(name.text) was sent.")
    case .refused: showMessage("The test push was refused: \(name.text). \(key) shows why.")
    }
  }
}
