import Foundation
import Testing

@testable import InboxModel

/// Live Activities as lines, sentences and JSON, and in filters.
@Suite struct ActivityOutputTests {
  /// A match with a goal, which the phone shows with a relevance score.
  private func match() throws -> ActivityPhone {
    var phone = try ActivityPhone()
    try phone.start("A-B", #","relevance-score":2"#)
    try phone.push(
      "update", ActivityPhone.score(1) + #","relevance-score":2"#, after: 60)
    return phone
  }

  private func events(_ phone: ActivityPhone) -> [InboxEvent] {
    phone.effects.compactMap { if case .emit(let event) = $0 { event } else { nil } }
  }

  @Test func `ls has a line for each card, before the groups`() throws {
    var phone = try match()
    var lines = Array(ListText.lines(of: phone.device))
    try #require(lines.count == 1)
    #expect(lines[0].hasPrefix("A1  2026-04-14 "))
    #expect(lines[0].hasSuffix("  Match  Match  home 0->1  away 0  [running, relevance 2]"))
    try phone.push("update", ActivityPhone.score(2) + #","stale-date":1776189720"#, after: 90)
    try phone.push("end", #""content-state":{"home":2}"#, after: 200)
    lines = Array(ListText.lines(of: phone.device))
    #expect(lines[0].hasSuffix("  home 2  away 0->  [ended by push]"))
    try phone.set(["activity.\(ActivityPhone.app.text)=all"], after: 300)
    #expect(Array(ListText.lines(of: phone.device)) == ["the list is empty"])
    let filter = try Filter("is:activity", now: phone.device.now, timeZone: .gmt)
    #expect(ListText.lines(ofActivitiesOf: phone.device, filter: filter).count == 1)
  }

  @Test func `changes of cards are announced with what changed`() throws {
    var phone = try match()
    func spoken() -> SpokenText { SpokenText(phone.device) }
    #expect(
      events(phone).compactMap { spoken().announcement($0) }.filter { $0.hasPrefix("Live") }.last
        == "Live Activity A1 of Match: update. Match. home 1, was 0; away 0.")
    #expect(spoken().list() == ["Live Activity A1 of Match. Match. home 1, was 0; away 0."])
    try phone.push("update", #""content-state":{"away":0,"minute":1}"#, after: 61)
    #expect(
      spoken().list() == [
        "Live Activity A1 of Match. Match. away 0; minute 1, new; home removed, was 1."
      ])
  }

  @Test(
    arguments: [
      ("is:activity", true), ("-is:activity", false), ("Match", true), ("home", true),
      ("A-B", true),
      ("A-C", false), ("title:match", true), ("body:away", true), ("app:match", true),
      ("app:chat", false), ("id:A1", true), ("id:a1", true), ("id:A2", false), ("id:2", true),
      ("id:1", false), ("type:liveactivity", true), ("type:alert", false), ("is:unread", false),
      ("-is:unread", true), ("after:30s", true), ("after:2026-04-15", false), ("thread:a", false),
      ("topic:com.example.match.push-type.liveactivity", true), ("token:zz", false),
    ])
  func `a card matches filters by its fields`(text: String, matches: Bool) throws {
    let phone = try match()
    let filter = try Filter(text, now: phone.device.now, timeZone: .gmt)
    let card = try phone.card
    #expect(filter.matches(card, on: phone.device) == matches)
    // Events of cards are found by the same words if the filter asks for them.
    let event = try #require(
      events(phone).last { if case .activity = $0.kind { true } else { false } })
    let both = try Filter("is:activity " + text, now: phone.device.now, timeZone: .gmt)
    #expect(both.matches(event, on: phone.device) == matches)
  }

  @Test func `tokens are listed with their state, old ones on request`() throws {
    var phone = try match()
    let first = ActivityTokenList.rows(of: phone.device, includingOld: true)
    #expect(first.map(\.activity?.text) == [nil, "A1"])
    #expect(first.map(\.state) == [.valid, .valid])
    #expect(first[1].token == (try phone.card).token)
    try phone.set(["tokens.\(ActivityPhone.app.text)=new"], after: 70)
    try phone.push("end", ActivityPhone.score(1), after: 80)
    let rows = ActivityTokenList.rows(of: phone.device, includingOld: true)
    #expect(rows.map(\.activity?.text) == [nil, "A1", "A1", nil])
    #expect(rows.map(\.state) == [.valid, .ended, .replaced, .replaced])
    #expect(
      ActivityTokenList.rows(of: phone.device, includingOld: false) == Array(rows.prefix(1)))
    #expect(rows[2].token == first[1].token)
    #expect(
      ActivityTokenList.line(rows[1], in: .gmt)
        == "com.example.match  update A1  \(rows[1].token.hex)  ended  2026-04-14 18:01:20.000")
    #expect(
      ActivityTokenList.json(rows[3]).hasPrefix(
        #"{"activity":null,"app":"com.example.match","kind":"start","since":"2026-04-14T18:01:10.000Z","state":"replaced","#
      ))
  }

  @Test func `budgets have the time at which they have room again`() throws {
    var phone = try ActivityPhone(["device.activities.updateBudget=2"])
    try phone.start()
    for second in [10.0, 20] { try phone.push("update", ActivityPhone.score(1), after: second) }
    let budgets = phone.device.activityBudgets(of: ActivityPhone.app)
    #expect((budgets.updates.used, budgets.updates.limit) == (2, 2))
    #expect(budgets.updates.nextAt == Moment.start + 3610)
    #expect((budgets.starts.used, budgets.starts.nextAt == nil) == (1, true))
    #expect(phone.device.activityBudgets(of: "com.example.other").updates.used == 0)
  }

  @Test func `a card names its newest push and the reason for ignoring it`() throws {
    var phone = try match()
    #expect((try phone.card).newestIgnored == nil)
    try phone.push("update", ActivityPhone.score(9) + #","timestamp":1"#, after: 70)
    let card = try phone.card
    #expect(card.newestIgnored == .activityOlderTimestamp)
    #expect((card.lastPush, card.newestPush) == (2, 3))
  }
}
