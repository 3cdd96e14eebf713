/// The help, made of the key table: the sections side by side where there is room.
struct HelpPage {
  let keymap: Keymap
  let symbols: Symbols
  let width: Int

  /// Columns of the names of keys, and of a section with its words.
  private static let keyColumns = 9
  private static let sectionColumns = 26

  var lines: [StyledLine] {
    let columns: [[StyledLine]] = placed.map { sections in
      sections.enumerated().flatMap { number, section in
        (number == 0 ? [] : [StyledLine()]) + self.lines(of: section)
      }
    }
    let height = columns.map(\.count).max() ?? 0
    let rows: [StyledLine] = (0..<height).map { row in
      var line = StyledLine()
      for column in columns {
        let parts = row < column.count ? column[row].parts : []
        line.parts += parts
        let used = parts.reduce(0) { $0 + $1.text.columns }
        if columns.count > 1 { line.append(PageText.space(columnWidth - used)) }
      }
      return line
    }
    return rows + [StyledLine()] + marks + typed
  }

  /// What can be typed on the command line.
  private var typed: [StyledLine] {
    let keys = keymap.entry(.commandLine)?.keys.first?.name ?? ""
    let names = TypedLine.names.joined(separator: " ")
    let rows = CleanText("\(names)  such as \(keys)dnd 30m, \(keys)dnd until 07:00")
      .wrapped(to: max(1, width - 9))
    return rows.enumerated().map { number, row in
      var line = StyledLine(CleanText(number == 0 ? "AFTER \(keys)" : "").padded(to: 9), .bold)
      line.append(row)
      return line
    }
  }

  /// The sections of each column.
  private var placed: [[Keymap.Section]] {
    switch width / Self.sectionColumns {
    case ..<2: [Keymap.Section.allCases]
    case 2: [[.move, .feed, .settings], [.item, .phone, .terminal]]
    default: [[.move], [.item, .feed, .settings], [.phone, .terminal]]
    }
  }

  private var columnWidth: Int { width / max(1, placed.count) }

  private func lines(of section: Keymap.Section) -> [StyledLine] {
    var lines = [StyledLine(CleanText(section.rawValue), .bold)]
    for entry in keymap.entries where entry.section == section && !entry.keys.isEmpty {
      let keys = CleanText(
        entry.keys.map(symbols == .ascii ? \.asciiName : \.name).joined(separator: " "))
      var line = StyledLine(
        " " + keys.padded(to: max(Self.keyColumns, keys.columns + 1)), Palette.accent)
      line.append(CleanText(entry.help).prefix(columns: columnWidth - line.parts[0].text.columns))
      lines.append(line)
    }
    return lines
  }

  private var marks: [StyledLine] {
    let words: [(CleanText, String)] = [
      (symbols.unread, "unread"), ("!", "critical"), ("T", "time-sensitive"), ("~", "quiet"),
      ("#", "hidden preview"), ("+", "has actions"), ("3" + symbols.times, "replaced"),
    ]
    var lines: [StyledLine] = []
    var line = StyledLine("MARKS", .bold)
    var used = 5
    for (mark, meaning) in words {
      let text = CleanText(" " + meaning)
      if used + 2 + mark.columns + text.columns > width {
        lines.append(line)
        line = StyledLine("     ")
        used = 5
      }
      line.append("  " + mark, Palette.accent)
      line.append(text)
      used += 2 + mark.columns + text.columns
    }
    return lines + [line]
  }
}
