import InboxModel

extension AppState {
  /// The parts of the state whose change decides whether the inbox goes on following.
  struct Standing: Equatable {
    var row: Row?
    var filter: ListFilter?
    var looksAtPush: Bool
  }

  var standing: Standing {
    Standing(row: pages.inbox.position.selection, filter: filters[.inbox], looksAtPush: looksAtPush)
  }

  /// Whether a page or dialog about a push lies over the inbox, or its right pane has the keys or is scrolled.
  /// The selection does not follow meanwhile, so that it is still on that push afterwards.
  private var looksAtPush: Bool {
    if layers.isEmpty, pages.inbox.pane.isFocused || pages.inbox.pane.scroll > 0 { return true }
    if case .kept? = layers.first { return false }
    return layers.contains { layer in
      if case .dialog(let dialog) = layer { return dialog.isAboutPush }
      return page(of: layer)?.pushID != nil
    }
  }

  /// Turns following on or off by what the person selected, and moves the selection to the newest push while
  /// it is on.
  mutating func follow(from before: Standing, isByHand: Bool, _ device: Phone) {
    let isFilterRemoved =
      isByHand && filters[.inbox] != before.filter && filters[.inbox] == nil
    pages.inbox.follow(
      in: rows(device), isSelectedByHand: isByHand && pages.inbox.position.selection != before.row,
      // The push that was found stays selected among the others.
      isBack: before.looksAtPush && !looksAtPush || isFilterRemoved, looksAtPush: looksAtPush)
  }
}
