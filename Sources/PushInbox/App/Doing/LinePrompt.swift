import InboxModel

/// A line that something done to a push asks for.
struct LinePrompt: Equatable, Sendable {
  enum Subject: Equatable, Sendable {
    /// When these come back.
    case snooze([NotificationID])
    /// The file a push is saved in.
    case save(NotificationID)
    /// The command that gets its payload.
    case pipe(NotificationID)
  }

  let subject: Subject
  var line = CommandPrompt()

  init(_ subject: Subject, text: String = "") {
    self.subject = subject
    line.field = TextField(text)
  }

  /// What stands before the line.
  var label: String {
    switch subject {
    case .snooze: "Snooze for or until: "
    case .save: "Save as: "
    case .pipe: "| "
    }
  }
}
