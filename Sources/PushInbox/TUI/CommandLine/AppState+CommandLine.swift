import InboxModel

/// The line after `:` and what comes of it.
extension AppState {
  /// How many lines the history keeps.
  private static let historyLimit = 100

  /// The filters of the configuration by their names.
  var savedFilters: [String: String] { runtime.loaded.configuration.filters }

  /// Answers a key while the line is on top.
  mutating func receive(_ key: Key, in prompt: CommandPrompt, _ device: Phone) -> [Intent] {
    var prompt = prompt
    prompt.note = nil
    switch key {
    case .enter: return run(prompt, device)
    case .escape:
      layers.removeLast()
      return []
    case .backspace where prompt.field.isEmpty, .control("h") where prompt.field.isEmpty:
      layers.removeLast()
      return []
    case .tab:
      prompt.complete(Completion(prompt.field, device, filters: savedFilters.keys.sorted()))
    default: _ = prompt.edit(key, history: history)
    }
    dialog = .command(prompt)
    return []
  }

  /// Runs the line, or points at the word for which it cannot be run.
  private mutating func run(_ prompt: CommandPrompt, _ device: Phone) -> [Intent] {
    let line = prompt.field.text
    var meaning: TypedLine
    switch Result(catching: { () throws(TypedLine.Failure) in
      try TypedLine(prompt.field.characters, filters: savedFilters)
    }) {
    case .success(let read): meaning = read
    case .failure(let failure):
      var prompt = prompt
      prompt.note = .problem(failure.text, failure.place)
      prompt.field.moveCursor(to: failure.place.upperBound)
      dialog = .command(prompt)
      return []
    }
    layers.removeLast()
    let selected = pushTarget(device)
    if case .showSelected(var words) = meaning, let selected {
      words.insert(selected.word, at: 1)
      meaning = .command(words)
    }
    switch meaning {
    case .look(_, nil) where selected == nil, .showSelected:
      var prompt = prompt
      let all = 0..<prompt.field.characters.count
      prompt.note = .problem("No push is selected. Select one, or add its number.", all)
      ask(.command(prompt))
      return []
    default: break
    }
    if meaning != .nothing, history.last != line {
      history = history.suffix(Self.historyLimit - 1) + [line]
    }
    switch meaning {
    case .nothing: return []
    case .quit: return leave(device)
    case .help: open(HelpPage())
    case .usage(let text):
      let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
      show(CommandAnswer(lines: lines, isFailure: false), title: ":" + line, summary: "")
    case .command(let words):
      if words.first.flatMap(CommandTable.command)?.input == .pieces { ask(.task(":" + line)) }
      return [.run(TypedCommand(line: line, words: words))]
    case .look(let look, let word?):
      let word = word.hasPrefix("#") ? String(word.dropFirst()) : word
      return [.find(word, look: look, TypedCommand(line: line, words: []))]
    case .look(let look, nil): if let selected { go(to: selected, look, device) }
    case .showSelected: break
    }
    return []
  }

  /// Shows what came of a command: a message where it fits, else a page.
  mutating func show(_ answer: CommandAnswer, of command: TypedCommand) {
    var answer = answer
    if let result = answer.result {
      self.result = result
      if let key = keymap.entry(.result)?.keys.first?.name {
        if answer.lines.count == 1 {
          answer.lines[0] += "; \(key) goes to \(result.text)"
        } else {
          answer.lines += ["", "\(key) goes to \(result.text)."]
        }
      }
    }
    if answer.lines.isEmpty {
      let name = command.words.joined(separator: " ")
      answer.lines = [answer.isFailure ? "\(name): it failed" : "\(name): done"]
    }
    let rows =
      answer.lines.count == 1 ? SanitizedText(answer.lines[0]).wrapped(to: size.columns - 1) : []
    let fits = (1...Layout.noteRows(size)).contains(rows.count)
    let isKept = answer.isFailure && reopen(command, problem: fits ? answer.lines[0] : nil)
    if fits {
      if !isKept { showMessage(answer.lines[0], isFailure: answer.isFailure) }
    } else {
      let summary = command.words.first.flatMap(CommandTable.command)?.summary ?? ""
      let title = command.words.isEmpty ? command.line : ":" + command.line
      show(answer, title: title, summary: summary)
    }
  }

  /// Has a line that was typed there again to be mended, its problem over it; not over what is typed or
  /// asked meanwhile.
  private mutating func reopen(_ command: TypedCommand, problem: String?) -> Bool {
    guard command.line == history.last, layers.last?.isPage ?? true else { return false }
    var prompt = CommandPrompt(command.line)
    if let problem { prompt.note = .problem(problem, 0..<prompt.field.characters.count) }
    ask(.command(prompt))
    return true
  }

  /// Shows a text that could not be copied, to be selected by hand.
  mutating func showUncopied(_ text: String, title: String, _ remark: String) {
    let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    show(
      CommandAnswer(lines: lines.map(String.init), isFailure: false), title: title,
      summary: remark)
  }

  private mutating func show(_ answer: CommandAnswer, title: String, summary: String) {
    let page = OutputPage(
      title: title, summary: summary, lines: answer.lines,
      kind: answer.isFailure ? .failure : .answer, width: PageMetrics.width(size))
    // The next line may be under way already, and the last answer makes room for this one.
    var prompt: Layer?
    if case .command = dialog { prompt = layers.popLast() }
    if layers.last?.page(OutputPage.self) != nil { layers.removeLast() }
    open(page)
    if let prompt { layers.append(prompt) }
  }
}
