import Foundation

/// The parser of scenarios: JSON Lines. Blank lines and lines that begin with `#` or `//` are
/// comments.
///
/// Settings accumulate from step to step, while a push does not depend on earlier lines. Lines can
/// therefore be parsed on any thread, ``lines(of:firstLine:fileName:files:)``, before their steps
/// are made in order.
public struct ScenarioReader: Sendable {
  /// A parsed line that is not blank or a comment.
  public struct Line: Sendable {
    fileprivate enum Content {
      /// A push line: the whole step.
      case push(Scenario.Step)
      case other(JSONObject, SettingsSource)
      /// Invalid JSON or an invalid push. The lines after it are not parsed.
      case broken(SettingsError)
    }

    fileprivate let content: Content
  }

  /// The start of the scenario: that of the `clock` line, else the first moment that a step names;
  /// nil while it is unknown.
  public private(set) var start: Date?
  /// The seed of its generated identifiers.
  public private(set) var seed: UInt64 = 0

  /// The settings so far; each step changes only those that it names.
  private var phone = PhoneSettings()
  private var gateway = GatewaySettings()
  private var hasClock = false
  private var hasSteps = false

  /// Makes a reader at the first line.
  public init() {}

  /// Parses the lines of a file, or of a part of it.
  ///
  /// - Parameters:
  ///   - bytes: Whole lines.
  ///   - firstLine: The number of the first line in the file.
  ///   - fileName: The file's name for errors.
  ///   - files: The files that it may reference, relative to its folder.
  public static func lines(
    of bytes: ArraySlice<UInt8>, firstLine: Int = 1, fileName: String? = nil,
    files: SettingsFiles = .none
  ) -> [Line] {
    // The trace has the file's name without its path, so that the same scenario yields the same
    // bytes everywhere.
    let name = fileName?.split(separator: "/").last.map { String($0) } ?? "scenario"
    var lines: [Line] = []
    var number = firstLine - 1
    var rest = bytes
    while !rest.isEmpty {
      number += 1
      let end = rest.withUnsafeBufferPointer { $0.place(of: 0x0A) }
      var line = Array(rest.prefix(end ?? rest.count))
      rest = rest.dropFirst(line.count + 1)
      if line.last == 0x0D { line.removeLast() }
      let text = line.drop { $0 == 0x20 || $0 == 0x09 }
      let isComment = text.first == UInt8(ascii: "#") || text.starts(with: "//".utf8)
      if text.isEmpty || isComment { continue }
      do throws(SettingsError) {
        let source = SettingsSource(
          bytes: line, file: fileName, firstLine: number, files: files)
        lines.append(Line(content: try read(source, of: name)))
      } catch {
        return lines + [Line(content: .broken(error))]
      }
    }
    return lines
  }

  /// Returns whether a line is a scenario step and not a push line. A file of push lines has none.
  public static func hasSteps(_ bytes: [UInt8]) -> Bool {
    bytes.split(separator: 0x0A).contains { line in
      guard let root = (try? JSONReader.read(Array(line)))?.root.object else { return false }
      return root.member("payload") == nil && root.member("aps") == nil
        && root.members.contains { StepName(rawValue: $0.key) != nil }
    }
  }

  /// Parses one line of a scenario.
  ///
  /// - Parameter name: The file in the traces of pushes.
  private static func read(
    _ source: SettingsSource, of name: String
  ) throws(SettingsError) -> Line.Content {
    let index = try source.index()
    if let step = plainPushStep(of: source, index, name) { return .push(step) }
    let root = try source.object(index.withRoot(of: source.bytes, \.value))
    var reader = SettingsReader(root, source: source)
    guard let key = ["payload", "aps"].first(where: reader.has) else { return .other(root, source) }
    if let other = root.members.first(where: { Self.notBesidePushes.contains($0.key) }) {
      throw reader.error(.excluded(by: key), other.key)
    }
    return .push(try pushStep(index, name, from: &reader))
  }

  /// Returns the step of the next line; nil for the `clock` line.
  ///
  /// - Throws: ``SettingsError`` for an invalid step, with line, column and path.
  public mutating func step(of line: Line) throws(SettingsError) -> Scenario.Step? {
    let step: Scenario.Step?
    switch line.content {
    case .push(let push): step = push
    case .other(let root, let source): step = try self.step(root, source)
    case .broken(let error): throw error
    }
    if let step {
      hasSteps = true
      if start == nil { start = step.at }
    }
    return step
  }

  enum StepName: String, CaseIterable {
    case clock, device, app, focus, summary, categories, gateway, faults, push
    case advance, set, act
    case expect, expectEvent, expectNone, screen
    /// Steps for the audience of a demo.
    case say, press
    /// Steps that recordings write.
    case config, history, snapshot, rejected, accepted, `extension`
  }

