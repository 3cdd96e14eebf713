import InboxModel

/// The menu with the numbered actions of a notification, and open and dismiss below them.
struct ActionsMenu: Dialog {
  private enum Row {
    case action(Action)
    case open, dismiss
  }

  let id: NotificationID
  /// The index of the row that Enter chooses.
  var cursor = 0

  /// The number of rows below the actions: a blank line, open and dismiss.
  private static let commonRows = 3

  var isAboutPush: Bool { true }

  /// Returns the actions that fit into the menu: all of them, otherwise the first two, as on the
  /// phone.
  static func offered(_ notification: DeliveredNotification, in context: PageContext) -> [Action] {
    let buttons = context.device.category(of: notification)?.actions ?? []
    let answers = context.device.trialAnswers(for: notification)
    let rows = buttons.count + answers.count + commonRows
    let isTight = rows > Layout.dialogRows(context.size)
    return (isTight ? Array(buttons.prefix(Category.maximumActionsInTightSpace)) : buttons)
      + answers
  }

  /// Returns the rows in their order; at most ten have digits.
  private func rows(of notification: DeliveredNotification, _ context: PageContext) -> [Row] {
    Self.offered(notification, in: context).prefix(10).map(Row.action)
      + (notification.openLabel == nil ? [.dismiss] : [.open, .dismiss])
  }

  /// Handles a digit, the keys of open and dismiss, and those that move in the menu.
  mutating func receive(_ key: Key, in context: inout PageContext) -> Bool {
    guard let notification = context.device.inbox[id] else {
      context.close()
      context.show(.notInList([id]))
      return true
    }
    let rows = rows(of: notification, context)
    let keymap = context.keymap
    if let cursor = MenuCursor.moved(cursor, by: key, of: rows.count, keymap) {
      self.cursor = cursor
    } else if MenuCursor.isChosen(by: key, keymap) {
      choose(rows[min(cursor, rows.count - 1)], &context)
    } else if case .character(let character) = key, let digit = character.wholeNumberValue {
      let place = digit == 0 ? 9 : digit - 1
      if rows.indices.contains(place), case .action = rows[place] { choose(rows[place], &context) }
    } else {
      switch keymap[key] {
      case .tap: if notification.openLabel != nil { choose(.open, &context) }
      case .dismiss: choose(.dismiss, &context)
      case .actions: context.close()
      default: return false
      }
    }
    return true
  }

  private func choose(_ row: Row, _ context: inout PageContext) {
    context.close()
    switch row {
    case .action(let action) where action.textInput != nil:
      context.request(.act(.reply(action, to: id)))
    case .action(let action):
      context.request(.act(.use(action.identifier, text: nil, on: id)))
    case .open: context.request(.act(.use(.open, text: nil, on: id)))
    case .dismiss: PushActions.dismiss([id], in: &context)
    }
  }

  func hints(_ maker: HintMaker) -> [Hint] {
    let notification = maker.scene.device.inbox[id]
    return digits(of: notification, maker) + maker.hints([.next, .previous], "move")
      + [Hint(keys: "Enter", words: "choose")]
      + (notification?.openLabel == nil ? [] : maker.hints([.tap], "open app"))
      + maker.hints([.dismiss], "dismiss") + maker.hints([.cancel], "cancel")
  }

  private func digits(of notification: DeliveredNotification?, _ maker: HintMaker) -> [Hint] {
    guard let notification else { return [] }
    return switch min(Self.offered(notification, in: maker.scene.context).count, 9) {
    case 0: []
    case 1: [Hint(keys: "1", words: "choose")]
    case let last: [Hint(keys: "1-\(last)", words: "choose")]
    }
  }

  func draw(_ scene: Scene, on screen: inout Screen) {
    ActionsView(scene: scene, menu: self).draw(on: &screen)
  }
}
