import Foundation
@testable import InboxModel
import Testing

/// The two machines together, and the clock that advances between events.
@Suite struct PushSystemTests {
  private let night = Moment.at("2026-04-14T22:00:00Z")

  private func system(_ change: (inout PhoneSettings) -> Void = { _ in }) -> PushSystem {
    var settings = PhoneSettings()
    change(&settings)
    var system = PushSystem(device: Phone(settings: settings))
    _ = system.handle(.timePassed, at: Moment.start)
    return system
  }

  @Test func `the clock stops at each moment with a due event`() {
    var system = system {
      $0.focuses["night"] = FocusSettings()
      $0.focuses["night"]?.schedules = [FocusSchedule(from: 22 * 60, to: 7 * 60)]
    }
    var effects: [Effect] = []
    system.advance(to: night + 86_400, &effects)
    let moments = effects.compactMap { effect -> Date? in
      if case .emit(let event) = effect { event.at } else { nil }
    }
    #expect(moments == [night, night + 9 * 3600, night + 86_400])
    #expect(system.now == night + 86_400)
  }

  @Test func `the clock never goes back`() {
    var system = system()
    var effects: [Effect] = []
    system.advance(to: Moment.start - 1, &effects)
    #expect(effects.isEmpty)
    #expect(system.now == Moment.start)
  }

  @Test func `the list is limited with every push, and removed unread entries are counted`() {
    var system = system()
    system.historyLimit = 2
    for number in 1...5 {
      _ = system.handle(
        .gateway(.pushReceived(.stub(at: Moment.start), reply: nil)), at: Moment.start)
      #expect(system.device.inbox.count == min(number, 2))
    }
    #expect(system.droppedUnread == 3)
    _ = system.handle(.device(.marked([4], read: true)), at: Moment.start)
    _ = system.handle(
      .gateway(.pushReceived(.stub(at: Moment.start), reply: nil)), at: Moment.start)
    #expect(system.droppedUnread == 3)
    #expect(Array(system.device.inbox.ids) == [6, 5])
  }

  @Test func `settings of one command are reported in their order with their previous values`() {
    var system = system()
    let (chat, mail): (BundleID, BundleID) = ("com.example.chat", "com.example.mail")
    let threshold = SettingPath.device("stackThreshold")
    let effects = system.handle(
      .changes([
        .setting(threshold, 3), .grouping(.byApp), .appState(chat, .foreground),
        .appState(mail, .foreground), .setting(threshold, 4), .setting(threshold, .null),
      ]), at: Moment.start)
    let reports = effects.compactMap { effect -> String? in
      guard case .emit(let event) = effect, case .setting(let key, let value, let was) = event.kind
      else { return nil }
      return "\(key) \(was ?? "-") \(value ?? "-")"
    }
    #expect(
      reports == [
        "device.stackThreshold 2 3", "grouping automatic byApp",
        "app.com.example.chat - foreground", "app.com.example.mail - foreground",
        "device.stackThreshold 3 4", "device.stackThreshold 4 2",
      ])
    let states = [chat, mail].map { system.device.settings.app($0).state }
    #expect(states == [.background, .foreground])
  }

  @Test func `a Focus or mute whose end has passed at its start ends a millisecond later`() {
    let moment = night
    let next = Moment.at("2026-04-14T22:00:00.001Z")
    #expect(
      SettingChange.focusOn("dnd", until: moment - 1).starting(at: moment)
        == .focusOn("dnd", until: next))
    #expect(
      SettingChange.focusOff(since: moment - 1).starting(at: moment) == .focusOff(since: moment))
    let app: BundleID = "com.example.app"
    #expect(
      SettingChange.mute(app, until: moment).starting(at: moment) == .mute(app, until: next))
  }
}
