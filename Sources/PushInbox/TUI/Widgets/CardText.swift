import Foundation
import InboxModel

/// The parts of the card of a Live Activity, for every place that shows one.
struct CardText {
  let card: ActivityCard
  private let device: Phone
  private let clock: ScreenClock
  private let symbols: Symbols

  init(_ card: ActivityCard, in context: PageContext, clock: ScreenClock? = nil) {
    self.card = card
    device = context.device
    self.clock = clock ?? context.clock
    symbols = context.symbols
  }

  /// The name of the app.
  var app: SanitizedText { SanitizedText(device.appName(card.app), limit: 200) }

  /// The attributes type, or the identifier.
  var title: SanitizedText { Self.line(card.title, columns: 60) }

  /// The time since the last change.
  var age: SanitizedText { SanitizedText(clock.age(of: card.updatedAt)) }

  /// The state of the activity in words; nil while it runs as it should.
  var status: StyledLine.Part? {
    var words: [String] = []
    if card.newestIgnored != nil { words.append("IGNORED") }
    if card.end != nil {
      words.append("ENDED")
    } else if card.isStale {
      words.append("STALE")
    } else if card.token == nil, card.channel == nil {
      let isUndecided = device.settings.app(card.app).liveActivities == .undecided
      words.append(isUndecided ? "ALLOW?" : "NO TOKEN")
    }
    guard !words.isEmpty else { return nil }
    return .init(
      text: SanitizedText(words.joined(separator: " ")),
      style: words == ["ENDED"] ? .dim : Palette.warning)
  }

  // MARK: Content state

  /// Returns an object in one line of at most `columns` columns: `home 0→1  away 0`. An arrow marks
  /// what the last update changed, added or removed.
  func state(columns: Int) -> StyledLine {
    var line = StyledLine()
    // Only the part that fits is sanitised.
    for field in card.stateFields where line.columns <= columns {
      append(field, to: &line, columns: columns)
    }
    if line.parts.isEmpty { line.append("(no content state)", .dim) }
    return line.truncated(to: columns, ellipsis: symbols.ellipsis)
  }

  /// Returns the attributes in one line.
  func attributes(columns: Int) -> StyledLine {
    var line = StyledLine()
    for member in card.attributes.members where line.columns <= columns {
      append(member.key, to: &line)
      line.append(Self.line(ActivityLine.text(member.value), columns: columns))
    }
    return line.truncated(to: columns, ellipsis: symbols.ellipsis)
  }

  private func append(_ key: String, to line: inout StyledLine) {
    if !line.parts.isEmpty { line.append("  ") }
    line.append(Self.line(key, columns: 24) + " ", .dim)
  }

  private func append(
    _ field: ActivityCard.StateField, to line: inout StyledLine, columns: Int
  ) {
    append(field.key, to: &line)
    if field.isChanged {
      if let before = field.before {
        let text = Self.line(ActivityLine.text(before), columns: 16)
        line.append(text.truncated(to: 12, ellipsis: symbols.ellipsis), .dim)
      }
      line.append(symbols.arrow, .bold)
    }
    if let value = field.value {
      line.append(
        Self.line(ActivityLine.text(value), columns: columns), field.isChanged ? .bold : .plain)
    }
  }

  /// Returns the content state as a table of keys, values and, after a change, the values before.
  ///
  /// - Parameter rows: The maximum number of rows; the last one has the number of hidden keys.
  func table(width: Int, rows: Int) -> [StyledLine] {
    let fields = card.stateFields
    guard !fields.isEmpty else { return [StyledLine("(no content state)", .dim)] }
    let shown = fields.count > rows ? fields.prefix(max(1, rows - 1)) : fields[...]
    let keys = shown.map { Self.line($0.key, columns: 24) }
    let keyWidth = min(max(6, width / 3), keys.map(\.columns).max() ?? 0)
    var lines = zip(shown, keys).map { field, key in
      row(field, key.padded(to: keyWidth, ellipsis: symbols.ellipsis), width: width)
    }
    let rest = fields.count - shown.count
    if rest > 0 { lines.append(StyledLine(SanitizedText("  \(rest) more"), .dim)) }
    return lines
  }

  private func row(
    _ field: ActivityCard.StateField, _ key: SanitizedText, width: Int
  ) -> StyledLine {
    var line = StyledLine(field.isChanged ? "* " : "  ", Palette.accent)
    line.append(key + "  ", .dim)
    let room = max(1, width - line.columns)
    let value = field.value.map { Self.line(ActivityLine.text($0), columns: room) }
    line.append(
      value?.truncated(to: room, ellipsis: symbols.ellipsis) ?? "(removed)",
      field.isChanged ? .bold : .plain)
    if field.isChanged, let before = field.before {
      let left = width - line.columns - 8
      guard left >= 4 else { return line }
      let was = Self.line(ActivityLine.text(before), columns: left)
      line.append("  (was ", .dim)
      line.append(was.truncated(to: left, ellipsis: symbols.ellipsis), .dim)
      line.append(")", .dim)
    }
    return line
  }

  // MARK: Values

  /// Returns the start of a text in one line, as long as `columns` columns need at most.
  static func line(_ raw: String, columns: Int) -> SanitizedText {
    // Cut before it is sanitised, because the rest would not be visible.
    let most = max(1, columns) * 4
    let cut = raw.utf8.count <= most ? raw : String(raw.unicodeScalars.prefix(most))
    return SanitizedText(
      cut.split(whereSeparator: \.isNewline).joined(separator: " "), limit: most * 4)
  }
}
