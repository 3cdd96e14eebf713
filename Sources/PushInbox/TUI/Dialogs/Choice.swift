import Foundation
import InboxModel

/// A menu of a few things, each with a key of its own.
struct Choice: Dialog {
  enum Subject: Equatable, Sendable {
    /// How long to put these off.
    case snooze([NotificationID])
    /// What to copy of a push.
    case copy(PushReference)
    /// Which test push to send.
    case testPush
  }

  /// What a key stands for.
  struct Row: Equatable, Sendable {
    var key: Character
    var title: String
    var remark = ""
    var meaning: Meaning
  }

  enum Meaning: Equatable, Sendable {
    case snooze(until: Date)
    /// A time to be typed.
    case otherTime
    case copy(CopiedPart)
    case testPush(TestPush)
    /// A push to be written in the editor.
    case template
  }

  let subject: Subject
  /// The place of the row that Enter chooses.
  var cursor = 0

  init(subject: Subject) {
    self.subject = subject
  }

  var isAboutPush: Bool { true }

  /// Answers the keys of the rows, and those that move in the menu.
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
    // The letters stand in the menu.
    maker.hints([.next, .previous], "move") + [Hint(keys: "Enter", words: "choose")]
      + maker.hints([.cancel], "cancel")
  }

  func draw(_ scene: Scene, on screen: inout Screen) {
    ChoiceView(scene: scene, choice: self).draw(on: &screen)
  }

  /// The rows now.
  func rows(in context: PageContext) -> [Row] {
    switch subject {
    case .snooze: Self.snoozing(at: context.now, in: context.device.settings.device.timeZone)
    case .copy(let name):
      CopiedPart.parts(of: name).map {
        Row(key: $0.key, title: $0.title, remark: $0.remark, meaning: .copy($0))
      }
    case .testPush:
      TestPush.allCases.map {
        Row(key: $0.key, title: $0.title, remark: $0.remark, meaning: .testPush($0))
      } + [
        Row(key: "e", title: "your own", remark: "a template in the editor", meaning: .template)
      ]
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
    // The evening may be before the morning or after it.
    let soonestFirst = times.compactMap { title, until in until.map { (title: title, until: $0) } }
      .sorted { $0.until < $1.until }
    let rows = soonestFirst.enumerated().map { number, time in
      Row(
        key: Character(String(number + 1)), title: time.title, remark: clock.shortly(time.until),
        meaning: .snooze(until: time.until))
    }
    let other = Row(
      key: "5", title: "another time", remark: "45m, 17:30, a moment", meaning: .otherTime)
    return rows + [other]
  }
}

/// A part of a push that can be copied.
enum CopiedPart: CaseIterable, Sendable {
  case payload, id, token, curl, curlWithToken, authorization, text

  /// What there is to copy of a push. The provider token is kept of refused ones alone.
  static func parts(of name: PushReference) -> [CopiedPart] {
    if case .entry = name { allCases.filter { $0 != .authorization } } else { allCases }
  }

  var key: Character {
    switch self {
    case .payload: "p"
    case .id: "i"
    case .token: "t"
    case .curl: "c"
    case .curlWithToken: "C"
    case .authorization: "a"
    case .text: "v"
    }
  }

  var title: String {
    switch self {
    case .payload: "payload"
    case .id: "apns-id"
    case .token: "device token"
    case .curl: "curl line"
    case .curlWithToken: "curl, with token"
    case .authorization: "authorization"
    case .text: "visible text"
    }
  }

  var remark: String {
    switch self {
    case .payload: "byte for byte"
    case .id, .token: ""
    case .curl: "sends it again; $TOKEN for the token"
    case .curlWithToken: "the same, the token in it"
    case .authorization: "the provider token, not masked"
    case .text: "what the screen says"
    }
  }
}
