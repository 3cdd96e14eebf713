import Foundation

/// The settings of a Focus: `focus.NAME`.
public struct FocusSettings: Equatable, Sendable {
  /// The schedules that turn it on; empty for manual use only.
  public var schedules: [FocusSchedule] = []
  /// The allowed or silenced apps.
  public var apps = AppList.allow([])
  /// The allowed senders, whatever their app, by the exact names of ``Payload/senders``.
  public var allowPeople: Set<String> = []
  /// Whether time-sensitive pushes are allowed.
  public var allowTimeSensitive = true
  /// The allowed values of `filter-criteria` per app.
  public var filters: [BundleID: [String]] = [:]
  /// Whether the icons show no badges while it is active (B9).
  public var hideBadges = false

  /// The apps of a Focus: one list or the other.
  public enum AppList: Equatable, Sendable {
    /// Only these apps are allowed.
    case allow(Set<BundleID>)
    /// All apps except these are allowed.
    case silence(Set<BundleID>)
  }
}

/// A daily span of wall-clock time: start inclusive, end exclusive. It may cross midnight; equal
/// times mean the whole day.
public struct FocusSchedule: Equatable, Sendable {
  /// The start, in minutes after midnight, 0 to 1439.
  public var from: Int
  /// The end, in minutes after midnight, 0 to 1439.
  public var to: Int
  /// The days on which it starts, 1 = Monday … 7 = Sunday.
  public var days: Set<Int> = Set(1...7)
  /// The time zone of the wall clock; nil for the phone's.
  public var timeZone: TimeZone?
}

/// The scheduled summary.
public struct SummarySettings: Equatable, Sendable {
  /// The configured times of day in their order, in minutes after midnight.
  public var times: [Int] = []
  /// The apps whose pushes it holds.
  public var apps: Set<BundleID> = []

  /// The default times of a phone: 08:00 and 18:00.
  public static let standardTimes = [8 * 60, 18 * 60]

  /// The effective times: ``standardTimes`` if it has apps and no configured times.
  public var timesInForce: [Int] { isStandard ? Self.standardTimes : times }

  /// Whether ``standardTimes`` apply because no times are configured.
  public var isStandard: Bool { times.isEmpty && !apps.isEmpty }
}

// MARK: - Settings

extension FocusSettings: SettingsObject {
  /// One for each hour of a week is enough for any plan.
  private static let maximumSchedules = 168

  private static let membersOfSchedules =
    FocusSchedule.Draft.fields.members() + [
      .init(
        "schedules", SettingForm.objects(of: FocusSchedule.self).schema,
        "The times at which the Focus turns itself on, where there are several.")
    ]

  /// The keys that determine when the Focus turns itself on.
  public static let keysOfSchedules = membersOfSchedules.map(\.key)

  static let fields: [SettingField<Self>] = [
    .group(membersOfSchedules, read: readSchedules, write: schedulesJSON),
    .group(
      [
        .init(
          "allowApps", SettingForm.set(of: .app).schema,
          "The only apps whose ordinary pushes may alert during this Focus."),
        .init(
          "silenceApps", SettingForm.set(of: .app).schema,
          "Apps whose ordinary pushes may not alert during this Focus; all others may."),
      ],
      read: readApps, write: appsJSON),
    .set(
      "allowPeople", \.allowPeople, of: .text,
      "Senders who may alert during this Focus, whatever their app."),
    .flag(
      "allowTimeSensitive", \.allowTimeSensitive,
      "Time-sensitive pushes alert during this Focus."),
    .form(
      "filters", \.filters, .table(of: .list(of: .text)) { _ in [] },
      "By app, the filter-criteria of pushes that may alert during this Focus."),
    .flag(
      "hideBadges", \.hideBadges,
      "No app shows a badge during this Focus; the numbers return after it."),
  ]

  /// Reads either `schedules`, or `from`, `to`, `days`, `timeZone` for a single schedule. Without
  /// any of them the schedules do not change.
  private static func readSchedules(
    _ its: inout Self, _ reader: inout SettingsReader
  ) throws(SettingsError) {
    var draft = FocusSchedule.Draft(its.schedules.count == 1 ? its.schedules[0] : nil)
    try draft.apply(&reader)
    if let key = FocusSchedule.Draft.fields.members().map(\.key).first(where: reader.has) {
      if reader.has("schedules") { throw reader.error(.excluded(by: "schedules"), key) }
      its.schedules = [try draft.schedule(reader)]
    }
    guard reader.has("schedules") else { return }
    try SettingForm.objects(of: FocusSchedule.self).read(&reader, "schedules", &its.schedules)
    guard its.schedules.count <= maximumSchedules else {
      throw reader.wrong("schedules", "a list of \(maximumSchedules) schedules or fewer")
    }
  }

  /// Returns the keys of a single schedule, or the list of several.
  private static func schedulesJSON(_ its: Self) -> JSONObject {
    its.schedules.count == 1
      ? its.schedules[0].json : ["schedules": .array(its.schedules.map { .object($0.json) })]
  }

  private static func readApps(
    _ its: inout Self, _ reader: inout SettingsReader
  ) throws(SettingsError) {
    if reader.has("allowApps"), reader.has("silenceApps") {
      throw reader.error(.excluded(by: "allowApps"), "silenceApps")
    }
    var apps: Set<BundleID> = []
    for key in ["allowApps", "silenceApps"] where reader.has(key) {
      try SettingForm.set(of: .app).read(&reader, key, &apps)
      its.apps = key == "allowApps" ? .allow(apps) : .silence(apps)
    }
  }

