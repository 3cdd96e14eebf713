import Foundation

/// The end of something a hand set going for a while: a Focus, a mute.
///
/// The end is a moment. Where the clock is set back, though, nothing lasts longer from then on than
/// it was meant to from the beginning: half an hour stays half an hour at most.
struct Term: Equatable {
  /// When it ends.
  private(set) var until: Date
  /// The expected length in seconds; nil before it was measured.
  private var length: TimeInterval?

  /// Ends at a moment.
  init(until: Date) {
    self.until = until
  }

  /// Takes note of what the clock shows.
  mutating func advance(to moment: Date) {
    let left = until.timeIntervalSince(moment)
    let most = length ?? left
    length = most
    if left > most { until = moment.addingTimeInterval(most).wholeMilliseconds }
  }
}
