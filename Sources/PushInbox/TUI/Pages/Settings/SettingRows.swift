import InboxModel

/// The rows of the settings. They are derived from the configuration's schema, so that a new
/// setting appears on the screen as well.
struct SettingRows {
  let device: Phone
  let page: SettingsPage
  let context: PageContext
  let origins: SettingOrigins
  /// The settings in force, including apps without settings.
  let settings: PhoneSettings
  private let json: JSONObject

  init(_ page: SettingsPage, _ context: PageContext) {
    self.page = page
    self.context = context
    device = context.device
    origins = SettingOrigins(files: context.runtime.loaded.files, changes: device.changes)
    var settings = device.settings
    for app in device.knownApps {
      settings.apps[BundleID(app), default: AppSettings()].installed =
        device.settings.app(BundleID(app)).installed
    }
    self.settings = settings
    json = settings.json
  }

  /// The rows of the current tab.
  var rows: [SettingRow] {
    switch page.tab {
    case .device: settings(at: ["device"]) + settings(at: ["summary"]) + [showSummary]
    case .focus:
      settings.focuses.keys.sorted().flatMap(focus)
        + [new("Focus", .focus, about: "Enter, then its name, such as Night")]
    case .apps:
      settings.apps.keys.map(\.text).sorted().flatMap(app)
        + [new("app", .app, about: "Enter, then its bundle identifier, such as com.example.chat")]
    case .categories:
      categories + [
        new(
          "category", .category, about: "Enter, then its name, such as MESSAGE, or BUNDLE and name")
      ]
    case .queue: settings(at: ["queue"])
    case .faults: faults
    case .screen: screen
    case .keys: keys
    }
  }

  // MARK: Settings

  /// Returns the settings below a path, in the order of the schema.
  func settings(at path: [String]) -> [SettingRow] {
    (SettingPath(path).schema?.keys ?? []).flatMap { rows(for: path + [$0]) }
  }

  func rows(for path: [String]) -> [SettingRow] {
    guard let schema = SettingPath(path).schema, !Self.isElsewhere(path) else { return [] }
    let value = SettingPath(path).value(in: json)
    var row = SettingRow(
      path: path, label: label(path), value: SettingRow.shown(value), kind: .fact,
      remark: remark(path))
    switch schema {
    // `after` applies only to a stand-in for a program.
    case .value where path.last == "after" && value == nil: return []
    case .value(let form) where path.last == "options": return switches(at: path, form.choices)
    case .value(let form):
      let isChoice = !form.choices.isEmpty && !form.isList
      row.kind =
        isChoice
        ? .choice(form.choices, place: form.choices.firstIndex { $0 == value?.word })
        : .text(SettingRow.typed(value))
      row.about =
        switch form.choices {
        case ["true", "false"]: ""
        case let choices where form.isList && !choices.isEmpty: choices.joined(separator: ",")
        default: form.expected
        }
    case .names(.value(let form)) where form.isList:
      let names = value?.object?.members.map(\.key) ?? []
      guard names.isEmpty else { return names.flatMap { rows(for: path + [$0]) } }
      row.about = "one is made by `:set \(SettingPath(path).text).NAME=VALUE`"
    case .names: row.about = "settings of files"
    case .keys where SettingPath(path).whole.rest.isEmpty:
      // An absent object has no parts: an app's extension is named in a file.
      return value?.isNull == true ? [] : settings(at: path)
    case .keys:
      row.value = SettingRow.shown(.bool(value != nil))
      row.kind = .part(isThere: value != nil)
      return [row] + (value == nil ? [] : settings(at: path))
    case .unavailable: return []
    }
    return [row]
  }

  /// Returns one row for each possible element of a list.
  private func switches(at path: [String], _ words: [String]) -> [SettingRow] {
    let value = SettingPath(path).value(in: json)?.array ?? []
    return words.map { word in
      let isIn = value.contains(.string(word))
      return SettingRow(
        path: path + [word], label: SettingRow.label(word),
        value: SettingRow.shown(.bool(isIn)), kind: .element(word, isIn: isIn),
        remark: remark(path), about: word)
    }
  }

  /// Whether a setting is shown under another name, or on another tab.
  private static func isElsewhere(_ path: [String]) -> Bool {
    path == ["device", "language"] || path.last == "categories" || path.last == "actions"
  }

  /// Returns the label of a setting: `Show previews`, `Filter com.example.mail`, `Extension limit`.
  private func label(_ path: [String]) -> String {
    if let label = SettingRow.label(ofPath: path) { return label }
    let start =
      switch SettingsSchema.phone[path[0]] {
      case .keys: 1
      case .value: 0
      default: path.contains("categories") ? path.count - 1 : 2
      }
    let parts = path.dropFirst(start)
    let words = parts.dropFirst().map {
      parts.first == "filters" ? $0 : SettingRow.label($0).lowercased()
    }
    return ([SettingRow.label(parts.first ?? "")] + words).joined(separator: " ")
  }

