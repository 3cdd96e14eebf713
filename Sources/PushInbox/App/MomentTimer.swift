import Dispatch
import Foundation

/// A timer on the main thread for one moment.
@MainActor
final class MomentTimer {
  private var source: (any DispatchSourceTimer)?
  private var moment: Date?

  /// Sets the timer, which calls `fired` once at `moment`; nil cancels it. A timer that is set to
  /// that moment already remains.
  ///
  /// - Parameter now: The time of the clock that `moment` is a time of.
  func set(to moment: Date?, now: Date, _ fired: @escaping @MainActor () -> Void) {
    guard moment != self.moment else { return }
    cancel()
    guard let moment else { return }
    self.moment = moment
    let source = DispatchSource.makeTimerSource(queue: .main)
    // At least once a day, since the moment may be as far away as `Date` permits.
    let seconds = min(max(0, moment.timeIntervalSince(now)), 86_400)
    source.schedule(wallDeadline: .now() + seconds)
    source.setEventHandler { [weak self] in
      MainActor.assumeIsolated {
        guard let self else { return }
        self.moment = nil
        fired()
      }
    }
    source.resume()
    self.source = source
  }

  /// Cancels the timer. After a change of the clock, this lets ``set(to:now:_:)`` schedule the same
  /// moment again.
  func cancel() {
    source?.cancel()
    (source, moment) = (nil, nil)
  }
}
