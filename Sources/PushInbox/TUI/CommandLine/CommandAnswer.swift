/// The result of a command typed on the screen.
struct CommandAnswer: Equatable, Sendable {
  /// The output: results and messages in their order.
  var lines: [String]
  /// Whether the command failed.
  var isFailure: Bool
  /// The push that the command created, or its rejection.
  var result: PushReference?

  /// Shows the answer: as a message if it fits, otherwise as a page.
  func show(for command: TypedCommand, in context: inout PageContext) {
    var lines = lines
    if let result, let key = context.keymap.key(of: .result)?.name {
      if lines.count == 1 {
        lines[0] += "; \(key) goes to \(result.text)"
      } else {
        lines += ["", "\(key) goes to \(result.text)."]
      }
    }
    if lines.isEmpty {
      let name = command.words.joined(separator: " ")
      lines = [isFailure ? "\(name): it failed" : "\(name): done"]
    }
    let rows =
      lines.count == 1 ? SanitizedText(lines[0]).wrapped(to: context.size.columns - 1) : []
    let fits = (1...Layout.maximumNoteRows(context.size)).contains(rows.count)
    let isReopened = isFailure && reopen(command, problem: fits ? lines[0] : nil, &context)
    if !fits {
      let summary = command.words.first.flatMap(CommandTable.command)?.summary ?? ""
      let title = command.words.isEmpty ? command.line : ":" + command.line
      CommandAnswer(lines: lines, isFailure: isFailure)
        .open(title: title, summary: summary, in: &context)
    } else if !isReopened {
      context.show(isFailure ? .failure(lines[0]) : .result(lines[0]))
    }
  }

  /// Opens a typed line again to be corrected, with its problem above it. Returns false if the line
  /// was not typed, and while another dialog is open.
  private func reopen(
    _ command: TypedCommand, problem: String?, _ context: inout PageContext
  ) -> Bool {
    guard command.line == context.state.history[.command].last, context.pages.dialog == nil
    else { return false }
    var prompt = CommandPrompt(command.line)
    if let problem { prompt.point(at: problem) }
    context.ask(prompt)
    return true
  }

  /// Opens the answer as a page.
  func open(title: String, summary: String, in context: inout PageContext) {
    let page = OutputPage(
      title: title, summary: summary, lines: lines, kind: isFailure ? .failure : .answer,
      width: PageMetrics.width(context.size))
    context.changePages { pages, _ in pages.open(page) }
  }
}