  /// The keys of all steps; those of the push systems follow `categories` and `push`.
  static let stepKeys: [String] = StepName.allCases.flatMap { name in
    switch name {
    case .categories: [name.rawValue] + Guests.settingSteps
    case .push: [name.rawValue] + Guests.steps.map(\.name)
    default: [name.rawValue]
    }
  }

  /// The additional keys of certain steps.
  static let companions: [(key: String, steps: [String], member: SettingsSchema.Member)] = [
    companion("seed", of: ["clock"], seedForm, "The seed of generated identifiers."),
    companion("repeat", of: ["push"], repeatForm, "The number of pushes."),
    companion("every", of: ["push"], spanForm, "The time between repeated pushes."),
    companion(
      "apnsID", of: ["push"] + Guests.steps.map(\.name), SettingScalar<String>.text,
      "The apns-id of a push that has none."),
    companion("wire", of: ["push"], SettingScalar.choice(of: wires), "The protocol of the sender."),
    companion(
      "name", of: ["expect", "expectEvent", "expectNone", "screen"],
      SettingScalar<String?>.optional(.text), "The name in reports, at most 200 characters."),
  ]

  private static func companion(
    _ key: String, of steps: [String], _ scalar: SettingScalar<some Any>, _ meaning: String
  ) -> (key: String, steps: [String], member: SettingsSchema.Member) {
    (key, steps, SettingsSchema.Member(key, .value(.init(scalar)), meaning))
  }

  /// The key that any step may have.
  static let atMember = SettingsSchema.Member(
    "at", .value(.init(momentForm)), "Moves the clock to this time before the step.")

  static let seedForm = SettingScalar.number(in: 0...Int.max)
  static let repeatForm = SettingScalar.number(in: 1...100_000)
  static let spanForm = SettingScalar<TimeInterval>.span("`10s` or `5m`")
  static let momentForm = SettingScalar<Date>.moment

  /// The keys that have no meaning in a push line.
  static let notBesidePushes: Set = Set(stepKeys)
    .union(["repeat", "every"])

  private mutating func step(
    _ root: JSONObject, _ source: SettingsSource
  ) throws(SettingsError) -> Scenario.Step? {
    var reader = SettingsReader(root, source: source)
    let keys = Self.stepKeys.filter { reader.has($0) }
    for key in Self.stepKeys { _ = reader.value(key) }
    let at = try Self.moment("at", from: &reader)
    guard let key = keys.first else {
      if let setting = root.members.first(where: { Self.isAssignable($0.key) }) {
        let key = PlainText.clean(setting.key)
        throw source.error(
          .unknownKey, path: key, suggestion: "{\"set\":{\"\(key)\":…}}", offset: setting.keyOffset)
      }
      for companion in Self.companions { _ = reader.value(companion.key) }
      try reader.finish()
      try Self.checkCompanions(of: nil, reader)
      if at != nil { throw reader.error(.needs("a step"), "at") }
      throw source.error(
        .wrongValue(expected: "a step or a push line", found: "an empty object"), path: "",
        offset: 0)
    }
    if keys.count > 1 {
      throw reader.error(.excluded(by: key), keys[1])
    }
    try Self.checkCompanions(of: key, reader)
    let label = try Self.label(from: &reader)
    var step: Scenario.Step?
    if key == StepName.clock.rawValue {
      if at != nil { throw reader.error(.excluded(by: "clock"), "at") }
      try readClock(&reader)
    } else {
      var named = try self.step(key, root, from: &reader)
      if let at, at > named.at ?? .distantPast {
        named.at = at
        named.moment = .init(key: .at, offset: root.member("at")?.valueOffset ?? 0)
      }
      named.name = label
      step = named
    }
    try reader.finish()
    return step
  }

  /// Whether a key is one of `set`, and not a section of the configuration.
  private static func isAssignable(_ key: String) -> Bool {
    SettingChange.isKey(key) && (key.contains(".") || SettingChange.meaning(of: key) != nil)
  }

  private static func checkCompanions(
    of step: String?, _ reader: SettingsReader
  ) throws(SettingsError) {
    for (key, owners, _) in companions where reader.has(key) {
      if let step, owners.contains(step) { continue }
      throw reader.error(.needs(owners.alternatives), key)
    }
  }

  /// Reads the `name` of an expectation for reports, at most 200 characters; nil for none.
  private static func label(
    from reader: inout SettingsReader
  ) throws(SettingsError) -> String? {
    var label: String?
    try reader.text("name", into: &label)
    guard let label else { return nil }
    guard !label.allSatisfy(\.isWhitespace), label.count <= 200 else {
      throw reader.error(
        .wrongValue(
          expected: "a text of 1 to 200 characters",
          found: label.count > 200 ? "one of \(label.count)" : "a blank one"), "name")
    }
    return PlainText.clean(label)
  }

