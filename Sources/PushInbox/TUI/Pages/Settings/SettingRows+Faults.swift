import InboxModel

extension SettingRows {
  /// What goes wrong on purpose, in the order in which it is asked.
  var faults: [SettingRow] {
    state.runtime.faults.entries.map(fault)
      + [new("fault", .fault, at: ["faults", "new"], about: Self.form)]
  }

  /// What is typed for a new one.
  private static let form = FaultRule.keys.map { $0 + "=" }.joined(separator: " ")

  private func fault(_ entry: Faults.Entry) -> SettingRow {
    let left = entry.left ?? entry.rule.next
    let struck =
      entry.seen == 0
      ? "It has met no push yet"
      : "It struck \(Words.number(entry.struck)) of the \(Words.count(entry.seen, "push", "pushes")) it met"
    let keys = state.keymap.keys(of: .dismiss)
    return SettingRow(
      path: ["faults", String(entry.number)], label: "fault \(entry.number)",
      value: entry.rule.words, kind: .fault(entry.number),
      remark: left.map { "\(Words.number($0)) left" }
        ?? (entry.struck > 0 ? "\(entry.struck) struck" : ""),
      about: "\(struck); \(keys) ends it"
        + (entry.isConfigured ? ", until the file that says it is read again" : ""))
  }
}

extension AppState {
  /// Ends a fault, as `fault rm` does.
  mutating func endFault(_ number: Int) -> [Intent] { [.run(fault(["rm", String(number)]))] }

  /// Adds what was typed, as `fault add` does; what cannot be stays to be mended.
  mutating func takeFault(_ prompt: SettingPrompt) -> [Intent] {
    let words = ShellWords(prompt.line.field.characters).words.map(\.text)
    do throws(SettingsError) {
      _ = try FaultRule(words: words)
    } catch {
      var prompt = prompt
      prompt.line.note = .problem(error.message, 0..<prompt.line.field.characters.count)
      sheets[sheets.count - 1] = .setting(prompt)
      return []
    }
    sheets.removeLast()
    return [.run(fault(["add"] + words))]
  }

  private func fault(_ words: [String]) -> TypedCommand {
    let words = ["fault"] + words
    return TypedCommand(line: words.map(Quoting.shellWord).joined(separator: " "), words: words)
  }
}
