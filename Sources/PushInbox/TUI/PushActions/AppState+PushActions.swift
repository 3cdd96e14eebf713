import Foundation
import InboxModel

/// What a person does to a push beside acting on it: put it off, take that back, hand it on.
extension AppState {
  /// Takes back what was done last, whoever did it.
  mutating func undo(_ device: Phone) -> [Intent] {
    guard let step = device.undoable else {
      showMessage("there is nothing to undo")
      return []
    }
    showMessage(Words.undone(step))
    returning = step.ids.last
    return [.undo(step.ids)]
  }

  /// Says that something is gone, and how it comes back.
  mutating func reportRemoval(of ids: [NotificationID], _ done: String, _ when: String = "") {
    let undo = keymap.keys(of: .undo)
    let many = ids.count == 1 ? "it" : "them"
    showMessage(
      "\(done) \(Words.pushes(ids))\(when)" + (undo.isEmpty ? "" : ", \(undo) brings \(many) back"))
  }

  /// Carries out a command that means a push whether it is in the list or not.
  mutating func handOn(_ command: Command, _ name: PushReference, _ device: Phone) -> [Intent] {
    if let hindrance = hindrance(command, name) {
      showMessage(hindrance, isFailure: true)
      return []
    }
    switch command {
    case .copy: ask(.choice(Choice(subject: .copy(name))))
    case .pipe: ask(.line(LinePrompt(.pipe(name))))
    case .save: ask(.line(LinePrompt(.save(name), text: fileName(of: name, device))))
    case .resend: return [.resend(name, edited: nil)]
    case .edit:
      guard let push = records.stored(name) else {
        showMessage("nothing is kept of \(name.text) any more")
        return []
      }
      return [edit(.push(name), original: PushExport(push).editedText(at: now))]
    case .accept: if case .refused(let number) = name { return [.accept(number)] }
    default: break
    }
    return []
  }

  private func fileName(of name: PushReference, _ device: Phone) -> String {
    let app: BundleID? =
      if case .entry(let id) = name { device.notification(id)?.app } else { nil }
    return PushExport.fileName(
      app: (app ?? records.stored(name)?.app).map { device.appName($0) } ?? "", name)
  }

  /// Why a command has nothing to do with what was refused, in a line; nil where it has.
  func hindrance(_ command: Command, _ name: PushReference) -> String? {
    guard case .refused(let push)? = records.stored(name) else { return nil }
    let nothing = push.refusal.body.isEmpty && push.path.isEmpty ? push.obstacle : nil
    // A part of a push is another push.
    let truncation = push.refusal.truncation
    let (deed, obstacle): (String, String?) =
      switch command {
      case .accept: ("accepted", push.obstacle)
      case .resend:
        ("sent again as it is", truncation ?? (push.path.isEmpty ? push.obstacle : nil))
      case .edit: ("edited", nothing ?? truncation)
      case .mark: ("compared", nothing)
      case .pipe:
        ("piped", push.refusal.body.isEmpty ? push.obstacle : truncation)
      case .save:
        (
          "saved",
          PushExport(.refused(push)).simulatorFile == nil
            ? push.obstacle ?? "what came is no push" : nil
        )
      default: ("", nil)
      }
    return obstacle.map { "\(name.text) cannot be \(deed): \($0)" }
  }

  /// Everything is dismissed after a question.
  mutating func askToClear(_ device: Phone) {
    guard !listsSilent else {
      return showMessage("Silent pushes are in no list: there is nothing to clear.")
    }
    guard rows(device).inbox.count > 0 else { return }
    ask(.question(Question(subject: .dismissAll)))
  }

  // MARK: Snooze

  /// Asks how long to put off an entry, or the group on whose head the person stands.
  mutating func askToSnooze(_ notification: DeliveredNotification, _ device: Phone) {
    ask(.choice(Choice(subject: .snooze(meant(by: notification, device)))))
  }

  /// The entry, or all of the group on whose head the person stands.
  func meant(by notification: DeliveredNotification, _ device: Phone) -> [NotificationID] {
    guard layers.isEmpty, case .group(let key) = pages.inbox.position.selection else {
      return [notification.id]
    }
    return Array(rows(device).inbox.ids(in: key))
  }

  private mutating func snooze(_ ids: [NotificationID], until: Date, _ device: Phone) -> [Intent] {
    let listed = ids.filter { device.inbox[$0] != nil }
    guard !listed.isEmpty else {
      showMessage("\(Words.pushes(ids)) \(ids.count == 1 ? "is" : "are") not in the list any more")
      return []
    }
    let clock = ScreenClock(timeZone: device.settings.device.timeZone, now: now)
    reportRemoval(of: listed, "snoozed", " until \(clock.shortly(until))")
    closePages(about: listed)
    return [.snooze(listed, until: until)]
  }