  private mutating func readClock(_ reader: inout SettingsReader) throws(SettingsError) {
    guard !hasSteps, !hasClock else {
      throw reader.error(
        .wrongValue(expected: "the first step", found: "a later one"), "clock")
    }
    hasClock = true
    start = try Self.moment("clock", from: &reader) ?? Scenario().start
    var seed = 0
    try reader.read("seed", Self.seedForm, into: &seed)
    self.seed = UInt64(seed)
  }

  static func moment(
    _ key: String, from reader: inout SettingsReader
  ) throws(SettingsError) -> Date? {
    var date: Date?
    try reader.read(key, .given(momentForm), into: &date)
    return date
  }

  static func span(
    _ key: String, from reader: inout SettingsReader
  ) throws(SettingsError) -> TimeInterval {
    var seconds = 0.0
    try reader.read(key, spanForm, into: &seconds)
    return seconds
  }

  private mutating func step(
    _ key: String, _ root: JSONObject, from reader: inout SettingsReader
  ) throws(SettingsError) -> Scenario.Step {
    if let step = Guests.steps.first(where: { $0.name == key }) {
      return Scenario.Step(try step.read(&reader), place: Self.place(of: key, reader))
    }
    if Guests.settingSteps.contains(key) {
      let changes = try phone.apply(step: key, &reader)
      return Scenario.Step(
        .configure(phone, changes: changes), place: Self.place(of: key, reader))
    }
    guard let name = StepName(rawValue: key) else { throw reader.error(.notAvailable, key) }
    if name == .push { return try Self.pushStep(from: &reader) }
    var step = Scenario.Step(
      try action(of: name, root, from: &reader), place: Self.place(of: key, reader))
    if [.set, .act, .screen].contains(name) {
      for member in root[key]?.object?.members ?? [] {
        step.offsets["\(key).\(member.key)"] = member.valueOffset
      }
    }
    return step
  }

  private mutating func action(
    of name: StepName, _ root: JSONObject, from reader: inout SettingsReader
  ) throws(SettingsError) -> Scenario.Action {
    switch name {
    case .device, .app, .focus, .summary, .categories:
      let changes = try phone.apply(step: name.rawValue, &reader)
      return .configure(phone, changes: changes)
    case .gateway, .faults:
      try readGateway(name, from: &reader)
      return .gateway(gateway)
    case .config:
      phone = try Self.configuration(from: &reader)
      return .configure(phone, changes: [])
    case .history: return .history(keep: try Self.historyLimit(from: &reader))
    case .snapshot: return .restore(try Self.recorded("snapshot", from: &reader))
    case .rejected: return .rejected(try Self.recorded("rejected", from: &reader))
    case .accepted:
      let taken: RecordedAcceptance = try Self.recorded("accepted", from: &reader)
      return .accepted(taken.push, apnsID: taken.apnsID)
    case .extension:
      let ended: RecordedExtension = try Self.recorded("extension", from: &reader)
      return .extensionEnded(ended.id, ended.answer)
    case .advance: return .advance(try Self.span("advance", from: &reader))
    case .set: return .set(try Self.assignments(from: &reader))
    case .act:
      var step = ActStep()
      try reader.object("act") { (reader: inout SettingsReader) throws(SettingsError) in
        try step.apply(&reader)
      }
      return step.action
    case .expect: return .expect(try Scenario.expectation(in: root, reader))
    case .expectEvent: return .expectEvent(try Scenario.expectedEvent(in: root, reader))
    case .expectNone:
      let filter = try Self.text("expectNone", from: &reader)
      try reader.checkFilter(filter, "expectNone")
      return .expectNone(filter)
    case .screen:
      var step = ScreenStep()
      try reader.object("screen") { (reader: inout SettingsReader) throws(SettingsError) in
        try step.apply(&reader)
      }
      return .screen(step.screen)
    case .say: return .say(try Self.text("say", from: &reader))
    case .press:
      return .press(try Self.text("press", from: &reader).split(separator: " ").map(String.init))
    // Handled earlier: neither is a simple action.
    case .clock, .push: throw reader.error(.notAvailable, name.rawValue)
    }
  }

  private mutating func readGateway(
    _ name: StepName, from reader: inout SettingsReader
  ) throws(SettingsError) {
    guard name == .gateway else { return try reader.faults(into: &gateway.faults) }
    var gateway = gateway
    try reader.object("gateway") { (reader: inout SettingsReader) throws(SettingsError) in
      try gateway.apply(&reader)
    }
    self.gateway = gateway
  }

