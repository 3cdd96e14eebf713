import InboxModel

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
      let undo = scene.keymap.keys(of: .undo)
      words =
        "Dismiss all \(Words.count(scene.context.inboxRows.inbox.count, "push", "pushes"))?"
        + (undo.isEmpty ? "" : " \(undo) brings them back.")
    case .removeRefused:
      let undo = scene.keymap.keys(of: .undo)
      let count = scene.context.refusedToRemove?.count ?? scene.status.refused
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
