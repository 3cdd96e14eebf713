import Foundation

// Settings as a file would say them (`design/contract.md` §10): read again, they mean the same.

extension PhoneSettings {
  /// Every setting, the defaults too; nil for what an app leaves to the phone.
  public var json: JSONObject {
    var json: JSONObject = [
      "device": .object(device.json),
      "focus": .object(JSONObject(sorted: focuses.map { ($0, .object($1.json)) })),
      "summary": .object(summary.json),
      "apps": .object(JSONObject(sorted: apps.map { ($0.rawValue, .object($1.json)) })),
      "categories": .object(JSONObject(sorted: categories.map { ($0, .object($1.json)) })),
      "queue": .object(queue.json),
    ]
    for (key, section) in Guests.sections(of: guests) { json[key] = .object(section) }
    json["keys"] = .object(JSONObject(sorted: keys.map { ($0, .string($1)) }))
    json["colors"] = .object(JSONObject(sorted: colors.map { ($0, .string($1)) }))
    json["bidi"] = .string(bidi.rawValue)
    json["banner"] = .string(banner.rawValue)
    return json
  }

  /// The value in force at a path; the only span of a Focus stands in its list too.
  public func value(at path: SettingPath) -> JSONValue? {
    guard path[0] == "focus", path[2] == "schedules", let focus = focuses[path[1]] else {
      return path.value(in: json)
    }
    let spans = JSONValue.array(focus.schedules.map { .object($0.json) })
    return path.components.dropFirst(3).reduce(spans) { $0?.part($1) }
  }
}

extension DeviceSettings {
  var json: JSONObject {
    [
      "lock": .string(lock.rawValue), "previews": .string(previews.rawValue),
      "grouping": .string(grouping.rawValue),
      "languages": .array(languages.map(JSONValue.string)),
      "timeZone": .string(timeZone.settingName), "ringer": .string(ringer.rawValue),
      "summaryStyle": .string(summaryStyle.rawValue), "badgeZeroClears": .bool(badgeZeroClears),
      "stackThreshold": .number(JSONNumber(stackThreshold)), "removeActedOn": .bool(removeActedOn),
      "lowPower": .bool(lowPower),
      "backgroundBudget": .number(JSONNumber(backgroundBudget)), "era": .string(era.rawValue),
    ]
  }
}

extension FocusSettings {
  /// One span stands in the Focus itself, several in a list.
  var json: JSONObject {
    var object = JSONObject()
    if schedules.count == 1 {
      object = schedules[0].json
    } else {
      object["schedules"] = .array(schedules.map { .object($0.json) })
    }
    switch apps {
    case .allow(let apps): object["allowApps"] = .array(apps.sortedJSON)
    case .silence(let apps): object["silenceApps"] = .array(apps.sortedJSON)
    }
    object["allowPeople"] = .array(allowPeople.sorted().map(JSONValue.string))
    object["allowTimeSensitive"] = .bool(allowTimeSensitive)
    object["filters"] = .object(
      JSONObject(sorted: filters.map { ($0.rawValue, .array($1.map(JSONValue.string))) }))
    object["hideBadges"] = .bool(hideBadges)
    return object
  }
}

extension FocusSchedule {
  var json: JSONObject {
    var object: JSONObject = [
      "from": .string(TimeOfDay.text(from)), "to": .string(TimeOfDay.text(to)), "days": daysJSON,
    ]
    if let timeZone { object["timeZone"] = .string(timeZone.settingName) }
    return object
  }

  private var daysJSON: JSONValue {
    switch days {
    case Set(1...7): "daily"
    case Set(1...5): "weekdays"
    case [6, 7]: "weekends"
    default: .array(days.sorted().map { .string(Self.dayNames[$0 - 1]) })
    }
  }
}

extension SummarySettings {
  var json: JSONObject {
    [
      "times": .array(timesInForce.map { .string(TimeOfDay.text($0)) }),
      "apps": .array(apps.sortedJSON),
    ]
  }
}

extension AppSettings {
  var json: JSONObject {
    [
      "name": JSONValue(name), "installed": .bool(installed), "state": .string(state.rawValue),
      "permission": .string(permission.rawValue), "deliverQuietly": .bool(deliverQuietly),
      "previews": JSONValue(previews?.rawValue), "grouping": JSONValue(grouping?.rawValue),
      "lockScreen": .bool(lockScreen), "list": .bool(list), "banners": .bool(banners),
      "bannerStyle": .string(bannerStyle.rawValue), "sounds": soundsJSON,
      "badges": .bool(badges), "timeSensitive": timeSensitive.json, "critical": critical.json,
      "present": present.json, "backgroundRefresh": .bool(backgroundRefresh),
      "strings": strings.json,
      "extension": serviceExtension.map { .object($0.json) } ?? .null,
      "contentExtension": contentExtension.map { .object($0.json) } ?? .null,
      "categories": .object(JSONObject(sorted: categories.map { ($0, .object($1.json)) })),
      "platform": JSONValue(platform?.rawValue),
      "channels": .object(JSONObject(sorted: channels.map { ($0, .string($1.rawValue)) })),
    ]
  }
}

extension AppSettings {
  private var soundsJSON: JSONValue {
    guard sounds, let soundFiles else { return .bool(sounds) }
    return .array(soundFiles.map(JSONValue.string))
  }
}

extension ForegroundAnswer {
  var json: JSONValue {
    Self.words.first { $0.answer == self }.map { .string($0.name) }
      ?? options.json(Self.optionNames)
  }
}

extension LocalizedStrings {
  /// Where they were read from, which is read again, or the texts themselves.
  var json: JSONValue {
    if let path { return .string(path) }
    return .object(JSONObject(sorted: common.map { ($0, .string($1.format)) }))
  }
}

extension Category {
  var json: JSONObject {
    [
      "actions": .array(actions.map { .object($0.json) }),
      "hiddenPreviewsBodyPlaceholder": JSONValue(hiddenPreviewsBodyPlaceholder),
      "categorySummaryFormat": JSONValue(categorySummaryFormat),
      "options": options.json(Options.names),
    ]
  }
}

extension Action {
  var json: JSONObject {
    var object: JSONObject = ["id": .string(identifier.rawValue), "title": .string(title)]
    if let textInput {
      object["textInput"] = [
        "button": .string(textInput.button), "placeholder": .string(textInput.placeholder),
      ]
    }
    object["options"] = options.json(Options.names)
    return object
  }
}

extension JSONObject {
  /// Members by their names.
  init(sorted members: [(String, JSONValue)]) {
    self.init(members.sorted { $0.0 < $1.0 }.map { Member(key: $0.0, value: $0.1) })
  }
}

extension Set<BundleID> {
  fileprivate var sortedJSON: [JSONValue] { map(\.rawValue).sorted().map(JSONValue.string) }
}

extension OptionSet where Element == Self {
  fileprivate func json(_ names: [(name: String, option: Self)]) -> JSONValue {
    .array(names.filter { contains($0.option) }.map { .string($0.name) })
  }
}

extension TimeZone {
  /// What ``init(named:)`` reads: a name, or `±hh:mm` for a zone that has none.
  public var settingName: String {
    guard identifier.hasPrefix("GMT"), identifier.count > 3 else { return identifier }
    let minutes = secondsFromGMT() / 60
    return (minutes < 0 ? "-" : "+") + TimeOfDay.text(abs(minutes))
  }
}
