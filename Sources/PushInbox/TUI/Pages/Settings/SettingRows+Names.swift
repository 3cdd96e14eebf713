import InboxModel

// The tabs of the categories, of the screen and of the keys.

extension SettingRows {
  /// The categories of all apps, then those of each app.
  var categories: [SettingRow] {
    rows(of: settings.categories, at: ["categories"], of: nil)
      + settings.apps.sorted { $0.key < $1.key }.flatMap { app, settings in
        rows(of: settings.categories, at: ["apps", app.text, "categories"], of: app)
      }
  }

  private func rows(
    of categories: [CategoryID: InboxModel.Category], at path: [String], of app: BundleID?
  ) -> [SettingRow] {
    let file = origins.reference(at: path)
    let about = file.map {
      "from \($0); changes here are stored separately and take precedence; actions as a whole list"
    }
    return categories.sorted { $0.key < $1.key }.flatMap { id, category in
      let (name, path) = (id.text, path + [id.text])
      let value = category.actions.count.counted("action")
      return heading(
        path, app.map { "\(device.appName($0)): \(name)" } ?? name,
        value + (file.map { ", from \($0)" } ?? ""), about: about
      ) {
        actions(of: category, at: path + ["actions"]) + settings(at: path)
      }
    }
  }

  private func actions(of category: InboxModel.Category, at path: [String]) -> [SettingRow] {
    let rows = category.actions.enumerated().flatMap { place, action in
      heading(
        path + ["\(place)"], action.title, Words.remarks(action).joined(separator: ", "),
        about: "the action \(action.identifier.text); Delete removes it"
      ) {
        settings(at: path + ["\(place)"])
      }
    }
    let next = path + ["\(category.actions.count)"]
    return rows + [new("action", .action(next), at: next)]
  }

  /// The settings of the screen and its colors, below the problems with these and with filters.
  var screen: [SettingRow] {
    let others = PhoneSettings.keysOfScreen.filter { !["keys", "colors"].contains($0) }
    let colors = Role.allCases.map { role in
      let path = ["colors", role.rawValue]
      let look = "\(context.state.look.theme[role])"
      return SettingRow(
        path: path, label: "Color of \(role.rawValue)", value: look, kind: .text(look),
        remark: remark(path), about: role.meaning)
    }
    return problems { $0.first != "keys" } + others.flatMap { rows(for: [$0]) } + colors
  }

  private func problems(_ isShown: ([String]) -> Bool) -> [SettingRow] {
    let problems = context.runtime.loaded.problems(settings, device.changes)
    return problems.enumerated().compactMap { number, problem in
      let path = SettingPath(problem.path)?.components
      guard isShown(path ?? []) else { return nil }
      return SettingRow(
        path: path ?? ["problem", "\(number)"], label: problem.message, kind: .problem,
        about: problem.message)
    }
  }

  /// The commands with their keys, below the problems with keys.
  var keys: [SettingRow] {
    problems { $0.first == "keys" }
      + context.keymap.entries.map { entry in
        let given = settings.keys(of: entry.command).first { name in
          Key(named: name).map { context.keymap[$0] == entry.command } ?? false
        }
        return SettingRow(
          path: ["command", entry.command.rawValue], label: entry.help,
          value: entry.keys.map(context.usesASCII ? \.asciiName : \.name).joined(separator: " "),
          kind: .command(entry.command), remark: given.map { remark(["keys", $0]) } ?? "",
          about: "Enter, then the new key; or keys.KEY=\(entry.command.rawValue)")
      }
  }
}

extension PhoneSettings {
  /// Returns the names of the keys assigned to a command, sorted.
  func keys(of command: Command) -> [String] {
    keys.filter { $0.value == command.rawValue }.keys.sorted()
  }
}
