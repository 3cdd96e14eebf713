import Foundation

// The forms of steps: one table each for the reader and for the schema.

/// The value of an `act` step.
struct ActStep: SettingsObject {
  private var target: Scenario.Target?
  private var name: String?
  private var text: String?
  private var seconds: TimeInterval?

  /// The action of the step.
  var action: Scenario.Action {
    .act(on: target ?? .last, action: name ?? "", text: text, seconds: seconds)
  }

  static let fields: [SettingField<Self>] = [
    .value("on", \.target, .target, "`last`, a number, an identifier or a filter."),
    .check { its, reader throws(SettingsError) in
      if case .named(let text) = its.target { try reader.checkFilter(text, "on") }
    },
    .value(
      "action", \.name, .optional(.text),
      "An action of the category, `open`, `dismiss`, `read`, `unread`, `rm`, `undo` or `snooze`."),
    .value("text", \.text, .optional(.text), "The text of a reply."),
    .value("for", \.seconds, .given(ScenarioReader.spanForm), "The time of `snooze`."),
    .check { its, reader throws(SettingsError) in
      let snoozes = its.name == ActionWord.snooze.rawValue
      if reader.has("for"), !snoozes {
        throw reader.error(.needs("`\"action\":\"snooze\"`"), "for")
      }
      if !reader.has("for"), snoozes { throw reader.error(.missing, "for") }
    },
    .required("on", "action"),
    .check { its, reader throws(SettingsError) in
      if its.name?.isEmpty ?? true { throw reader.error(.missing, "action") }
    },
  ]
}

extension SettingScalar<Scenario.Target?> {
  fileprivate static var target: Self {
    Self(
      expected: "`last`, an id or a filter", kinds: [.string, .integer],
      convert: { value in
        if let number = value.int { return .id(NotificationID(rawValue: number)) }
        return value.string.map { $0 == "last" ? .last : .named($0) }
      },
      json: { _ in nil })
  }
}

/// The value of a `history` step.
struct HistoryStep: SettingsObject {
  var keep = 10_000

  static let fields: [SettingField<Self>] = [
    .number("keep", \.keep, in: 1...10_000_000, "The maximum number of notifications.")
  ]
}

/// The value of a `screen` step.
struct ScreenStep: SettingsObject {
  private var size = Size()
  private(set) var screen = Scenario.GoldenScreen(columns: 0, rows: 0, view: "inbox", golden: "")

  /// The size of the screen; 0 columns if none is named.
  private struct Size: Sendable {
    var columns = 0
    var rows = 0
  }

  static let fields: [SettingField<Self>] = [
    .value(
      "size", \.size,
      SettingScalar(
        expected: "columns x rows such as `80x24`, 1 to 1000 each", kinds: [.string],
        pattern: Scenario.GoldenScreen.sizePattern,
        convert: { value in
          value.string.flatMap(Scenario.GoldenScreen.size).map(Size.init(columns:rows:))
        }, json: { _ in nil }),
      "Columns and rows."),
    .required("size"),
    .check { its, _ in
      (its.screen.columns, its.screen.rows) = (its.size.columns, its.size.rows)
    },
    .value("view", \.screen.view, .text, "The view, `inbox` without it."),
    .form(
      "golden", \.screen.golden, .goldenFile([".txt", ".svg"]),
      "The file with the expected text or picture."),
    .required("golden"),
    .form(
      "style", \.screen.style, .optionalGoldenFile([".style"]),
      "The file with the expected letters of style."),
  ]
}

extension SettingForm<String> {
  fileprivate static func goldenFile(_ endings: [String]) -> Self {
    Self(
      schema: .value(.init(SettingScalar<String>.text)),
      read: { reader, key, path throws(SettingsError) in
        guard let file = try ScreenStep.file(key, endings: endings, &reader) else {
          throw reader.error(.missing, key)
        }
        path = file
      }, write: { _ in nil })
  }
}

extension SettingForm<String?> {
  fileprivate static func optionalGoldenFile(_ endings: [String]) -> Self {
    Self(
      schema: .value(.init(SettingScalar<String?>.optional(.text))),
      read: { reader, key, path throws(SettingsError) in
        path = try ScreenStep.file(key, endings: endings, &reader)
      }, write: { _ in nil })
  }
}

extension SettingScalar<String> {
  /// The value of an assignment. Numbers and booleans become their text, as in a shell.
  static var assigned: Self {
    Self(
      expected: "a string, a number or a boolean", kinds: [.string, .number, .boolean],
      convert: { value in
        switch value {
        case .string(let text): text
        case .number(let number): number.text
        case .bool(let isTrue): String(isTrue)
        case .null, .array, .object: nil
        }
      }, json: JSONValue.string)
  }
}

extension ScenarioReader {
  static let setMeaning = "Changes settings as `pushinbox set` does."

  /// Returns the form and the meaning of the value of a step that is not an expectation, a push or
  /// written by recordings only.
  static func member(of name: StepName) -> SettingsSchema.Member {
    func text(_ meaning: String) -> SettingsSchema.Member {
      .init(name.rawValue, .value(.init(SettingScalar<String>.text)), meaning)
    }
    func ofPhone(
      _ fields: [SettingsSchema.Member], _ key: String, _ keyMeaning: String, _ meaning: String
    ) -> SettingsSchema.Member {
      var member = SettingsSchema.Member(
        key, .value(.init(SettingScalar<String>.text)), keyMeaning)
      member.isRequired = true
      return .init(name.rawValue, .keys([member] + fields), meaning)
    }
    switch name {
    case .clock:
      return .init("clock", .value(.init(momentForm)), "The time at which the scenario starts.")
    case .advance: return .init("advance", .value(.init(spanForm)), "Moves the clock.")
    case .app:
      return ofPhone(
        AppSettings.fields.members(), "bundleId", "The app.", "Settings of an app.")
    case .focus:
      return ofPhone(
        FocusSettings.fields.members(), "name", "The name of the Focus.", "Settings of a Focus.")
    case .gateway:
      return .init("gateway", GatewaySettings.fields.schema(), "Settings of the gateway.")
    case .faults:
      return .init(
        "faults", SettingForm.faults.schema,
        "Errors and delays on purpose; they replace earlier ones.")
    case .config:
      return .init("config", .phone, "All settings of the phone; they replace earlier ones.")
    case .history: return .init("history", HistoryStep.fields.schema(), "The length of the list.")
    case .act: return .init("act", ActStep.fields.schema(), "Uses an action.")
    case .screen: return .init("screen", ScreenStep.fields.schema(), "Expects a screen.")
    case .set: return .init("set", .names(.value(.init(SettingScalar.assigned))), setMeaning)
    case .expectNone: return text("A filter that must match nothing.")
    case .say: return text("Shows a sentence in a demo.")
    case .press: return text("Presses keys in a demo.")
    case .device, .summary, .categories, .push, .expect, .expectEvent, .snapshot, .rejected,
      .accepted,
      .extension:
      return SettingsSchema.phone.members.first { $0.key == name.rawValue }
        ?? .init(name.rawValue, .value(.init(expected: "an object", kinds: [.object])), "")
    }
  }
}
