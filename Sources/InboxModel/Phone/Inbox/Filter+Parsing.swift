import Foundation

extension Filter {
  /// Parses a filter.
  ///
  /// - Parameters:
  ///   - text: Words separated by blanks. A word is `key:value` or a search text. A leading minus
  ///     negates it. Quotes enclose blanks; within quotes `\"` and `\\` stand for `"` and `\`.
  ///   - now: The moment from which `after:10m` counts back. `before:` and `after:` also accept
  ///     `HH:MM` of its day, a date, or RFC 3339.
  ///   - timeZone: The time zone of that day.
  ///   - saved: The filters that `filter:` refers to, by their names.
  /// - Throws: ``FilterError`` with the word, its column and the problem.
  public init(
    _ text: String, now: Date, timeZone: TimeZone, saved: [String: String] = [:]
  ) throws(FilterError) {
    var scanner = Scanner(text)
    while let word = try scanner.next() {
      guard word.key != "filter" else {
        let inner = try Self.terms(of: word, now: now, timeZone: timeZone, saved: saved)
        terms += word.isNegated ? [Term(condition: .saved(inner), isNegated: true)] : inner
        continue
      }
      let condition = try Self.condition(of: word, now: now, timeZone: timeZone)
      terms.append(Term(condition: condition, isNegated: word.isNegated))
    }
  }

  /// Returns the terms of a saved filter. They are parsed on each use, since `after:10m` depends on
  /// the clock. A saved filter cannot refer to another one.
  private static func terms(
    of word: Word, now: Date, timeZone: TimeZone, saved: [String: String]
  ) throws(FilterError) -> [Term] {
    guard let text = saved[word.value] else {
      let nearest = NearestName.of(word.value, among: saved.keys.sorted())
      throw word.error(
        "no filter is saved as “\(word.value)”"
          + (nearest == nil ? "; save it under “filters” in the configuration" : ""),
        suggestion: nearest.map { "filter:" + $0 })
    }
    do throws(FilterError) {
      return try Filter(text, now: now, timeZone: timeZone).terms
    } catch {
      throw word.error("the filter saved as “\(word.value)”: \(error.problem)")
    }
  }

  /// The words `key:value`: the table behind help, completion and `docs/reference/filters.md`.
  public static let vocabulary: [FilterWord] = [
    FilterWord("app", "chat", "The app: bundle identifier, last part of it, or name."),
    FilterWord(
      "thread", "op-42", "Exactly this thread; `thread:\"\"` is the default group of an app."),
    FilterWord("title", "word", "Text in the title, even if it is hidden."),
    FilterWord("body", "word", "Text in the body, even if it is hidden."),
    FilterWord("payload", "word", "Text in any key or value of the payload, also below `aps`."),
    FilterWord(
      "json", "data.order=4711",
      "A path in the payload, with this value; without `=` with any value."),
    FilterWord("topic", "com.example.chat", "Exactly this topic."),
    FilterWord(
      "id", "12",
      "The number, apns-id, apns-unique-id or request identifier of a push. `R9` selects a rejected "
        + "push; its apns-id does so together with `is:rejected`."),
    FilterWord("token", "00fc", "A device token that begins with these digits."),
    FilterWord("level", "time-sensitive", "The interruption level in force."),
    FilterWord("category", "MESSAGE", "Exactly this category."),
    FilterWord("type", "voip", "The `apns-push-type`."),
    FilterWord(
      "reason", "dnd", "This reason code, or one that begins with it; `intake.` can be left out."),
    FilterWord(
      "before", "18:00", "Delivered before this time: `10m` ago, `18:58`, `2026-04-14` or RFC 3339."
    ),
    FilterWord("after", "10m", "Delivered at or after this time."),
    FilterWord("late", "5s", "Delivered at least this long after it was accepted."),
    FilterWord("larger", "1k", "A payload of more bytes; `k` and `m` are units."),
    FilterWord("is", "unread", "The state of the push."),
    FilterWord("has", "reply", "Actions (`action`), or an action that takes text (`reply`)."),
    FilterWord("filter", "NAME", "The filter saved under this name in the configuration."),
  ]

  /// The keys of words `key:value`.
  public static let keys = vocabulary.map(\.key)

  /// Returns the values that a key accepts; empty for a key with free values.
  public static func values(of key: String) -> [String] {
    switch key {
    case "level": InterruptionLevel.allCases.map(\.rawValue)
    case "type": PushType.documented.map(\.rawValue)
    case "is": State.allCases.map(\.rawValue)
    case "has": Feature.allCases.map(\.rawValue)
    default: []
    }
  }