  private static func appsJSON(_ its: Self) -> JSONObject {
    let list = SettingForm<Set<BundleID>>.set(of: .app)
    return switch its.apps {
    case .allow(let apps): JSONObject(sorted: [("allowApps", list.write(apps) ?? [])])
    case .silence(let apps): JSONObject(sorted: [("silenceApps", list.write(apps) ?? [])])
    }
  }
}

extension SettingForm<[FocusName: FocusSettings]> {
  /// The Focuses by their names. `on` and `off` are values of `set` and cannot be names.
  static var focuses: Self {
    let focus = SettingForm<FocusSettings>(
      schema: FocusSettings.fields.schema(),
      read: { reader, key, focus throws(SettingsError) in
        try reader.object(key) { reader throws(SettingsError) in
          try focus.apply(named: key, &reader)
        }
      },
      write: { .object($0.json) })
    return .table(of: focus) { _ in FocusSettings() }
  }
}

extension FocusSettings {
  /// Applies the settings of a name.
  mutating func apply(
    named name: String, _ reader: inout SettingsReader
  ) throws(SettingsError) {
    guard !name.isEmpty, name != "on", name != "off" else {
      throw reader.source.error(
        .wrongValue(expected: "a name other than `on` and `off`", found: "`\(name)`"),
        path: reader.path, offset: reader.offset)
    }
    try apply(&reader)
  }
}

extension SettingForm<[FocusSchedule]> {
  /// The list of a Focus's schedules.
  fileprivate static func objects(of type: FocusSchedule.Type) -> Self {
    .objects(members: FocusSchedule.Draft.fields.members(), write: \.json) {
      reader, list throws(SettingsError) in
      var draft = FocusSchedule.Draft(nil)
      try draft.apply(&reader)
      list.append(try draft.schedule(reader))
    }
  }
}

extension FocusSchedule {
  /// The schedule in the form of a file.
  var json: JSONObject { Draft(self).json }

  /// A schedule as read, possibly incomplete.
  fileprivate struct Draft: SettingsObject {
    var from: Int?
    var to: Int?
    var days: Set<Int>
    var timeZone: TimeZone?

    init(_ schedule: FocusSchedule?) {
      (from, to) = (schedule?.from, schedule?.to)
      days = schedule?.days ?? Set(1...7)
      timeZone = schedule?.timeZone
    }

    static let fields: [SettingField<Self>] = [
      .value(
        "from", \.from, .given(.timeOfDay("07:00")), "The time of day at which the Focus begins."),
      .value("to", \.to, .given(.timeOfDay("07:00")), "The time of day at which the Focus ends."),
      .value(
        "days", \.days, .weekdays, "The days on which the Focus begins; every day without it."),
      .value(
        "timeZone", \.timeZone, .removable(.timeZone),
        "The zone of these times; without it that of the phone."),
    ]

    func schedule(_ reader: SettingsReader) throws(SettingsError) -> FocusSchedule {
      guard let from else { throw reader.error(.missing, "from") }
      guard let to else { throw reader.error(.missing, "to") }
      return FocusSchedule(from: from, to: to, days: days, timeZone: timeZone)
    }
  }
}

extension FocusSchedule {
  /// The days of the week, Monday first.
  fileprivate static let dayNames = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"]

  /// The words for groups of days.
  fileprivate static let dayGroups: [(name: String, days: Set<Int>)] = [
    ("daily", Set(1...7)), ("weekdays", Set(1...5)), ("weekends", [6, 7]),
  ]
}

extension SettingScalar<Set<Int>> {
  /// Days of the week, 1 is Monday.
  fileprivate static var weekdays: Self {
    Self(
      expected: "`daily`, `weekdays`, `weekends` or a list of `mon` … `sun`",
      kinds: [.string, .array],
      pattern: FocusSchedule.dayGroups.map(\.name).joined(separator: "|"),
      elementPattern: FocusSchedule.dayNames.joined(separator: "|"),
      convert: { value in
        guard let elements = value.array else {
          return FocusSchedule.dayGroups.first { $0.name == value.string }?.days
        }
        let numbers = elements.compactMap { FocusSchedule.dayNames.firstIndex(of: $0.string ?? "") }
        let isKnown = numbers.count == elements.count && !numbers.isEmpty
        return isKnown ? Set(numbers.map { $0 + 1 }) : nil
      },
      json: { days in
        FocusSchedule.dayGroups.first { $0.days == days }.map { .string($0.name) }
          ?? .array(days.sorted().map { .string(FocusSchedule.dayNames[$0 - 1]) })
      })
  }
}

extension SummarySettings: SettingsObject {
  /// The maximum number of times in the settings of an iPhone.
  private static let maximumTimes = 12

  static let fields: [SettingField<Self>] = [
    .list(
      "times", \.times, of: .timeOfDay("08:00"),
      "The times at which the scheduled summary is delivered."
    ).written { .array($0.timesInForce.map { .string(TimeOfDay.text($0)) }) }
      .sample(#"["08:00", "18:00"]"#),
    .check { its, reader throws(SettingsError) in
      let times = its.times
      if let index = times.indices.first(where: { times[..<$0].contains(times[$0]) }) {
        throw reader.error(.repeated, "times", path: "times[\(index)]")
      }
      guard times.count <= maximumTimes else {
        throw reader.wrong("times", "a list of \(maximumTimes) times or fewer")
      }
      its.times.sort()
    },
    .set("apps", \.apps, of: .app, "The apps whose pushes wait for the scheduled summary.")
      .sample(#"["com.example.news"]"#),
  ]
}
