import Foundation

@testable import InboxModel
@testable import PushInbox

/// The tables of `docs/reference` as Markdown, made from the tables of the program, by their names
/// there.
enum ReferenceTables {
  static let all: [String: String] = [
    "commands": table(
      ["Command", "Effect"],
      CommandTable.commands.map { ["[`\($0.name)`](#\($0.name))", capitalized($0.summary)] }),
    "command pages": CommandTable.commands.map(page).joined(separator: "\n\n"),
    "listening options": options(CommandTable.listeningOptions),
    "common options": options(CommandTable.commonOptions),
    "environment": table(
      ["Variable", "Effect"], ManualPage.environment.map { [code($0), capitalized($1)] }),
    "files": table(["Path", "Contents"], ManualPage.files.map { [code($0), capitalized($1)] }),
    "exit codes": table(
      ["Code", "Meaning"],
      ExitCode.allCases.map { [String($0.rawValue), $0.meaning] } + [
        ["128 + N", "ended by signal N"]
      ]),
    "exit codes of run": table(
      ["Code", "Meaning"],
      RunCommand.exitCodes.map { [String($0.code.rawValue), $0.meaning] }),
    "keys": keys,
    "keys of other views": keysOfOtherViews,
    "settings": settings,
    "keys of set": table(
      ["Key", "Words", "Effect"],
      SettingChange.keys.map { key in
        let reader = SettingChangeReader(now: .distantPast, phone: PhoneSettings())
        let name = key.hasSuffix(".") ? key + "BUNDLE" : key
        return [
          code(name),
          reader.words(for: key.hasSuffix(".") ? key + "com.example.app" : key).map(code).joined(
            separator: ", "),
          SettingChange.meaning(of: key) ?? "",
        ]
      }),
    "filter words": table(
      ["Word", "Selects", "Values"],
      Filter.vocabulary.map { word in
        [
          code("\(word.key):\(word.example)"), word.meaning,
          Filter.values(of: word.key).map(code).joined(separator: ", "),
        ]
      }),
    "lint rules": table(
      ["Name", "Level", "Condition"],
      LintRule.allCases.map { [code($0.rawValue), $0.level.rawValue, $0.meaning] }),
    "rejection reasons": table(
      ["Status", "Reason", "Meaning", "Fix", "Binary"],
      RejectionReason.all.map { reason in
        [
          String(reason.status), code(reason.rawValue), reason.meaning, reason.fix,
          String(LegacyStatus(reason).rawValue),
        ]
      }),
    "trace steps": table(
      ["Step", "Shows"], StepName.allCases.map { [code($0.rawValue), $0.meaning] }),
    "trace results": table(
      ["Result", "Meaning"], TraceStep.Result.allCases.map { [code($0.rawValue), $0.meaning] }),
    "reason codes": table(
      ["Code", "Meaning", "Rules"],
      ReasonCode.table.map { entry in
        let name = code(entry.code.rawValue)
        return [name, entry.meaning, rules(with: name)]
      }),
    "api": table(
      ["Request", "Effect", "Parameters", "Response"],
      APIEndpoint.all.map { endpoint in
        [
          code("\(endpoint.method) \(endpoint.path)"), endpoint.summary,
          (endpoint.parameters.filter { $0.place != .path }.map { code($0.name) }
            + (endpoint.assignments.map { [$0] } ?? [])).joined(separator: ", "),
          endpoint.output.rawValue,
        ]
      }),
    "aps keys": payload(PayloadKey.aps),
    "alert keys": payload(PayloadKey.alert),
    "sound keys": payload(PayloadKey.sound),
    "live activity keys": payload(PayloadKey.liveActivity),
    "push types": table(
      ["`apns-push-type`", "`apns-topic`"],
      PushType.documented.map { [code($0.rawValue), code("BUNDLE" + $0.topicSuffix)] }),
    "events": table(
      ["`event`", "Further keys"],
      JSONShape.events.sorted { $0.key < $1.key }.map { name, shape in
        let keys = keys(of: shape, isDeep: false).subtracting(["v", "at", "event"])
        return [code(name), keys.sorted().map(code).joined(separator: " ")]
      }),
  ]

