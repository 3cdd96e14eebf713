import Foundation
import InboxModel

/// The clock of a live program: the machine's, moved by `set clock=…`, which goes on at the usual pace; or
/// one that stands, which a demo moves from step to step.
struct LiveClock: Equatable, Sendable {
  /// Seconds ahead of the machine's clock.
  private(set) var offset: TimeInterval = 0
  /// The moment at which it stands; nil while it goes.
  private(set) var standing: Date?

  /// This moment, in whole milliseconds.
  var now: Date {
    standing ?? Date(timeIntervalSinceNow: offset).wholeMilliseconds
  }

  /// A moment of the machine's clock on this one.
  func moved(_ date: Date) -> Date {
    standing ?? (offset == 0 ? date : date.addingTimeInterval(offset).clamped)
  }

  /// Carries out `set clock=real|+5m|ISO-TIME`. One that stands stands there then, but for `real`.
  mutating func apply(_ change: ClockChange) {
    switch change {
    case .real: (offset, standing) = (0, nil)
    case .advance(let seconds): move(to: now + seconds)
    case .moment(let date): move(to: date)
    }
  }

  /// Stops it there.
  mutating func stand(at date: Date) {
    standing = date.clamped.wholeMilliseconds
  }

  /// Lets it go on from where it stands.
  mutating func resume() {
    guard let date = standing else { return }
    standing = nil
    move(to: date)
  }

  private mutating func move(to date: Date) {
    if standing != nil { stand(at: date) } else { offset = date.clamped.timeIntervalSinceNow }
  }
}
