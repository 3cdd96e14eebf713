import Foundation
import Testing

@testable import InboxModel

@Suite struct BackgroundFetchesTests {
  private let start = Moment.start

  /// A state of as many apps as have one, of which `app.0` was woken first.
  private func full() -> BackgroundFetches {
    var fetches = BackgroundFetches()
    for number in 0..<BackgroundFetches.appLimit {
      fetches.count(BundleID("app.\(number)"), at: start + Double(number) / 10_000)
    }
    return fetches
  }

  @Test func `of more than 10,000 apps, the one whose counts end first loses them`() {
    var fetches = full()
    #expect(fetches.all.count == 10_000)
    fetches.count("new", at: start + 2)
    #expect(fetches.all.count == 10_000)
    #expect(fetches["app.0"].isEmpty)
    #expect(fetches.recentWakes(of: "new", at: start + 2).count == 1)
    // It is removed from the store, too.
    #expect(fetches.drainUnstored().contains("app.0"))
  }

  @Test func `reloads of widgets, runtimes and waiting pushes keep a state longer`() {
    var fetches = full()
    fetches.countReload("app.0", at: start + 1)
    fetches.retain(.init(id: 1, thread: "", until: nil), for: "app.1")
    fetches.retain(.init(id: 2, thread: "", until: start + 3700), for: "app.2")
    for number in 0..<10 { fetches.count(BundleID("new.\(number)"), at: start + 2) }
    #expect((0..<4).map { fetches[BundleID("app.\($0)")].isEmpty } == [false, false, false, true])
    #expect(fetches["app.12"].isEmpty && !fetches["app.13"].isEmpty)
  }

  @Test func `with 10,000 stored apps, a new app is stored and another is removed`() {
    var fetches = full()
    fetches.extendRuntime("new", at: start)
    #expect(fetches.isAwake("new") && fetches.all.count == 10_000)
  }

  @Test func `an app whose state is empty makes room for another`() {
    var fetches = full()
    fetches["app.7"] = AppFetches()
    fetches.count("new", at: start + 2)
    #expect(fetches.all.count == 10_000 && !fetches["app.0"].isEmpty)
  }

  @Test func `the next event is that of the app with the earliest one`() {
    var fetches = BackgroundFetches()
    fetches.extendRuntime("a", at: start + 5)
    fetches.retain(.init(id: 1, thread: "", until: start + 20), for: "b")
    fetches.retain(.init(id: 2, thread: "", until: nil), for: "c")
    #expect(fetches.due == start + 20)
    #expect(fetches.removeDue(at: start + 20, isSetBack: false).pushes.map(\.app) == ["b"])
    #expect(fetches.due == start + 35)
    #expect(fetches.removeDue(at: start + 35, isSetBack: false).asleep == ["a"])
    #expect(fetches.due == nil && fetches["c"].waiting != nil)
  }

  @Test func `a runtime ends when the clock is set back before its beginning`() {
    var fetches = BackgroundFetches()
    fetches.extendRuntime("a", at: start)
    fetches.extendRuntime("b", at: start - 20)
    #expect(fetches.removeDue(at: start - 10, isSetBack: true).asleep == ["a"])
    #expect(fetches.isAwake("b"))
  }

  @Test func `wake-ups, reloads and waits ahead of a clock that was set back are removed`() {
    var fetches = full()
    fetches.countReload("app.1", at: start)
    fetches.retain(.init(id: 7, thread: "", until: start + 3600), for: "app.2")
    let due = fetches.removeDue(at: start - 3601, isSetBack: true)
    #expect(due.pushes.map(\.push.id) == [7])
    #expect(fetches.all.isEmpty)
  }

  @Test func `states that were stored ahead of the clock end at the first event`() {
    var stored = BackgroundFetches()
    stored.extendRuntime("a", at: start + 3600)
    stored.extendRuntime("b", at: start - 10)
    stored.count("c", at: start + 3600)
    var fetches = BackgroundFetches()
    fetches.restore(stored.all)
    #expect(fetches.isRestored && fetches.drainUnstored().isEmpty)
    #expect(fetches.removeDue(at: start, isSetBack: false).asleep == ["a"])
    #expect(Set(fetches.all.keys) == ["b"] && fetches.due == start + 20 && !fetches.isRestored)
  }
}