  /// The numbers of the rules whose rows in `docs/rules.md` have a code; of more than three, the
  /// first and the last. Rows without numbers are left out.
  private static func rules(with code: String) -> String {
    guard let text = try? Repository.text("docs/rules.md") else { return "" }
    let rows = text.split(separator: "\n").filter { $0.hasPrefix("| ") && $0.contains(code) }
    return rows.compactMap { row in
      let words = row.dropFirst(2).prefix { $0 != "|" }.split(separator: " ")
      guard let first = words.first, let last = words.last, first.contains(where: \.isNumber) else {
        return nil
      }
      return words.count > 3 ? "\(first) … \(last)" : words.joined(separator: " ")
    }.joined(separator: ", ")
  }

  /// The keys of a shape, of its parts too if `isDeep`.
  static func keys(of shape: JSONShape, isDeep: Bool = true) -> Set<String> {
    switch shape {
    case .members(let members):
      let inner = isDeep ? members.values.map { keys(of: $0) } : []
      return inner.reduce(Set(members.keys)) { $0.union($1) }
    case .elements(let inner), .optional(let inner), .entries(let inner):
      return keys(of: inner, isDeep: isDeep)
    case .value, .any: return []
    }
  }

  // MARK: Commands

  private static func page(of command: CommandSpec) -> String {
    var parts = ["### \(command.name)"]
    let usage = command.synopsis.isEmpty ? "" : " " + command.synopsis
    parts.append("```text\npushinbox \(command.name)\(usage)\n```")
    let lines = command.details.split(separator: "\n").map(String.init)
    parts.append(
      lines.count == 1
        ? wrapped(lines[0]) : "```text\n\(lines.map(wrapped).joined(separator: "\n"))\n```")
    if !command.options.isEmpty {
      parts.append(options(command.options, environment: false))
    }
    if !command.examples.isEmpty {
      parts.append("```sh\n\(command.examples.joined(separator: "\n"))\n```")
    }
    return parts.joined(separator: "\n\n")
  }

  /// Returns the table of options; the environment has a column if the command reads it.
  private static func options(_ options: [OptionSpec], environment: Bool = true) -> String {
    table(
      ["Option"] + (environment ? ["Environment"] : []) + ["Effect"],
      options.map { option in
        let name = code("--" + option.name + (option.placeholder.map { " " + $0 } ?? ""))
        let variable = option.isFromEnvironment ? code(option.environmentName) : ""
        let effect =
          capitalized(option.help)
          + (option.choices.isEmpty
            ? "" : ": " + option.choices.map(code).joined(separator: ", "))
        return [name] + (environment ? [variable] : []) + [effect]
      })
  }

  // MARK: Keys

  private static var keys: String {
    let parts: [[String]] = Keymap.Section.allCases.map { section in
      let entries = Keymap.standard.entries.filter { InboxPage.view.section(of: $0) == section }
      let rows: [[String]] = entries.compactMap { entry in
        InboxPage.view.meaning(of: entry).map { row(entry, $0) }
      }
      let title = "### " + section.rawValue.prefix(1) + section.rawValue.dropFirst().lowercased()
      return rows.isEmpty ? [] : [title, table(["Key", "Command", "Effect"], rows)]
    }
    return parts.joined().joined(separator: "\n\n")
  }

  private static var keysOfOtherViews: String {
    let views = PageRegistry.views.filter { $0 != InboxPage.view }
    let rows: [[String]] = views.flatMap { view in
      Keymap.standard.entries.compactMap { entry in
        guard let meaning = view.meaning(of: entry), meaning != InboxPage.view.meaning(of: entry)
        else { return nil }
        return [view.title] + row(entry, meaning)
      }
    }
    return table(["View", "Key", "Command", "Effect"], rows)
  }

