/// `pushinbox.1`, made from the tables behind `--help`: the source of a manual page for `man`.
enum ManualPage {
  static func text() -> String {
    var page = Page()
    page.request(".TH PUSHINBOX 1 \"\" \"pushinbox \(Usage.version)\" \"User Commands\"")
    page.section("NAME")
    page.paragraph("pushinbox - a phone in your terminal: push senders deliver to it as to Apple")
    page.section("SYNOPSIS")
    page.usage("pushinbox", "[OPTIONS]")
    page.request(".br")
    page.usage("pushinbox", "COMMAND [OPTIONS]")
    page.section("DESCRIPTION")
    page.paragraph(
      """
      PushInbox takes pushes as Apple's service would, shows what an iPhone would have shown, and says \
      why. Without a command it opens the inbox, full screen, and runs the gateway in the same process; ? \
      there shows the keys, and : takes the commands a running inbox answers.
      """)
    page.section("COMMANDS")
    for command in CommandTable.commands { page.command(command) }
    page.section("FILTER")
    page.paragraph(CommandTable.filterHelp)
    page.section("KEYS")
    page.paragraph(
      """
      On the full screen. Every key can be another: pushinbox set keys.X=dismiss, or keys in the \
      configuration.
      """)
    for view in ViewName.allCases { page.keys(of: view) }
    page.section("OPTIONS")
    page.paragraph("Of pushinbox alone, and of serve:")
    for option in CommandTable.listeningOptions { page.option(option) }
    page.paragraph("Of every command:")
    for option in CommandTable.commonOptions { page.option(option) }
    page.section("ENVIRONMENT")
    for (name, what) in environment { page.item(name, what) }
    page.section("FILES")
    for (path, what) in files { page.item(path, what) }
    page.section("EXIT STATUS")
    for (code, meaning) in exitCodes { page.item(String(code.rawValue), meaning) }
    page.item("130, 143", "ended by a signal")
    return page.lines.joined(separator: "\n")
  }

  private static let environment = [
    ("PUSHINBOX_OPTION", "every option can be given as a variable: PUSHINBOX_LISTEN is --listen"),
    ("NO_COLOR", "takes the colors; bold and the like stay"),
    ("LC_ALL, LC_CTYPE, LANG", "whether the terminal is given more than ASCII"),
    ("LC_ALL, LC_MESSAGES, LANG", "the language of the phone, unless it has one of its own"),
    ("TERM", "the type of the terminal"),
    ("VISUAL, EDITOR", "the editor of replies and payloads; else vi"),
    ("TZ", "the time zone of the phone, unless it has one of its own"),
    (
      "XDG_CONFIG_HOME, XDG_STATE_HOME, XDG_DATA_HOME, XDG_RUNTIME_DIR, TMPDIR",
      "where the files are"
    ),
  ]

  private static let files = [
    ("~/.config/pushinbox/config.json5", "the configuration (XDG_CONFIG_HOME)"),
    ("./.pushinbox.json5", "another one, stronger, in the current folder"),
    ("~/.local/state/pushinbox/inbox.db", "the store (XDG_STATE_HOME)"),
    ("~/.local/share/pushinbox/ca.pem", "the certificate senders have to trust (XDG_DATA_HOME)"),
    ("$XDG_RUNTIME_DIR/pushinbox.sock", "where commands find the inbox; else beside the store"),
  ]

  private static let exitCodes: [(ExitCode, String)] = [
    (.success, "fine"),
    (.failure, "an expectation failed, a push was refused, an id is unknown"),
    (.usage, "wrong use"),
    (.unavailable, "cannot listen or connect; no inbox is running"),
    (.timedOut, "a time limit passed"),
    (.badInput, "a bad input file"),
    (.configuration, "a bad configuration"),
  ]
}

/// The lines of a manual page.
private struct Page {
  private(set) var lines: [String] = []

  mutating func request(_ line: String) { lines.append(line) }

  mutating func section(_ name: String) { lines.append(".SH " + name) }

  mutating func paragraph(_ text: String) { lines += [".PP"] + self.text(text) }

  mutating func usage(_ name: String, _ synopsis: String) {
    lines.append(".B \(escaped(name))")
    if !synopsis.isEmpty { lines += self.text(synopsis) }
  }

  mutating func item(_ name: String, _ what: String) {
    lines += [".TP", ".B \(escaped(name))"] + text(what)
  }

  mutating func option(_ option: OptionSpec) {
    item("--" + option.name + (option.placeholder.map { " " + $0 } ?? ""), option.help)
  }

  mutating func command(_ command: CommandSpec) {
    lines.append(".SS \"\(escaped(command.name)): \(escaped(command.summary))\"")
    usage("pushinbox \(command.name)", command.synopsis)
    // What is set in columns stays as it is.
    let details = command.details.split(separator: "\n", omittingEmptySubsequences: false)
    lines.append(".PP")
    for (number, line) in details.enumerated() {
      if number > 0 { lines.append(".br") }
      lines += text(String(line))
    }
    for option in command.options { self.option(option) }
    guard !command.examples.isEmpty else { return }
    lines += [".PP", ".nf"] + command.examples.flatMap { text("  " + $0) } + [".fi"]
  }

  /// The keys of the inbox with all their headings; of another view those that do something else there.
  mutating func keys(of view: ViewName) {
    let isFirst = view == .inbox
    if !isFirst { heading(view.rawValue) }
    for section in Keymap.Section.allCases {
      let entries = Keymap.standard.entries.filter { view.section(of: $0) == section }
      let items: [(keys: String, meaning: String)] = entries.compactMap { entry in
        guard let meaning = view.meaning(of: entry),
          isFirst || meaning != ViewName.inbox.meaning(of: entry)
        else { return nil }
        return (entry.keys.map(\.asciiName).joined(separator: ", "), meaning)
      }
      if isFirst, !items.isEmpty { heading("\(view.rawValue): \(section.rawValue.lowercased())") }
      for (keys, meaning) in items { item(keys, meaning) }
    }
  }

  private mutating func heading(_ text: String) { lines.append(".SS \"\(escaped(text))\"") }

  /// Text in which no line is a request.
  private func text(_ text: String) -> [String] {
    text.split(separator: "\n").map { line in
      let line = escaped(String(line))
      return line.hasPrefix(".") || line.hasPrefix("'") ? "\\&" + line : line
    }
  }

  private func escaped(_ text: String) -> String {
    [("\\", "\\e"), ("-", "\\-"), ("\"", "\\(dq"), ("^", "\\(ha"), ("~", "\\(ti"), ("`", "\\(ga")]
      .reduce(text) { $0.replacing($1.0, with: $1.1) }
  }
}
