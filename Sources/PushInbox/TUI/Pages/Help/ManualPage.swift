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
    page.paragraph("pushinbox - a simulated iPhone in your terminal, for senders of pushes")
    page.section("SYNOPSIS")
    page.usage("pushinbox", "[OPTIONS]")
    page.lineEnd()
    page.usage("pushinbox", "COMMAND [OPTIONS]")
    page.section("DESCRIPTION")
    page.paragraph(
      """
      PushInbox receives pushes as Apple's push service does, shows what an iPhone would show, and explains \
      why. Without a command it opens the inbox, full screen, and runs the gateway in the same process. On \
      the screen ? shows the keys, and : accepts the commands of a running inbox.
      """)
    page.section("COMMANDS")
    for command in CommandTable.commands { write(command, to: &page) }
    page.section("FILTER")
    page.paragraph(CommandTable.filterHelp)
    page.section("KEYS")
    page.paragraph(
      """
      The keys of the full screen. To change one: pushinbox set keys.X=dismiss, or keys in the \
      configuration.
      """)
    for view in PageRegistry.views { writeKeys(of: view, to: &page) }
    page.section("OPTIONS")
    page.paragraph("Options of pushinbox without a command, serve and demo:")
    for option in CommandTable.listeningOptions { write(option, to: &page) }
    page.paragraph("Options of every command:")
    for option in CommandTable.commonOptions { write(option, to: &page) }
    page.section("ENVIRONMENT")
    for (name, what) in environment { page.item(name, what) }
    page.section("FILES")
    for (path, what) in files { page.item(path, what) }
    page.section("EXIT STATUS")
    for code in ExitCode.allCases { page.item(String(code.rawValue), code.meaning) }
    page.item("128 + N", "ended by signal N: 130 by ^C, 143 by SIGTERM")
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

  /// The variables of the environment with their effects.
  static let environment = [
    (
      "PUSHINBOX_OPTION",
      "an option of the section OPTIONS, except for run: PUSHINBOX_LISTEN is --listen"
    ),
    (PKCS12File.passwordVariable, "the password of .p12 files that have none in the configuration"),
    ("NO_COLOR", "turns off colors; bold and the like stay"),
    ("GITHUB_WORKSPACE", "the folder of the paths in annotations and SARIF for GitHub"),
    ("LC_ALL, LC_CTYPE, LANG", "the character set of the terminal: UTF-8, or ASCII only"),
    ("LC_ALL, LC_MESSAGES, LANG", "the language of the phone, unless the configuration sets it"),
    ("TERM", "the type of the terminal"),
    ("VISUAL, EDITOR", "the editor for replies and payloads; vi without one"),
    ("TZ", "the time zone of the phone, unless the configuration sets it"),
    (
      "XDG_CONFIG_HOME, XDG_STATE_HOME, XDG_DATA_HOME, XDG_RUNTIME_DIR, TMPDIR",
      "the folders of the files below"
    ),
  ]

  /// The files of the program with their purposes.
  static let files = [
    ("~/.config/pushinbox/config.json5", "the configuration (XDG_CONFIG_HOME)"),
    (
      "./.pushinbox.json5",
      "a configuration in the current folder, which takes precedence; settings in it that could delete pushes, "
        + "open ports, run programs or read files elsewhere need --trust-folder"
    ),
    ("~/.local/state/pushinbox/inbox.db", "the store, SQLite, mode 0600 (XDG_STATE_HOME)"),
    ("~/.local/state/pushinbox/trusted", "the files that --trust-folder has consented to"),
    (
      "~/.local/share/pushinbox/ca.pem",
      "the certificate that senders have to trust (XDG_DATA_HOME)"
    ),
    ("$XDG_RUNTIME_DIR/pushinbox.sock", "the control socket, mode 0600; else beside the store"),
    (
      "$XDG_RUNTIME_DIR/pushinbox/",
      "a file for each running inbox; else the folder running beside the store"
    ),
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
  private(set) var lines = [
    ".TH PUSHINBOX 1 \"\" \"pushinbox \(Version.number)\" \"User Commands\""
  ]

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
