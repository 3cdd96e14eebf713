import Foundation
import Testing

@testable import InboxModel

/// The payloads of real senders, and one record for each unusual value of Apple, "Generating a
/// remote notification".
@Suite struct PayloadCorpusTests {
  @Test func `every line of the corpus is a push that lenient checks accept`() throws {
    let files = try FileManager.default.contentsOfDirectory(
      at: SharedCorpora.fixtures.appending(path: "payloads"), includingPropertiesForKeys: nil)
    var gateway = Gateway()
    var count = 0
    for file in files.sorted(by: { $0.path < $1.path }) where file.pathExtension == "ndjson" {
      for (request, name) in try requests(in: file) {
        count += 1
        let effects = gateway.handle(.pushReceived(request, reply: nil), at: request.receivedAt)
        guard case .deliver(let delivery)? = effects.first else {
          Issue.record("\(name): \(effects)")
          continue
        }
        #expect(!delivery.app.text.contains("voip"), "\(name)")
        #expect(delivery.payload.bytes == request.body, "\(name)")
      }
    }
    #expect(count == 199)
    #expect(gateway.acceptedCount == 199)
  }

  /// Returns the expectation of a record from its JSON alone: the type and the text of an alert, if
  /// it has one.
  private func expectation(of request: PushRequest) throws -> (kind: String, texts: [String?]) {
    let root = try JSONReader.read(request.body).root.object
    let type = request.fields.first { $0.name == "apns-push-type" }?.value ?? "alert"
    let aps = root?["aps"]?.object ?? JSONObject()
    let alert = aps["alert"]?.object ?? ["body": aps["alert"] ?? .null]
    let texts = [("title", "title-"), ("subtitle", "subtitle-"), ("body", "")].map { name, prefix in
      let key = alert[prefix + "loc-key"]?.string
      guard let text = key ?? alert[name]?.string, !text.isEmpty else { return nil as String? }
      let arguments = (alert[prefix + "loc-args"]?.array ?? []).map {
        $0.string ?? JSONWriter.text($0)
      }
      return key == nil ? text : LocalizedFormat(text).filled(with: arguments).text
    }
    if type == "voip" { return ("kind.pushkit", texts) }
    if let event = aps["event"]?.string {
      return (
        event == "start" ? "shown" : event == "end" ? "activity.end" : "activity.updated", texts
      )
    }
    if texts.contains(where: { $0 != nil }) {
      return (aps["interruption-level"] == "passive" ? "level.passive" : "shown", texts)
    }
    if aps["sound"]?.string?.isEmpty == false { return ("kind.sound-only", []) }
    if let badge = aps["badge"]?.int, badge >= 0 { return ("kind.badge-only", []) }
    return (aps["content-available"] == nil ? "kind.empty" : "kind.background", [])
  }

  @Test func `every line shows its text or yields a finding`() throws {
    let files = try FileManager.default.contentsOfDirectory(
      at: SharedCorpora.fixtures.appending(path: "payloads"), includingPropertiesForKeys: nil)
    var count = 0
    for file in files where file.pathExtension == "ndjson" {
      var settings = PhoneSettings()
      settings.device.backgroundBudget = 100
      var system = PushSystem(device: Phone(settings: settings))
      for (request, name) in try requests(in: file) {
        count += 1
        let effects = system.handle(
          .gateway(.pushReceived(request, reply: nil)), at: request.receivedAt)
        let records = effects.compactMap { effect -> PushRecord? in
          if case .store(.phone(.insert(let record))) = effect { record } else { nil }
        }
        let record = try #require(records.first, "\(name)")
        let entry = record.notification
        let expected = try expectation(of: request)
        #expect(entry.reason.rawValue == expected.kind, "\(name)")
        switch entry.outcome {
        case .shown, .quiet:
          let texts = [entry.content.title, entry.content.subtitle, entry.content.body]
          #expect(texts == expected.texts, "\(name)")
        case .silent, .none, .held:
          // The reason is reported, and visible content yields a finding.
          #expect(entry.reason.rawValue.hasPrefix("kind."), "\(name)")
          let isForPeople = entry.reason.rawValue == "kind.empty"
          #expect(!isForPeople || !Lint.findings(for: record.delivery).isEmpty, "\(name)")
        }
      }
    }
    #expect(count == 199)
  }

