import InboxModel

/// The manual, derived from the tables behind `--help`: as `pushinbox.1`, the source of a `man`
/// page, and as plain lines for the screen.
enum ManualPage {
  /// Returns the source of the `man` page.
  static func text() -> String { write(RoffPage()).lines.joined(separator: "\n") }

  /// Returns the lines for a screen, not wrapped: headings at the left edge, everything else
  /// indented.
  static func lines() -> [String] { write(PlainPage()).lines }

  private static func write<Page: ManualWriter>(_ page: Page) -> Page {
    var page = page
    page.section("NAME")
    page.paragraph("pushinbox - a phone in your terminal: push senders deliver to it as to Apple")
    page.section("SYNOPSIS")
    page.usage("pushinbox", "[OPTIONS]")
    page.lineEnd()
    page.usage("pushinbox", "COMMAND [OPTIONS]")
    page.section("DESCRIPTION")
    page.paragraph(
      """
      PushInbox takes pushes as Apple's service would, shows what an iPhone would have shown, and says \
      why. Without a command it opens the inbox, full screen, and runs the gateway in the same process; ? \
      there shows the keys, and : takes the commands a running inbox answers.
      """)
    page.section("COMMANDS")
    for command in CommandTable.commands { write(command, to: &page) }
    page.section("FILTER")
    page.paragraph(CommandTable.filterHelp)
    page.section("KEYS")
    page.paragraph(
      """
      On the full screen. Every key can be another: pushinbox set keys.X=dismiss, or keys in the \
      configuration.
      """)
    for view in PageRegistry.views { writeKeys(of: view, to: &page) }
    page.section("OPTIONS")
    page.paragraph("Of pushinbox alone, and of serve:")
    for option in CommandTable.listeningOptions { write(option, to: &page) }
    page.paragraph("Of every command:")
    for option in CommandTable.commonOptions { write(option, to: &page) }
    page.section("ENVIRONMENT")
    for (name, what) in environment { page.item(name, what) }
    page.section("FILES")
    for (path, what) in files { page.item(path, what) }
    page.section("EXIT STATUS")
    for (code, meaning) in exitCodes { page.item(String(code.rawValue), meaning) }
    page.item("130, 143", "ended by a signal")
    return page
  }

  private static func write(_ option: OptionSpec, to page: inout some ManualWriter) {
    page.item("--" + option.name + (option.placeholder.map { " " + $0 } ?? ""), option.help)
  }

  private static func write(_ command: CommandSpec, to page: inout some ManualWriter) {
    page.part("\(command.name): \(command.summary)")
    page.usage("pushinbox \(command.name)", command.synopsis)
    page.paragraph(command.details)
    for option in command.options { write(option, to: &page) }
    if !command.examples.isEmpty { page.examples(command.examples) }
  }

  /// Writes the keys of a view: for the inbox all of them with their headings, for other views only
  /// those that differ.
  private static func writeKeys(of view: View, to page: inout some ManualWriter) {
    let isFirst = view == InboxPage.view
    if !isFirst { page.part(view.title) }
    for section in Keymap.Section.allCases {
      let entries = Keymap.standard.entries.filter { view.section(of: $0) == section }
      let items: [(keys: String, meaning: String)] = entries.compactMap { entry in
        guard let meaning = view.meaning(of: entry),
          isFirst || meaning != InboxPage.view.meaning(of: entry)
        else { return nil }
        return (entry.keys.map(\.asciiName).joined(separator: ", "), meaning)
      }
      if isFirst, !items.isEmpty { page.part("\(view.title): \(section.rawValue.lowercased())") }
      for (keys, meaning) in items { page.item(keys, meaning) }
    }
  }

