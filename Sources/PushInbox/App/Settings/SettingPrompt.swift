import Foundation
import InboxModel

/// A setting while it is typed, or the name of a new Focus or app.
struct SettingPrompt: Equatable, Sendable {
  enum Subject: Equatable, Sendable {
    case setting([String])
    /// The times of a Focus.
    case span(focus: String)
    case focus, app
  }

  let subject: Subject
  /// What stands before the line.
  let label: String
  var line = CommandPrompt()
  /// What stood there when it was opened.
  private let initial: String

  init(_ subject: Subject, label: String, text: String = "") {
    self.subject = subject
    self.label = label
    initial = text
    line.field = TextField(text)
  }

  /// Whether it is as it was.
  var isUnchanged: Bool { line.field.text == initial }

  /// Whether it makes a Focus or an app.
  var isNew: Bool { subject == .focus || subject == .app }

  /// Under which row what is typed will be found.
  var path: [String] {
    let name = line.field.text.trimmed
    return switch subject {
    case .setting(let path): path
    case .span(let focus): ["focus", focus, "from"]
    case .focus: ["focus", name]
    case .app: ["apps", name]
    }
  }

  /// What is typed, as keys and values of `set`.
  var pairs: [(key: String, value: String)] {
    let text = line.field.text
    switch subject {
    case .setting: return [(SettingPath(path).text, text)]
    case .span(let focus):
      let times = text.split(separator: "-", maxSplits: 1).map { String($0).trimmed }
      if times.isEmpty { return [(SettingPath.focus(focus, "schedules").text, "[]")] }
      return zip(["from", "to"], times).map { (SettingPath.focus(focus, $0).text, $1) }
    // Something said of it, be it what is so by default, makes it known.
    case .focus: return [(SettingPath(path + ["allowTimeSensitive"]).text, "true")]
    case .app: return [(SettingPath(path + ["installed"]).text, "true")]
    }
  }

  /// The words it takes; empty where they cannot be counted.
  func candidates(_ device: Device) -> [String] {
    switch subject {
    case .setting(let path):
      guard case .value(let form)? = SettingPath(path).schema else { return [] }
      return form.choices
    case .app: return Completion.apps(device)
    case .span, .focus: return []
    }
  }
}

extension String {
  /// Without blanks at its ends.
  fileprivate var trimmed: String { trimmingCharacters(in: .whitespaces) }
}
