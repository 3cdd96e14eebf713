import InboxModel

/// The rows of the settings. What can be set, and what it takes, is asked of the readers of the
/// configuration: a setting they learn stands on the screen as well.
struct SettingRows {
  private let device: Device
  private let page: SettingsPage
  private let keymap: Keymap
  private let keys: [String: String]
  private let origins: SettingOrigins
  /// What is in force, with the apps that nothing was said about.
  private let settings: PhoneSettings
  private let json: JSONObject

  init(_ state: AppState, _ device: Device) {
    self.device = device
    page = state.settings
    keymap = state.keymap
    keys = state.loaded.configuration.keys
    origins = SettingOrigins(files: state.loaded.files, changes: device.changes)
    var settings = device.settings
    for app in Completion.apps(device) {
      settings.apps[BundleID(rawValue: app), default: AppSettings()].installed =
        device.settings.app(BundleID(rawValue: app)).installed
    }
    self.settings = settings
    json = settings.json
  }

  /// The rows of the page that is open.
  var rows: [SettingRow] {
    switch page.tab {
    case .device: settings(at: ["device"]) + settings(at: ["summary"])
    case .focus: settings.focuses.keys.sorted().flatMap(focus) + [new("Focus")]
    case .apps:
      settings.apps.keys.map(\.rawValue).sorted().flatMap { app($0) } + [new("app")]
    case .categories: categories
    case .keys: keyRows
    }
  }

  // MARK: Settings

  /// The settings below a path, in the order in which they are read.
  private func settings(at path: [String]) -> [SettingRow] {
    (SettingPath(path).schema?.keys ?? []).flatMap { rows(for: path + [$0]) }
  }

  private func rows(for path: [String]) -> [SettingRow] {
    guard let schema = SettingPath(path).schema, !Self.isElsewhere(path) else { return [] }
    let value = SettingPath(path).value(in: json)
    var row = SettingRow(
      path: path, label: label(path), value: SettingRow.shown(value), kind: .fact,
      remark: remark(path))
    switch schema {
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
    case .names: row.about = "what files say"
    // What is not there has no parts: an app's extension is named in a file.
    case .keys: return value?.isNull == true ? [] : settings(at: path)
    case .unavailable: return []
    }
    return [row]
  }

  /// What has another name beside it, or a page of its own.
  private static func isElsewhere(_ path: [String]) -> Bool {
    path == ["device", "language"] || path.last == "categories" || path.last == "actions"
  }

  /// `Show previews`, `Filter com.example.mail`, `Extension limit`.
  private func label(_ path: [String]) -> String {
    let start =
      path[0] == "device" || path[0] == "summary"
      ? 1 : path.contains("categories") ? path.count - 1 : 2
    let parts = path.dropFirst(start)
    let words = parts.dropFirst().map {
      parts.first == "filters" ? $0 : SettingRow.label($0).lowercased()
    }
    return ([SettingRow.label(parts.first ?? "")] + words).joined(separator: " ")
  }

  /// `set`, `config.json5:3`; nothing for a default.
  private func remark(_ path: [String]) -> String {
    switch origins.origin(of: path) {
    case .standard: ""
    case .file(let name, let line): "\(name.split(separator: "/").last ?? ""):\(line)"
    case let origin: origin.text
    }
  }

  // MARK: Names

  private func heading(
    _ path: [String], _ label: String, _ value: String, _ rows: () -> [SettingRow]
  ) -> [SettingRow] {
    let changes = device.changes.keys(at: [path]).count
    let isOpen = page.unfolded.contains(path)
    let heading = SettingRow(
      path: path, label: label, value: value, kind: .heading(isOpen: isOpen),
      remark: changes > 0 ? "\(changes) changed" : "")
    return [heading] + (isOpen ? rows() : [])
  }

  private func new(_ noun: String) -> SettingRow {
    SettingRow(path: ["new"], label: "new \(noun)", kind: .new)
  }

