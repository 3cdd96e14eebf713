import InboxModel

/// The prompt of an action with text input.
struct ReplyPrompt: Dialog {
  var id: NotificationID
  var action: Action
  var field: TextField

  /// The key that opens the editor with the typed text.
  static let editorKey = Key.control("o")

  static let acceptsText = true
  static let acceptsEveryKey = true
  var isAboutPush: Bool { true }

  var name: AnswerName { AnswerName(push: id, action: action.identifier) }

  mutating func receive(_ key: Key, in context: inout PageContext) -> Bool {
    switch key {
    case .enter:
      guard !field.isEmpty else {
        context.show(.emptyReply)
        return true
      }
      // A text that cannot be sent stays visible and can be copied.
      let obstacle = PushActions.obstacle(to: action.identifier, on: id, context.device)
      if obstacle == nil { context.close() }
      context.request(.act(.use(action.identifier, text: field.text, on: id)))
    case .escape:
      context.close()
      context.request(.act(.storeDraft(field.text, name)))
      guard !field.isEmpty else { return true }
      let isThere = context.device.inbox[id] != nil
      context.show(.draftKept(id, isListed: isThere, context.keymap))
    case Self.editorKey: context.request(.act(.editReply(field.text, name)))
    default: _ = field.edit(key)
    }
    return true
  }

  func hints(_ maker: HintMaker) -> [Hint] {
    [
      Hint(keys: "Enter", words: "send"), Hint(keys: "^J", words: "new line"),
      Hint(keys: Self.editorKey.name, words: "editor"),
      Hint(keys: "^U", words: "clear"),
      Hint(keys: "Esc", words: "keep as draft"),
    ]
  }

  func draw(_ scene: Scene, on screen: inout Screen) {
    ReplyView(scene: scene, prompt: self).draw(on: &screen)
  }
}
