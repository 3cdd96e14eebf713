import InboxModel

/// The mouse on the inbox: a click selects, a second one opens.
extension InboxPage {
  mutating func click(_ target: ClickTarget, in context: inout PageContext) {
    switch target {
    case .key: return
    case .row(let number): return clickCard(number, in: &context)
    case .tab(let place):
      if focusPane(&context) { pane.tab = InspectorPage.Tab.allCases[place] }
      return
    case .pane:
      _ = focusPane(&context)
      return
    case .entry, .head, .fold: break
    }
    guard AlertBox(in: context) == nil else { return }
    pane.isFocused = false
    cards.focus = .none
    guard let row = row(of: target, in: context) else { return }
    let isSelected = position.selection == row
    position.select(row)
    if case .fold = target {
      context.press(.toggle)
    } else if isSelected {
      context.press(.inspect)
    }
  }

  private func row(of target: ClickTarget, in context: PageContext) -> Row? {
    switch target {
    case .entry(let number): rows(in: context).row(of: NotificationID(rawValue: number))
    case .head(let number), .fold(let number):
      context.device.inbox.groupKey(of: NotificationID(rawValue: number)).map(Row.group)
    case .key, .row, .tab, .pane: nil
    }
  }

  /// Scrolls the part under the mouse, whichever has the focus.
  mutating func turnWheel(
    _ command: Command, over target: ClickTarget?, in context: PageContext
  ) -> Bool {
    guard target == .pane || pane.isFocused else { return false }
    if target == .pane {
      scrollPane(by: command, in: context)
    } else {
      position.move(by: command == .next ? 1 : -1, in: rows(in: context))
    }
    return true
  }
}
