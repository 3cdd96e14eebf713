import Foundation

/// How a change is kept in a store: one key, one value, moments absolute. Short forms such as `dnd=30m`
/// are read elsewhere; what is read is kept in this form alone.
extension SettingChange {
  /// The key: changes with the same key take each other's place.
  public var key: String {
    switch self {
    case .lock: "lock"
    case .previews: "previews"
    case .grouping: "grouping"
    case .ringer: "ringer"
    case .language: "language"
    case .online: "online"
    case .focusOn, .focusOff: "focus"
    case .appState(let app, _): "app." + app.rawValue
    case .mute(let app, _): "mute." + app.rawValue
    }
  }

  /// The value: `locked`, `dinner`, `dinner until:2026-04-14T18:00:00.000Z`, `off since:…`; nil where
  /// there is nothing to keep.
  public var storedValue: String? {
    switch self {
    case .lock(let lock): lock.rawValue
    case .previews(let previews): previews.rawValue
    case .grouping(let grouping): grouping.rawValue
    case .ringer(let ringer): ringer.rawValue
    case .language(let language): language
    case .online(let online): online ? "yes" : "no"
    case .focusOn(let name, let until):
      name + (until.map { " until:" + Timestamp.text($0) } ?? "")
    case .focusOff(let since): "off since:" + Timestamp.text(since)
    case .appState(_, let state): state.rawValue
    case .mute(_, let until): until.map(Timestamp.text)
    }
  }

  /// Reads what ``key`` and ``storedValue`` wrote; nil for anything else.
  public init?(key: String, storedValue value: String) {
    switch key {
    case "lock":
      guard let lock = LockState(rawValue: value) else { return nil }
      self = .lock(lock)
    case "previews":
      guard let previews = ShowPreviewsSetting(rawValue: value) else { return nil }
      self = .previews(previews)
    case "grouping":
      guard let grouping = GroupingSetting(rawValue: value) else { return nil }
      self = .grouping(grouping)
    case "ringer":
      guard let ringer = Ringer(rawValue: value) else { return nil }
      self = .ringer(ringer)
    case "language":
      self = .language(value)
    case "online":
      guard value == "yes" || value == "no" else { return nil }
      self = .online(value == "yes")
    case "focus":
      self.init(storedFocus: value)
    default:
      self.init(key: key, storedAppValue: value)
    }
  }

  private init?(storedFocus value: String) {
    if let since = value.moment(after: "off since:"), value.hasPrefix("off since:") {
      self = .focusOff(since: since)
    } else if let until = value.moment(after: " until:"),
      let end = value.range(of: " until:", options: .backwards)
    {
      self = .focusOn(String(value[..<end.lowerBound]), until: until)
    } else {
      self = .focusOn(value, until: nil)
    }
  }

  private init?(key: String, storedAppValue value: String) {
    if key.hasPrefix("app."), let state = AppRunState(rawValue: value) {
      self = .appState(BundleID(rawValue: String(key.dropFirst(4))), state)
    } else if key.hasPrefix("mute."), let until = Timestamp.date(value) {
      self = .mute(BundleID(rawValue: String(key.dropFirst(5))), until: until)
    } else {
      return nil
    }
  }
}

extension String {
  /// The moment written after the last occurrence of a word, to the end.
  fileprivate func moment(after word: String) -> Date? {
    range(of: word, options: .backwards).flatMap { Timestamp.date(String(self[$0.upperBound...])) }
  }
}