  private static func condition(
    of word: Word, now: Date, timeZone: TimeZone
  ) throws(FilterError) -> Condition {
    guard let key = word.key else {
      if word.isNegated, !word.isQuoted, word.value.hasPrefix("-") {
        throw word.error(
          "“\(word.written)” is an option, not a filter; put text with two minuses in quotes")
      }
      return .text(FoldedText(word.value))
    }
    guard keys.contains(key) else {
      let nearest = NearestName.of(key, among: keys)
      throw word.error(
        "“\(key):” is not known"
          + (nearest == nil
            ? "; to search for text with a colon, write it with double quotes: \"\(word.written)\""
            : ""),
        suggestion: nearest.map { $0 + ":" + word.value })
    }
    if word.value.isEmpty, !(word.isQuoted && ["thread", "category"].contains(key)) {
      throw word.error(
        key == "json"
          ? "“json:” needs a path, such as json:data.order=4711"
          : "“\(key):” needs a value")
    }
    switch key {
    case "app": return .app(FoldedText(word.value))
    case "thread": return .thread(ThreadID(word.value))
    case "title": return .title(FoldedText(word.value))
    case "body": return .body(FoldedText(word.value))
    case "payload": return .payload(FoldedText(word.value))
    case "json": return try word.json()
    case "topic": return .topic(word.value)
    case "id": return .id(word.value)
    case "token": return .token(word.value.lowercased())
    case "level":
      return .level(try word.choice(of: InterruptionLevel.allCases, named: \.rawValue))
    case "category": return .category(CategoryID(word.value))
    case "type": return .type(try word.choice(of: PushType.documented, named: \.rawValue))
    case "reason": return .reason(word.value)
    case "before": return .before(try word.moment(now: now, timeZone: timeZone))
    case "after": return .after(try word.moment(now: now, timeZone: timeZone))
    case "late": return .late(try word.span())
    case "larger": return .larger(try word.size())
    case "is": return .state(try word.choice(of: State.allCases, named: \.rawValue))
    default: return .feature(try word.choice(of: Feature.allCases, named: \.rawValue))
    }
  }
}

extension Filter {
  /// One parsed word and its spelling.
  private struct Word {
    /// The word as written, with its key, quotes and minus.
    var written = ""
    /// The column of its first character, from 1.
    var column: Int
    var isNegated: Bool
    var key: String?
    var value: String
    var isQuoted: Bool

    func error(_ problem: String, suggestion: String? = nil) -> FilterError {
      FilterError(
        word: written, column: column, problem: problem,
        suggestion: suggestion.map { (isNegated ? "-" : "") + $0 })
    }

    func choice<Choice>(
      of choices: [Choice], named name: (Choice) -> String
    ) throws(FilterError) -> Choice {
      if let choice = choices.first(where: { name($0) == value }) { return choice }
      let names = choices.map(name)
      let prefix = (key ?? "") + ":"
      let nearest = NearestName.of(value, among: names)
      throw error(
        "“\(prefix)\(value)” is not known"
          + (nearest == nil
            ? "; the values of \(prefix) are \(names.joined(separator: ", "))" : ""),
        suggestion: nearest.map { prefix + $0 })
    }

    /// Parses `data.order=4711`, `items[0].id`: array elements are named by their index.
    func json() throws(FilterError) -> Condition {
      let parts = value.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      let path = String(parts[0]).replacing(/\[(\d+)\]/) { "." + $0.output.1 }
      guard !path.isEmpty, !path.hasPrefix("."), !path.hasSuffix(".") else {
        throw error("“\(parts[0])” is not a path; write data.order or items[0].id")
      }
      return .json(path: path, value: parts.count == 2 ? String(parts[1]) : nil)
    }

    /// Parses a size: `1k`, `2m` in units of 1,024; without a unit in bytes.
    func size() throws(FilterError) -> Int {
      let digits = value.prefix { $0.isASCII && $0.isNumber }
      let units = ["": 1, "k": 1024, "m": 1024 * 1024]
      if let number = Int(digits), let unit = units[value.dropFirst(digits.count).lowercased()] {
        let (bytes, overflow) = number.multipliedReportingOverflow(by: unit)
        if !overflow { return bytes }
      }
      throw error("“\(value)” is not a size; write 512, 1k or 2m")
    }

