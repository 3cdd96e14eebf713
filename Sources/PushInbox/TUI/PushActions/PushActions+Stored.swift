import InboxModel

/// Commands on any stored push, listed, unlisted or rejected: send it again, save, pipe, copy and
/// compare it.
extension PushActions {
  func forward(_ push: PushReference, _ command: Command, _ context: inout PageContext) {
    if let hindrance = Self.hindrance(command, push, context) {
      return context.show(hindrance)
    }
    switch command {
    case .copy: context.ask(Choice(subject: .copy(push)))
    case .pipe: context.ask(LinePrompt(.pipe(push)))
    case .save: context.ask(LinePrompt(.save(push), text: Self.fileName(of: push, context)))
    case .resend: context.request(.resend(push, edited: nil))
    case .edit:
      guard let stored = context.records.stored(push) else {
        return context.show(.notStored(push))
      }
      openEditor(.push(push), original: PushExport(stored).editedText(at: context.now), &context)
    case .accept: if case .rejected(let number) = push { context.request(.accept(number)) }
    default: break
    }
  }

  private static func fileName(of push: PushReference, _ context: PageContext) -> String {
    let device = context.device
    let app = push.id.flatMap(device.notification)?.app ?? context.records.stored(push)?.app
    return PushExport.fileName(app: app.map { device.appName($0) } ?? "", push)
  }

  /// Returns the reason why a command cannot be applied to a rejected push, one line; nil if it
  /// can.
  static func hindrance(
    _ command: Command, _ name: PushReference, _ context: PageContext
  ) -> ScreenMessage? {
    guard case .rejected(let push)? = context.records.stored(name) else { return nil }
    let nothing = push.body.isEmpty && push.path.isEmpty ? push.obstacle : nil
    // A part of a push would be another push.
    let truncation = push.truncation
    let (verb, obstacle): (String, String?) =
      switch command {
      case .accept: ("accepted", push.obstacle)
      case .resend:
        ("resent", truncation ?? (push.path.isEmpty ? push.obstacle : nil))
      case .edit: ("edited", nothing ?? truncation)
      case .mark: ("compared", nothing)
      case .pipe:
        ("piped", push.body.isEmpty ? push.obstacle : truncation)
      case .save:
        (
          "saved",
          PushExport(.rejected(push)).simulatorFile == nil
            ? push.obstacle ?? "the received bytes are not a push" : nil
        )
      default: ("", nil)
      }
    return obstacle.map { .cannotBe(verb, name, because: $0) }
  }

  /// Explains why a command that needs a push on the phone does not apply.
  static func explainRejection(in context: inout PageContext) {
    guard let push = context.target, push.rejected != nil else { return }
    let obstacle: String? =
      if case .rejected(let stored)? = context.records.stored(push) { stored.obstacle } else { nil }
    context.show(.notDelivered(push, obstacle, context.keymap))
  }

  // MARK: Comparing

  /// Marks the selected push, or removes its mark.
  mutating func toggleMark(_ context: inout PageContext) {
    guard let push = context.target else { return }
    if marked?.name == push { return unmark(in: &context) }
    if let hindrance = Self.hindrance(.mark, push, context) {
      return context.show(hindrance)
    }
    marked = context.records.stored(push)
    context.show(marked == nil ? .notStored(push) : .markedToCompare(push, context.keymap))
  }

  mutating func unmark(in context: inout PageContext) {
    guard let name = marked?.name else { return }
    marked = nil
    context.show(.unmarked(name))
  }

  /// Shows the difference between the selected push and the marked one. Returns false for other
  /// commands, and if there is no such pair.
  func compare(by command: Command, in context: inout PageContext) -> Bool {
    guard command == .unfoldAll, let marked, let entry = context.keymap.entry(.mark),
      context.pages.top?.view.meaning(of: entry) != nil, let push = context.target
    else { return false }
    if push == marked.name {
      context.show(.cannotCompareWithItself(push))
    } else if let stored = context.records.stored(push) {
      let difference = PushDifference(from: marked, to: stored)
      context.open(
        OutputPage(
          title: "\(marked.name.text) - marked   \(push.text) + this one",
          summary: difference.summary, lines: difference.lines, kind: .difference,
          width: PageMetrics.width(context.size)))
    } else {
      context.show(.notStored(push))
    }
    return true
  }
}