  // MARK: Menus

  /// The rows of a menu now.
  func rows(of choice: Choice, _ device: Phone) -> [Choice.Row] {
    choice.rows(at: now, in: device.settings.device.timeZone)
  }

  /// Answers the keys of a menu, and those that move in it; nil for others.
  mutating func choose(_ key: Key, in choice: Choice, _ device: Phone) -> [Intent]? {
    var choice = choice
    let rows = rows(of: choice, device)
    let named = rows.first { Key.character($0.key) == key }
    if named == nil, let cursor = moved(choice.cursor, by: keymap[key], of: rows.count) {
      choice.cursor = cursor
      dialog = .choice(choice)
      return []
    }
    guard let row = named ?? (isChoosing(key) ? rows.dropFirst(choice.cursor).first : nil) else {
      return nil
    }
    layers.removeLast()
    switch (choice.subject, row.meaning) {
    case (.snooze(let ids), .snooze(let until)): return snooze(ids, until: until, device)
    case (.snooze(let ids), _): ask(.line(LinePrompt(.snooze(ids))))
    case (.copy(let id), .copy(let part)): return [.copy(id, part)]
    case (.testPush, .testPush(let sample)): return [.testPush(sample)]
    case (.testPush, _): return [composeTemplate(PushForm.template)]
    case (.copy, _): break
    }
    return []
  }

  /// Whether a key chooses the row of a menu under the cursor.
  func isChoosing(_ key: Key) -> Bool { key == .enter || keymap[key] == .inspect }

  /// The place of the cursor of a menu after a command that moves it; nil for others.
  func moved(_ cursor: Int, by command: Command?, of count: Int) -> Int? {
    guard let command, command != .toggle,
      let steps = ListPlace.steps(of: command, page: count, of: count)
    else { return nil }
    return max(0, min(cursor + steps, count - 1))
  }

  // MARK: Lines

  /// Answers a key while a line is typed.
  mutating func receive(_ key: Key, in prompt: LinePrompt, _ device: Phone) -> [Intent] {
    var prompt = prompt
    prompt.line.note = nil
    switch key {
    case .enter: return submit(prompt, device)
    case .escape:
      layers.removeLast()
      if prompt.subject == .find { find("", device) }
      return []
    default:
      if case .pipe = prompt.subject {
        _ = prompt.line.edit(key, history: pipes)
      } else {
        _ = prompt.line.edit(key, history: [])
      }
    }
    dialog = .line(prompt)
    if prompt.subject == .find { find(prompt.line.field.text, device) }
    return []
  }

  /// Does what the line says; what cannot be stays to be mended.
  private mutating func submit(_ prompt: LinePrompt, _ device: Phone) -> [Intent] {
    let text = prompt.line.field.text.trimmingCharacters(in: .whitespaces)
    guard !text.isEmpty else {
      layers.removeLast()
      if prompt.subject == .find { find("", device) }
      return []
    }
    switch prompt.subject {
    case .snooze(let ids):
      let zone = device.settings.device.timeZone
      guard let until = SnoozeTime.moment(text, after: now, in: zone) else {
        var prompt = prompt
        let all = 0..<prompt.line.field.characters.count
        prompt.line.note = .problem("write \(SnoozeTime.form)", all)
        dialog = .line(prompt)
        return []
      }
      layers.removeLast()
      return snooze(ids, until: until, device)
    case .save(let id):
      layers.removeLast()
      return [.save(id, path: text, replacing: false)]
    case .writeSettings:
      layers.removeLast()
      return [.writeSettings(path: text)]
    case .pipe(let id):
      dialog = .task("| " + text)
      if pipes.last != text { pipes = pipes.suffix(99) + [text] }
      return [.pipe(id, command: text)]
    case .find:
      layers.removeLast()
      if let search, search.line == nil { showMessage("“\(search.text)” is not on this page") }
      return []
    }
  }

  /// Has the page of text on top show the lines with some words, or looks for them on a page that stays whole.
  private mutating func find(_ words: String, _ device: Phone) {
    if search != nil { return findOnPage(words, device) }
    for (place, layer) in layers.enumerated().reversed() {
      guard var page = page(of: layer) as? any NarrowedPage else { continue }
      page.find(words)
      return setPage(page, of: layer, at: place)
    }
  }

  // MARK: Background tasks

  /// Answers a key while work goes on beside the screen that is waited for.
  mutating func wait(_ key: Key, for task: String) -> [Intent] {
    guard key == .escape else { return [] }
    layers.removeLast()
    showMessage("ended: \(task)")
    return [.endTask]
  }

