import InboxModel

/// The help of a view, derived from its key table: the sections side by side if there is room.
struct HelpText {
  let view: View
  let keymap: Keymap
  let symbols: Symbols
  let width: Int
  /// The words that each shown line contains.
  var words = ""

  /// The minimum width of a section in columns.
  private static let sectionColumns = 26

  var lines: [StyledLine] {
    let columns = placed.map { sections in
      Array(sections.joined(separator: [StyledLine()]))
    }
    let height = columns.map(\.count).max() ?? 0
    let rows: [StyledLine] = (0..<height).map { row in
      var line = StyledLine()
      for column in columns {
        let part = row < column.count ? column[row] : StyledLine()
        line.parts += part.parts
        if columns.count > 1 { line.append(PageText.space(columnWidth - part.columns)) }
      }
      return line
    }
    let foot = marks + filter + typed
    guard !words.isEmpty else { return rows + [StyledLine()] + foot }
    let found = rows + foot.filter { has($0.parts.map(\.text.text).joined()) }
    return found.isEmpty ? [StyledLine("No line has these words.", .dim)] : found
  }

  private func has(_ text: String) -> Bool { words.isEmpty || text.hasWords(words) }

  /// The sections distributed over as many columns as there is room for, in order, with the least
  /// height.
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

  /// Returns a heading and its keys. The descriptions begin in one column; long ones are wrapped
  /// there.
  private func lines(of section: Keymap.Section) -> [StyledLine] {
    let entries = keymap.entries.compactMap { entry -> (keys: SanitizedText, meaning: String)? in
      guard view.section(of: entry) == section, !entry.keys.isEmpty,
        let meaning = view.meaning(of: entry)
      else { return nil }
      let names = entry.keys.map(symbols == .ascii ? \.asciiName : \.name)
      let keys = SanitizedText(names.joined(separator: " "))
      return has("\(keys.text) \(meaning)") ? (keys, meaning) : nil
    }
    let indent = min((entries.map(\.keys.columns).max() ?? 0) + 2, columnWidth / 2)
    var lines = [StyledLine(SanitizedText(section.rawValue), .bold)]
    for entry in entries {
      let start = max(indent, entry.keys.columns + 2)
      let rows = SanitizedText(entry.meaning).wrapped(to: max(1, columnWidth - start - 1))
      for (number, row) in rows.enumerated() {
        let keys = number == 0 ? " " + entry.keys : ""
        var line = StyledLine(keys.padded(to: start), Palette.accent)
        line.append(row)
        lines.append(line)
      }
    }
    return lines
  }

  // MARK: Below the keys

  /// The commands of the command line.
  private var typed: [StyledLine] {
    let keys = keymap.keyName(of: .commandLine)
    let names = TypedLine.names.joined(separator: " ")
    return paragraph("AFTER \(keys)", "\(names)  such as \(keys)dnd 30m, \(keys)dnd until 07:00")
  }

  /// The keys of filters.
  private var filter: [StyledLine] {
    guard let entry = keymap.entry(.filter), view.meaning(of: entry) != nil else { return [] }
    let keys = Filter.keys.filter { $0 != "is" && $0 != "has" }.map { "\($0):" }
    let states = ["is", "has"].flatMap { key in Filter.values(of: key).map { "\(key):\($0)" } }
    return paragraph(
      "AFTER /", (keys + states).joined(separator: " ") + " word \"some words\" -not")
  }

  private func paragraph(_ label: String, _ text: String) -> [StyledLine] {
    SanitizedText(text).wrapped(to: max(1, width - 9)).enumerated().map { number, row in
      var line = StyledLine(SanitizedText(number == 0 ? label : "").padded(to: 9), .bold)
      line.append(row)
      return line
    }
  }

  private var marks: [StyledLine] {
    guard view == InboxPage.view else { return [] }
    let words: [(SanitizedText, String)] = [
      (symbols.unread, "unread"), ("!", "critical"), ("T", "time-sensitive"), ("~", "quiet"),
      ("#", "hidden preview"), ("+", "has actions"), ("3" + symbols.times, "replaced"),
      ("=", "marked"),
    ]
    var lines: [StyledLine] = []
    var line = StyledLine("MARKS", .bold)
    var used = 5
    for (mark, meaning) in words {
      let text = SanitizedText(" " + meaning)
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
