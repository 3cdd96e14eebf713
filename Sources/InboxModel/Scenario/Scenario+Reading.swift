import Foundation

extension Scenario {
  /// Reads a file: JSON Lines; blank lines and lines that start with `#` or `//` are comments.
  ///
  /// - Parameters:
  ///   - bytes: the file.
  ///   - fileName: its name for errors.
  ///   - files: the files it may name, relative to its folder.
  /// - Throws: ``SettingsError`` for the first line that is no step, with line, column and path.
  public init(
    _ bytes: [UInt8], fileName: String? = nil, files: SettingsFiles = .none
  ) throws(SettingsError) {
    self.init()
    var state = ReadingState()
    var number = 0
    for line in bytes.split(separator: 0x0A, omittingEmptySubsequences: false) {
      number += 1
      let line = line.last == 0x0D ? line.dropLast() : line
      let text = line.drop { $0 == 0x20 || $0 == 0x09 }
      let isComment = text.first == UInt8(ascii: "#") || text.starts(with: Array("//".utf8))
      if text.isEmpty || isComment { continue }
      let source = SettingsSource(
        bytes: Array(line), file: fileName, firstLine: number, files: files)
      try read(source, number: number, &state)
    }
    if !state.hasClock, let first = steps.lazy.compactMap(\.at).first { start = first }
  }

  /// Settings so far: each step changes only what it names.
  private struct ReadingState {
    var phone = PhoneSettings()
    var gateway = GatewaySettings()
    var hasClock = false
  }

  private enum StepName: String, CaseIterable {
    case clock, device, app, focus, summary, categories, gateway, push, advance, set, act
    case expect, expectEvent, expectNone, screen
    /// Written by recordings.
    case history, snapshot, refused
  }

  private mutating func read(
    _ source: SettingsSource, number: Int, _ state: inout ReadingState
  ) throws(SettingsError) {
    let root = try source.root(.json)
    var reader = SettingsReader(root, source: source)
    if reader.has("payload") || reader.has("aps") {
      let bytes = source.bytes
      steps.append(
        try pushStep(bytes[...], at: 0, number: number, named: "", from: &reader))
      return
    }
    let names = StepName.allCases.filter { reader.has($0.rawValue) }
    for name in StepName.allCases { _ = reader.value(name.rawValue) }
    let at = try moment("at", from: &reader)
    guard let name = names.first else {
      try reader.finish()
      throw source.error(
        .wrongValue(expected: "a step or a push line", found: "an empty object"), path: "",
        offset: 0)
    }
    if names.count > 1 {
      throw reader.error(.excluded(by: name.rawValue), names[1].rawValue)
    }
    if name == .clock {
      try readClock(&reader, &state)
    } else {
      var step = try step(name, root, number: number, from: &reader, &state)
      step.at = [at, step.at].compactMap(\.self).max()
      steps.append(step)
    }
    try reader.finish()
  }

  private mutating func readClock(
    _ reader: inout SettingsReader, _ state: inout ReadingState
  ) throws(SettingsError) {
    guard steps.isEmpty, !state.hasClock else {
      throw reader.error(
        .wrongValue(expected: "the first step", found: "a later one"), "clock")
    }
    state.hasClock = true
    if let start = try moment("clock", from: &reader) { self.start = start }
    var seed = 0
    try reader.number("seed", in: 0...Int.max, into: &seed)
    self.seed = UInt64(seed)
  }

  private func moment(
    _ key: String, from reader: inout SettingsReader
  ) throws(SettingsError) -> Date? {
    var date: Date?
    try reader.read(key, as: "a moment such as `2026-04-14T18:58:00Z`", into: &date) { value in
      value.string.flatMap(Timestamp.date).map(Optional.some)
    }
    return date
  }

