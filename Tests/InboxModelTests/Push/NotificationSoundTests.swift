import Foundation
import Testing

@testable import InboxModel

private let chat: BundleID = "com.example.chat"

/// The sound of a push, the app's sounds, and the sound that plays (Apple, "Generating a remote
/// notification", `sound`).
struct SoundRow: CustomTestStringConvertible, Sendable {
  let testDescription: String
  /// The value of `aps.sound`, or the whole `aps` if it begins with `"alert"`.
  var aps: String
  /// `apps.com.example.chat.sounds`.
  var sounds = "true"
  var json: String
  var words: String?
}

@Suite struct NotificationSoundTests {
  private static func device(sounds: String) throws -> Phone {
    var configuration = Configuration()
    try configuration.apply(
      Array(#"{apps:{"com.example.chat":{sounds:\#(sounds)}}}"#.utf8), fileName: "settings",
      allowsPrograms: false)
    return Phone(settings: configuration.phone)
  }

  static let rows = [
    SoundRow(
      testDescription: "the default sound", aps: #""alert":"Hi","sound":"default""#,
      json: #"{"critical":false,"name":"default","plays":"default","volume":1}"#, words: "default"),
    SoundRow(
      testDescription: "no sound", aps: #""alert":"Hi""#, json: "null", words: nil),
    SoundRow(
      testDescription: "an empty sound", aps: #""alert":"Hi","sound":"""#, json: "null", words: nil),
    SoundRow(
      testDescription: "a sound of an app whose sounds are not known",
      aps: #""alert":"Hi","sound":"IM.caf""#,
      json: #"{"critical":false,"name":"IM.caf","plays":"IM.caf","volume":1}"#, words: "IM.caf"),
    SoundRow(
      testDescription: "a sound among the app's", aps: #""alert":"Hi","sound":"IM.caf""#,
      sounds: #"["ring.caf","IM.caf"]"#,
      json: #"{"critical":false,"name":"IM.caf","plays":"IM.caf","volume":1}"#, words: "IM.caf"),
    SoundRow(
      testDescription: "a sound not among the app's", aps: #""alert":"Hi","sound":"IM""#,
      sounds: #"["IM.caf"]"#,
      json: #"{"critical":false,"name":"IM","plays":"default","volume":1}"#,
      words: "IM, not among the app's sounds, so the default"),
    SoundRow(
      testDescription: "the default sound is never missing",
      aps: #""alert":"Hi","sound":"default""#, sounds: "[]",
      json: #"{"critical":false,"name":"default","plays":"default","volume":1}"#, words: "default"),
    SoundRow(
      testDescription: "a critical sound with its volume",
      aps: #""alert":"Hi","sound":{"critical":1,"name":"siren.caf","volume":0.25}"#,
      json: #"{"critical":true,"name":"siren.caf","plays":"siren.caf","volume":0.25}"#,
      words: "siren.caf, critical at 25 % volume"),
    SoundRow(
      testDescription: "a critical push without sound",
      aps: #""alert":"Hi","interruption-level":"critical""#,
      json: #"{"critical":true,"name":"default","plays":"default","volume":1}"#,
      words: "default, critical at 100 % volume"),
    SoundRow(
      testDescription: "a critical sound at volume 0",
      aps: #""alert":"Hi","sound":{"critical":1,"volume":0}"#,
      json: #"{"critical":true,"name":"default","plays":null,"volume":0}"#,
      words: "default, critical at 0 % volume"),
    SoundRow(
      testDescription: "sounds off", aps: #""alert":"Hi","sound":"IM.caf""#, sounds: "false",
      json: #"{"critical":false,"name":"IM.caf","plays":null,"volume":1}"#, words: "IM.caf"),
    SoundRow(
      testDescription: "a passive push",
      aps:
        #""alert":"Hi","sound":"IM.caf","interruption-level":"passive""#,
      json: #"{"critical":false,"name":"IM.caf","plays":null,"volume":1}"#, words: "IM.caf"),
  ]

  @Test(arguments: rows)
  func `list, events and show name the requested sound and the one that plays`(row: SoundRow)
    throws
  {
    var device = try Self.device(sounds: row.sounds)
    let effects = device.deliver(try .stub(1, aps: "{\(row.aps)}"))
    let record = try #require(effects.record)
    #expect(InboxJSON.text(of: record.notification, on: device).contains(#""sound":\#(row.json),"#))
    let events = effects.compactMap { effect in
      if case .emit(let event) = effect { event } else { nil }
    }
    let event = try #require(events.first { $0.id == 1 })
    let line = String(decoding: EventJSON.line(event), as: UTF8.self)
    #expect(line.contains(#""sound":\#(row.json),"#))
    let shown = PushText.lines(record, appName: "Chat", timeZone: .gmt).first {
      $0.hasPrefix("  sound ")
    }
    #expect(shown.map { String($0.dropFirst(14)) } == row.words)
  }

  @Test(arguments: rows)
  func `the trace names the same sound after a restart`(row: SoundRow) throws {
    var device = try Self.device(sounds: row.sounds)
    var record = try #require(device.deliver(try .stub(1, aps: "{\(row.aps)}")).record)
    let stored = try JSONReader.read(record.context.stored).root.object
    record.context = try #require(stored.flatMap(PresentationContext.init(stored:)))
    let last = try #require(Presentation.trace(of: record).steps.last)
    let plays = !row.json.contains(#""plays":null"#) && row.words != nil && row.words != "default"
    #expect(last.because.contains("; sound \(row.words ?? "")") == plays)
  }

  @Test(arguments: rows)
  func `a stored sound parses to the same value`(row: SoundRow) throws {
    var device = try Self.device(sounds: row.sounds)
    let record = try #require(device.deliver(try .stub(1, aps: "{\(row.aps)}")).record)
    guard let sound = record.notification.sound else { return #expect(row.words == nil) }
    #expect(NotificationSound(stored: sound.stored) == sound)
  }

  @Test func `a damaged stored sound is rejected`() {
    for text in ["", "{", "[]", #"{"name":1}"#] {
      #expect(NotificationSound(stored: text) == nil, "\(text)")
    }
  }

  // MARK: Settings

  @Test(arguments: [
    (#"["IM.caf"]"#, true, ["IM.caf"]), ("[]", true, []), ("true", true, nil),
    ("false", false, nil),
  ])
  func `apps.X.sounds is a switch or a list of sounds, and is written as read`(
    value: String, isOn: Bool, files: [String]?
  ) throws {
    let settings = try Self.device(sounds: value).settings.app(chat)
    #expect(settings.sounds == isOn)
    #expect(settings.soundFiles == files)
    #expect(settings.json["sounds"].map { JSONWriter.text($0) } == value)
  }

  @Test(arguments: ["3", #""IM.caf""#, "{}", #"["IM.caf",3]"#, #"[""]"#])
  func `apps.X.sounds of another type is an error that names the key`(value: String) {
    #expect {
      try Self.device(sounds: value)
    } throws: { error in
      (error as? SettingsError)?.message.contains("apps.com.example.chat.sounds") == true
    }
  }

  @Test func `a later switch removes the list of sounds`() throws {
    var configuration = Configuration()
    configuration.phone = try Self.device(sounds: #"["IM.caf"]"#).settings
    try configuration.apply(
      Array(#"{apps:{"com.example.chat":{sounds:true}}}"#.utf8), fileName: "later",
      allowsPrograms: false)
    #expect(configuration.phone.app(chat).soundFiles == nil)
  }

  // MARK: The launch image

  @Test(arguments: [
    (#"{"aps":{"alert":{"body":"Hi","launch-image":"Play.png"}}}"#, #""Play.png""#),
    (#"{"aps":{"alert":"Hi"}}"#, "null"), (#"{"aps":{"alert":{"launch-image":""}}}"#, "null"),
    (#"{"aps":{"alert":{"launch-image":7}}}"#, "null"), ("[", "null"),
  ])
  func `the event of a launch has the launch image`(payload: String, json: String) {
    let event = { (method: AppCall) in
      InboxEvent(
        at: Moment.start, id: 1, app: chat, thread: "",
        kind: .app(state: .foreground, delegate: method.rawValue, carriesPayload: true))
    }
    let line = { (method: AppCall) in
      String(decoding: EventJSON.line(event(method), payload: Array(payload.utf8)), as: UTF8.self)
    }
    #expect(line(.didFinishLaunching).contains(#""launchImage":\#(json),"#))
    #expect(line(.didReceive).contains(#""launchImage":null,"#))
  }
}