  /// Payloads of the corpus that are easily misread, each with its reason, text and finding.
  @Test(arguments: [
    ("wire-01", "shown", "push.notification.new_message", LintRule.looseFlag as LintRule?),
    ("wire-03", "kind.background", nil as String?, .looseFlag),
    ("home-assistant-07", "shown", "Garage is open. Close it?", .misspeltKey),
    ("bitwarden-03", "shown", "A login request needs your approval", .nullValue),
    ("bitwarden-04", "shown", "Eine Anmeldung wartet auf Ihre Bestätigung", .wrongType),
    ("nextcloud-01", "shown", "NEW_NOTIFICATION", .textNotShown),
    (
      "firefox-04", "shown", "https://example.org/a/very/long/path?with=query&and=%F0%9F%98%80",
      .textNotShown
    ),
    ("onesignal-04", "kind.background", nil, nil),
    ("bitwarden-01", "kind.background", nil, nil),
    ("home-assistant-10", "kind.background", nil, nil),
    ("mattermost-05", "kind.badge-only", nil, .missingPushType),
    ("mattermost-10", "kind.background", nil, .missingPushType),
    ("braze-05", "kind.background", nil, .backgroundPriority),
    ("bark-01", "shown", "CPU 温度 83°C，风扇转速异常", nil),
    ("bark-06", "kind.background", nil, nil),
    ("mastodon-01", "shown", "🎺", .showsAndWakes),
    ("rocketchat-06", "kind.pushkit", "Incoming call from Nadia", nil),
    ("home-assistant-14", "shown", "Preheating to 220 °C", nil),
    ("wire-04", "kind.pushkit", nil, nil),
    ("calendar-05", "kind.sound-only", nil, .emptyAlert),
    ("clinic-05", "shown", "critical level, plain sound", nil),
  ])
  func `a payload that is easily misread has the expected reason, text and finding`(
    name: String, reason: String, body: String?, rule: LintRule?
  ) throws {
    let file = name[..<(name.lastIndex(of: "-") ?? name.endIndex)]
    let all = try requests(in: SharedCorpora.fixtures.appending(path: "payloads/\(file).ndjson"))
    let request = try #require(all.first { $0.1 == name }?.0)
    var gateway = Gateway()
    var device = Phone.stub()
    let push = try #require(gateway.deliveries(of: request).first)
    let entry = try #require(device.deliver(push).record?.notification)
    #expect(entry.reason.rawValue == reason)
    #expect(entry.content.body == body)
    #expect(entry.level == (name == "clinic-05" ? .critical : .active))
    let rules = Lint.findings(for: push).map(\.rule)
    #expect(rule.map(rules.contains) ?? true, "\(rules)")
  }

  @Test func `unusual values yield findings with their paths`() throws {
    var found: [String: [String]] = [:]
    let file = SharedCorpora.fixtures.appending(path: "payloads/oddities.ndjson")
    for (request, name) in try requests(in: file) {
      found[name] = try request.payload.get().findings.map { "\($0.level) \($0.path)" }
    }
    #expect(
      found.filter { !$0.value.isEmpty } == [
        "oddities-01": ["warning aps.alert"],
        "oddities-02": ["warning aps.alert"],
        "oddities-03": ["warning aps.alert"],
        "oddities-04": ["warning aps.badge"],
        "oddities-06": ["warning aps.badge"],
        "oddities-07": ["advice aps.badge"],
        "oddities-08": ["warning aps.thread-id"],
        "oddities-11": ["warning aps.interruption-level"],
        "oddities-12": ["warning aps.interruption-level"],
        "oddities-13": ["warning aps.relevance-score"],
        "oddities-14": ["warning aps.sound"],
        "oddities-15": ["warning aps.sound"],
        "oddities-16": ["warning aps.alert.loc-args[0]", "warning aps.alert.loc-args[1]"],
        "oddities-19": ["warning aps.content-available"],
        "oddities-21": ["warning aps"],
        "oddities-22": ["warning aps"],
        "oddities-23": ["warning aps"],
        "oddities-24": ["warning aps.alert.body"],
        "oddities-25": ["warning aps.alert.title"],
        "oddities-29": ["warning aps.title", "warning aps.future-key"],
        "oddities-30": ["advice aps.url-args"],
      ])
  }

  @Test func `a payload with inserted tokens is parsed or rejected`() throws {
    let tokens = try FuzzDictionary.tokens(named: "aps.dict")
    try #require(tokens.count == 195)
    let seeds = try requests(
      in: SharedCorpora.fixtures.appending(path: "payloads/oddities.ndjson")
    ).map(\.0.body).filter { $0.count < 500 }
    var generator = SeededGenerator(seed: 7)
    var accepted = 0
    for _ in 0..<5000 {
      var body = try #require(seeds.randomElement(using: &generator))
      for _ in 0..<Int.random(in: 1...4, using: &generator) {
        var token = tokens.randomElement(using: &generator) ?? []
        if let place = places(in: body).randomElement(using: &generator),
          Bool.random(using: &generator)
        {
          token += token.contains(0x3A) ? [0x2C] : Array(#":1,"#.utf8)
          body.insert(contentsOf: token, at: place)
        } else {
          let start = Int.random(in: 0...body.count, using: &generator)
          let end = min(body.count, start + Int.random(in: 0...4, using: &generator))
          body.replaceSubrange(start..<end, with: token)
        }
      }
      guard case .success(let payload) = Payload.read(body) else { continue }
      accepted += 1
      #expect(payload.bytes == body)
      #expect((0...1).contains(payload.relevanceScore) || payload.liveActivity?.event != nil)
      #expect((0...1).contains(payload.sound?.volume ?? 1))
      #expect((payload.badge ?? 0) >= 0)
      #expect(payload.alert?.hasText ?? true)
      #expect(payload.findings.count <= 50)
      _ = Lint.findings(for: payload, PushHeaders(), receivedAt: Date(timeIntervalSince1970: 0))
    }
    #expect(accepted > 500)
  }

  /// Returns the offsets just after each `{` with further members.
  private func places(in body: [UInt8]) -> [Int] {
    body.indices.dropLast().filter { body[$0] == 0x7B && body[$0 + 1] == 0x22 }.map { $0 + 1 }
  }

  private func requests(in file: URL) throws -> [(PushRequest, String)] {
    try Data(contentsOf: file).split(separator: 0x0A).enumerated().map { index, line in
      let request = try PushLine.request(
        from: Array(line), number: index + 1, source: file.lastPathComponent,
        receivedAt: Date(timeIntervalSince1970: 0), freshID: "fresh")
      return (request, request.lineID ?? "")
    }
  }
}