    /// Parses `10s`, `5m`, `3h`; returns seconds.
    func span() throws(FilterError) -> TimeInterval {
      if let seconds = TimeSpan.seconds(value) { return seconds }
      throw error("“\(value)” is not a time span; write 500ms, 10s, 5m or 3h")
    }

    func moment(now: Date, timeZone: TimeZone) throws(FilterError) -> Date {
      if let date = Timestamp.date(value) { return date }
      if let seconds = TimeSpan.seconds(value) { return now.addingTimeInterval(-seconds).clamped }
      var calendar = Calendar(identifier: .gregorian)
      calendar.timeZone = timeZone
      if let minutes = TimeOfDay.minutes(value) {
        let time = calendar.date(
          bySettingHour: minutes / 60, minute: minutes % 60, second: 0, of: now)
        if let time { return time }
      }
      if let midnight = Timestamp.date(value + "T00:00:00Z") {
        // The same date on the time zone's wall clock.
        var utc = calendar
        utc.timeZone = .gmt
        let day = utc.dateComponents([.year, .month, .day], from: midnight)
        if let date = calendar.date(from: day) { return date }
      }
      throw error(
        "“\(value)” is not a time; write 10m (ago), 18:58, 2026-04-14 or"
          + " 2026-04-14T18:58:00Z")
    }
  }

  /// Splits a text into words.
  private struct Scanner {
    /// The scalars of the text: a combining mark after a quote does not change it.
    private let scalars: [Unicode.Scalar]
    private var place = 0
    /// The index of the first scalar of the last word, and its column.
    private var last = (start: 0, column: 1)

    init(_ text: String) {
      scalars = Array(text.unicodeScalars)
    }

    mutating func next() throws(FilterError) -> Word? {
      while place < scalars.count, scalars[place].properties.isWhitespace { place += 1 }
      guard place < scalars.count else { return nil }
      let start = place
      last = (start, last.column + text(last.start..<start).count)
      var word = Word(
        column: last.column, isNegated: false, key: nil, value: "", isQuoted: false)
      if scalars[place] == "-", place + 1 < scalars.count,
        !scalars[place + 1].properties.isWhitespace
      {
        word.isNegated = true
        place += 1
      }
      let name = scalars[place...].prefix { $0.isASCII && $0.properties.isAlphabetic }
      if !name.isEmpty, name.endIndex < scalars.count, scalars[name.endIndex] == ":" {
        word.key = text(place..<name.endIndex).lowercased()
        place = name.endIndex + 1
      }
      if place < scalars.count, scalars[place] == "\"" {
        word.isQuoted = true
        word.value = try quotedValue(of: word, from: start)
      } else {
        let begin = place
        // The value that a JSON path is compared with may be quoted separately.
        while place < scalars.count, !scalars[place].properties.isWhitespace,
          !(scalars[place] == "\"" && word.key == "json" && scalars[place - 1] == "=")
        { place += 1 }
        word.value = text(begin..<place)
        if place < scalars.count, scalars[place] == "\"" {
          word.value += try quotedValue(of: word, from: start)
        }
      }
      word.written = text(start..<place)
      return word
    }

    /// Parses a quoted value, which must end the word.
    private mutating func quotedValue(
      of word: Word, from start: Int
    ) throws(FilterError) -> String {
      let value = quoted()
      if let value, place == scalars.count || scalars[place].properties.isWhitespace {
        return value
      }
      var word = word
      word.written = text(start...)
      throw word.error(
        value == nil ? "the quote is not closed" : "a space is missing after the closing quote")
    }

    /// Parses up to the closing quote; nil if there is none.
    private mutating func quoted() -> String? {
      var value = String.UnicodeScalarView()
      place += 1
      while place < scalars.count {
        var scalar = scalars[place]
        place += 1
        if scalar == "\"" { return String(value) }
        if scalar == "\\", place < scalars.count,
          scalars[place] == "\"" || scalars[place] == "\\"
        {
          scalar = scalars[place]
          place += 1
        }
        value.append(scalar)
      }
      return nil
    }

    private func text(_ range: some RangeExpression<Int>) -> String {
      var view = String.UnicodeScalarView()
      view.append(contentsOf: scalars[range])
      return String(view)
    }
  }
}

/// A word of filters, `key:value`, as help and completion describe it.
public struct FilterWord: Sendable {
  /// The key.
  public let key: String
  /// An example of a value.
  public let example: String
  /// The pushes that the word selects, one sentence.
  public let meaning: String

  init(_ key: String, _ example: String, _ meaning: String) {
    self.key = key
    self.example = example
    self.meaning = meaning
  }
}
