import InboxModel

/// Responses to requests about pushes.
extension PushActions {
  /// Handles the response to a request about a push.
  mutating func receive(_ event: AppEvent, in context: inout PageContext) {
    switch event {
    case .askedToUnlock(let id, let action, let text):
      // The action was not performed yet: its text stays a draft.
      if let text { drafts[AnswerName(push: id, action: action)] = text }
      context.ask(Question(subject: .unlock(id, action, text: text)))
    case .missed(let id, let action, let text):
      reportMissed(action, text: text, on: id, because: .notInList([id]), &context)
    case .testPushSent(let push): reportTestPush(push, &context)
    case .edited(let job, let text): receive(text, of: job, &context)
    case .resent(let push, let edited, let answer):
      if answer.isFailure, let edited {
        unfinished[push.map(EditJob.Subject.push) ?? .compose] = edited.text
      }
      let line = push.map { "\(edited == nil ? "resend" : "edit") \($0.text)" } ?? "compose"
      show(answer, of: TypedCommand(line: line), in: &context)
    case .fileExists(let push, let path):
      context.ask(Question(subject: .replaceFile(push, path: path)))
    case .notSaved(let push, let path, let problem):
      context.ask(LinePrompt(.save(push), text: path, problem: problem))
    case .settingsNotWritten(let path, let problem):
      context.ask(LinePrompt(.writeSettings, text: path, problem: problem))
    case .notCopied(let title, let text, let remark):
      let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
      CommandAnswer(lines: lines.map(String.init), isFailure: false)
        .open(title: title, summary: remark, in: &context)
    default: break
    }
  }

  /// Shows the result of a command, and remembers the push it created.
  mutating func show(
    _ answer: CommandAnswer, of command: TypedCommand, in context: inout PageContext
  ) {
    result = answer.result ?? result
    answer.show(for: command, in: &context)
  }

  /// Reports the result of a test push; nil while it waits.
  private mutating func reportTestPush(_ push: PushReference?, _ context: inout PageContext) {
    guard let push else { return context.show(.testPushWaits) }
    result = push
    context.show(.testPushSent(push, context.keymap))
  }

  /// Shows the push that was sent last from here.
  func openResult(in context: inout PageContext) {
    guard let result else { return context.show(.notSentYet) }
    Navigation.open(result, .list, in: &context)
  }
}
