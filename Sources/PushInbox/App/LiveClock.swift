import Foundation
import InboxModel

/// The clock of a live program: the machine's, moved by `set clock=…`; it goes on at the usual pace.
struct LiveClock: Equatable, Sendable {
  /// Seconds ahead of the machine's clock.
  private(set) var offset: TimeInterval = 0

  /// This moment, in whole milliseconds.
  var now: Date {
    Date(timeIntervalSinceNow: offset).wholeMilliseconds
  }

  /// A moment of the machine's clock on this one.
  func moved(_ date: Date) -> Date {
    offset == 0 ? date : date.addingTimeInterval(offset).clamped
  }

  /// Carries out `set clock=real|+5m|ISO-TIME`.
  mutating func apply(_ change: ClockChange) {
    switch change {
    case .real: offset = 0
    case .advance(let seconds): offset = (now + seconds).clamped.timeIntervalSinceNow
    case .moment(let date): offset = date.clamped.timeIntervalSinceNow
    }
  }
}