  private static let environment = [
    ("PUSHINBOX_OPTION", "every option can be given as a variable: PUSHINBOX_LISTEN is --listen"),
    (PKCS12File.passwordVariable, "the password of .p12 files that have none in the configuration"),
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
    (
      "./.pushinbox.json5",
      "another one, stronger, in the current folder; what could delete pushes, open ports, run programs or read "
        + "files elsewhere is left out without --trust-folder"
    ),
    ("~/.local/state/pushinbox/inbox.db", "the store (XDG_STATE_HOME)"),
    ("~/.local/state/pushinbox/trusted", "which files --trust-folder has consented to"),
    ("~/.local/share/pushinbox/ca.pem", "the certificate senders have to trust (XDG_DATA_HOME)"),
    ("$XDG_RUNTIME_DIR/pushinbox.sock", "where commands find the inbox; else beside the store"),
    (
      "$XDG_RUNTIME_DIR/pushinbox/",
      "a file for each inbox that runs; else in running beside the store"
    ),
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

/// The writer of an output format of the manual.
private protocol ManualWriter {
  var lines: [String] { get }
  mutating func section(_ name: String)
  /// Writes the heading of a part of a section.
  mutating func part(_ title: String)
  /// Writes a paragraph; line breaks are kept.
  mutating func paragraph(_ text: String)
  mutating func usage(_ name: String, _ synopsis: String)
  /// Writes a line break between two usages.
  mutating func lineEnd()
  /// Writes a name and its description.
  mutating func item(_ name: String, _ what: String)
  mutating func examples(_ commands: [String])
}

/// The writer for `man` (roff).
private struct RoffPage: ManualWriter {
  private(set) var lines = [".TH PUSHINBOX 1 \"\" \"pushinbox \(Usage.version)\" \"User Commands\""]

  mutating func section(_ name: String) { lines.append(".SH " + name) }

  mutating func part(_ title: String) { lines.append(".SS \"\(escaped(title))\"") }

  mutating func paragraph(_ text: String) {
    lines.append(".PP")
    for (number, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated()
    {
      if number > 0 { lines.append(".br") }
      lines += self.text(String(line))
    }
  }

  mutating func usage(_ name: String, _ synopsis: String) {
    lines.append(".B \(escaped(name))")
    if !synopsis.isEmpty { lines += text(synopsis) }
  }

  mutating func lineEnd() { lines.append(".br") }

  mutating func item(_ name: String, _ what: String) {
    lines += [".TP", ".B \(escaped(name))"] + text(what)
  }

  mutating func examples(_ commands: [String]) {
    lines += [".PP", ".nf"] + commands.flatMap { text("  " + $0) } + [".fi"]
  }

  /// Escapes text so that no line is a roff request.
  private func text(_ text: String) -> [String] {
    text.split(separator: "\n").map { line in
      let line = escaped(String(line))
      return line.utf8.first.map { ".'".utf8.contains($0) } ?? false ? #"\&"# + line : line
    }
  }

  private func escaped(_ text: String) -> String {
    Quoting.replacing(
      [
        #"\"#: #"\e"#, "-": #"\-"#, "\"": #"\(dq"#, "^": #"\(ha"#, "~": #"\(ti"#, "`": #"\(ga"#,
      ], in: text)
  }
}

/// The writer for a screen.
private struct PlainPage: ManualWriter {
  private(set) var lines: [String] = []

  mutating func section(_ name: String) {
    blank()
    lines.append(name)
  }

  mutating func part(_ title: String) { section(title) }

  mutating func paragraph(_ text: String) {
    blank()
    lines += text.split(separator: "\n", omittingEmptySubsequences: false).map { "  " + $0 }
  }

  mutating func usage(_ name: String, _ synopsis: String) {
    lines.append("  \(name) \(synopsis)")
  }

  mutating func lineEnd() {}

  mutating func item(_ name: String, _ what: String) {
    blank()
    lines += ["  " + name] + what.split(separator: "\n").map { "      " + $0 }
  }

  mutating func examples(_ commands: [String]) {
    blank()
    lines += commands.map { "    " + $0 }
  }

  private mutating func blank() {
    if lines.last?.isEmpty == false { lines.append("") }
  }
}