  private func focus(_ name: String) -> [SettingRow] {
    let path = ["focus", name]
    let schedules = settings.focuses[name]?.schedules ?? []
    let isOn = device.focusInForce?.name == name
    let own = SettingPath(path).value(in: json)?.object ?? [:]
    var span = ""
    if schedules.count == 1 {
      span = ["from", "to"].compactMap { own[$0]?.string }.joined(separator: "-")
    }
    let days = SettingRow.shown(own["days"])
    let times =
      schedules.isEmpty ? "by hand" : span.isEmpty ? "\(schedules.count) times" : "\(days) \(span)"
    return heading(path, name, (isOn ? "on, " : "") + times) {
      var rows = [
        SettingRow(
          path: path + ["on"], label: "On", value: isOn ? "[x]" : "[ ]", kind: .focus(isOn: isOn),
          about: "on until it is turned off; off until its next time")
      ]
      if schedules.count < 2 {
        rows.append(
          SettingRow(
            path: path + ["from"], label: "Schedule", value: span.isEmpty ? "none" : span,
            kind: .span(span), remark: remark(path + ["from"]),
            about: "from when to when, such as `20:00-21:00`; empty for none"))
      }
      let hidden: Set<String> =
        switch schedules.count {
        case 0: ["from", "to", "days", "timeZone", "schedules"]
        case 1: ["from", "to", "schedules"]
        default: ["from", "to", "days", "timeZone"]
        }
      return rows + settings(at: path).filter { !hidden.contains($0.path[2]) }
    }
  }

  private func app(_ name: String) -> [SettingRow] {
    let app = settings.app(BundleID(rawValue: name))
    var words = [name, Words.state(app.state)]
    if app.permission != .authorized { words.append(app.permission.rawValue) }
    if !app.installed { words.append("not installed") }
    return heading(
      ["apps", name], device.appName(BundleID(rawValue: name)), words.joined(separator: "  ")
    ) {
      settings(at: ["apps", name])
    }
  }

  // MARK: Categories

  private var categories: [SettingRow] {
    var rows = settings.categories.sorted { $0.key < $1.key }.flatMap { name, category in
      self.category(category, at: ["categories", name], name)
    }
    for (app, settings) in settings.apps.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
      for (name, category) in settings.categories.sorted(by: { $0.key < $1.key }) {
        rows += self.category(
          category, at: ["apps", app.rawValue, "categories", name],
          "\(device.appName(app)): \(name)")
      }
    }
    guard rows.isEmpty else { return rows }
    return [
      SettingRow(
        path: ["categories"], label: "No categories", kind: .fact,
        about: "actions and their categories come from the configuration: categories: { … }")
    ]
  }

  private func category(
    _ category: InboxModel.Category, at path: [String], _ label: String
  ) -> [SettingRow] {
    let actions = Words.count(category.actions.count, "action", "actions")
    return heading(path, label, actions) {
      category.actions.map { action in
        SettingRow(
          path: path + ["actions", action.identifier.rawValue], label: action.title,
          value: Words.remarks(action).joined(separator: ", "), kind: .fact,
          remark: remark(path + ["actions"]), about: action.identifier.rawValue)
      } + settings(at: path)
    }
  }

  // MARK: Keys

  private var keyRows: [SettingRow] {
    let problems = Keymap.changed(by: keys).problems.enumerated().map { number, problem in
      SettingRow(path: ["keys", "\(number)", ""], label: problem, kind: .problem, about: problem)
    }
    return problems
      + keymap.entries.map { entry in
        let given = keys.keys.sorted().first { key in
          keys[key] == entry.command.rawValue
            && Key(named: key).map { keymap[$0] == entry.command } ?? false
        }
        return SettingRow(
          path: ["keys", entry.command.rawValue], label: entry.help,
          value: entry.keys.isEmpty ? "no key" : keymap.keys(of: entry.command), kind: .fact,
          remark: given.map { remark(["keys", $0]) } ?? "",
          about: #"in the configuration keys: { "KEY": "\#(entry.command.rawValue)" }"#)
      }
  }
}

extension SettingChanges {
  /// The keys of the person's changes at these paths and below them.
  func keys(at paths: [[String]]) -> [String] {
    inOrder.filter { change in
      switch change {
      case .setting(let path, _): paths.contains { path.components.starts(with: $0) }
      case .language: paths.contains(["device", "languages"])
      case .online, .focusOn, .focusOff, .mute, .showSummary: false
      }
    }.map(\.key)
  }
}
