import InboxModel

extension SettingRows {
  /// The configured faults, in the order in which they are tried.
  var faults: [SettingRow] {
    context.runtime.faults.entries.map(fault)
      + [new("fault", .fault, at: ["faults", "new"], about: Self.form)]
  }

  /// The template for a new fault.
  private static let form = FaultRule.keys.map { $0 + "=" }.joined(separator: " ")

  private func fault(_ entry: Faults.Entry) -> SettingRow {
    let left = entry.left ?? entry.rule.next
    let affected =
      entry.seen == 0
      ? "No push has matched yet"
      : "It affected \(Words.number(entry.affected)) of \(entry.seen.counted("push", "pushes"))"
    let keys = context.keymap.keys(of: .dismiss)
    return SettingRow(
      path: ["faults", String(entry.number)], label: "fault \(entry.number)",
      value: entry.rule.words, kind: .fault(entry.number),
      remark: left.map { "\(Words.number($0)) left" }
        ?? (entry.affected > 0 ? "\(entry.affected) affected" : ""),
      about: "\(affected); \(keys) ends it"
        + (entry.isConfigured ? ", until its file is read again" : ""))
  }
}
