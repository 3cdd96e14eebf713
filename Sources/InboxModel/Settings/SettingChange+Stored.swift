import Foundation

/// The stored form of a change: one key, one value, absolute moments. Abbreviations such as
/// `dnd=30m` are parsed elsewhere and stored in this form.
extension SettingChange {
  /// The key: a change replaces an earlier one with the same key.
  public var key: String {
    switch self {
    case .setting(let path, _): path.key
    case .language: "language"
    case .online: "online"
    case .focusOn, .focusOff: "focus"
    case .mute(let app, _): "mute." + app.text
    case .showSummary: "summary"
    case .byApp(let app, let operation): operation.prefix + app.text
    }
  }

  /// The value: `locked`, `dinner`, `dinner until:2026-04-14T18:00:00.000Z`, `off since:…`; nil if
  /// there is nothing to store.
  public var storedValue: String? {
    switch self {
    case .setting(_, let value): value.word
    case .language(let language): language
    case .online(let online): online ? "yes" : "no"
    case .focusOn(let name, let until):
      name.text + (until.map { " until:" + Timestamp.text($0) } ?? "")
    case .focusOff(let since): "off since:" + Timestamp.text(since)
    case .mute(_, let until): until.map(Timestamp.text)
    case .showSummary, .byApp: nil
    }
  }

  /// Parses ``key`` and ``storedValue``; nil for anything else.
  public init?(key: String, storedValue value: String) {
    switch key {
    case "language": self = .language(value)
    case "online":
      guard value == "yes" || value == "no" else { return nil }
      self = .online(value == "yes")
    case "focus": self.init(storedFocus: value)
    case _ where key.hasPrefix("mute."):
      guard let until = Timestamp.date(value) else { return nil }
      self = .mute(BundleID(String(key.dropFirst("mute.".count))), until: until)
    default:
      // Another version may know more or fewer keys and values.
      guard let path = SettingPath(key: key) else { return nil }
      self = .setting(path, JSONValue(word: value))
      var phone = PhoneSettings()
      do throws(SettingsError) {
        try phone.apply(path, JSONValue(word: value))
      } catch {
        // The start of a span is incomplete without its end, which is a separate change.
        if error.problem != .missing { return nil }
      }
    }
  }

  private init?(storedFocus value: String) {
    if let since = value.moment(after: "off since:"), value.hasPrefix("off since:") {
      self = .focusOff(since: since)
    } else if let until = value.moment(after: " until:"),
      let end = value.range(of: " until:", options: .backwards)
    {
      self = .focusOn(FocusName(String(value[..<end.lowerBound])), until: until)
    } else {
      self = .focusOn(FocusName(value), until: nil)
    }
  }
}

extension JSONValue {
  /// The value as one word of `set`: a string is unquoted unless it could be parsed as another
  /// value.
  public var word: String {
    guard case .string(let text) = self, JSONValue(json5: text) == nil else {
      return JSONWriter.text(self)
    }
    return text
  }

  /// Parses ``word``.
  public init(word: String) { self = JSONValue(json5: word) ?? .string(word) }

  /// Parses JSON5; nil for anything else.
  init?(json5 text: String) {
    guard let document = try? JSONReader.read(Array(text.utf8), dialect: .json5) else { return nil }
    self = document.root
  }
}

extension String {
  /// Returns the moment after the last occurrence of a word, up to the end; nil for none.
  fileprivate func moment(after word: String) -> Date? {
    range(of: word, options: .backwards).flatMap { Timestamp.date(String(self[$0.upperBound...])) }
  }
}
