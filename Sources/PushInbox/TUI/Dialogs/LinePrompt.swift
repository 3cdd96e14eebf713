import InboxModel

/// A line that something done to a push asks for.
struct LinePrompt: Equatable, Sendable {
  enum Subject: Equatable, Sendable {
    /// When these come back.
    case snooze([NotificationID])
    /// The file a push is saved in.
    case save(PushReference)
    /// The command that gets its payload.
    case pipe(PushReference)
    /// The file that the changed settings are written to.
    case writeSettings
    /// The words that lines of the page beneath have.
    case find
  }

  let subject: Subject
  var line = CommandPrompt()

  /// - Parameter problem: why the text cannot be used.
  init(_ subject: Subject, text: String = "", problem: String? = nil) {
    self.subject = subject
    line.field = TextField(text)
    if let problem { line.note = .problem(problem, 0..<line.field.characters.count) }
  }

  /// What stands before the line.
  var label: String {
    switch subject {
    case .snooze: "Snooze for or until: "
    case .save: "Save as: "
    case .writeSettings: "Write changes as: "
    case .pipe: "| "
    case .find: "/"
    }
  }
}
