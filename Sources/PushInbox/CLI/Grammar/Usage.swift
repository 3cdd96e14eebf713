/// The texts of `--help`, derived from ``CommandTable``.
enum Usage {
  private static var live: String {
    CommandTable.commands.filter { $0.host == .inbox }.map(\.name).joined(separator: ", ")
  }

  /// Returns the text of `pushinbox --help`.
  static func program() -> String {
    var lines = [
      "PushInbox: a simulated iPhone in your terminal. It receives pushes as Apple's push service does.",
      "",
      "pushinbox [OPTIONS]            open the inbox, full screen, and receive pushes",
      "pushinbox COMMAND [OPTIONS]    see pushinbox COMMAND --help",
      "",
      "Commands:",
    ]
    lines += table(CommandTable.commands.map { ($0.name, $0.summary) })
    lines += ["", "Options:"]
    lines += table((CommandTable.listeningOptions + CommandTable.commonOptions).map(row))
    lines.append("")
    lines += wrapped(
      "These options are also environment variables, except for run: PUSHINBOX_LISTEN=127.0.0.1:0.",
      at: 0)
    lines += wrapped(
      "Commands of the running inbox also work on its screen, after a colon: \(live).", at: 0)
    lines += [
      "",
      "Ways to send a push:",
      "  curl -d '{\"aps\":{\"alert\":\"Hi\"}}' -H apns-topic:com.example.app http://127.0.0.1:2197/3/device/abcd",
      "  pushinbox send \"Hi\"",
      "  pushinbox push booted com.example.app file.apns",
      "  echo '{\"bundleId\":\"com.example.app\",\"payload\":{\"aps\":{\"alert\":\"Hi\"}}}' | pushinbox serve --feed -",
    ]
    return lines.joined(separator: "\n")
  }

  /// Returns the text of `pushinbox COMMAND --help`.
  static func command(_ command: CommandSpec) -> String {
    let usage = "pushinbox \(command.name) \(command.synopsis)".trimmed
    var lines = [usage, ""]
    for line in command.details.split(separator: "\n", omittingEmptySubsequences: false) {
      // Three blanks separate two columns.
      let column = line.firstMatch(of: #/ {3,}/#)?.range.upperBound ?? line.startIndex
      lines += wrapped(String(line), at: line.distance(from: line.startIndex, to: column))
    }
    if !command.examples.isEmpty {
      lines += ["", "Examples:"] + command.examples.map { "  " + $0 }
    }
    let own = command.options + (command.isListening ? CommandTable.listeningOptions : [])
    if !own.isEmpty {
      lines += ["", "Options:"] + table(own.map(row))
    }
    lines += ["", "Options of every command:"] + table(CommandTable.commonOptions.map(row))
    return lines.joined(separator: "\n")
  }

  /// Returns lines of at most 80 columns, wrapped between words; those after the first begin at
  /// `column`.
  private static func wrapped(_ text: String, at column: Int) -> [String] {
    var lines: [String] = []
    var rest = text
    while rest.count > 80, let end = rest.prefix(81).dropFirst(column).lastIndex(of: " ") {
      lines.append(String(rest[..<end]).trimmed)
      rest = String(repeating: " ", count: column) + rest[end...].drop { $0 == " " }
    }
    return lines + [rest]
  }

  private static func row(_ option: OptionSpec) -> (String, String) {
    ("--" + option.name + (option.placeholder.map { " " + $0 } ?? ""), option.help)
  }

  private static func table(_ rows: [(String, String)]) -> [String] {
    let width = (rows.map(\.0.count).max() ?? 0) + 2
    return rows.flatMap { name, help in
      wrapped("  " + name + String(repeating: " ", count: width - name.count) + help, at: width + 2)
    }
  }
}

extension String {
  /// The text without blanks at its end.
  fileprivate var trimmed: String {
    var text = self[...]
    while text.last == " " { text.removeLast() }
    return String(text)
  }
}
