extension Payload {
  /// Reads a body; never traps, whatever the bytes.
  ///
  /// Keys are taken as `spec/payload-keys.md` §2 to §4 and §6 say; what is odd becomes a finding.
  public static func read(_ body: [UInt8]) -> Result<Payload, PayloadError> {
    if body.isEmpty { return .failure(.empty) }
    do throws(JSONError) {
      return read(try JSONReader.read(body), body: body)
    } catch {
      return .failure(.notJSON(error))
    }
  }

  /// A value of a wrong type.
  struct Misfit: Equatable {
    /// The path of its key, for instance `aps.badge`.
    var path: String
    /// What is there and what should be, with their articles.
    var (found, expected): (String, String)
  }

  /// The values of wrong types in a body that can be read.
  static func misfits(in body: [UInt8]) -> [Misfit] {
    guard let document = try? JSONReader.read(body), case .object(let root) = document.root
    else { return [] }
    var reader = PayloadReader(document)
    reader.read(root)
    return reader.misfits
  }

  /// The same for a body that was read before, perhaps as a part of a longer text.
  ///
  /// - Parameters:
  ///   - document: the body's value, and the warnings about it alone.
  ///   - body: its exact bytes.
  static func read(_ document: JSONDocument, body: [UInt8]) -> Result<Payload, PayloadError> {
    guard case .object(let root) = document.root else {
      return .failure(.notAnObject(found: document.root.kind))
    }
    var reader = PayloadReader(document)
    reader.payload.bytes = body
    reader.read(root)
    return .success(reader.payload)
  }
}

/// One reading of one payload: fills it key by key and remarks on what is odd.
///
/// Runs for every push, so members are looked at once, in their order, and paths are constants.
struct PayloadReader {
  var payload = Payload()
  /// The keys whose values are of a wrong type: `aps.badge` and `as a string, not a whole number`.
  private(set) var misfits: [Payload.Misfit] = []
  private let hasDuplicates: Bool

  init(_ document: JSONDocument) {
    hasDuplicates = document.warnings.contains {
      if case .duplicateKey = $0.problem { true } else { false }
    }
    payload.findings = Self.findings(for: document)
  }

  mutating func read(_ root: JSONObject) {
    var hasApsKey = false
    payload.custom.members.reserveCapacity(root.members.count)
    for member in inForce(root) {
      guard member.key == "aps" else {
        payload.custom.members.append(member)
        continue
      }
      hasApsKey = true
      guard case .object(let aps) = member.value else {
        wrongType("aps", member.value, "an object", "nothing is shown")
        continue
      }
      payload.hasAps = true
      read(aps: aps)
    }
    Guests.read(&self)
    if !hasApsKey, payload.appMessage == nil {
      remark(.noAps, "aps", "There is no aps object; nothing is shown.")
    }
    for member in payload.custom.members { remark(onCustomKey: member.key) }
  }

