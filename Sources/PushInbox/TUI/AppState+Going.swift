import InboxModel

/// Going to a push that a command names, or that came of one.
extension AppState {
  /// Goes to a push: selected in its list, or on its page Why. One that is in no list is inspected.
  mutating func go(to name: PushReference, _ look: PushLook, _ device: Phone) {
    switch (name, look) {
    case (.entry(let id), .why): sheets.append(.inspector(Inspector(id: id, tab: .why)))
    case (.refused(let number), .why): sheets.append(.request(RequestPage(number: number)))
    case (.entry(let id), .list):
      sheets = []
      guard device.inbox[id] != nil else {
        sheets.append(.inspector(Inspector(id: id)))
        return say("#\(id.rawValue) is in no list")
      }
      if found?[id] == nil { setFilter(ListFilter(), of: .inbox, device) }
      select(id, device)
    case (.refused(let number), .list):
      setFilter(ListFilter(), of: .rejected, device)
      refused.isByReason = false
      refused.place.stand(on: number)
      sheets = [.rejected, .request(RequestPage(number: number))]
    }
  }

  /// Selects an entry of the inbox, in its group if that has to be unfolded for it.
  private mutating func select(_ id: NotificationID, _ device: Phone) {
    var rows = rows(device)
    if let key = rows.inbox.groupKey(of: id), rows.inbox.newest(in: key) != id {
      folds.set(key, open: true)
      rows.folds = folds
    }
    guard let row = rows.row(of: id) else { return }
    position.select(row)
    follows = id == rows.inbox.newest
  }

  /// Says what came of a test push.
  mutating func showTestPush(_ name: PushReference?) {
    guard let name else { return say("The test push is on its way.") }
    result = name
    let key = keymap.entry(.result)?.keys.first?.name ?? ""
    switch name {
    case .entry: say("Test push \(name.text) was sent.")
    case .refused: say("The test push was refused: \(name.text). \(key) shows why.")
    }
  }
}
