import InboxModel

/// A line of the settings: what it shows, and what can be done with it.
struct SettingRow: Equatable, Sendable {
  enum Kind: Equatable, Sendable {
    /// The name of a Focus, an app, a category or an action; its settings stand under it while it is open.
    case heading(isOpen: Bool)
    /// One of a few words, gone through one after another; the number of the one in force, if any is.
    case choice([String], place: Int?)
    /// Typed, as `set` takes it.
    case text(String)
    /// When a Focus is on, one time of several, typed as one line.
    case span(String)
    /// Whether a Focus is on.
    case focus(isOn: Bool)
    /// A word that stands in a list, or does not.
    case element(String, isIn: Bool)
    /// An object that is there with all its settings, or is not.
    case part(isThere: Bool)
    /// The keys of a command.
    case command(Command)
    /// Something done at once, as by its key.
    case action(Command)
    /// A fault that is caused on purpose, by its number.
    case fault(Int)
    /// Something new.
    case new(SettingPrompt.Subject)
    /// Only to be read.
    case fact
    /// Something is wrong with it.
    case problem
  }

  /// The way to it: of a setting its path, of what stands under a name a path that begins with the name's.
  var path: [String]
  var label: String
  var value = ""
  var kind: Kind
  /// The origin of the value, or another remark at the end of the row; empty for none.
  var remark = ""
  /// A sentence on it: what it takes.
  var about = ""

  /// The path of the name it stands under; nil for what stands under none.
  var heading: [String]?
  /// Under how many names it stands.
  var depth = 0

  /// A sentence on its effect; nil for what has none of its own.
  var meaning: String? {
    switch kind {
    case .choice, .text, .element, .part, .fact: SettingPath(path).meaning
    default: nil
    }
  }

  /// The name in files and in `set`; nil for rows that are no setting.
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

  /// Whether it says that an app is on the phone.
  var isInstalled: Bool { path.count == 3 && path[0] == "apps" && path[2] == "installed" }

  /// Whether it is one of a list of objects.
  var isElement: Bool { SettingPath(path).whole.rest.count == 1 }
}

extension SettingRow {
  /// The names of settings on the screen; one without a name is shown by its key.
  private static let labels = [
    "lock": "Lock", "previews": "Show previews", "grouping": "Notification grouping",
    "timeZone": "Time zone", "summaryStyle": "Summary lines as in",
    "badgeZeroClears": "Badge 0 clears the list", "stackThreshold": "Stack from",
    "removeActedOn": "Remove what was acted on", "times": "Summary times", "apps": "Summary of",
    "allowApps": "Allowed apps", "silenceApps": "Silenced apps", "allowPeople": "Allowed people",
    "allowTimeSensitive": "Let time-sensitive through", "filters": "Filter",
    "lowPower": "Low Power Mode", "deliverQuietly": "Deliver quietly",
    "lockScreen": "On the lock screen",
    "list": "In the list", "bannerStyle": "Banners are", "timeSensitive": "May be time-sensitive",
    "critical": "May be critical", "present": "In the foreground", "state": "Runs in",
    "hiddenPreviewsBodyPlaceholder": "Hidden text", "categorySummaryFormat": "Summary line",
    "id": "Identifier", "textInput": "Asks for text", "placeholder": "In the empty field",
    "customDismissAction": "App hears of dismissal", "allowInCarPlay": "May show in CarPlay",
    "hiddenPreviewsShowTitle": "Hidden, title stays",
    "hiddenPreviewsShowSubtitle": "Hidden, subtitle stays",
    "allowAnnouncement": "May be read aloud", "authenticationRequired": "Needs unlocking",
    "foreground": "Opens the app", "ttl": "Can be sent again for",
    "repeatMaxCount": "Asks for at most", "rule": "Counting rule",
    "catchUp": "Alerts for late pushes", "deviceId": "Device identifier",
    "failRepeats": "Failing requests, %",
    "loseNext": "Lose the next", "loss": "Lost, %", "duplicate": "Twice, %",
    "reorder": "Overtaken, %",
  ]

  /// `stackThreshold` is `Stack from`, `hideBadges` is `Hide badges`.
  static func label(_ key: String) -> String {
    if let label = labels[key] { return label }
    let words = key.reduce(into: "") { words, letter in
      words += letter.isUppercase ? " " + letter.lowercased() : String(letter)
    }
    return words.prefix(1).uppercased() + words.dropFirst()
  }

  /// A value for reading: `[x]`, `08:00, 18:00`.
  static func shown(_ value: JSONValue?) -> String {
    switch value {
    case nil, .null?: "-"
    case .bool(let isOn)?: isOn ? "[x]" : "[ ]"
    case .array(let elements)?:
      elements.isEmpty ? "none" : elements.map(\.word).joined(separator: ", ")
    case .object(let object)?:
      object.isEmpty ? "none" : Words.count(object.members.count, "entry", "entries")
    case .some(let value): value.word
    }
  }

  /// A time of a Focus in one line: `weekdays 20:00-21:00 Europe/Berlin`.
  static func span(_ value: JSONValue) -> String {
    let span = value.object ?? [:]
    let times = ["from", "to"].compactMap { span[$0]?.string }.joined(separator: "-")
    let days = typed(span["days"])
    return [days, times, span["timeZone"]?.string].compactMap(\.self).joined(separator: " ")
  }

  /// A value for editing, as `set` takes it.
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
