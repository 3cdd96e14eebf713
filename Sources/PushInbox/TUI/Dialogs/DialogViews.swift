import InboxModel

/// The prompt of an action that asks for text.
struct ReplyView {
  let scene: Scene
  let prompt: ReplyPrompt

  func draw(on screen: inout Screen) {
    let notification = scene.device.inbox[prompt.id]
    let visible = notification.map(scene.device.visibleText)
    let app = notification.map { scene.device.appName($0.app) } ?? ""
    let dialog = DialogBox(
      scene: scene,
      title: scene.line(
        [prompt.action.title, visible?.title ?? (app.isEmpty ? "#\(prompt.id.rawValue)" : app)]
          .joined(separator: ": ")),
      remark: scene.line(button))
    let cut = scene.symbols.ellipsis
    let quote = scene.line(visible.map { "> " + ($0.body ?? $0.title ?? "") } ?? "")
    var head = [StyledLine(quote.truncated(to: dialog.width, ellipsis: cut), .dim), StyledLine()]
    var foot = [StyledLine()]
    for fact in facts(app) {
      foot.append(StyledLine(scene.line(fact).truncated(to: dialog.width, ellipsis: cut), .dim))
    }
    let typed = TypedText(prompt.field, width: dialog.width)
    if dialog.mostLines < head.count + foot.count + 1 { (head, foot) = ([], []) }
    let room = max(1, dialog.mostLines - head.count - foot.count)
    let first = max(0, min(typed.cursor.row, typed.rows.count - 1) - room + 1)
    var lines = typed.rows.dropFirst(first).prefix(room).map { StyledLine($0) }
    if prompt.field.isEmpty, let placeholder = prompt.action.textInput?.placeholder {
      lines = [StyledLine(scene.line(placeholder), .dim)]
    }
    let origin = dialog.draw(head + lines + foot, on: &screen)
    screen.cursor = Screen.Position(
      row: origin.row + head.count + typed.cursor.row - first,
      column: origin.column
        + min(
          screen.column(typed.cursor.column, of: typed.rows[typed.cursor.row]), dialog.width))
  }

  private var button: String { prompt.action.textInput?.button ?? "Send" }

  private func facts(_ app: String) -> [String] {
    if scene.device.inbox[prompt.id] == nil {
      return [Words.gone(prompt.id), "Esc keeps the text"]
    }
    let needsUnlock = scene.isLocked && prompt.action.needsUnlock
    let wakes = prompt.action.options.contains(.foreground) ? "comes to the front" : "background"
    return [
      "\(button) hands the text to \(app)",
      "Needs unlock: \(needsUnlock ? "yes, asked on sending" : "no")   App: \(wakes)   "
        + "Length \(prompt.field.characters.count) / \(TextField.limit)",
    ]
  }
}

/// A text being typed, broken into rows, and where its cursor stands.
struct TypedText {
  private(set) var rows: [SanitizedText] = [""]
  private(set) var cursor = Screen.Position(row: 0, column: 0)

  init(_ field: TextField, width: Int) {
    for (place, character) in field.characters.enumerated() {
      if place == field.cursor { mark() }
      if character == "\n" {
        rows.append("")
        continue
      }
      let glyphs = SanitizedText(String(character))
      if rows[rows.count - 1].columns + glyphs.columns > width { rows.append("") }
      rows[rows.count - 1] += glyphs
    }
    if field.cursor == field.characters.count { mark() }
    rows = rows.map(\.asParagraph)
  }

  private mutating func mark() {
    cursor = Screen.Position(row: rows.count - 1, column: rows[rows.count - 1].columns)
  }
}

/// The actions of a notification, numbered.
struct ActionsView {
  let scene: Scene
  let menu: ActionsMenu

