import InboxModel

/// A question with the answers yes and no.
struct Question: Dialog {
  /// The effect of yes.
  enum Subject: Equatable, Sendable {
    /// Unlocks the phone, then performs the action.
    case unlock(NotificationID, ActionIdentifier, text: String?)
    /// Dismisses all notifications.
    case dismissAll
    /// Removes all rejected pushes, or those that match the filter.
    case removeRejected
    /// Replaces an existing file by a push.
    case replaceFile(PushReference, path: String)
    /// Resets the user's changes of these keys, all that have a name.
    case reset([String], of: String)
    /// Uninstalls an app, including its device tokens.
    case uninstall(BundleID)
    /// Removes the element at a path from its list.
    case remove([String], of: String)
    /// Quits, although this number of pushes would be lost.
    case quit(losing: Int)
  }

  var subject: Subject

  /// Whether letters are received as typed: yes, because the key of y may mean no in another
  /// keyboard layout.
  static let acceptsLetters = true
  var isAboutPush: Bool { true }

  /// Quits, after a question if pushes would be lost.
  static func askToQuit(in context: inout PageContext) {
    let device = context.device
    let count =
      device.inbox.count + device.heldCount + device.silentCount + context.records.rejected.unseen
    if context.runtime.isEphemeral, count > 0 {
      context.ask(Question(subject: .quit(losing: count)))
    } else {
      context.request(.quit)
    }
  }

  /// Handles y, n and Enter.
  mutating func receive(_ key: Key, in context: inout PageContext) -> Bool {
    switch key {
    case "y", "Y", .enter:
      context.close()
      confirm(&context)
    case "n", "N", .escape, "q": context.close()
    default: return false
    }
    return true
  }

  private func confirm(_ context: inout PageContext) {
    switch subject {
    case .unlock(let id, let action, let text):
      context.request(.change(.lock(.unlocked)))
      context.request(.act(.use(action, text: text, on: id)))
    case .dismissAll:
      let ids = Array(context.inboxRows.inbox.ids)
      if !ids.isEmpty { PushActions.dismiss(ids, in: &context) }
    case .removeRejected: context.request(.removeRejected(context.rejectedToRemove))
    case .replaceFile(let id, let path): context.request(.save(id, path: path, replacing: true))
    case .reset(let keys, let name):
      context.changeSettings { $0.reset(keys, of: name, in: &$1) }
    case .uninstall(let app): set(["apps", app.text, "installed"], to: "false", &context)
    case .remove(let path, _): set(path, to: "null", &context)
    case .quit: context.request(.quit)
    }
  }

  private func set(_ path: [String], to value: String, _ context: inout PageContext) {
    context.changeSettings { $0.set(SettingPath(path).text, to: value, in: &$1) }
  }

  func hints(_ maker: HintMaker) -> [Hint] {
    [Hint(keys: "y", words: "yes"), Hint(keys: "n", words: "no")]
  }

  func draw(_ scene: Scene, on screen: inout Screen) {
    var dialog = DialogBox(scene: scene, title: "Sure?", style: Palette.warning)
    let words: String
    switch subject {
    case .unlock(let id, let identifier, _):
      dialog.title = "The phone is locked"
      let actions = scene.device.inbox[id].flatMap { scene.device.category(of: $0)?.actions } ?? []
      let title = actions.first { $0.identifier == identifier }?.title
      let name = title ?? (identifier == .open ? "Open" : identifier.text)
      words = "\"\(name)\" needs it unlocked. Unlock it and continue?"
    case .dismissAll:
      words =
        "Dismiss all \(scene.context.inboxRows.inbox.count.counted("push", "pushes"))?"
        + scene.context.keymap.undoHint { " \($0) brings them back." }
    case .removeRejected:
      let count = scene.context.rejectedToRemove?.count ?? scene.status.rejected
      words =
        "Remove \(count.counted("rejected push", "rejected pushes")) from this list?"
        + scene.context.keymap.undoHint { " \($0) brings them back." }
    case .replaceFile(_, let path):
      dialog.title = "The file exists"
      words = "Overwrite \(path)? Its contents will be lost."
    case .reset(let keys, let name):
      let changes = keys.count == 1 ? "the change" : "all \(keys.count) changes"
      words =
        "Drop \(changes) of \(name)? The values of the files apply again; a setting in no file "
        + "is gone."
    case .uninstall(let app):
      let name = scene.device.appName(app)
      dialog.title = scene.line("Uninstall \(name)")
      let tokens = scene.state.runtime.tokens.registrations(of: app).count {
        $0.token != .local && $0.unregisteredSince == nil
      }
      words =
        "Its pushes are removed from the list, and pushes to "
        + (tokens == 0 ? "its device token" : "its " + tokens.counted("device token"))
        + " get 410 Unregistered. A reinstalled app has a new token. Uninstall it?"
    case .remove(_, let name): words = "Remove \(name)?"
    case .quit(let count):
      dialog.title = "Nothing is stored"
      words = "Quit and lose \(count.counted("push", "pushes"))?"
    }
    let lines = scene.line(words).wrapped(to: dialog.width).map { StyledLine($0) }
    dialog.draw(lines, on: &screen)
  }
}
