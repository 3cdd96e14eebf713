import InboxModel

/// The facts whose change determines whether the inbox continues to follow the newest push.
struct Following {
  private let row: Row?
  private let filter: ListFilter
  private let looksAtPush: Bool

  init(_ state: AppState) {
    row = state.pages.inbox.position.selection
    filter = state.filters[.inbox]
    looksAtPush = state.pages.looksAtPush
  }

  /// Turns following on or off depending on what the user has selected since, and moves the
  /// selection to the newest push while it is on.
  func update(_ inbox: inout InboxPage, in context: PageContext, isByHand: Bool) {
    let new = Following(context.state)
    // The push that was found stays selected.
    let isFilterRemoved = isByHand && !filter.isEmpty && new.filter.isEmpty
    inbox.follow(
      in: context.inboxRows, isSelectedByHand: isByHand && new.row != row,
      isBack: looksAtPush && !new.looksAtPush || isFilterRemoved, looksAtPush: new.looksAtPush)
  }
}