  private func span(
    _ key: String, from reader: inout SettingsReader
  ) throws(SettingsError) -> TimeInterval {
    var seconds = 0.0
    try reader.read(key, as: "a span such as `10s` or `5m`", into: &seconds) { value in
      value.string.flatMap(TimeSpan.seconds)
    }
    return seconds
  }

  private func step(
    _ name: StepName, _ root: JSONObject, number: Int, from reader: inout SettingsReader,
    _ state: inout ReadingState
  ) throws(SettingsError) -> Step {
    let action: Action
    switch name {
    case .device, .app, .focus, .summary, .categories:
      let changes = try state.phone.apply(step: name.rawValue, &reader)
      action = .configure(state.phone, changes: changes)
    case .gateway:
      var gateway = state.gateway
      try reader.object("gateway") { (reader: inout SettingsReader) throws(SettingsError) in
        try gateway.apply(&reader)
      }
      state.gateway = gateway
      action = .gateway(gateway)
    case .push:
      guard let member = root.member("push"), case .object = member.value else {
        throw reader.wrong("push", "a push line")
      }
      let line = reader.source.bytes[member.valueOffset..<member.valueEnd]
      return try pushStep(
        line, at: member.valueOffset, number: number, named: "push", from: &reader)
    case .history:
      var keep = 10_000
      try reader.object("history") { (reader: inout SettingsReader) throws(SettingsError) in
        try reader.number("keep", in: 1...10_000_000, into: &keep)
      }
      action = .history(keep: keep)
    case .snapshot:
      action = .restore(try recorded("snapshot", from: reader))
    case .refused:
      action = .refused(try recorded("refused", from: reader))
    case .advance: action = .advance(try span("advance", from: &reader))
    case .set: action = .set(try assignments(from: &reader))
    case .act: action = try act(from: &reader)
    case .expect: action = .expect(try Self.expectation(in: root, reader))
    case .expectEvent: action = .expectEvent(try Self.expectedEvent(in: root, reader))
    case .expectNone:
      var filter = ""
      try reader.text("expectNone", into: &filter)
      try Self.checkFilter(filter, "expectNone", reader)
      action = .expectNone(filter)
    case .screen: action = .screen(try Self.goldenScreen(&reader))
    case .clock: throw reader.error(.notAvailable, name.rawValue)  // Read before: it is no step.
    }
    return Step(action, place: place(of: name.rawValue, reader))
  }

  /// What only recordings write.
  private func recorded<Value: JSONFieldList>(
    _ key: String, from reader: SettingsReader
  ) throws(SettingsError) -> Value {
    guard let value = reader.object[key].flatMap(Value.init(json:)) else {
      throw reader.wrong(key, "what `record` writes there")
    }
    return value
  }

  /// Where the value of a key stands.
  private func place(of key: String, _ reader: SettingsReader) -> Location {
    let error = reader.error(.missing, key)
    return Location(file: error.file, position: error.position ?? JSONPosition())
  }

  // MARK: Steps

  /// A push line, by itself or as the value of `push`.
  private func pushStep(
    _ line: ArraySlice<UInt8>, at offset: Int, number: Int, named key: String,
    from reader: inout SettingsReader
  ) throws(SettingsError) -> Step {
    var count = 1
    var every = 0.0
    var freshID = ""
    if key == "push" {
      try reader.text("apnsID", into: &freshID)
      try reader.number("repeat", in: 1...100_000, into: &count)
      every = try span("every", from: &reader)
      if Double(count) * every > TimeSpan.century {
        throw reader.wrong("every", "a span that ends all repetitions within a century")
      }
    }
    let at = try moment("at", from: &reader)
    let noTime = Date.distantPast  // Stays if the line names none.
    // The trace tells the file's name, not the way to it: the same scenario, the same bytes.
    let name = reader.source.file?.split(separator: "/").last.map { String($0) }
    do throws(Refusal) {
      let request = try PushLine.request(
        from: Array(line), number: number, source: name ?? "scenario",
        receivedAt: noTime, freshID: freshID, keepsTime: true)
      let named = request.receivedAt == noTime ? nil : request.receivedAt
      return Step(
        at: [at, named].compactMap(\.self).max(), .push(request, count: count, every: every),
        place: place(of: key, reader))
    } catch {
      throw reader.source.error(.unreadable(error.because), path: key, offset: offset)
    }
  }

