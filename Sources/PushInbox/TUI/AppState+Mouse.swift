import InboxModel

extension AppState {
  /// Answers the mouse: a click selects, a second one opens, the wheel goes up and down.
  mutating func click(_ kind: Mouse.Kind, on target: ClickTarget?, device: Phone) -> [Intent] {
    switch (kind, target) {
    case (.wheelUp, let target): return turnWheel(.previous, over: target, device: device)
    case (.wheelDown, let target): return turnWheel(.next, over: target, device: device)
    case (.press, .key(let key)): return press(key, device: device)
    case (.press, let target?): return select(target, device: device)
    case (.press, nil): return []
    }
  }

  /// Rows or lines for each notch, as terminals scroll.
  private static let notch = 3

  /// Turns the page or list under the mouse, whichever of list and right pane has the keys.
  private mutating func turnWheel(
    _ command: Command, over target: ClickTarget?, device: Phone
  ) -> [Intent] {
    guard layers.last?.isPage ?? true else { return [] }
    if layers.isEmpty, target == .pane || pages.inbox.pane.isFocused {
      for _ in 0..<Self.notch {
        if target == .pane {
          pages.inbox.scrollPane(by: command, in: context(device))
        } else {
          pages.inbox.position.move(by: command == .next ? 1 : -1, in: rows(device))
        }
      }
      return []
    }
    guard isUsed(command, device) else { return [] }
    return (0..<Self.notch).flatMap { _ in perform(command, device: device) }
  }

  private mutating func select(_ target: ClickTarget, device: Phone) -> [Intent] {
    switch target {
    case .row(let number): return select(row: number, device: device)
    case .tab(let place):
      turn(toTab: place, device)
      return []
    case .pane:
      _ = focusPane(device)
      return []
    default: break
    }
    // What lies over the list takes the clicks.
    guard layers.isEmpty, alertBox(device) == nil else { return [] }
    pages.inbox.pane.isFocused = false
    let row: Row
    switch target {
    case .key, .row, .tab, .pane: return []
    case .entry(let number):
      guard let found = rows(device).row(of: NotificationID(rawValue: number)) else { return [] }
      row = found
    case .head(let number), .fold(let number):
      guard let key = device.inbox.groupKey(of: NotificationID(rawValue: number)) else {
        return []
      }
      row = .group(key)
      if case .fold = target {
        pages.inbox.position.select(row)
        return perform(.toggle, device: device)
      }
    }
    guard pages.inbox.position.selection == row else {
      pages.inbox.position.select(row)
      return []
    }
    return perform(.inspect, device: device)
  }

  /// Turns to a tab of the page on top.
  private mutating func turn(toTab place: Int, _ device: Phone) {
    if focusPane(device) {
      pages.inbox.pane.tab = InspectorPage.Tab.allCases[place]
    } else if var page = topPage {
      page.openTab(place)
      topPage = page
    }
  }

  /// Selects a row of the page that is open, or opens the one that is selected.
  private mutating func select(row number: Int, device: Phone) -> [Intent] {
    guard var page = topPage else { return [] }
    let isSelected = page.selectRow(number, in: context(device))
    topPage = page
    return isSelected ? perform(.inspect, device: device) : []
  }
}
