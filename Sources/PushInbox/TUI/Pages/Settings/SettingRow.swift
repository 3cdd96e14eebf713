import InboxModel

/// A row of the settings: its contents, and the actions on it.
struct SettingRow: Equatable, Sendable {
  enum Kind: Equatable, Sendable {
    /// The name of a Focus, an app, a category or an action; its settings follow while it is
    /// expanded.
    case heading(isOpen: Bool)
    /// A choice from a few values, with the index of the current one if it is among them.
    case choice([String], place: Int?)
    /// A typed value in the syntax of `set`.
    case text(String)
    /// A scheduled time of a Focus, typed as one line.
    case span(String)
    /// Whether a Focus is on.
    case focus(isOn: Bool)
    /// A value that a list contains or not.
    case element(String, isIn: Bool)
    /// An object that is present with all its settings, or absent.
    case part(isThere: Bool)
    /// The keys of a command.
    case command(Command)
    /// An action that is performed immediately, as by its key.
    case action(Command)
    /// A configured fault, by its number.
    case fault(Int)
    /// A row that creates something.
    case new(SettingPrompt.Subject)
    /// A read-only fact.
    case fact
    /// A problem of a setting.
    case problem
  }

  /// The path of a setting; a row under a name has a path that begins with that of the name.
  var path: [String]
  var label: String
  var value = ""
  var kind: Kind
  /// The origin of the value, or another remark at the end of the row; empty for none.
  var remark = ""
  /// A sentence about the possible values.
  var about = ""

  /// The path of the name under which the row is; nil for none.
  var heading: [String]?
  /// The number of names under which the row is.
  var depth = 0

  /// A sentence about the effect; nil for rows without one.
  var meaning: String? {
    switch kind {
    case .choice, .text, .element, .part, .fact: SettingPath(path).meaning
    default: nil
    }
  }

  /// The name in files and in `set`; nil for rows that are not settings.
  var name: String? {
    switch kind {
    case .element: SettingPath(path.dropLast()).text
    case .part, .span: SettingPath(path).text
    case .fault, .new(.fault): nil
    case .action: path.joined(separator: "=")
    case .choice where path.first == "mute": path.joined(separator: ".")
    default:
      if case .value? = SettingPath(path).schema { SettingPath(path).text } else { nil }
    }
  }

  /// Whether the row is the setting `installed` of an app.
  var isInstalled: Bool { path.count == 3 && path[0] == "apps" && path[2] == "installed" }

  /// Whether the row is an element of a list of objects.
  var isElement: Bool { SettingPath(path).whole.rest.count == 1 }
}

extension SettingRow {
  /// The labels of settings on the screen, by key, or by path where that of the key does not fit; a
  /// setting without one is shown by its key.
  private static let labels = [
    "queue.apps": "Numbered apps",
    "lock": "Lock", "previews": "Show previews", "grouping": "Notification grouping",
    "timeZone": "Time zone", "summaryStyle": "Summary lines as in",
    "badgeZeroClears": "Badge 0 clears the list", "stackThreshold": "Stack from",
    "removeActedOn": "Remove what was acted on", "times": "Summary times", "apps": "Summary of",
    "allowApps": "Allowed apps", "silenceApps": "Silenced apps", "allowPeople": "Allowed people",
    "allowTimeSensitive": "Allow time-sensitive", "filters": "Filter",
    "lowPower": "Low Power Mode", "deliverQuietly": "Deliver quietly",
    "lockScreen": "On the lock screen",
    "list": "In the list", "bannerStyle": "Banners are", "timeSensitive": "May be time-sensitive",
    "critical": "May be critical", "present": "In the foreground", "state": "Runs in",
    "hiddenPreviewsBodyPlaceholder": "Hidden text", "categorySummaryFormat": "Summary line",
    "id": "Identifier", "textInput": "Asks for text", "placeholder": "In the empty field",
    "customDismissAction": "Report dismissals", "allowInCarPlay": "May show in CarPlay",
    "hiddenPreviewsShowTitle": "Hidden, title stays",
    "hiddenPreviewsShowSubtitle": "Hidden, subtitle stays",
    "allowAnnouncement": "May be read aloud", "authenticationRequired": "Needs unlocking",
    "foreground": "Opens the app", "ttl": "Can be sent again for",
    "repeatMaxCount": "Requests at most", "rule": "Counting rule",
    "catchUp": "Alerts for late pushes", "deviceId": "Device identifier",
    "failRepeats": "Failing requests, %",
    "loseNext": "Lose the next", "loss": "Lost, %", "duplicate": "Duplicates, %",
    "reorder": "Overtaken, %", "bidi": "Arabic and Hebrew",
  ]

  /// Returns the label of a key: that of ``labels``, such as `Stack from` for `stackThreshold`, or
  /// one made of its words, such as `Hide badges` for `hideBadges`.
  static func label(_ key: String) -> String {
    if let label = labels[key] { return label }
    let words = key.reduce(into: "") { words, letter in
      words += letter.isUppercase ? " " + letter.lowercased() : String(letter)
    }
    return words.prefix(1).uppercased() + words.dropFirst()
  }

  /// Returns the label of a path; nil if it is made of those of its keys.
  static func label(ofPath path: [String]) -> String? { labels[path.joined(separator: ".")] }

  /// Returns a value for display: `[x]`, `08:00, 18:00`.
  static func shown(_ value: JSONValue?) -> String {
    switch value {
    case nil, .null?: "-"
    case .bool(let isOn)?: isOn ? "[x]" : "[ ]"
    case .array(let elements)?:
      elements.isEmpty ? "none" : elements.map(\.word).joined(separator: ", ")
    case .object(let object)?:
      object.isEmpty ? "none" : object.members.count.counted("entry", "entries")
    case .some(let value): value.word
    }
  }

  /// Returns a scheduled time of a Focus in one line: `weekdays 20:00-21:00 Europe/Berlin`.
  static func span(_ value: JSONValue) -> String {
    let span = value.object ?? [:]
    let times = ["from", "to"].compactMap { span[$0]?.string }.joined(separator: "-")
    let days = typed(span["days"])
    return [days, times, span["timeZone"]?.string].compactMap(\.self).joined(separator: " ")
  }

  /// Returns a value for editing, in the syntax of `set`.
  static func typed(_ value: JSONValue?) -> String {
    guard let value, !value.isNull else { return "" }
    if let elements = value.array {
      let words = elements.compactMap(\.string)
      let isPlain = words.count == elements.count && !words.contains { $0.contains(",") }
      if isPlain { return words.joined(separator: ",") }
    }
    return value.word
  }
}
