import Foundation
import Testing

@testable import InboxModel

@Suite struct BackgroundFetchesTests {
  private let start = Moment.start

  /// A state of as many apps as have one, of which `app.0` was woken last.
  private func full() -> BackgroundFetches {
    var fetches = BackgroundFetches()
    for number in (0..<BackgroundFetches.appLimit).reversed() {
      fetches.count(BundleID("app.\(number)"), at: start)
    }
    return fetches
  }

  @Test func `at most 10,000 apps are counted, awake or waited for`() {
    var fetches = full()
    #expect(fetches.all.count == 10_000)
    fetches.count("new", at: start)
    fetches.countReload("new", at: start)
    fetches.extendRuntime("new", at: start)
    fetches.retain(.init(id: 1, thread: ""), for: "new", at: start)
    #expect(fetches["new"].isEmpty && fetches.all.count == 10_000)
    // The others are counted on.
    fetches.count("app.7", at: start + 1)
    #expect(fetches.recentWakes(of: "app.7", at: start + 1).count == 2)
  }

  @Test func `an app without a state leaves its place to another`() {
    var fetches = full()
    fetches.count("new", at: start)
    fetches["app.7"] = AppFetches()
    fetches.count("new", at: start)
    #expect(fetches.recentWakes(of: "new", at: start).count == 1)
  }

  @Test func `states that no longer matter make room, and are removed from the store`() {
    var fetches = full()
    fetches.count("new", at: start)
    fetches.retain(.init(id: 1, thread: ""), for: "app.1", at: start)
    fetches.countReload("app.2", at: start)
    _ = fetches.drainUnstored()
    fetches.count("new", at: start + 3599)
    #expect(fetches["new"].isEmpty && fetches.drainUnstored().isEmpty)
    // Within a minute after a search there is no other one.
    fetches.count("new", at: start + 3601)
    #expect(fetches["new"].isEmpty)
    fetches.count("new", at: start + 3660)
    #expect(Set(fetches.all.keys) == ["app.1", "app.2", "new"])
    #expect(fetches.drainUnstored().count == 9_999)
  }

  @Test func `a clock that was set back does not keep an app from being counted`() {
    var fetches = full()
    fetches.count("new", at: start)
    fetches.count("new", at: start - 10)
    #expect(fetches.recentWakes(of: "new", at: start - 10).count == 1)
  }
}