  private static func configuration(
    from reader: inout SettingsReader
  ) throws(SettingsError) -> PhoneSettings {
    var phone = PhoneSettings()
    try reader.object("config") { (reader: inout SettingsReader) throws(SettingsError) in
      try phone.apply(&reader)
    }
    return phone
  }

  private static func historyLimit(
    from reader: inout SettingsReader
  ) throws(SettingsError) -> Int {
    var step = HistoryStep()
    try reader.object("history") { (reader: inout SettingsReader) throws(SettingsError) in
      try step.apply(&reader)
    }
    return step.keep
  }

  private static func text(
    _ key: String, from reader: inout SettingsReader
  ) throws(SettingsError) -> String {
    var text = ""
    try reader.text(key, into: &text)
    return text
  }

  /// Reads a value that only recordings contain.
  private static func recorded<Value: JSONFieldList>(
    _ key: String, from reader: inout SettingsReader
  ) throws(SettingsError) -> Value {
    try reader.object(key) { (reader: inout SettingsReader) throws(SettingsError) in
      for field in Value.keys { _ = reader.value(field) }
    }
    guard let value = reader.object[key].flatMap(Value.init(json:)) else {
      throw reader.wrong(key, "what `record` writes there")
    }
    return value
  }

  /// Returns the position of the value of a key.
  static func place(
    of key: String, _ reader: SettingsReader
  ) -> Scenario.Location {
    let error = reader.error(.missing, key)
    return Scenario.Location(file: error.file, position: error.position ?? JSONPosition())
  }

  // MARK: Steps

  private static func assignments(
    from reader: inout SettingsReader
  ) throws(SettingsError) -> [Scenario.Assignment] {
    if let words = reader.object["set"]?.array {
      _ = reader.value("set")
      return try words.map { word throws(SettingsError) in
        guard let (key, value) = word.string?.assignment else {
          throw reader.error(
            .wrongValue(
              expected: "an object or a list of words `KEY=VALUE`",
              found: "a list with other elements"), "set")
        }
        return Scenario.Assignment(key: key, value: value)
      }
    }
    var assignments: [Scenario.Assignment] = []
    try reader.object("set") { (reader: inout SettingsReader) throws(SettingsError) in
      for key in reader.keys {
        var assignment = Scenario.Assignment(key: key, value: "")
        try reader.read(key, .assigned, into: &assignment.value)
        assignments.append(assignment)
      }
    }
    return assignments
  }
}

extension Scenario {
  /// Parses a whole file.
  ///
  /// - Parameters:
  ///   - bytes: The file.
  ///   - fileName: Its name for errors.
  ///   - files: The files that it may reference, relative to its folder.
  /// - Throws: ``SettingsError`` for the first invalid step, with line, column and path.
  public init(
    _ bytes: [UInt8], fileName: String? = nil, files: SettingsFiles = .none
  ) throws(SettingsError) {
    self.init()
    var reader = ScenarioReader()
    for line in ScenarioReader.lines(of: bytes[...], fileName: fileName, files: files) {
      if let step = try reader.step(of: line) { steps.append(step) }
    }
    start = reader.start ?? start
    seed = reader.seed
  }
}

extension PhoneSettings {
  /// Applies one settings step.
  ///
  /// - Returns: The settings that it states and that the user may have changed since, which the
  ///   step puts in force again.
  fileprivate mutating func apply(
    step name: String, _ reader: inout SettingsReader
  ) throws(SettingsError) -> [SettingChange] {
    var result = self
    var said = reader.value(name)?.object ?? JSONObject()
    switch name {
    case "app":
      try reader.object("app") { (reader: inout SettingsReader) throws(SettingsError) in
        var bundleID: String?
        try reader.text("bundleId", into: &bundleID)
        guard let bundleID, !bundleID.isEmpty else { throw reader.error(.missing, "bundleId") }
        try result.apps[BundleID(bundleID), default: AppSettings()].apply(&reader)
        said["bundleId"] = nil
        said = ["apps": .object(JSONObject([.init(key: bundleID, value: .object(said))]))]
      }
    case "focus":
      try reader.object("focus") { (reader: inout SettingsReader) throws(SettingsError) in
        var name: String?
        try reader.text("name", into: &name)
        guard let name else { throw reader.error(.missing, "name") }
        try result.focuses[FocusName(name), default: FocusSettings()].apply(named: name, &reader)
        said["name"] = nil
        said = ["focus": .object(JSONObject([.init(key: name, value: .object(said))]))]
      }
    default:
      try result.apply(&reader)
      said = JSONObject([.init(key: name, value: .object(said))])
    }
    self = result
    return SettingPath.leaves(of: said).map(SettingChange.init)
  }
}
