import Foundation
import InboxModel
import Testing

/// The shapes that real senders use, and one record for each oddity of `spec/payload-keys.md` §6.
@Suite struct PayloadCorpusTests {
  @Test func `every line of the corpus is a push that lenient checks accept`() throws {
    let files = try FileManager.default.contentsOfDirectory(
      at: SharedCorpora.fixtures.appending(path: "payloads"), includingPropertiesForKeys: nil)
    var gateway = Gateway()
    var count = 0
    for file in files.sorted(by: { $0.path < $1.path }) where file.pathExtension == "ndjson" {
      for (request, name) in try requests(in: file) {
        count += 1
        let effects = gateway.handle(.pushReceived(request, reply: nil))
        guard case .deliver(let delivery)? = effects.first else {
          Issue.record("\(name): \(effects)")
          continue
        }
        #expect(!delivery.app.rawValue.contains("voip"), "\(name)")
        #expect(delivery.payload.bytes == request.body, "\(name)")
      }
    }
    #expect(count == 199)
    #expect(gateway.acceptedCount == 199)
  }

  @Test func `the oddities are remarked on where they are`() throws {
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
        "oddities-29": ["warning aps.title", "advice aps.future-key"],
        "oddities-30": ["advice aps.url-args"],
      ])
  }

  @Test func `a payload with tokens thrown in is read or refused, never more`() throws {
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

  /// Just after each `{` that more members follow.
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