  /// A push could not be saved under a name, which is there to be mended.
  mutating func mendName(of name: PushReference, _ path: String, _ problem: String) {
    ask(.line(LinePrompt(.save(name), text: path, problem: problem)))
  }

  // MARK: The editor

  /// Receives the text that the editor left. What cannot be used is kept for the next time, and loses no draft.
  mutating func receive(_ edited: EditedText, of job: EditJob) -> [Intent] {
    let text: String
    switch edited {
    case .problem(let problem):
      showMessage("\(problem); the text is as it was before", isFailure: true)
      return []
    case .text(let left): text = left
    }
    unfinished[job.subject] = nil
    switch job.subject {
    case .reply(let name): setReply(text, to: name, job)
    case .push, .compose: return send(text, of: job)
    }
    return []
  }

  private mutating func setReply(_ text: String, to name: AnswerName, _ job: EditJob) {
    let field = TextField(text)
    guard field.text == text else {
      unfinished[job.subject] = text
      showMessage(
        "\(Words.number(text.count)) characters, \(Words.number(TextField.limit)) at most: "
          + "\(Self.editorKey.name.uppercased()) opens them again", isFailure: true)
      return
    }
    drafts[name] = text
    guard case .reply(var prompt) = dialog, prompt.name == name else { return }
    prompt.field = field
    dialog = .reply(prompt)
  }

  /// Sends an edited push; one with a mistake is kept for the next time.
  private mutating func send(_ text: String, of job: EditJob) -> [Intent] {
    guard !text.allSatisfy(\.isWhitespace) else {
      showMessage("The text is empty: nothing was sent.")
      return []
    }
    guard text != job.original else {
      showMessage("Nothing was changed, nothing was sent.")
      return []
    }
    switch Result(catching: { () throws(PushForm.Problem) in try PushForm(text) }) {
    case .success(let form):
      if case .push(let name) = job.subject { return [.resend(name, edited: form)] }
      return [.compose(form)]
    case .failure(let problem):
      unfinished[job.subject] = text
      let key = keymap.keys(of: job.subject == .compose ? .compose : .edit)
      showMessage(
        "\(problem.sentence); nothing was sent, \(key) opens the text again", isFailure: true)
      return []
    }
  }

  /// Opens the editor on a new push, which begins as the one that is looked at; as a template where there is
  /// none, or where nothing of it can be edited.
  mutating func compose(_ device: Phone) -> Intent {
    let push = pushTarget(device).flatMap { hindrance(.edit, $0) == nil ? records.stored($0) : nil }
    return composeTemplate(push.map { PushExport($0).editedText(at: now) } ?? PushForm.template)
  }

  private func composeTemplate(_ text: String) -> Intent { edit(.compose, original: text) }

  /// Opens the editor on a push, or on what was written of it and not sent yet.
  private func edit(_ subject: EditJob.Subject, original: String) -> Intent {
    .edit(EditJob(subject: subject, text: unfinished[subject] ?? original, original: original))
  }

  /// Opens the editor on an answer being typed.
  static let editorKey = Key.control("o")

  mutating func edit(_ prompt: ReplyPrompt) -> [Intent] {
    let subject = EditJob.Subject.reply(prompt.name)
    return [
      .edit(EditJob(subject: subject, text: unfinished[subject] ?? prompt.field.text))
    ]
  }

  /// What came of a push that was sent again; a text that was refused is there for the next time.
  ///
  /// - Parameter name: the push it came from; nil for a new one.
  mutating func showResent(_ name: PushReference?, _ edited: PushForm?, _ answer: CommandAnswer) {
    if answer.isFailure, let edited {
      unfinished[name.map(EditJob.Subject.push) ?? .compose] = edited.text
    }
    let line = name.map { "\(edited == nil ? "resend" : "edit") \($0.text)" } ?? "compose"
    show(answer, of: TypedCommand(line: line))
  }
}

extension Words {
  /// `#31` or `3 pushes`.
  static func pushes(_ ids: [NotificationID]) -> String {
    ids.count == 1 ? "#\(ids[0].rawValue)" : count(ids.count, "push", "pushes")
  }

  /// What an undo has come to.
  static func undone(_ step: UndoStep) -> String {
    let (who, verb) = (pushes(step.ids), step.ids.count == 1 ? "is" : "are")
    return switch step.deed {
    case .dismissed, .removed, .snoozed: "\(who) \(verb) back"
    case .read: "\(who) \(verb) unread again"
    case .unread: "\(who) \(verb) read again"
    case .acted: "\(who) \(verb) as before; what the app was told stays told"
    }
  }
}

extension TypedCommand {
  /// What was done by a key, as the head of its answer.
  init(line: String) {
    self.init(line: line, words: [])
  }
}
