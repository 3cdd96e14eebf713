import InboxModel

/// The prompt for a command, after `:`.
struct CommandPrompt: Dialog {
  /// The remark above the line until the next key.
  enum Note: Equatable, Sendable {
    /// The words that complete the current one, and sentences about the setting that they set.
    case candidates([Candidate], remarks: [String] = [])
    /// The reason why the line cannot be run, and the characters concerned.
    case problem(String, Range<Int>)
  }

  var field = TextField()
  var note: Note?
  /// The shown line of the history, from the newest; nil for the line being typed.
  private var recalled: Int?
  /// The text that was typed before the history was shown.
  private var typed = TextField()

  init(_ text: String = "") {
    field = TextField(text)
  }

  static let acceptsText = true

  mutating func receive(_ key: Key, in context: inout PageContext) -> Bool {
    note = nil
    switch key {
    case .enter: run(&context)
    case .escape: context.close()
    case .backspace where field.isEmpty, .control("h") where field.isEmpty: context.close()
    case .tab:
      complete(Completion(line: field.characters[..<field.cursor], CommandWords(in: context)))
    default: _ = edit(key, history: context.state.history[.command])
    }
    return true
  }

  /// Runs the line, or marks the word because of which it cannot be run.
  private mutating func run(_ context: inout PageContext) {
    var meaning: TypedLine
    let saved = context.runtime.savedFilters
    do throws(TypedLine.Failure) {
      meaning = try TypedLine(field.characters, filters: saved)
    } catch {
      note = .problem(error.text, error.place)
      return field.moveCursor(to: error.place.upperBound)
    }
    // The push that commands refer to after the line is closed.
    var pages = context.pages
    pages.layers.removeLast()
    let selected = pages.target(in: context)
    if case .showSelected(var words) = meaning, let selected {
      words.insert(selected.word, at: 1)
      meaning = .command(words)
    }
    switch meaning {
    case .look(_, nil) where selected == nil, .showSelected:
      point(at: ScreenMessage.noPushForCommand.text)
    default:
      context.close()
      if meaning != .nothing { context.request(.remember(field.text, .command)) }
      run(meaning, selected, &context)
    }
  }

  private func run(_ meaning: TypedLine, _ selected: PushReference?, _ context: inout PageContext) {
    let line = field.text
    switch meaning {
    case .nothing, .showSelected: break
    case .quit: Question.askToQuit(in: &context)
    case .help: context.open(HelpPage())
    case .usage(let text):
      CommandAnswer(lines: text.lines, isFailure: false)
        .open(title: ":" + line, summary: "", in: &context)
    case .command(let words):
      if words.first.flatMap(CommandTable.command)?.input == .pieces {
        context.ask(TaskWait(task: ":" + line))
      }
      context.request(.run(TypedCommand(line: line, words: words)))
    case .look(let look, let word?):
      let word = word.hasPrefix("#") ? String(word.dropFirst()) : word
      context.request(.find(word, look: look, TypedCommand(line: line)))
    case .look(let look, nil):
      if let selected { Navigation.open(selected, look, in: &context) }
    }
  }

  func draw(_ scene: Scene, on screen: inout Screen) {
    CommandLineView(scene: scene, prompt: self).draw(on: &screen)
  }

  /// Shows why the line cannot be used.
  mutating func point(at problem: String) {
    note = .problem(problem, 0..<field.characters.count)
  }

  /// Handles an editing key; returns false for other keys.
  mutating func edit(_ key: Key, history: [String]) -> Bool {
    switch key {
    case .up: recall((recalled ?? -1) + 1, from: history)
    case .down: recall((recalled ?? -1) - 1, from: history)
    case .altEnter, .control("j"): return false
    case .pasted(let text):
      // A pasted text stays one line, and pasting never runs it.
      field.insert(text.split(whereSeparator: \.isNewline).joined(separator: " "))
    default: return field.edit(key)
    }
    return true
  }

  private mutating func recall(_ place: Int, from history: [String]) {
    guard place < history.count, place >= -1, place != recalled ?? -1 else { return }
    if recalled == nil { typed = field }
    recalled = place < 0 ? nil : place
    field = place < 0 ? typed : TextField(history[history.count - 1 - place])
  }

  /// Completes the word before the cursor as far as its candidates agree, and lists several. The
  /// sentence about the setting of the word is shown in any case.
  mutating func complete(_ completion: Completion) {
    let candidates = completion.candidates
    let common = candidates.map(\.text).commonPrefix
    if candidates.count == 1 {
      let goesOn = common.last.map { "=.:".contains($0) } ?? false
      replace(completion.range, with: completion.written(common) + (goesOn ? "" : " "))
    } else if common != completion.word, common.hasPrefix(completion.word) {
      replace(completion.range, with: completion.written(common))
    }
    let listed = candidates.count == 1 ? [] : candidates
    let remarks = completion.remarks
    if !listed.isEmpty || !remarks.isEmpty { note = .candidates(listed, remarks: remarks) }
  }

  private mutating func replace(_ range: Range<Int>, with text: String) {
    for _ in range { _ = field.edit(.backspace) }
    field.insert(text)
  }
}

extension CommandWords {
  /// The words of the line after `:`, and of filters.
  init(in context: PageContext) {
    self.init(
      place: .screen, device: context.device,
      filters: context.runtime.savedFilters.keys.sorted())
  }
}

extension [String] {
  /// The text with which all begin; empty for an empty list.
  var commonPrefix: String {
    guard let first else { return "" }
    return dropFirst().reduce(first) { common, text in
      String(zip(common, text).prefix { $0 == $1 }.map(\.0))
    }
  }
}
