import Foundation
import Testing

@testable import InboxModel

@Suite struct WouldShowIfTests {
  struct Row: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let aps: String
    let expected: [String]
    let setup: @Sendable (inout PresentationContext) -> Void
  }

  static let rows: [Row] = [
    Row(testDescription: "shown", aps: #"{"alert":"Hi"}"#, expected: []) { _ in },
    Row(
      testDescription: "a scheduled Focus", aps: #"{"alert":"Hi"}"#,
      expected: [
        "focus=off", "focus.dinner.allowApps+=com.example.chat", "clock=2026-04-14T19:00:00.000Z",
        "interruption-level=time-sensitive in the payload",
      ]
    ) { phone in
      phone.focus = PresentationContext.Focus(name: "dinner")
      phone.focus?.until = Moment.start + 3600
    },
    Row(
      testDescription: "a Focus that allows only critical pushes", aps: #"{"alert":"Hi"}"#,
      expected: [
        "focus=off", "focus.dinner.silenceApps-=com.example.chat",
        "interruption-level=critical in the payload",
      ]
    ) { phone in
      phone.focus = PresentationContext.Focus(name: "dinner")
      phone.focus?.silencesListed = true
      phone.focus?.allowsTimeSensitive = false
    },
    Row(
      testDescription: "a filter", aps: #"{"alert":"Hi","filter-criteria":"home"}"#,
      expected: [
        "focus=off", "filter-criteria=work in the payload",
        "interruption-level=time-sensitive in the payload",
      ]
    ) { phone in
      phone.focus = PresentationContext.Focus(name: "work")
      phone.focus?.allowsApp = true
      phone.focus?.filter = ["work"]
    },
    Row(
      testDescription: "passive", aps: #"{"alert":"Hi","interruption-level":"passive"}"#,
      expected: ["interruption-level=active in the payload"]
    ) { _ in },
    Row(
      testDescription: "passive by its extension, whatever is sent", aps: #"{"alert":"Hi"}"#,
      expected: []
    ) { phone in
      var answer = Payload()
      answer.interruptionLevel = .passive
      phone.serviceExtension = .answered(answer, changed: ["interruption-level"])
    },
    Row(
      testDescription: "passive, which its extension passed on",
      aps: #"{"alert":"Hi","interruption-level":"passive"}"#,
      expected: ["interruption-level=active in the payload"]
    ) { phone in
      var answer = Payload()
      answer.interruptionLevel = .passive
      phone.serviceExtension = .answered(answer, changed: ["badge"])
    },
    Row(
      testDescription: "in the foreground", aps: #"{"alert":"Hi"}"#,
      expected: ["app.com.example.chat=background", "apps.com.example.chat.present+=banner"]
    ) { phone in
      phone.appState = .foreground
      phone.willPresent = [.list]
    },
    Row(
      testDescription: "denied", aps: #"{"alert":"Hi"}"#,
      expected: ["apps.com.example.chat.permission=authorized"]
    ) { $0.permission = .denied },
    Row(
      testDescription: "muted", aps: #"{"alert":"Hi"}"#,
      expected: [
        "interruption-level=critical in the payload", "mute.com.example.chat=off",
        "clock=2026-04-14T18:01:00.000Z",
      ]
    ) { $0.mutedUntil = Moment.start + 60 },
    Row(
      testDescription: "in the summary", aps: #"{"alert":"Hi"}"#,
      expected: [
        "interruption-level=time-sensitive in the payload", "summary.apps-=com.example.chat",
      ]
    ) { $0.summaryAt = Moment.start + 60 },
    Row(
      testDescription: "banners off", aps: #"{"alert":"Hi"}"#,
      expected: ["apps.com.example.chat.banners=true", "lock=locked"]
    ) { $0.showsBanners = false },
    Row(
      testDescription: "two obstacles", aps: #"{"alert":"Hi"}"#,
      expected: [
        "focus=off apps.com.example.chat.permission=authorized",
        "focus.dinner.allowApps+=com.example.chat apps.com.example.chat.permission=authorized",
        "apps.com.example.chat.permission=authorized interruption-level=time-sensitive in the payload",
      ]
    ) { phone in
      phone.permission = .denied
      phone.focus = PresentationContext.Focus(name: "dinner")
    },
    Row(testDescription: "only a badge", aps: #"{"badge":1}"#, expected: []) { _ in },
  ]

  private static func effects(of aps: String) throws -> [Phone.Effect] {
    var device = Phone.stub()
    return device.deliver(try .stub(aps: aps))
  }

  @Test(arguments: rows)
  func `the trace has the smallest changes that show a push`(row: Row) throws {
    let push = try Delivery.stub(aps: row.aps)
    var device = Phone.stub()
    let record = try #require(device.deliver(push).record)
    var changed = record
    changed.context = .stub(row.setup)
    #expect(Presentation.trace(of: changed).wouldShowIf.map(\.text) == row.expected)
  }

  @Test(arguments: rows)
  func `set accepts the suggested changes unchanged`(row: Row) throws {
    let record = try #require(Self.effects(of: row.aps).record)
    var changed = record
    changed.context = .stub(row.setup)
    for word in Presentation.trace(of: changed).wouldShowIf.flatMap(\.set) {
      if word.hasPrefix("clock=") {
        _ = try ClockChange(String(word.dropFirst("clock=".count)))
      } else {
        let reader = SettingChangeReader(now: Moment.start, phone: PhoneSettings())
        #expect(try reader.changes([word]).count == 1)
      }
    }
  }

  @Test func `setting a suggested change shows the push`() throws {
    var device = Phone.stub {
      $0.focuses["at. \"work\""] = FocusSettings()
      $0.apps["com.example.chat"] = AppSettings()
      $0.apps["com.example.chat"]?.permission = .denied
    }
    _ = device.handle(.changed(.focusOn("at. \"work\"", until: nil)), at: Moment.start)
    let record = try #require(device.deliver(try .stub()).record)
    let remedies = Presentation.trace(of: record).wouldShowIf
    let remedy = try #require(
      remedies.first { $0.set.count == 2 && $0.set[0].contains("allowApps+") })
    for word in remedy.set {
      let reader = SettingChangeReader(now: Moment.start, phone: device.settings)
      for change in try reader.changes([word]) {
        _ = device.handle(.changed(change), at: Moment.start)
      }
    }
    #expect(device.deliver(try .stub(2)).record?.notification.outcome == .shown)
  }

  @Test func `the suggested arguments of set are quoted for a shell`() throws {
    let name: FocusName = "tea'\u{301}; touch pwned"
    var device = Phone.stub { $0.focuses[name] = FocusSettings() }
    _ = device.handle(.changed(.focusOn(name, until: nil)), at: Moment.start)
    let record = try #require(device.deliver(try .stub()).record)
    let remedies = Presentation.trace(of: record).wouldShowIf.map(\.text)
    #expect(
      remedies.contains("'focus.tea'\\''\u{301}; touch pwned.allowApps+=com.example.chat'"),
      "\(remedies)")
  }

  @Test func `the trace of a record equals the phone's decision`() throws {
    var device = Phone.stub()
    _ = device.handle(.changed(.focusOn("dnd", until: nil)), at: Moment.start)
    let record = try #require(device.deliver(try .stub()).record)
    let trace = Presentation.trace(of: record)
    #expect(trace.outcome == .quiet)
    #expect(trace.reason == .dndManual)
    #expect(trace.steps.map(\.name) == StepName.ofNotifications.filter { $0 != .channel })
    let stop = trace.steps.first { $0.result == .stop }
    #expect(stop?.name == .focus)
    #expect(stop?.setting == "focus.dnd")
    #expect(trace.wouldShowIf.first?.set == ["focus=off"])
  }
}
