import Foundation

@testable import InboxModel
@testable import PushInbox

// Words that people type, and the lines of a recording, which repeat them.

extension FuzzTarget {
  static let words = [assignments, recording, names, shellWords]

  /// A phone with an app, a Focus and a category of its own.
  private static let phone: PhoneSettings = {
    var configuration = Configuration()
    let text =
      #"{apps:{"com.a":{banners:false}},focus:{dinner:{from:"20:00",to:"21:00"}},"#
      + #"categories:{A:{actions:[{id:"R",title:"r"}]}},summary:{times:["08:00"]}}"#
    try? configuration.apply(Array(text.utf8), fileName: "", allowsPrograms: false)
    return configuration.phone
  }()

  private static let assignments = FuzzTarget(
    "words of set and what-if",
    [
      "lock=locked\ndnd=30m", "focus=dinner\nfocus.until=21:00", "mute.com.a=until:07:00",
      "focus.dinner.allowApps+=com.a\ndevice.stackThreshold=3", "badge.com.a=3\nremove.com.a=all",
      "categories.A.actions.0.title=Answer\nkeys.X=dismiss", "language=ru\nonline=no",
      "clock=+5m\ninterruption-level=critical\nfilter-criteria=f\nringer=silent", "summary=now",
      #"apps.com.a.strings={"k":"v"}"# + "\nsummary.apps-=com.a",
    ], words: ofAssignments, stepsPerByte: 20_000
  ) { input in
    let words = String(decoding: input, as: UTF8.self).unicodeScalars.split(separator: "\n").map {
      String($0)
    }
    let isEvaluated = try evaluates(words)
    let reader = SettingChangeReader(now: now, phone: phone)
    let changes: [SettingChange]
    do throws(SettingsError) {
      changes = try reader.changes(words)
    } catch {
      try expectHolds(isClean(error.message), "control characters: \(error.message)")
      return isEvaluated
    }
    var system = PushSystem(device: Phone(settings: phone))
    for change in changes {
      if let stored = change.storedValue {
        try expectHolds(
          SettingChange(key: change.key, storedValue: stored) == change,
          "stored and read it differs: \(change.key)=\(stored)")
      }
      for effect in system.handle(.changed(change), at: now) { try expectSafe(effect) }
    }
    let changed = system.device.settings
    let again = try configurationAgain(Configuration().json(phone: changed))
    try expectHolds(again.phone.json == changed.json, "the written settings differ")
    return true
  }

  /// Evaluates words of `what-if` for a push. Returns whether they are accepted.
  private static func evaluates(_ words: [String]) throws -> Bool {
    let changes = words.filter(WhatIf.isChange)
    let device = Phone(settings: phone)
    var question: WhatIf
    do throws(SettingsError) {
      question = try WhatIf(changes, on: device, now: now)
    } catch {
      try expectHolds(isClean(error.message), "control characters: \(error.message)")
      return false
    }
    var report = WhatIfReport(words: changes)
    report.differences = [question.difference(of: record)].compactMap(\.self)
    for line in WhatIfText.lines(report, on: device) {
      try expectHolds(isClean(line), "control characters: \(line.debugDescription)")
    }
    let json = Array(WhatIfJSON.text(report, on: device).utf8)
    try expectHolds((try? JSONReader.read(json)) != nil, "the report is no JSON")
    return true
  }

  private static let record = PushRecord(
    notification: DeliveredNotification(
      id: 1, apnsID: "a", requestID: "r", app: "com.a", receivedAt: now, topic: "com.a"),
    place: .listed,
    delivery: Delivery(
      id: 1, apnsID: "a", requestID: "r", app: "com.a", topic: "com.a", token: .local,
      headers: PushHeaders(), payload: Payload(), origin: Origin(wire: .line), receivedAt: now),
    context: PresentationContext())