  private func assignments(
    from reader: inout SettingsReader
  ) throws(SettingsError) -> [Assignment] {
    var assignments: [Assignment] = []
    try reader.object("set") { (reader: inout SettingsReader) throws(SettingsError) in
      for key in reader.keys {
        var assignment = Assignment(key: key, value: "")
        try reader.text(key, into: &assignment.value)
        assignments.append(assignment)
      }
    }
    return assignments
  }

  private func act(from reader: inout SettingsReader) throws(SettingsError) -> Action {
    var (target, action, text): (Target?, String?, String?) = (nil, nil, nil)
    try reader.object("act") { (reader: inout SettingsReader) throws(SettingsError) in
      try reader.read("on", as: "`last`, an id or a filter", into: &target) {
        Target($0).map(Optional.some)
      }
      if case .filter(let text) = target { try Self.checkFilter(text, "on", reader) }
      try reader.text("action", into: &action)
      try reader.text("text", into: &text)
      if target == nil { throw reader.error(.missing, "on") }
      if action?.isEmpty ?? true { throw reader.error(.missing, "action") }
    }
    return .act(on: target ?? .last, action: action ?? "", text: text)
  }
}

extension Scenario.Target {
  fileprivate init?(_ value: JSONValue) {
    if let number = value.int ?? value.string.flatMap({ Int($0) }) {
      self = .id(NotificationID(rawValue: number))
    } else if let text = value.string {
      self = text == "last" ? .last : UUID(uuidString: text) == nil ? .filter(text) : .apnsID(text)
    } else {
      return nil
    }
  }
}

extension PhoneSettings {
  /// Applies one settings step.
  ///
  /// - Returns: What it says of things that the person may have changed since: said again by a step, it
  ///   is to be in force again.
  fileprivate mutating func apply(
    step name: String, _ reader: inout SettingsReader
  ) throws(SettingsError) -> [SettingChange] {
    var result = self
    var changes: [SettingChange] = []
    switch name {
    case "app":
      try reader.object("app") { (reader: inout SettingsReader) throws(SettingsError) in
        var bundleID: String?
        try reader.text("bundleId", into: &bundleID)
        guard let bundleID, !bundleID.isEmpty else { throw reader.error(.missing, "bundleId") }
        let app = BundleID(rawValue: bundleID)
        try result.apps[app, default: AppSettings()].apply(&reader)
        if reader.has("state") { changes.append(.appState(app, result.app(app).state)) }
      }
    case "focus":
      try reader.object("focus") { (reader: inout SettingsReader) throws(SettingsError) in
        var name: String?
        try reader.text("name", into: &name)
        guard let name else { throw reader.error(.missing, "name") }
        try result.applyFocus(named: name, &reader)
      }
    default:
      try result.apply(&reader)
      if let device = reader.value("device")?.object {
        changes += result.device.changes(named: device)
      }
    }
    self = result
    return changes
  }
}

extension DeviceSettings {
  /// The keys of an object that `set` can change too, as `set` would say them.
  fileprivate func changes(named object: JSONObject) -> [SettingChange] {
    var changes: [SettingChange] = []
    for key in Set(object.members.map(\.key)).sorted() {
      switch key {
      case "lock": changes.append(.lock(lock))
      case "previews": changes.append(.previews(previews))
      case "grouping": changes.append(.grouping(grouping))
      case "ringer": changes.append(.ringer(ringer))
      case "language", "languages": changes += languages.prefix(1).map(SettingChange.language)
      default: break
      }
    }
    return changes
  }
}
