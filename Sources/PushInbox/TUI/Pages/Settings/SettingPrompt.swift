import Foundation
import InboxModel

/// A prompt for the value of a setting, or for the name of something new.
struct SettingPrompt: Dialog {
  enum Subject: Equatable, Sendable {
    case setting([String])
    /// A scheduled time of a Focus, by its path: days, times, time zone.
    case span([String])
    /// The end of a Focus.
    case term(focus: String)
    case focus, app, category, fault
    /// An action, by its path.
    case action([String])
  }

  let subject: Subject
  /// The label before the line.
  let label: String
  var line = CommandPrompt()
  /// The text when the prompt was opened.
  private let initial: String

  init(_ subject: Subject, label: String, text: String = "") {
    self.subject = subject
    self.label = label
    initial = text
    line.field = TextField(text)
  }

  static let acceptsText = true

  /// Whether the text was not changed.
  private var isUnchanged: Bool { line.field.text == initial }

  /// Whether it creates something that has settings.
  var isNew: Bool {
    switch subject {
    case .focus, .app, .category, .action: true
    case .setting, .span, .term, .fault: false
    }
  }

  /// The path of the row under which the new value appears.
  var path: [String] {
    let name = line.field.text.trimmed
    switch subject {
    case .setting(let path), .span(let path), .action(let path): return path
    case .term(let focus): return ["focus", focus, "on"]
    case .focus: return ["focus", name]
    case .app: return ["apps", name]
    case .fault: return ["faults", "new"]
    case .category:
      let parts = name.split(separator: " ", maxSplits: 1).map { String($0).trimmed }
      return parts.count == 2
        ? ["apps", parts[0], "categories", parts[1]] : ["categories", name]
    }
  }

  /// The typed text as keys and values of `set`.
  var pairs: [(key: String, value: String)] {
    let text = line.field.text.trimmed
    switch subject {
    case .setting: return [(SettingPath(path).text, line.field.text)]
    // A fault is not a setting: it lasts until the program ends.
    case .fault: return []
    case .span: return [(SettingPath(path).text, JSONWriter.text(Self.span(text)))]
    case .term(let focus):
      if text == "off" { return [("focus", "off")] }
      if text == "on" { return [("focus", focus)] }
      let end = text.trimmingPrefix(#/until[ :]\s*/#)
      return [("focus", focus), ("focus.until", String(end))]
    // Any setting creates it, also one with the default value.
    case .focus: return [(SettingPath(path + ["allowTimeSensitive"]).text, "true")]
    case .app: return [(SettingPath(path + ["installed"]).text, "true")]
    case .category: return [(SettingPath(path + ["options"]).text, "[]")]
    case .action: return [(SettingPath(path).text, JSONWriter.text(["id": .string(text)]))]
    }
  }

  /// Converts `weekdays 09:00-17:30 Europe/Berlin` to JSON as in files; null for an empty text.
  private static func span(_ text: String) -> JSONValue {
    let words = text.replacing(#/\s*-\s*/#, with: "-").split(separator: " ").map(String.init)
    guard !words.isEmpty else { return .null }
    let place = words.firstIndex { $0.first?.isNumber ?? false } ?? 0
    let times = words[place].split(separator: "-", maxSplits: 1).map(String.init)
    var span = JSONObject()
    for (key, time) in zip(["from", "to"], times) { span[key] = .string(time) }
    let days = words[..<place].joined(separator: ",").split(separator: ",").map(String.init)
    if days.count == 1, days[0].count > 3 {
      span["days"] = .string(days[0])
    } else if !days.isEmpty {
      span["days"] = .array(days.map(JSONValue.string))
    }
    let zone = words[(place + 1)...].joined(separator: " ")
    if !zone.isEmpty { span["timeZone"] = .string(zone) }
    return .object(span)
  }

  /// Returns the possible values; empty if they cannot be listed.
  private func candidates(_ context: PageContext) -> [Candidate] {
    let words: [String]
    switch subject {
    case .setting(let components):
      let path = SettingPath(components)
      guard case .value(let form)? = path.schema else { return [] }
      return Candidate.values(form.choices, of: path)
    case .fault: return Candidate.ofFaults
    case .app, .category: words = context.device.knownApps
    case .span: words = ["daily", "weekdays", "weekends", "mon,wed 20:00-21:00"]
    case .term: words = ["on", "off", "1h", "until 07:00"]
    case .focus, .action: return []
    }
    return words.map { Candidate(text: $0) }
  }
}

/// The keys of the prompt.
extension SettingPrompt {
  mutating func receive(_ key: Key, in context: inout PageContext) -> Bool {
    line.note = nil
    switch key {
    case .enter: submit(&context)
    case .escape: context.close()
    case .tab:
      let words = candidates(context)
      if !words.isEmpty { line.note = .candidates(words) }
    default: _ = line.edit(key, history: [])
    }
    return true
  }

  /// Applies the typed value. An invalid one stays in the prompt to be corrected.
  private mutating func submit(_ context: inout PageContext) {
    if isUnchanged { return context.close() }
    if subject == .fault { return addFault(&context) }
    switch context.changes(by: pairs) {
    case .success(let changes):
      context.close()
      context.changeSettings { [self] page, context in
        page.select(path)
        if isNew { page.unfold(path, true) }
        page.make(changes, pairs, in: &context)
      }
    case .failure(let error): line.point(at: error.message)
    }
  }

  /// Adds the typed fault, as `fault add` does.
  private mutating func addFault(_ context: inout PageContext) {
    let words = ShellWords(line.field.characters).words.map(\.text)
    do throws(SettingsError) {
      _ = try FaultRule(words: words)
    } catch {
      return line.point(at: error.message)
    }
    context.close()
    context.request(.run(.fault(["add"] + words)))
  }

  func draw(_ scene: Scene, on screen: inout Screen) {
    CommandLineView(scene: scene, prompt: line, label: scene.line(label + ": ")).draw(on: &screen)
  }
}

extension String {
  /// The text without blanks at its ends.
  fileprivate var trimmed: String { trimmingCharacters(in: .whitespaces) }
}