  /// Lines of push lines and of commands, whose assignments have tabs between them, are recorded,
  /// and the recording gives the same inbox.
  private static let recording = FuzzTarget(
    "recording",
    [
      #"{"aps":{"alert":"a"}}"# + "\nlock=locked\n"
        + #"{"bundleId":"com.a","headers":{"apns-collapse-id":"c"},"payload":{"aps":{"alert":"b"}}}"#,
      "dnd=on\n" + #"{"id":"x","payload":{"aps":{"alert":"a","badge":2,"sound":"s"}}}"#
        + "\nbadge.com.a=0\nmute.com.a=1h\n"
        + #"{"payload":{"aps":{"content-available":1}},"headers":{"apns-push-type":"background"}}"#,
      "{\n" + #"{"payloadText":"no JSON"}"# + "\n"
        + #"{"token":"00fc","bundleId":"com.a","payload":{"aps":{}}}"#,
      "focus.n.from=09:00\tfocus.n.to=17:00\n" + #"{"aps":{"alert":"a"}}"#
        + "\nremove.com.a=x\tdnd=on\tremove.com.a=y\n",
    ], words: ofAssignments, stepsPerByte: 40_000
  ) { input in
    var system = PushSystem(device: Phone(settings: phone))
    _ = system.handle(.timePassed, at: now)
    var recording = Recording(of: system, by: "the fuzzer")
    for (index, line) in input.split(separator: 0x0A).enumerated() {
      let moment = now.addingTimeInterval(Double(index))
      var effects: [Effect] = []
      func handle(_ event: PushSystem.Event) {
        system.advance(to: moment, &effects)
        let start = effects.endIndex
        system.handle(event, at: moment, &effects)
        recording.record(event, at: moment, effects: effects[start...])
      }
      let request = try? PushLine.request(
        from: Array(line), number: index + 1, source: "fuzz", receivedAt: moment,
        freshID: APNSID("fresh-\(index)"))
      let reader = SettingChangeReader(now: moment, phone: system.device.settings)
      if let request {
        handle(.gateway(.pushReceived(request, reply: nil)))
      } else if let changes = try? reader.changes(
        line.split(separator: UInt8(ascii: "\t")).map { String(decoding: $0, as: UTF8.self) })
      {
        handle(.changes(changes))
      }
    }
    recording.close(at: system.now)
    let lines = recording.drainLines()
    let run: ScenarioRun
    do throws(SettingsError) {
      run = try ScenarioRun(Scenario(lines, fileName: "recording"))
    } catch {
      let text = String(decoding: lines, as: UTF8.self)
      throw BrokenProperty(description: "it cannot be played: \(error.message)\n\(text)")
    }
    try expectHolds(
      inbox(of: run.system) == inbox(of: system),
      "it gives another inbox: \(String(decoding: lines, as: UTF8.self))")
    return true
  }

  private static func inbox(of system: PushSystem) -> String {
    InboxJSON.text(
      of: system.device, isOnline: system.gateway.isDeviceOnline,
      rejected: system.gateway.rejectedCount)
  }

  private static let names = FuzzTarget(
    "names and times",
    [
      "2026-01-01T09:00:00.25+01:00", "1500ms", "07:30", "http://[::1]:8080/x?y", "unix:/run/feed",
      "[::1]:2197", "apps.com.a.banners", "categories.\"a.b\".actions.0.title", "pt_BR", "M-x",
      "^D",
      "#5f87af", "bold red on #000000", "00fc",
    ], words: ofNames, stepsPerByte: 10_000
  ) { input in
    let text = String(decoding: input, as: UTF8.self)
    var isAccepted = false
    /// Reads a text, and expects that its value, written and read again, is equal.
    func expectKept<Value: Equatable>(
      _ read: (String) -> Value?, _ write: (Value) -> String
    ) throws {
      guard let value = read(text) else { return }
      isAccepted = true
      let written = write(value)
      try expectHolds(
        read(written) == value, "\(value) is written “\(written)”, which is something else")
    }
    try expectKept({ Timestamp.date($0).map(\.wholeMilliseconds) }, Timestamp.text)
    try expectKept(
      { TimeSpan.seconds($0).map { ($0 * 1000).rounded() } }, { TimeSpan.text($0 / 1000) })
    try expectKept(TimeOfDay.minutes, TimeOfDay.text)
    try expectKept({ HostPort($0) }, \.description)
    try expectKept({ HTTPAddress($0) }, \.description)
    try expectKept({ FeedSource($0) }, \.description)
    try expectKept({ SettingPath($0) }, \.text)
    try expectKept({ SettingPath(key: $0) }, \.key)
    try expectKept({ Key(named: $0) }, \.name)
    try expectKept({ Look($0) }, \.description)
    try expectKept({ DeviceToken(hex: $0) }, \.hex)
    try expectKept({ LanguageTag.isWellFormed($0) ? LanguageTag.canonical($0) : nil }, { $0 })
    _ = TimeZone(named: text)
    _ = ProxyTarget.rejection(of: text)
    return isAccepted
  }

  private static let shellWords = FuzzTarget(
    "words of a shell", [#"ls is:unread 'a b'\''c' "d\"e\$" f\ g"#, "a\t\u{A0}b"],
    words: ["'", "\"", "\\", "' '", "\u{301}", "\\'", " "], stepsPerByte: 1000
  ) { input in
    let line = String(decoding: input, as: UTF8.self)
    let split = ShellWords(line)
    var end = 0
    for word in split.words {
      try expectHolds(
        word.range.lowerBound >= end && word.range.upperBound <= line.count,
        "\(word) is outside the line")
      end = word.range.lowerBound
    }
    let quoted = split.words.map { Quoting.shellWord($0.text) }.joined(separator: " ")
    let again = ShellWords(quoted)
    try expectHolds(
      again.words.map(\.text) == split.words.map(\.text) && again.unfinished == nil,
      "quoted it has other words: \(quoted)")
    return !split.words.isEmpty && split.unfinished == nil
  }
}
