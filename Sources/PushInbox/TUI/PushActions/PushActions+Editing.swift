import InboxModel

/// Texts in the user's editor. A text that cannot be used is kept for the next time.
extension PushActions {
  /// Opens the editor with a new push, which begins as a copy of the selected one; as a template if
  /// none is selected or it cannot be edited.
  func compose(_ context: inout PageContext) {
    let push = context.target.flatMap { push in
      Self.hindrance(.edit, push, context) == nil ? context.records.stored(push) : nil
    }
    let text = push.map { PushExport($0).editedText(at: context.now) } ?? PushForm.template
    openEditor(.compose, original: text, &context)
  }

  /// Opens the editor with a text, or with the unused result of an earlier edit.
  func openEditor(_ subject: EditJob.Subject, original: String, _ context: inout PageContext) {
    let text = unfinished[subject] ?? original
    context.request(.edit(EditJob(subject: subject, text: text, original: original)))
  }

  /// Handles the text from the editor.
  mutating func receive(_ edited: EditedText, of job: EditJob, _ context: inout PageContext) {
    let text: String
    switch edited {
    case .problem(let problem):
      return context.show(.notEdited(because: problem))
    case .text(let left): text = left
    }
    unfinished[job.subject] = nil
    switch job.subject {
    case .reply(let name): setReply(text, to: name, job, &context)
    case .push, .compose: send(text, of: job, &context)
    }
  }

  private mutating func setReply(
    _ text: String, to name: AnswerName, _ job: EditJob, _ context: inout PageContext
  ) {
    let field = TextField(text)
    guard field.text == text else {
      unfinished[job.subject] = text
      return context.show(.replyTooLong(text.count))
    }
    drafts[name] = text
    context.changePages { pages, _ in
      guard var prompt = pages.dialog as? ReplyPrompt, prompt.name == name else { return }
      prompt.field = field
      pages.dialog = prompt
    }
  }

  private mutating func send(_ text: String, of job: EditJob, _ context: inout PageContext) {
    guard !text.allSatisfy(\.isWhitespace) else {
      return context.show(.emptyText)
    }
    guard text != job.original else {
      return context.show(.unchangedText)
    }
    switch Result(catching: { () throws(PushForm.Problem) in try PushForm(text) }) {
    case .success(let form):
      if case .push(let push) = job.subject {
        context.request(.resend(push, edited: form))
      } else {
        context.request(.compose(form))
      }
    case .failure(let problem):
      unfinished[job.subject] = text
      let keys = context.keymap.keys(of: job.subject == .compose ? .compose : .edit)
      context.show(.notSent(problem, reopenedBy: keys))
    }
  }
}