  func draw(on screen: inout Screen) {
    guard let notification = scene.device.inbox[menu.id] else { return }
    let category = scene.device.category(of: notification)
    let name = notification.categoryIdentifier ?? "no category"
    let dialog = DialogBox(scene: scene, title: SanitizedText("Actions: \(name)", limit: 200))
    var lines: [StyledLine] = []
    let actions = scene.state.offeredActions(of: notification, scene.device)
    let buttons = actions.count - scene.device.trialAnswers(for: notification).count
    for (number, action) in actions.enumerated() {
      let remarks =
        number < buttons ? Words.remarks(action) : [Words.remark(onTrial: action.identifier)]
      lines.append(self.line(action, remarks, number: number + 1, width: dialog.width))
    }
    // The rows of the text between the actions and the rest, which the cursor passes over.
    var places = Array(lines.indices.prefix(10))
    let others = (category?.actions.count ?? 0) - buttons
    if others > 0 { lines.append(StyledLine(SanitizedText("\(others) more with more room"), .dim)) }
    // Buttons came with iOS 8.
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
      lines.append(common(.tap, label, "the app comes to the front", dialog.width))
    }
    places.append(lines.count)
    lines.append(
      common(
        .dismiss, "Dismiss", isReported ? "the app is told" : "the app is not told", dialog.width))
    dialog.draw(lines, selected: places.dropFirst(menu.cursor).first, on: &screen)
  }

  private func line(
    _ action: Action, _ remarks: [String], number: Int, width: Int
  ) -> StyledLine {
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
    let key = scene.state.keymap.entry(command)?.keys.first?.name ?? " "
    var line = StyledLine(SanitizedText(key).padded(to: 3), Palette.accent)
    line.append(
      scene.line(title).padded(to: titleColumns(width), ellipsis: scene.symbols.ellipsis))
    line.append(SanitizedText("  " + remark), .dim)
    return line
  }
}

/// A question to be answered with yes or no.
struct QuestionView {
  let scene: Scene
  let question: Question

  func draw(on screen: inout Screen) {
    var dialog = DialogBox(scene: scene, title: "Sure?", style: Palette.warning)
    let words: String
    switch question.subject {
    case .unlock(let id, let identifier, _):
      dialog.title = "The phone is locked"
      let actions = scene.device.inbox[id].flatMap { scene.device.category(of: $0)?.actions } ?? []
      let title = actions.first { $0.identifier == identifier }?.title
      let name = title ?? (identifier == .open ? "Open" : identifier.rawValue)
      words = "\"\(name)\" needs it unlocked. Unlock it and go on?"
    case .dismissAll:
      let undo = scene.state.keymap.keys(of: .undo)
      words =
        "Dismiss all \(Words.count(scene.state.rows(scene.device).inbox.count, "push", "pushes"))?"
        + (undo.isEmpty ? "" : " \(undo) brings them back.")
    case .removeRefused:
      let undo = scene.state.keymap.keys(of: .undo)
      let count = scene.state.refusedToRemove?.count ?? scene.status.refused
      words =
        "Remove \(Words.count(count, "refused push", "refused pushes")) from this list?"
        + (undo.isEmpty ? "" : " \(undo) brings them back.")
    case .replaceFile(_, let path):
      dialog.title = "The file is there already"
      words = "Write over \(path)? What is in it is lost."
    case .reset(let keys, let name):
      let changes = keys.count == 1 ? "the change" : "all \(keys.count) changes"
      words =
        "Drop \(changes) of \(name)? What the files say is in force again, what they do not name "
        + "is gone."
    case .uninstall(let app):
      let name = scene.device.appName(app)
      dialog.title = scene.line("Uninstall \(name)")
      let tokens = scene.state.runtime.tokens.registrations(of: app).count {
        $0.token != .local && $0.goneSince == nil
      }
      words =
        "Its pushes leave the list, and "
        + (tokens == 0
          ? "whatever token is sent to" : Words.count(tokens, "device token", "device tokens"))
        + " will be Unregistered. Installed again, it has another token. Uninstall it?"
    case .remove(_, let name): words = "Remove \(name)?"
    case .quit(let count):
      dialog.title = "Nothing is stored"
      words = "Quit and lose \(Words.count(count, "push", "pushes"))?"
    }
    let lines = scene.line(words).wrapped(to: dialog.width).map { StyledLine($0) }
    dialog.draw(lines, on: &screen)
  }
}
