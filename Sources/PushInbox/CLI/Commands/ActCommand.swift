import Foundation
import InboxModel

/// `pushinbox act`: performs an action as a user would.
struct ActCommand: LiveCommand {
  nonisolated static let spec = CommandSpec(
    name: "act", synopsis: "ID ACTION [--text T] [--for TIME]",
    summary: "perform an action on a push",
    details: """
      ID as for show; `last` is the newest push of the list, with `undo` the last change. ACTION is the \
      identifier of an action, `open` or `dismiss`; for an app with provisional permission also \
      `keep`, `keepInSummary` or `turnOff`. `snooze` hides a push until --for: 45m, 17:30, \
      evening (18:00), tomorrow (08:00) or a time in RFC 3339. `undo` reverts the last change of the push. \
      A Live Activity such as A3 has `open`, and `dismiss`, which removes its card.
      """,
    options: [
      OptionSpec(name: "text", placeholder: "T", help: "the text of a text action"),
      OptionSpec(name: "for", placeholder: "TIME", help: "with snooze: a time span or a time"),
    ],
    examples: [
      "pushinbox act 31 REPLY_ACTION --text \"On my way\"", "pushinbox act 31 snooze --for 45m",
    ], wordCount: 2...2, takes: .pushAndAction)

  let arguments: Arguments

  func perform(in inbox: LiveInbox, _ output: any CommandOutput) throws -> ExitCode {
    let runtime = inbox.runtime
    let device = runtime.system.device
    let word = arguments.words[1]
    if let card = try card(runtime) { return try act(on: card, word, runtime, output) }
    if word == ActionWord.undo.rawValue {
      let step = try undoable(arguments.words[0], runtime)
      runtime.handle([.device(.undone(step.ids))])
      output.talk(ResultMessage.undone(step))
      return .success
    }
    let id = try target(arguments.words[0], runtime)
    guard let notification = device.entry(id) else { throw ErrorMessage.notInList(id) }
    if word == ActionWord.snooze.rawValue { return try snooze(id, runtime, output) }
    let words = device.words(forActionOn: notification)
    guard words.contains(word) else {
      let isKnown = device.category(of: notification) != nil
      throw ErrorMessage.noAction(
        word, of: id, actions: words,
        unknown: isKnown ? nil : notification.categoryIdentifier)
    }
    let action = ActionIdentifier(word: word)
    let isText = device.category(of: notification)?.actions.contains {
      $0.identifier == action && $0.textInput != nil
    }
    if isText == true, arguments["text"] == nil { throw ErrorMessage.needsText(action) }
    let effects = runtime.handle([.device(.acted(on: id, action, text: arguments["text"]))])
    for case .askToUnlock in effects { throw ErrorMessage.needsUnlock(word) }
    switch action {
    case .open: output.talk(ResultMessage.opened(device.appName(notification.app)))
    case .dismiss: output.talk(ResultMessage.dismissed(ResultMessage.pushes([id])))
    default:
      let title = device.choices(for: notification).first { $0.identifier == action }?.title
      let text = arguments["text"].map { ResultMessage.quoted($0) }
      output.talk(ResultMessage.acted(title ?? word, text: isText == true ? text : nil))
    }
    return .success
  }

  /// Returns the Live Activity that the first word names; nil if it names a push, or nothing.
  private func card(_ runtime: AppRuntime) throws -> ActivityCard? {
    let reading = InboxReading(runtime)
    guard let card = reading.card(named: arguments.words[0]),
      try reading.store.find(arguments.words[0]) == nil
    else { return nil }
    return card
  }

  private func act(
    on card: ActivityCard, _ word: String, _ runtime: AppRuntime, _ output: any CommandOutput
  ) throws -> ExitCode {
    switch ActionIdentifier(word: word) {
    case .open:
      guard runtime.system.device.settings.device.lock == .unlocked else {
        throw ErrorMessage.needsUnlock(word)
      }
      runtime.handle([.changed(.appState(card.app, .foreground))])
      output.talk(ResultMessage.opened(runtime.system.device.appName(card.app)))
    case .dismiss:
      guard !card.isDismissed else { throw ErrorMessage.notOnLockScreen(card) }
      runtime.handle([.changed(.byApp(card.app, .removeActivity(card.id)))])
      output.talk(ResultMessage.dismissed(card.id.text))
    default: throw ErrorMessage.noAction(word, of: card)
    }
    return .success
  }

  /// Returns the push that a word names; `last` is the newest entry of the list, as in scenarios.
  private func target(_ word: String, _ runtime: AppRuntime) throws -> NotificationID {
    guard word == CommandTable.newestPush else {
      return try InboxReading(runtime).record(word).notification.id
    }
    guard let id = runtime.system.device.inbox.newest else { throw ErrorMessage.listIsEmpty }
    return id
  }

  /// Returns the change that is to be undone. `last` is the latest change, as in
  /// scenarios; another push need not be in the list any more.
  private func undoable(_ word: String, _ runtime: AppRuntime) throws -> UndoStep {
    let device = runtime.system.device
    guard word == CommandTable.newestPush else {
      let id = try target(word, runtime)
      guard let step = device.undoable(id) else { throw ErrorMessage.cannotUndo(id) }
      return step
    }
    guard let step = device.undoable else { throw ErrorMessage.nothingToUndo }
    return step
  }

  private func snooze(
    _ id: NotificationID, _ runtime: AppRuntime, _ output: any CommandOutput
  ) throws -> ExitCode {
    let device = runtime.system.device
    guard let text = arguments["for"] else { throw ErrorMessage.snoozeNeedsTime }
    let zone = device.settings.device.timeZone
    guard let until = SnoozeTime.moment(text, after: runtime.clock.now, in: zone) else {
      throw Arguments.Failure.value(option: "--for", value: text, expected: SnoozeTime.form)
    }
    guard device.inbox[id] != nil else { throw ErrorMessage.notInList(id) }
    runtime.handle([.device(.snoozed([id], until: until))])
    output.talk(ResultMessage.snoozed([id], until: Timestamp.text(until, in: zone)))
    return .success
  }
}