  private mutating func read(aps: JSONObject) {
    var activity: LiveActivity?
    var alert: JSONValue?
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
          remark(onUnknownKey: member.key)
        }
      }
    }
    let isActivity = activity?.event != nil
    if let activity { finish(activity, hasAlert: alert != nil) }
    if let alert { read(alert: alert, isActivity: isActivity) }
    if !isActivity, !(0...1).contains(payload.relevanceScore) {
      remark(
        .outOfRange, "aps.relevance-score",
        "The score of an alert is 0 to 1; the nearest of both is taken.")
      payload.relevanceScore = min(max(payload.relevanceScore, 0), 1)
    }
  }

  // MARK: Keys of aps

  private mutating func readBadge(_ value: JSONValue) {
    guard let count = value.int else {
      wrongType("aps.badge", value, "a whole number", "the badge stays as it is")
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

  private mutating func readLevel(_ value: JSONValue) {
    guard let word = text(value, "aps.interruption-level", "“active” is taken") else { return }
    if let level = InterruptionLevel(rawValue: word) {
      payload.interruptionLevel = level
      return
    }
    let letters = word.lowercased().filter(\.isLetter)
    let meant = InterruptionLevel.allCases.first { $0.rawValue.filter(\.isLetter) == letters }
    remark(
      .unknownLevel, "aps.interruption-level",
      "\(quoted(word)) is no level; “active” is taken."
        + (meant.map { " Write “\($0.rawValue)”." } ?? ""))
  }

  /// A sound, by name or as the object of a critical alert (`spec/payload-keys.md` §4).
  mutating func sound(_ value: JSONValue, _ path: String) -> Sound? {
    switch value {
    case .string(""):
      remark(.emptySound, path, "The sound's name is empty; the push is silent.")
      return Sound(name: "")
    case .string(let name): return Sound(name: name)
    case .object(let object): return sound(object, path)
    default:
      wrongType(path, value, "a string or an object", "the push is silent")
      return value.isNull ? nil : Sound(name: "")
    }
  }

  private mutating func sound(_ object: JSONObject, _ path: String) -> Sound {
    var sound = Sound()
    for member in inForce(object) {
      let value = member.value
      switch member.key {
      case "critical": sound.isCritical = flag(value, path + ".critical")
      case "name":
        sound.name = text(value, path + ".name", "the default sound is taken") ?? sound.name
      case "volume":
        guard let volume = number(value, path + ".volume") else { continue }
        sound.volume = min(max(volume, 0), 1)
        if sound.volume != volume {
          remark(
            .outOfRange, path + ".volume",
            "The volume is 0 to 1; the nearest of both is taken.")
        }
      default:
        remark(
          .unknownKey, path + "." + cut(member.key), "This is no key of a sound; it is ignored.")
      }
    }
    return sound
  }

  // MARK: Values

  /// The members that count: all of them but duplicates, of which the last one wins.
  func inForce(_ object: JSONObject) -> [JSONObject.Member] {
    guard hasDuplicates else { return object.members }
    var seen: Set<String> = []
    return object.members.reversed().filter { seen.insert($0.key).inserted }.reversed()
  }

  mutating func text(
    _ value: JSONValue, _ path: @autoclosure () -> String, _ effect: String = "it is ignored"
  ) -> String? {
    if case .string(let text) = value { return text }
    wrongType(path(), value, "a string", effect)
    return nil
  }

  mutating func nonEmptyText(_ value: JSONValue, _ path: @autoclosure () -> String) -> String? {
    guard let text = text(value, path()), !text.isEmpty else { return nil }
    return text
  }

  mutating func number(_ value: JSONValue, _ path: @autoclosure () -> String) -> Double? {
    if let number = value.double { return number }
    wrongType(path(), value, "a number", "it is ignored")
    return nil
  }

  /// 1 or 0. `true` and `"1"` are what many senders write and mostly works
  /// (`spec/payload-keys.md` §6).
  mutating func flag(_ value: JSONValue, _ path: @autoclosure () -> String) -> Bool {
    switch value {
    case .bool(let isOn):
      remark(
        .looseFlag, path(),
        "This is \(isOn), not 1 or 0; it works often, but is not promised to.")
      return isOn
    case .string("1"):
      remark(
        .looseFlag, path(),
        "This is the text “1”, not the number; it works often, but is not promised to.")
      return true
    default:
      switch value.int {
      case 1: return true
      case 0: return false
      default:
        wrongType(path(), value, "1 or 0", "it is ignored")
        return false
      }
    }
  }

  /// An array of texts; other values in it become texts.
  mutating func texts(_ value: JSONValue, _ path: @autoclosure () -> String) -> [String]? {
    guard case .array(let elements) = value else {
      wrongType(path(), value, "an array of strings", "it is ignored")
      return nil
    }
    var texts: [String] = []
    texts.reserveCapacity(elements.count)
    for (index, element) in elements.enumerated() {
      if case .string(let text) = element {
        texts.append(text)
        continue
      }
      wrongType(path() + "[\(index)]", element, "a string", "its text is taken")
      texts.append(element.isNull ? "" : JSONWriter.text(element))
    }
    return texts
  }

  mutating func object(_ value: JSONValue, _ path: @autoclosure () -> String) -> JSONObject? {
    if case .object(let object) = value { return object }
    wrongType(path(), value, "an object", "it is ignored")
    return nil
  }

  // MARK: Remarks

  mutating func wrongType(
    _ path: String, _ value: JSONValue, _ expected: String, _ effect: String
  ) {
    let found =
      switch value {
      case .number(let number) where expected == "a whole number" || expected == "1 or 0":
        cut(number.text)
      default: value.kind
      }
    if !value.isNull, misfits.count < Self.findingsLimit {
      misfits.append(.init(path: path, found: found, expected: expected))
    }
    remark(
      value.isNull ? .nullValue : .wrongType, path,
      value.isNull
        ? "null counts as absent; leave the key out."
        : "This is \(found), not \(expected); \(effect).")
  }

  /// A payload can hold hundreds of oddities; nobody reads more than the first few.
  mutating func remark(_ rule: LintRule, _ path: String, _ message: String) {
    guard payload.findings.count < Self.findingsLimit else { return }
    payload.findings.append(LintFinding(rule, path: path, message))
  }

  static let findingsLimit = 50
}
