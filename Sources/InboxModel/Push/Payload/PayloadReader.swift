/// The parser of one payload: it stores the value of each key and adds findings about unusual
/// values.
///
/// It runs for every push, so it visits each member once, in order, and its paths are constants.
struct PayloadReader {
  var payload = Payload()
  /// The keys whose values have the wrong type: `aps.badge` and `as a string, not a whole number`.
  private(set) var misfits: [Payload.Misfit] = []
  private let source: JSONText

  init(_ text: JSONText) {
    let warnings = text.index?.warnings ?? []
    source = text
    payload.text = text
    payload.custom = CustomKeys(of: text)
    if !warnings.isEmpty { payload.findings = Self.findings(for: warnings, in: text) }
  }

  /// Parses the text.
  ///
  /// - Throws: ``PayloadError`` if it is not an object.
  mutating func read() throws(PayloadError) {
    let found = source.withRoot { root -> String? in
      guard root.isObject else { return root.kind }
      read(root)
      return nil
    }
    guard let found else { throw .empty }
    if let found { throw .notAnObject(found: found) }
  }

  private mutating func read(_ root: JSONElement) {
    var hasApsKey = false
    for member in inForce(root) where "aps" ~= member.key {
      hasApsKey = true
      guard member.value.isObject else {
        wrongType("aps", member.value, "an object", "nothing is shown")
        continue
      }
      payload.hasAps = true
      read(aps: member.value)
    }
    Guests.read(&self)
    if !hasApsKey, payload.appMessage == nil {
      remark(.noAps, "aps", "There is no aps object; nothing is shown.")
    }
    for member in inForce(root) { remark(onCustomKey: member.key.text) }
  }

  private mutating func read(aps: JSONElement) {
    var activity: LiveActivity?
    var alert: JSONElement?
    for member in inForce(aps) {
      let value = member.value
      switch member.key {
      case "alert": alert = value
      case "badge": readBadge(value)
      case "sound": payload.sound = sound(value, "aps.sound")
      case "thread-id":
        let thread = text(value, "aps.thread-id", "the default group is used")
        payload.threadIdentifier = ThreadID(thread ?? "")
      case "category":
        payload.categoryIdentifier = nonEmptyText(value, "aps.category").map { CategoryID($0) }
      case "content-available": payload.isContentAvailable = flag(value, "aps.content-available")
      case "content-changed": readContentChanged(value)
      case "mutable-content": payload.isMutableContent = flag(value, "aps.mutable-content")
      case "target-content-id":
        payload.targetContentIdentifier = text(value, "aps.target-content-id")
      case "interruption-level": readLevel(value)
      case "relevance-score":
        payload.relevanceScore = number(value, "aps.relevance-score") ?? 0
      case "filter-criteria": payload.filterCriteria = text(value, "aps.filter-criteria")
      case "url-args":
        payload.urlArguments = texts(value, "aps.url-args")
        remark(onOldKey: "aps.url-args", "Safari's own push service read it; no phone does.")
      default:
        if !read(activityKey: member.key, value, into: &activity) {
          remark(onUnknownKey: member.key.text)
        }
      }
    }
    let isActivity = activity?.event != nil
    if let activity { finish(activity, hasAlert: alert != nil) }
    if let alert { read(alert: alert, isActivity: isActivity) }
    if !isActivity, !(0...1).contains(payload.relevanceScore) {
      remark(
        .outOfRange, "aps.relevance-score",
        "The score of an alert is 0 to 1; the nearest value is used.")
      payload.relevanceScore = min(max(payload.relevanceScore, 0), 1)
    }
  }

  // MARK: Keys of aps

  private mutating func readBadge(_ value: JSONElement) {
    guard let count = value.int else {
      wrongType("aps.badge", value, "a whole number", "the badge does not change")
      return
    }
    guard count >= 0 else {
      remark(.outOfRange, "aps.badge", "The badge is negative and is ignored; 0 removes it.")
      return
    }
    payload.badge = count
    if count > Int32.max {
      remark(.largeBadge, "aps.badge", "A badge above 2147483647 may not be shown.")
    }
  }

  private mutating func readContentChanged(_ value: JSONElement) {
    guard let isChanged = value.bool else {
      wrongType("aps.content-changed", value, "a boolean", "it is ignored")
      return
    }
    payload.isContentChanged = isChanged
  }

  private mutating func readLevel(_ value: JSONElement) {
    guard let word = text(value, "aps.interruption-level", "“active” is used") else { return }
    if let level = InterruptionLevel(rawValue: word) {
      payload.interruptionLevel = level
      return
    }
    let letters = word.lowercased().filter(\.isLetter)
    let meant = InterruptionLevel.allCases.first { $0.rawValue.filter(\.isLetter) == letters }
    remark(
      .unknownLevel, "aps.interruption-level",
      "\(quoted(word)) is not a level; “active” is used."
        + (meant.map { " Write “\($0.rawValue)”." } ?? ""))
  }

  /// Parses a sound: a name, or the object of a critical alert (Apple, "Generating a remote
  /// notification"). Nil for `null`; another type yields a silent sound.
  mutating func sound(_ value: JSONElement, _ path: String) -> Sound? {
    if let name = value.string {
      if name.isEmpty {
        remark(.emptySound, path, "The sound's name is empty; the push is silent.")
      }
      return Sound(name: name)
    }
    if value.isObject { return sound(of: value, path) }
    wrongType(path, value, "a string or an object", "the push is silent")
    return value.isNull ? nil : Sound(name: "")
  }

