import InboxModel

/// Settings and outcomes in the words of the screen.
enum Words {
  static func previews(_ setting: ShowPreviewsSetting) -> String {
    setting == .whenAuthenticated ? "when unlocked" : setting.rawValue
  }

  static func grouping(_ setting: GroupingSetting) -> String {
    setting == .byApp ? "by app" : setting.rawValue
  }

  /// Returns the app and the thread, `Chat / op-42`; only the app without a thread.
  static func name(_ app: String, thread: ThreadID) -> String {
    thread.isEmpty ? app : "\(app) / \(thread.text)"
  }

  /// Returns the name of a group without that of its app.
  static func thread(of key: GroupKey) -> String {
    switch key.kind {
    case .app: "(all threads)"
    case .thread, .single: key.thread.isEmpty ? "(no thread)" : key.thread.text
    }
  }

  /// Returns a number with separated thousands: `10,000`.
  static func number(_ number: Int) -> String {
    var digits = String(number.magnitude)
    var place = digits.count - 3
    while place > 0 {
      digits.insert(",", at: digits.index(digits.startIndex, offsetBy: place))
      place -= 3
    }
    return (number < 0 ? "-" : "") + digits
  }

  /// Returns a remark about the result of an answer for an app on trial.
  static func remark(onTrial answer: ActionIdentifier) -> String {
    switch answer {
    case .keep: "delivers immediately from now on"
    case .keepInSummary: "waits for the scheduled summary"
    default: "the app may no longer notify"
    }
  }

  /// Returns remarks about the requirements and effects of an action.
  static func remarks(_ action: Action) -> [String] {
    var remarks: [String] = []
    if action.textInput != nil { remarks.append("asks for text") }
    if action.options.contains(.destructive) { remarks.append("destructive") }
    if action.needsUnlock { remarks.append("needs unlock") }
    if action.options.contains(.foreground) { remarks.append("opens the app") }
    return remarks.isEmpty ? ["in the background"] : remarks
  }
}
