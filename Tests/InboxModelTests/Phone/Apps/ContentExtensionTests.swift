import Foundation
import Testing

@testable import InboxModel

/// Content extensions (`docs/rules.md` §8.6, XIV-08).
@Suite struct ContentExtensionTests {
  private static let app: BundleID = "com.example.video"

  private func device(
    _ change: (inout PhoneSettings) -> Void = { _ in }, answer: String? = nil
  ) -> Phone {
    .stub { settings in
      var app = AppSettings()
      app.contentExtension = ContentExtension(
        answer.map(ContentExtension.Source.stated)
          ?? .program(["./player"], folder: "/f"), categories: ["video-user", "live"], limit: 3)
      settings.apps[Self.app] = app
      change(&settings)
    }
  }

  private func record(
    _ device: inout Phone, _ aps: String = #"{"alert":"B","category":"video-user"}"#
  ) throws -> PushRecord {
    let push = try Delivery.stub(1, app: Self.app, aps: aps, beside: #","user":{"name":"Ann"}"#)
    return try #require(device.deliver(push).record)
  }

  // MARK: The categories

  @Test(arguments: [
    ("its category", #"{"alert":"B","category":"video-user"}"#, true),
    ("another of its categories", #"{"alert":"B","category":"live"}"#, true),
    ("an unregistered category", #"{"alert":"B","category":"video"}"#, false),
    ("no category", #"{"alert":"B"}"#, false),
  ])
  func `XIV-08 §8.6 the category selects the content extension`(
    name: String, aps: String, isAsked: Bool
  ) throws {
    var device = device()
    let record = try record(&device, aps)
    #expect((device.contentExtension(of: record.notification) != nil) == isAsked, "\(name)")
  }

  @Test func `§4.2.5, §8.6 no content extension runs while the preview is hidden`() throws {
    for previews in ShowPreviewsSetting.allCases {
      var device = device { $0.device.previews = previews }
      let record = try record(&device)
      let isAsked = { device.contentExtension(of: record.notification) != nil }
      #expect(isAsked() == (previews != .never), "\(previews)")
      _ = device.handle(.changed(.lock(.locked)), at: Moment.start)
      #expect(isAsked() == (previews == .always), "\(previews)")
    }
  }

  // MARK: The input

  @Test func `XIV-08 a content extension receives the payload and the notification's values`()
    throws
  {
    var device = device()
    let record = try record(
      &device, #"{"alert":{"title":"T","body":"B"},"category":"video-user"}"#)
    let contentExtension = try #require(device.contentExtension(of: record.notification))
    let run = try #require(ExtensionRun(viewOf: record, by: contentExtension))
    #expect((run.id, run.app, run.limit) == (1, Self.app, 3))
    #expect((run.arguments, run.folder) == (["./player"], "/f"))
    #expect(
      try JSONReader.read(run.payload).root == [
        "aps": ["alert": ["title": "T", "body": "B"], "category": "video-user"],
        "user": ["name": "Ann"],
        "pushinbox": [
          "app": "com.example.video", "body": "B", "deliveredAt": "2026-04-14T18:00:00.000Z",
          "id": 1, "lateBy": 0, "receivedAt": "2026-04-14T18:00:00.000Z", "requestID": "apns-1",
          "subtitle": .null, "title": "T",
        ],
      ])
  }

  @Test func `a content extension receives the service extension's changes`() throws {
    var device = device { settings in
      let answer: JSONValue = ["aps": ["badge": 2, "category": "live"], "user": ["name": "Ben"]]
      settings.apps[Self.app]?.serviceExtension = ServiceExtension(.stated(answer, after: 0))
    }
    let record = try record(&device, #"{"alert":"B","mutable-content":1}"#)
    // N8: the omitted text stays, and so do the keys that it may not change.
    #expect(
      try JSONReader.read(record.contentPayload).root == [
        "aps": ["badge": 2, "category": "live", "mutable-content": 1, "alert": "B"],
        "user": ["name": "Ben"],
      ])
    let contentExtension = try #require(device.contentExtension(of: record.notification))
    let root = try JSONReader.read(
      try #require(ExtensionRun(viewOf: record, by: contentExtension)).payload
    ).root
    #expect(root.object?["user"] == ["name": "Ben"])
  }

  @Test func `without a service extension the content extension receives the exact payload`() throws
  {
    var device = device()
    let record = try record(&device, #"{ "alert":"\u0042" }"#)
    #expect(record.contentPayload == record.delivery.payload.bytes)
  }

  @Test func `a fixed view needs no program`() throws {
    var device = device(answer: "A card")
    let record = try record(&device)
    let contentExtension = try #require(device.contentExtension(of: record.notification))
    #expect(ExtensionRun(viewOf: record, by: contentExtension) == nil)
  }

  // MARK: The result

  @Test(arguments: [
    (ExtensionAnswer.printed(Array("  a\n\nb\n\n".utf8)), ContentView.shown("  a\n\nb")),
    (.printed(Array("\n x".utf8)), .shown("\n x")),
    (.printed([]), .failed("printed nothing")),
    (.printed(Array(" \n\r\n".utf8)), .failed("printed nothing")),
    (.printed([0x61, 0xFF]), .shown("a\u{FFFD}")),
    (.timedOut, .failed("took too long and was ended")),
    (.failed("exited with 1: no video"), .failed("exited with 1: no video")),
  ])
  func `an answer becomes lines, or the reason for their absence`(
    answer: ExtensionAnswer, view: ContentView
  ) {
    #expect(ContentView(answer) == view)
  }

  @Test func `a view has at most 500 lines`() {
    let most = ContentExtension.maximumLines
    for (count, isShown) in [(most, true), (most + 1, false)] {
      let view = ContentView(.printed(Array(String(repeating: "x\n", count: count).utf8)))
      #expect((view != .failed("printed 501 lines; the limit is 500")) == isShown)
    }
  }

  // MARK: Settings

  private func settings(
    _ text: String, allowsPrograms: Bool = true
  ) throws(SettingsError) -> ContentExtension? {
    var configuration = Configuration()
    try configuration.apply(
      Array("{ apps: { 'com.example.video': { contentExtension: \(text) } } }".utf8),
      fileName: "config.json5", allowsPrograms: allowsPrograms,
      files: SettingsFiles(folder: "/etc/p") { _ in .failure(.init(reason: "no")) })
    return configuration.phone.app(Self.app).contentExtension
  }

  @Test func `written content extension settings parse to the same value`() throws {
    let contentExtension = try #require(
      try settings(
        "{ run: ['./p', 'x'], categories: ['a', 'b'], defaultContentHidden: true, limit: '2s' }"))
    #expect(
      contentExtension
        == ContentExtension(
          .program(["./p", "x"], folder: "/etc/p"), categories: ["a", "b"],
          hidesDefaultContent: true, limit: 2))
    #expect(try settings(JSONWriter.text(.object(contentExtension.json))) == contentExtension)
    let stated = try #require(try settings("{ answer: 'card', categories: 'a' }"))
    #expect(stated == ContentExtension(.stated("card"), categories: ["a"]))
    #expect(try settings(JSONWriter.text(.object(stated.json))) == stated)
    #expect(try settings("null") == nil)
    #expect(try settings("{}") == nil)
  }

  @Test(arguments: [
    ("{ run: ['x'] }", "contentExtension.categories` is missing"),
    ("{ run: ['x'], categories: [] }", "must be a category or a list"),
    ("{ run: ['x'], categories: ['a', 1] }", "must be a category or a list"),
    ("{ run: [], categories: 'a' }", "must be a program and its arguments"),
    ("{ categories: 'a' }", "contentExtension.run` is missing"),
    ("{ run: ['x'], answer: 'y', categories: 'a' }", "exclude each other"),
    ("{ run: ['x'], categorie: 'a' }", "did you mean `categories`?"),
    ("{ run: ['x'], categories: 'a', limit: '0s' }", "must be a span such as `5s`"),
  ])
  func `an error in content extension settings has its position`(text: String, message: String) {
    let error = #expect(throws: SettingsError.self) { try settings(text) }
    #expect(error?.message.contains(message) == true, "\(String(describing: error?.message))")
    #expect(error?.message.hasPrefix("config.json5:1:") == true)
  }

  @Test func `programs may be named only where they are allowed`() throws {
    let error = #expect(throws: SettingsError.self) {
      try settings("{ run: ['x'], categories: 'a' }", allowsPrograms: false)
    }
    #expect(error?.message.contains("needs --allow-programs here") == true)
    #expect(try settings("{ answer: 'x', categories: 'a' }", allowsPrograms: false) != nil)
  }

  @Test func `a recording contains no content extension program`() throws {
    var session = RecordedSession { settings in settings = device().settings }
    session.record()
    session.push(.stub())
    #expect(!(session.steps().contains { $0.contains("player") }))
    let (live, replayed) = try session.inboxes()
    #expect(live == replayed)
  }
}
