import Foundation
import Testing

@testable import InboxModel

/// The text and the JSON of a report of `what-if`.
@Suite struct WhatIfReportTests {
  private static func report(_ words: String...) throws -> (WhatIfReport, Phone) {
    var device = Phone.stub { $0.focuses["dinner"] = FocusSettings() }
    _ = device.handle(.changed(.focusOn("dinner", until: nil)), at: Moment.start)
    let effects = device.deliver(
      try .stub(1, aps: #"{"alert":{"title":"Ann","body":"Hi"},"thread-id":"a"}"#),
      try .stub(2, app: "com.example.mail", aps: #"{"alert":"Evil\u001b[2J"}"#),
      try .stub(3, aps: #"{"badge":1}"#))
    var question = try WhatIf(words, on: device, now: Moment.start)
    var report = WhatIfReport(words: words)
    for case .insert(let record) in effects.stored {
      report.looked += 1
      if let difference = question.difference(of: record) {
        report.differences.append(difference)
      }
    }
    return (report, device)
  }

  @Test func `the text report has a line for each push that differs`() throws {
    let (report, device) = try Self.report("focus=off", "grouping=byApp", "previews=never")
    #expect(
      WhatIfText.lines(report, on: device) == [
        "#2  2026-04-14 18:00:00.000  quiet, focus.rule, full text, group by thread (list) → "
          + "shown, hidden, group by app (banner, list)  Mail: Evil\\x1b[2J",
        "#1  2026-04-14 18:00:00.000  quiet, focus.rule, full text, group by thread (list) → "
          + "shown, hidden, group by app (banner, list)  Chat: Ann",
        "2 of 3 pushes would have been presented differently with focus=off grouping=byApp previews=never",
      ])
  }

  @Test func `a changed level and sound are named`() throws {
    var device = Phone.stub()
    let push = try Delivery.stub(
      aps: #"{"alert":"Hi","interruption-level":"critical","#
        + #""sound":{"critical":1,"name":"a.caf","volume":0.5}}"#)
    let record = try #require(device.deliver(push).record)
    let words = [
      "apps.com.example.chat.critical=false", #"apps.com.example.chat.sounds=["b.caf"]"#,
    ]
    var question = try WhatIf(words, on: device, now: Moment.start)
    var report = WhatIfReport(words: words)
    let difference = question.difference(of: record)
    report.differences = [try #require(difference)]
    let line = try #require(WhatIfText.lines(report, on: device).first)
    #expect(
      line.contains(
        "shown, critical, sound a.caf, critical at 50 % volume (banner, critical, list) → "
          + "shown, active, sound a.caf, not among the app's sounds, so the default (banner, list, sound)"
      ), "\(line)")
  }

  @Test func `a report without differences states that`() throws {
    let (report, device) = try Self.report("focus=dinner")
    #expect(
      WhatIfText.lines(report, on: device) == [
        "none of 3 pushes would have been presented differently with focus=dinner"
      ])
    #expect(
      WhatIfJSON.text(report, on: device)
        == #"{"differ":0,"looked":3,"pushes":[],"set":["focus=dinner"],"v":1}"#)
  }

  @Test func `the JSON report is one line`() throws {
    let (report, device) = try Self.report("apps.com.example.chat.permission=denied")
    #expect(
      WhatIfJSON.text(report, on: device)
        == #"{"differ":2,"looked":3,"pushes":["#
        + #"{"app":"com.example.chat","deliveredAt":"2026-04-14T18:00:00.000Z","id":3,"lateBy":0,"#
        + #""receivedAt":"2026-04-14T18:00:00.000Z","title":null,"#
        + #""was":{"content":null,"group":null,"hidden":false,"level":null,"outcome":"none","#
        + #""presented":["badge"],"reason":"kind.badge-only","sound":null},"#
        + #""wouldBe":{"content":null,"group":null,"hidden":false,"level":null,"outcome":"none","#
        + #""presented":[],"reason":"kind.badge-only","sound":null}},"#
        + #"{"app":"com.example.chat","deliveredAt":"2026-04-14T18:00:00.000Z","id":1,"lateBy":0,"#
        + #""receivedAt":"2026-04-14T18:00:00.000Z","title":"Ann","#
        + #""was":{"content":{"body":"Hi","subtitle":null,"title":"Ann"},"#
        + #""group":{"by":"thread","thread":"a"},"hidden":false,"level":"active","#
        + #""outcome":"quiet","presented":["list"],"reason":"focus.rule","sound":null},"#
        + #""wouldBe":{"content":null,"group":null,"hidden":false,"level":null,"#
        + #""outcome":"none","presented":[],"reason":"app.denied","sound":null}}],"#
        + #""set":["apps.com.example.chat.permission=denied"],"v":1}"#)
  }
}
