import InboxModel

/// The drawing of the modal alert of iPhones of 2009 to 2012: the app's name, the text, Close and
/// the button that opens the app, in the phone's language.
struct AlertBoxView {
  let scene: Scene

  /// The maximum number of text lines; longer text ends in an ellipsis, as on the phone.
  private static let maximumTextLines = 8

  func draw(on screen: inout Screen) {
    guard let notification = AlertBox(in: scene.context)?.notification else { return }
    let dialog = DialogBox(scene: scene, title: scene.line(scene.device.appName(notification.app)))
    let text = scene.device.visibleText(of: notification)
    let whole = [text.title, text.subtitle, text.body].compactMap(\.self).joined(separator: " ")
    var lines = SanitizedText(whole, limit: Self.maximumTextLines * 400).wrapped(to: dialog.width)
    // The buttons are on the last row; the row before it is empty if there is room.
    let room = min(Self.maximumTextLines, dialog.maximumLines - (dialog.maximumLines > 2 ? 2 : 1))
    if room < 1 {
      lines = []
    } else if lines.count > room {
      lines = Array(lines.prefix(room))
      lines[room - 1] =
        lines[room - 1].truncated(to: dialog.width - 1, ellipsis: "") + scene.symbols.ellipsis
    }
    var rows = lines.map { StyledLine($0) }
    if dialog.maximumLines > rows.count + 1 { rows.append(StyledLine()) }
    rows.append(buttons(of: notification, width: dialog.width, row: rows.count))
    let origin = dialog.draw(rows, on: &screen)
    addTargets(notification, at: origin, row: rows.count - 1, dialog.width, on: &screen)
  }

  // MARK: Buttons

  private func title(
    of command: Command, _ notification: DeliveredNotification, withKey: Bool
  ) -> SanitizedText {
    let words = AlertBoxWords(languages: scene.device.settings.device.languages)
    let title: String
    switch (command, notification.openLabel) {
    case (.cancel, nil): title = words.ok
    case (.cancel, _): title = words.close
    case (_, let label): title = label ?? ""
    }
    let button = SanitizedText("[ ", limit: 10) + scene.line(title) + SanitizedText(" ]", limit: 10)
    guard withKey, let key = scene.keymap.key(of: command)?.name else { return button }
    return button + SanitizedText("  \(key)", limit: 40)
  }

  /// Returns the row of buttons: Close on the left, the action on the right; only OK if no action
  /// opens the app. Their keys are shown if there is room for all of them.
  private func buttons(of notification: DeliveredNotification, width: Int, row: Int) -> StyledLine {
    let cut = scene.symbols.ellipsis
    let half = max(4, width / 2)
    func titles(withKeys: Bool) -> (close: SanitizedText, open: SanitizedText) {
      (
        title(of: .cancel, notification, withKey: withKeys),
        title(of: .inspect, notification, withKey: withKeys)
      )
    }
    let long = titles(withKeys: true)
    guard notification.openLabel != nil else {
      return StyledLine(long.close.truncated(to: width, ellipsis: cut), Palette.accent)
    }
    let hasRoom = long.close.columns < half && long.open.columns <= width - half
    let (close, open) = hasRoom ? long : titles(withKeys: false)
    var line = StyledLine(close.padded(to: half, ellipsis: cut), Palette.accent)
    line.append(
      open.truncated(to: width - half, ellipsis: cut), Palette.accent.with { $0.isBold = true })
    return line
  }

  private func addTargets(
    _ notification: DeliveredNotification, at origin: Screen.Position, row: Int, _ width: Int,
    on screen: inout Screen
  ) {
    let half = notification.openLabel == nil ? width : max(4, width / 2)
    for (command, start, columns) in [(Command.cancel, 0, half), (.inspect, half, width - half)] {
      guard columns > 0, let key = scene.keymap.key(of: command) else { continue }
      screen.clickable(
        .key(key), row: origin.row + row, column: origin.column + start, columns: columns)
    }
  }
}
