import Foundation

/// The end of a temporary state that a user set: a Focus, a mute.
///
/// The end is a moment. If the clock is set back, the state does not last longer than intended from
/// then on: half an hour stays half an hour at most.
struct Term: Equatable {
  /// The end.
  private(set) var until: Date
  /// The intended length in seconds; nil until it is measured.
  private var length: TimeInterval?

  /// Makes a term that ends at a moment.
  init(until: Date) {
    self.until = until
  }

  /// Measures the length at the first call, and moves the end if the clock was set back.
  mutating func advance(to moment: Date) {
    let left = until.timeIntervalSince(moment)
    let most = length ?? left
    length = most
    if left > most { until = moment.addingTimeInterval(most).wholeMilliseconds }
  }
}