  /// Returns the origin of a value: `set`, `config.json5:3`; empty for a default.
  func remark(_ path: [String]) -> String {
    switch origins.origin(of: path) {
    case .standard: ""
    case .file(let name, let line): "\(name.split(separator: "/").last ?? ""):\(line)"
    case let origin: origin.text
    }
  }

  // MARK: Names

  /// Returns the row of a name and, while it is expanded, the rows under it.
  func heading(
    _ path: [String], _ label: String, _ value: String, about: String? = nil,
    _ rows: () -> [SettingRow]
  ) -> [SettingRow] {
    let changes = device.changes.keys(at: [path]).count
    let isOpen = page.unfolded.contains(path)
    let heading = SettingRow(
      path: path, label: label, value: value, kind: .heading(isOpen: isOpen),
      remark: changes > 0 ? "\(changes) changed" : "",
      about: about ?? "Space shows or hides its settings; x resets their changes")
    guard isOpen else { return [heading] }
    return [heading]
      + rows().map { row in
        var row = row
        row.depth += 1
        row.heading = row.heading ?? path
        return row
      }
  }

  func new(
    _ noun: String, _ subject: SettingPrompt.Subject, at path: [String] = ["new"],
    about: String = ""
  ) -> SettingRow {
    SettingRow(path: path, label: "new \(noun)", kind: .new(subject), about: about)
  }

  private func focus(_ name: FocusName) -> [SettingRow] {
    let path = ["focus", name.text]
    let spans = settings.value(at: .focus(name, "schedules"))?.array ?? []
    let inForce = device.focusInForce.flatMap { $0.name == name ? $0 : nil }
    let until = inForce?.until.map { " until " + context.clock.minutes($0) } ?? ""
    let times =
      spans.isEmpty
      ? "by hand" : spans.count == 1 ? SettingRow.span(spans[0]) : "\(spans.count) times"
    return heading(path, name.text, (inForce == nil ? "" : "on\(until), ") + times) {
      let isOn = SettingRow(
        path: path + ["on"], label: "On", value: (inForce == nil ? "[ ]" : "[x]") + until,
        kind: .focus(isOn: inForce != nil),
        about: "Space: on until it is turned off, off until its next time; Enter: on for a while")
      let form = "days, from when to when, time zone: `weekdays 20:00-21:00`"
      let times = spans.indices.map { place in
        let path = path + ["schedules", "\(place)"]
        let text = SettingRow.span(spans[place])
        return SettingRow(
          path: path, label: "Schedule", value: text, kind: .span(text), remark: remark(path),
          about: form + "; empty for none")
      }
      let next = path + ["schedules", "\(spans.count)"]
      return [isOn] + times + [new("schedule", .span(next), at: next, about: form)]
        + settings(at: path).filter {
          !FocusSettings.keysOfSchedules.contains($0.path[2])
        }
    }
  }

  private func app(_ name: String) -> [SettingRow] {
    let app = settings.app(BundleID(name))
    var words = [name, app.state.rawValue]
    if app.permission != .authorized { words.append(app.permission.rawValue) }
    if !app.installed { words.append("not installed") }
    let mute = mute(BundleID(name))
    if mute.value != "-" { words.append("muted " + mute.value) }
    return heading(
      ["apps", name], device.appName(BundleID(name)), words.joined(separator: "  ")
    ) {
      settings(at: ["apps", name]) + [mute] + presence(BundleID(name))
        + tokens(BundleID(name))
    }
  }

  /// The row that delivers the scheduled summary.
  private var showSummary: SettingRow {
    let kept = device.held.count { $0.notification.reason == .summaryHeld }
    return SettingRow(
      path: ["summary", "now"], label: "Show the summary now",
      value: kept == 0 ? "nothing is held" : "\(kept) held", kind: .action(.showSummary),
      about: "Space: deliver the scheduled summary now")
  }

  /// Returns the row that mutes an app.
  private func mute(_ app: BundleID) -> SettingRow {
    let until = device.mutedUntil(app)
    return SettingRow(
      path: ["mute", app.text], label: "Mute",
      value: until.map { "until " + context.clock.shortly($0) } ?? "-",
      kind: .choice(MuteStep.words, place: MuteStep.current(of: app, on: device, now: context.now)),
      remark: until == nil ? "" : "set",
      about: SettingChange.meaning(of: "mute.") ?? "")
  }
}

extension SettingChanges {
  /// Returns the keys of the user's changes at these paths and below them.
  func keys(at paths: [[String]]) -> [String] {
    inOrder.filter { change in
      switch change {
      case .setting(let path, _): paths.contains { path.components.starts(with: $0) }
      case .language: paths.contains(["device", "languages"])
      case .mute(let app, _):
        paths.contains { [["mute", app.text], ["apps", app.text]].contains($0) }
      case .online, .focusOn, .focusOff, .showSummary, .byApp: false
      }
    }.map(\.key)
  }
}
