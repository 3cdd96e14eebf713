import Foundation
import InboxModel

/// A menu of a few items, each with a key.
struct Choice: Dialog {
  enum Subject: Equatable, Sendable {
    /// The time until which notifications are snoozed.
    case snooze([NotificationID])
    /// The part of a push to copy.
    case copy(PushReference)
    /// The test push to send.
    case testPush
  }

  /// A row: its key, label and meaning.
  struct Row: Equatable, Sendable {
    var key: Character
    var title: String
    var remark: String
    var meaning: Meaning

    init(_ label: Label, _ meaning: Meaning) {
      (key, title, remark) = label
      self.meaning = meaning
    }
  }

  /// The key and the words of a row.
  typealias Label = (key: Character, title: String, remark: String)

  enum Meaning: Equatable, Sendable {
    case snooze(until: Date)
    /// A time that the user types.
    case otherTime
    case copy(CopiedPart)
    case testPush(TestPush)
    /// A new push, written in the editor.
    case template
  }

  let subject: Subject
  /// The index of the row that Enter chooses.
  var cursor = 0

  var isAboutPush: Bool { true }

  /// Handles the keys of the rows, and those that move in the menu.
  mutating func receive(_ key: Key, in context: inout PageContext) -> Bool {
    let rows = rows(in: context)
    let named = rows.first { Key.character($0.key) == key }
    if named == nil,
      let cursor = MenuCursor.moved(cursor, by: key, of: rows.count, context.keymap)
    {
      self.cursor = cursor
      return true
    }
    let isChosen = MenuCursor.isChosen(by: key, context.keymap)
    guard let row = named ?? (isChosen ? rows.dropFirst(cursor).first : nil) else { return false }
    context.close()
    choose(row.meaning, &context)
    return true
  }

  private func choose(_ meaning: Meaning, _ context: inout PageContext) {
    switch (subject, meaning) {
    case (.snooze(let ids), .snooze(let until)):
      PushActions.snooze(ids, until: until, in: &context)
    case (.snooze(let ids), _): context.ask(LinePrompt(.snooze(ids)))
    case (.copy(let push), .copy(let part)): context.request(.copy(push, part))
    case (.testPush, .testPush(let sample)): context.request(.testPush(sample))
    case (.testPush, _): context.request(.act(.compose(PushForm.template)))
    case (.copy, _): break
    }
  }

  func hints(_ maker: HintMaker) -> [Hint] {
    // The menu shows its letters.
    maker.hints([.next, .previous], "move") + [Hint(keys: "Enter", words: "choose")]
      + maker.hints([.cancel], "cancel")
  }

  func draw(_ scene: Scene, on screen: inout Screen) {
    let dialog = DialogBox(scene: scene, title: SanitizedText(heading, limit: 200))
    let rows = self.rows(in: scene.context)
    let widest = rows.map { SanitizedText($0.title).columns }.max() ?? 0
    let lines = rows.map { row in
      var line = StyledLine(SanitizedText("\(row.key)  "), Palette.accent)
      line.append(
        SanitizedText(row.title).padded(
          to: min(widest, dialog.width / 2), ellipsis: scene.symbols.ellipsis))
      let left = dialog.width - line.columns
      line.append(
        SanitizedText("  " + row.remark).truncated(
          to: max(0, left), ellipsis: scene.symbols.ellipsis),
        .dim)
      return line
    }
    let origin = dialog.draw(lines, selected: cursor, on: &screen)
    let first = dialog.first(of: rows.count, cursor)
    for (number, row) in rows.dropFirst(first).prefix(dialog.maximumLines).enumerated() {
      screen.clickable(
        .key(.character(row.key)), row: origin.row + number, column: origin.column,
        columns: dialog.width)
    }
  }

  private var heading: String {
    switch subject {
    case .snooze(let ids): "Snooze \(ResultMessage.pushes(ids)) for, or until"
    case .copy(let name): "Copy of \(name.text)"
    case .testPush: "Which test push?"
    }
  }

  /// Returns the current rows.
  func rows(in context: PageContext) -> [Row] {
    switch subject {
    case .snooze: Self.snoozing(at: context.now, in: context.device.settings.device.timeZone)
    case .copy(let name):
      CopiedPart.parts(of: name).map { Row($0.label, .copy($0)) }
    case .testPush:
      TestPush.allCases.map { Row($0.label, .testPush($0)) }
        + [Row(("e", "your own", "a template in the editor"), .template)]
    }
  }

  private static func snoozing(at now: Date, in zone: TimeZone) -> [Row] {
    let clock = ScreenClock(timeZone: zone, now: now)
    let evening = SnoozeTime.moment("evening", after: now, in: zone)
    let wall = WallClock(zone: zone)
    let isToday = evening.map { wall.day(of: $0) == wall.day(of: now) } ?? false
    let times = [
      ("15 minutes", SnoozeTime.moment("15m", after: now, in: zone)),
      ("1 hour", SnoozeTime.moment("1h", after: now, in: zone)),
      (isToday ? "this evening" : "tomorrow evening", evening),
      ("tomorrow morning", SnoozeTime.moment("tomorrow", after: now, in: zone)),
    ]
    // The evening may be before or after the morning.
    let soonestFirst = times.compactMap { title, until in until.map { (title: title, until: $0) } }
      .sorted { $0.until < $1.until }
    let rows = soonestFirst.enumerated().map { number, time in
      Row(
        (Character(String(number + 1)), time.title, clock.shortly(time.until)),
        .snooze(until: time.until))
    }
    return rows + [Row(("5", "another time", "45m, 17:30, a moment"), .otherTime)]
  }
}

/// A part of a push that can be copied.
enum CopiedPart: CaseIterable, Sendable {
  case payload, id, token, curl, curlWithToken, authorization, text

  /// Returns the parts of a push that can be copied. The provider token is stored only for rejected
  /// ones.
  static func parts(of name: PushReference) -> [CopiedPart] {
    if case .entry = name { allCases.filter { $0 != .authorization } } else { allCases }
  }

  var label: Choice.Label {
    switch self {
    case .payload: ("p", "payload", "byte for byte")
    case .id: ("i", "apns-id", "")
    case .token: ("t", "device token", "")
    case .curl: ("c", "curl line", "sends it again; $TOKEN for the token")
    case .curlWithToken: ("C", "curl, with token", "the same, the token in it")
    case .authorization: ("a", "authorization", "the provider token, not masked")
    case .text: ("v", "visible text", "the text on the screen")
    }
  }
}
