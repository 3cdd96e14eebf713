import InboxModel

/// The help of a view, made of the key table: the sections side by side where there is room.
struct HelpPage {
  let view: ViewName
  let keymap: Keymap
  let symbols: Symbols
  let width: Int

  /// Columns of the names of keys, and of a section with its words.
  private static let keyColumns = 9
  private static let sectionColumns = 26

  var lines: [StyledLine] {
    let columns = placed.map { sections in
      Array(sections.joined(separator: [StyledLine()]))
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
    return rows + [StyledLine()] + marks + filter + typed
  }

  /// The sections in as many columns as there is room for, in their order, none longer than it must be.
  private var placed: [[[StyledLine]]] {
    let sections = Keymap.Section.allCases.map(lines).filter { $0.count > 1 }
    var height = sections.map(\.count).max() ?? 0
    while true {
      var columns: [[[StyledLine]]] = [[]]
      var used = 0
      for section in sections {
        let needed = section.count + (used == 0 ? 0 : 1)
        if used > 0, used + needed > height {
          columns.append([section])
          used = section.count
        } else {
          columns[columns.count - 1].append(section)
          used += needed
        }
      }
      if columns.count <= columnCount { return columns }
      height += 1
    }
  }

  private var columnCount: Int { max(1, min(4, width / Self.sectionColumns)) }
  private var columnWidth: Int { width / columnCount }

  private func lines(of section: Keymap.Section) -> [StyledLine] {
    var lines = [StyledLine(CleanText(section.rawValue), .bold)]
    for entry in keymap.entries
    where view.section(of: entry) == section && !entry.keys.isEmpty {
      guard let meaning = view.meaning(of: entry) else { continue }
      let keys = CleanText(
        entry.keys.map(symbols == .ascii ? \.asciiName : \.name).joined(separator: " "))
      var line = StyledLine(
        " " + keys.padded(to: max(Self.keyColumns, keys.columns + 1)), Palette.accent)
      line.append(CleanText(meaning).prefix(columns: columnWidth - line.parts[0].text.columns - 1))
      lines.append(line)
    }
    return lines
  }

  // MARK: Under the keys

  /// What can be typed on the command line.
  private var typed: [StyledLine] {
    let keys = keymap.entry(.commandLine)?.keys.first?.name ?? ""
    let names = TypedLine.names.joined(separator: " ")
    return words(
      "AFTER \(keys)", "\(names)  such as \(keys)dnd 30m, \(keys)dnd until 07:00")
  }

  /// What can be looked for.
  private var filter: [StyledLine] {
    guard let entry = keymap.entry(.filter), view.meaning(of: entry) != nil else { return [] }
    let keys = Filter.keys.map { "\($0):" }.joined(separator: " ")
    return words("AFTER /", "\(keys) word \"some words\" -not")
  }

  private func words(_ label: String, _ text: String) -> [StyledLine] {
    CleanText(text).wrapped(to: max(1, width - 9)).enumerated().map { number, row in
      var line = StyledLine(CleanText(number == 0 ? label : "").padded(to: 9), .bold)
      line.append(row)
      return line
    }
  }

  private var marks: [StyledLine] {
    guard view == .inbox else { return [] }
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