  private static func row(_ entry: Keymap.Entry, _ meaning: String) -> [String] {
    [
      entry.keys.map { code($0.asciiName) }.joined(separator: " "), code(entry.command.rawValue),
      meaning,
    ]
  }

  // MARK: Settings

  private static var settings: String {
    var configuration = Configuration()
    configuration.phone.apps["NAME"] = AppSettings()
    configuration.phone.focuses["NAME"] = FocusSettings()
    let defaults = configuration.json(phone: configuration.phone)
    return SettingsSchema.configuration.members.map { member in
      let rows = rows(of: member, at: [], default: defaults[member.key])
      let title = "### " + member.key + "\n\n" + member.meaning
      return title + "\n\n" + table(["Setting", "Value", "Default", "Effect"], rows)
    }.joined(separator: "\n\n")
  }

  private static func rows(
    of member: SettingsSchema.Member, at path: [String], default value: JSONValue?
  ) -> [[String]] {
    let path = path + [member.key]
    let row = { (form: String) in
      [
        code(path.joined(separator: ".")), form,
        value.map { ofSystem(path) + code(JSONWriter.text($0)) } ?? "", member.meaning,
      ]
    }
    switch member.schema {
    case .unavailable: return [row("not available")]
    case .keys(let members):
      return members.flatMap { inner in
        rows(of: inner, at: path, default: value?.object?[inner.key])
      }
    case .names(let schema):
      guard member.key != "categories" || path.count == 1 else {
        return [row("as under `categories`")]
      }
      let named = value?.object?["NAME"]
      let members = schema.members
      if case .keys = schema {
        return members.flatMap { inner in
          rows(of: inner, at: path + ["NAME"], default: named?.object?[inner.key])
        }
      }
      var inner = member
      inner.key = "NAME"
      inner.schema = schema
      return rows(of: inner, at: path, default: nil)
    case .value(let form):
      let listed = form.elements.map { elements in
        elements.flatMap { rows(of: $0, at: path + ["N"], default: nil) }
      }
      let words = member.wordMeanings.sorted { $0.key < $1.key }.map { word, meaning in
        [code((path + [word]).joined(separator: ".")), "in the list", "", meaning]
      }
      let isList = form.isList && form.elements == nil
      return [row((isList ? "list: " : "") + form.expected)] + (listed ?? []) + words
    }
  }

  /// Returns the default outside of scenarios of a setting that the system has, too.
  private static func ofSystem(_ path: [String]) -> String {
    [["device", "languages"], ["device", "timeZone"]].contains(path)
      ? "the system's; in scenarios " : ""
  }

  // MARK: Markdown

  private static func payload(_ keys: [PayloadKey]) -> String {
    table(["Key", "Type", "Effect"], keys.map { [code($0.name), $0.type.words, $0.meaning] })
  }

  /// A table; a column that is empty everywhere is left out.
  private static func table(_ titles: [String], _ rows: [[String]]) -> String {
    let columns = titles.indices.filter { column in rows.contains { !$0[column].isEmpty } }
    let lines = [titles, titles.map { _ in "---" }] + rows
    return lines.map { line in
      "| " + columns.map { escaped(line[$0]) }.joined(separator: " | ") + " |"
    }.joined(separator: "\n")
  }

  private static func escaped(_ cell: String) -> String {
    Quoting.replacing(["|": #"\|"#], in: cell)
  }

  private static func code(_ text: String) -> String { "`\(text)`" }

  private static func capitalized(_ text: String) -> String {
    text.prefix(1).uppercased() + text.dropFirst()
  }

  /// Lines of at most 100 columns; one that lists words in columns stays as it is.
  private static func wrapped(_ text: String) -> String {
    guard !text.contains("  ") else { return text }
    return text.split(separator: " ").reduce(into: [""]) { lines, word in
      let line = lines[lines.count - 1]
      if line.isEmpty {
        lines[lines.count - 1] = String(word)
      } else if line.count + 1 + word.count <= 100 {
        lines[lines.count - 1] += " " + word
      } else {
        lines.append(String(word))
      }
    }.joined(separator: "\n")
  }
}