  private mutating func sound(of object: JSONElement, _ path: String) -> Sound {
    var sound = Sound()
    for member in inForce(object) {
      let value = member.value
      switch member.key {
      case "critical": sound.isCritical = flag(value, path + ".critical")
      case "name":
        sound.name = text(value, path + ".name", "the default sound is used") ?? sound.name
      case "volume":
        guard let volume = number(value, path + ".volume") else { continue }
        sound.volume = min(max(volume, 0), 1)
        if sound.volume != volume {
          remark(
            .outOfRange, path + ".volume",
            "The volume is 0 to 1; the nearest value is used.")
        }
      default:
        remark(
          .unknownKey, path + "." + cut(member.key.text),
          "This is not a key of a sound; it is ignored.")
      }
    }
    return sound
  }

  // MARK: Values

  /// Returns the effective members: the last of each set of duplicates.
  func inForce(_ object: JSONElement) -> JSONElement.Members {
    source.membersInForce(of: object)
  }

  mutating func text(
    _ value: JSONElement, _ path: @autoclosure () -> String, _ effect: String = "it is ignored"
  ) -> String? {
    if let text = value.string { return text }
    wrongType(path(), value, "a string", effect)
    return nil
  }

  mutating func nonEmptyText(_ value: JSONElement, _ path: @autoclosure () -> String) -> String? {
    guard let text = text(value, path()), !text.isEmpty else { return nil }
    return text
  }

  mutating func number(_ value: JSONElement, _ path: @autoclosure () -> String) -> Double? {
    if let number = value.double { return number }
    wrongType(path(), value, "a number", "it is ignored")
    return nil
  }

  /// Parses a flag, 1 or 0. Many senders write `true` and `"1"`, which mostly works (Apple,
  /// "Generating a remote notification").
  mutating func flag(_ value: JSONElement, _ path: @autoclosure () -> String) -> Bool {
    if let isOn = value.bool {
      remark(
        .looseFlag, path(),
        "This is \(isOn), not 1 or 0; it usually works, but is not documented.")
      return isOn
    }
    if "1" ~= value {
      remark(
        .looseFlag, path(),
        "This is the text “1”, not the number; it usually works, but is not documented.")
      return true
    }
    switch value.int {
    case 1: return true
    case 0: return false
    default:
      wrongType(path(), value, "1 or 0", "it is ignored")
      return false
    }
  }

  /// Parses an array of strings. Other values in it are converted to strings.
  mutating func texts(_ value: JSONElement, _ path: @autoclosure () -> String) -> [String]? {
    guard value.isArray else {
      wrongType(path(), value, "an array of strings", "it is ignored")
      return nil
    }
    return value.elements.enumerated().map { index, element in
      if let text = element.string { return text }
      wrongType(path() + "[\(index)]", element, "a string", "its text is used")
      return element.isNull ? "" : JSONWriter.text(element.value)
    }
  }

  mutating func object(_ value: JSONElement, _ path: @autoclosure () -> String) -> JSONObject? {
    if let object = value.value.object { return object }
    wrongType(path(), value, "an object", "it is ignored")
    return nil
  }

  // MARK: Remarks

  mutating func wrongType(
    _ path: String, _ value: JSONElement, _ expected: String, _ effect: String
  ) {
    let isNumber = value.isNumber && ["a number", "a whole number", "1 or 0"].contains(expected)
    let found = isNumber ? cut(value.numberText) : value.kind
    if !value.isNull, misfits.count < Self.findingsLimit {
      misfits.append(.init(path: path, found: found, expected: expected))
    }
    remark(
      value.isNull ? .nullValue : .wrongType, path,
      value.isNull
        ? "null counts as absent; leave the key out."
        : "This is \(found), not \(expected); \(effect).")
  }

  /// Adds a finding. Their number is limited, since a payload can have hundreds.
  mutating func remark(_ rule: LintRule, _ path: String, _ message: String) {
    guard payload.findings.count < Self.findingsLimit else { return }
    payload.findings.append(LintFinding(rule, path: path, message))
  }

  static let findingsLimit = 50
}

extension Payload {
  /// Parses a body of any bytes.
  ///
  /// Reads the documented keys (Apple, "Generating a remote notification"). Unusual values become
  /// findings.
  public static func read(_ body: [UInt8]) -> Result<Payload, PayloadError> {
    if body.isEmpty { return .failure(.empty) }
    do throws(JSONError) {
      return read(JSONText(bytes: body, index: try JSONIndex.read(body)))
    } catch {
      return .failure(.notJSON(error))
    }
  }

  /// A value of the wrong type.
  struct Misfit: Equatable {
    /// The path of its key, for instance `aps.badge`.
    var path: String
    /// The actual and the expected kind, with their articles.
    var (found, expected): (String, String)
  }

  /// Returns the values of wrong types in a parsable body.
  static func misfits(in body: [UInt8]) -> [Misfit] {
    var reader = PayloadReader(JSONText(body))
    return (try? reader.read()) == nil ? [] : reader.misfits
  }

  /// Parses a body whose values are already located, possibly within a longer text.
  static func read(_ text: JSONText) -> Result<Payload, PayloadError> {
    var reader = PayloadReader(text)
    do throws(PayloadError) {
      try reader.read()
      return .success(reader.payload)
    } catch {
      return .failure(error)
    }
  }
}
