import Foundation
import InboxModel

/// The clock of a live program: the system's clock, with the offset of `set clock=…`; or a stopped
/// one, which a demo moves from step to step.
struct LiveClock: Equatable, Sendable {
  /// The offset to the system's clock in seconds.
  private(set) var offset: TimeInterval = 0
  /// The moment at which the clock is stopped; nil while it runs.
  private(set) var stoppedAt: Date?

  /// The current moment in whole milliseconds.
  var now: Date {
    stoppedAt ?? Date(timeIntervalSinceNow: offset).wholeMilliseconds
  }

  /// Converts a moment of the system's clock to this one.
  func moved(_ date: Date) -> Date {
    stoppedAt ?? (offset == 0 ? date : date.addingTimeInterval(offset).clamped)
  }

  /// Applies `set clock=real|+5m|ISO-TIME`. A stopped clock stays stopped, except after `real`.
  mutating func apply(_ change: ClockChange) {
    switch change {
    case .real: (offset, stoppedAt) = (0, nil)
    case .advance(let seconds): move(to: now + seconds)
    case .moment(let date): move(to: date)
    }
  }

  /// Stops the clock at a moment.
  mutating func stop(at date: Date) {
    stoppedAt = date.clamped.wholeMilliseconds
  }

  /// Starts the clock again from the moment at which it is stopped.
  mutating func resume() {
    guard let date = stoppedAt else { return }
    stoppedAt = nil
    move(to: date)
  }

  private mutating func move(to date: Date) {
    if stoppedAt != nil { stop(at: date) } else { offset = date.clamped.timeIntervalSinceNow }
  }
}
