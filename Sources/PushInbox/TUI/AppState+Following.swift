import InboxModel

extension AppState {
  /// The parts of the state whose change decides whether the inbox goes on following.
  struct Standing: Equatable {
    var row: Row?
    var filter: ListFilter?
    var looksAtPush: Bool
  }

  var standing: Standing {
    Standing(row: position.selection, filter: filters[.inbox], looksAtPush: looksAtPush)
  }

  /// Whether a page or dialog about a push lies over the inbox, or its right pane has the keys or is scrolled.
  /// The selection does not follow meanwhile, so that it is still on that push afterwards.
  private var looksAtPush: Bool {
    if layers.isEmpty, pane.isFocused || pane.scroll > 0 { return true }
    if case .kept? = layers.first { return false }
    return layers.contains { layer in
      if case .dialog(let dialog) = layer { return dialog.isAboutPush }
      return page(of: layer)?.pushID != nil
    }
  }

  /// Whether the selected row means the newest push of the list.
  private func isOnNewest(_ device: Phone) -> Bool {
    let rows = rows(device)
    return position.selection.flatMap(rows.notification) == rows.inbox.newest
  }

  /// Turns following on or off by what the person selected, and moves the selection to the newest push while
  /// it is on. While it is off the selection stays on its push: a group that a newer one joins is unfolded.
  mutating func follow(from before: Standing, isByHand: Bool, _ device: Phone) {
    guard rows(device).inbox.count > 0 else {
      follows = true
      return
    }
    if isByHand, position.selection != before.row {
      follows = isOnNewest(device)
    } else if before.looksAtPush, !looksAtPush {
      follows = follows && isOnNewest(device)
    } else if isByHand, filters[.inbox] != before.filter, filters[.inbox] == nil {
      // The push that was found stays selected among the others.
      follows = follows && isOnNewest(device)
    }
    let rows = rows(device)
    if follows, !looksAtPush {
      guard !isOnNewest(device), let row = rows.inbox.newest.flatMap(rows.row(of:)) else { return }
      position.select(row)
    } else if let id = position.overtaken(in: rows), let group = position.selection?.group {
      folds.set(group, open: true)
      position.select(.entry(id, in: group))
    }
  }
}
