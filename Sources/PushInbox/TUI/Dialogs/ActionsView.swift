import InboxModel

/// The drawing of the menu of a notification's actions.
struct ActionsView {
  let scene: Scene
  let menu: ActionsMenu

  func draw(on screen: inout Screen) {
    guard let notification = scene.device.inbox[menu.id] else { return }
    let category = scene.device.category(of: notification)
    let name = notification.categoryIdentifier ?? "no category"
    let dialog = DialogBox(scene: scene, title: SanitizedText("Actions: \(name)", limit: 200))
    var lines: [StyledLine] = []
    let actions = ActionsMenu.offered(notification, in: scene.context)
    let buttons = actions.count - scene.device.trialAnswers(for: notification).count
    for (number, action) in actions.enumerated() {
      let remarks =
        number < buttons ? Words.remarks(action) : [Words.remark(onTrial: action.identifier)]
      lines.append(self.line(action, remarks, number: number + 1, width: dialog.width))
    }
    // The text rows between the actions and the rest are skipped by the cursor.
    var places = Array(lines.indices.prefix(10))
    let others = (category?.actions.count ?? 0) - buttons
    if others > 0 { lines.append(StyledLine(SanitizedText("\(others) more with more room"), .dim)) }
    // Action buttons came with iOS 8.
    if lines.isEmpty, scene.device.settings.device.era == .today {
      let words =
        notification.categoryIdentifier == nil
        ? "The payload names no category, so there are no buttons."
        : "No app registered this category, so there are no buttons."
      lines += SanitizedText(words).wrapped(to: dialog.width).map { StyledLine($0, .dim) }
    }
    if !lines.isEmpty { lines.append(StyledLine()) }
    let isReported = category?.options.contains(.customDismissAction) ?? false
    if let label = notification.openLabel {
      places.append(lines.count)
      lines.append(common(.tap, label, "the app opens in the foreground", dialog.width))
    }
    places.append(lines.count)
    lines.append(
      common(
        .dismiss, "Dismiss", isReported ? "the app is notified" : "the app is not notified",
        dialog.width))
    dialog.draw(lines, selected: places.dropFirst(menu.cursor).first, on: &screen)
  }

  private func line(_ action: Action, _ remarks: [String], number: Int, width: Int) -> StyledLine {
    let isDestructive = action.options.contains(.destructive)
    var line = StyledLine(SanitizedText("\(number % 10)  "), Palette.accent)
    let title = scene.line(action.title) + (action.textInput == nil ? "" : scene.symbols.ellipsis)
    line.append(
      title.padded(to: titleColumns(width), ellipsis: scene.symbols.ellipsis),
      isDestructive ? Palette.bad : .plain)
    line.append(SanitizedText("  " + remarks.joined(separator: ", ")), .dim)
    return line
  }

  private func titleColumns(_ width: Int) -> Int { min(20, width * 2 / 5) }

  private func common(
    _ command: Command, _ title: String, _ remark: String, _ width: Int
  ) -> StyledLine {
    let key = SanitizedText(scene.keymap.keyName(of: command))
    var line = StyledLine(key.padded(to: 3), Palette.accent)
    line.append(scene.line(title).padded(to: titleColumns(width), ellipsis: scene.symbols.ellipsis))
    line.append(SanitizedText("  " + remark), .dim)
    return line
  }
}
