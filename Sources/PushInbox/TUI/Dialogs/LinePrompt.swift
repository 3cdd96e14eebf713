import Foundation
import InboxModel

/// A prompt for the text that a command needs.
struct LinePrompt: Dialog {
  enum Subject: Equatable, Sendable {
    /// The time at which the snoozed notifications return.
    case snooze([NotificationID])
    /// The file to which a push is saved.
    case save(PushReference)
    /// The shell command that receives a push's payload.
    case pipe(PushReference)
    /// The file to which the changed settings are written.
    case writeSettings
    /// The text to search for on the page below.
    case find
  }

  let subject: Subject
  var line = CommandPrompt()

  /// Makes a prompt with a text to edit.
  ///
  /// - Parameter problem: The reason why the text cannot be used.
  init(_ subject: Subject, text: String = "", problem: String? = nil) {
    self.subject = subject
    line.field = TextField(text)
    if let problem { line.point(at: problem) }
  }

  static let acceptsText = true
  var isAboutPush: Bool { true }

  /// The label before the line.
  private var label: String {
    switch subject {
    case .snooze: "Snooze for or until: "
    case .save: "Save as: "
    case .writeSettings: "Write changes as: "
    case .pipe: "| "
    case .find: "/"
    }
  }

  mutating func receive(_ key: Key, in context: inout PageContext) -> Bool {
    line.note = nil
    switch key {
    case .enter: submit(&context)
    case .escape: cancel(&context)
    default:
      let history = if case .pipe = subject { context.state.history[.pipe] } else { [String]() }
      _ = line.edit(key, history: history)
      if subject == .find { PageSearch.find(line.field.text, in: &context) }
    }
    return true
  }

  private func cancel(_ context: inout PageContext) {
    context.close()
    if subject == .find { PageSearch.find(nil, in: &context) }
  }

  /// Performs the command with the text; an invalid text stays to be corrected.
  private mutating func submit(_ context: inout PageContext) {
    let text = line.field.text.trimmingCharacters(in: .whitespaces)
    guard !text.isEmpty else { return cancel(&context) }
    if case .snooze(let ids) = subject {
      let zone = context.device.settings.device.timeZone
      guard let until = SnoozeTime.moment(text, after: context.now, in: zone) else {
        return line.point(at: "write \(SnoozeTime.form)")
      }
      context.close()
      return PushActions.snooze(ids, until: until, in: &context)
    }
    context.close()
    switch subject {
    case .snooze: break
    case .save(let push): context.request(.save(push, path: text, replacing: false))
    case .writeSettings: context.request(.writeSettings(path: text))
    case .pipe(let push):
      context.ask(TaskWait(task: "| " + text))
      context.request(.remember(text, .pipe))
      context.request(.pipe(push, command: text))
    case .find:
      if let search = context.search, search.line == nil {
        context.show(.notOnPage(search.text))
      }
    }
  }

  func draw(_ scene: Scene, on screen: inout Screen) {
    CommandLineView(scene: scene, prompt: line, label: SanitizedText(label)).draw(on: &screen)
  }
}
