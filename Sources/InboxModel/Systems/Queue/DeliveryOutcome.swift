import Foundation

/// The outcome of a push on its way to the phone, as it is counted, and as a phone reports it to
/// its provider.
public enum DeliveryOutcome: Equatable, Sendable {
  /// It arrived when it was sent first.
  case atOnce
  /// It arrived when it was sent first, so many milliseconds after it was accepted.
  case late(milliseconds: Int)
  /// It arrived when it was sent again, so many milliseconds after it was accepted.
  case recovered(milliseconds: Int)
  /// A delivery did not reach the phone.
  case lost(Cause)
  /// The checks of the phone's side refused it.
  case refused
  /// It did not arrive and is part of the number that another push shows.
  case reportedMissing
  /// It was reported as missing and is not any more: it arrived after all.
  case found
  /// It was sent again.
  case repeated
  /// The number of missing pushes stands in its place.
  case replaced
  /// That number stood in its place and no longer does.
  case readable
  /// It had arrived already.
  case duplicate

  /// Why a delivery did not reach the phone.
  public enum Cause: String, Sendable, CaseIterable {
    /// It was lost on the way.
    case network
    /// A newer push replaced it while the phone was offline.
    case coalesced
    /// Its time was over.
    case expired

    /// The cause of a push that was dropped; nil for one that was never sent.
    init?(_ code: ReasonCode) {
      switch code {
      case .linkLost: self = .network
      case .deviceCoalesced, Guests.overflow: self = .coalesced
      case .deviceExpired: self = .expired
      default: return nil
      }
    }
  }

  /// The delay up to which a push counts as delivered at once, in milliseconds.
  static let tolerance = 1000

  /// The latest that is counted, in milliseconds: a hundred years.
  static let longest = Int(TimeSpan.century * 1000)

  /// Arrival so many seconds after a push was accepted.
  init(arrivalAfter seconds: TimeInterval, isSentAgain: Bool) {
    let milliseconds = Int((min(max(0, seconds), TimeSpan.century) * 1000).rounded())
    if isSentAgain {
      self = .recovered(milliseconds: milliseconds)
    } else {
      self = milliseconds > Self.tolerance ? .late(milliseconds: milliseconds) : .atOnce
    }
  }

  /// Milliseconds after which it arrived; nil for what is not late.
  var lateness: Int? {
    switch self {
    case .late(let milliseconds), .recovered(let milliseconds): milliseconds
    default: nil
    }
  }

  /// Its additions to the counts.
  var changes: [(QueueTally.Counter, Int)] {
    switch self {
    case .atOnce: [(\.delivered, 1)]
    case .late: [(\.delivered, 1), (\.late, 1)]
    case .recovered: [(\.recovered, 1)]
    case .lost(.network): [(\.network, 1)]
    case .lost(.coalesced): [(\.coalesced, 1)]
    case .lost(.expired): [(\.expired, 1)]
    case .refused: [(\.refused, 1)]
    case .reportedMissing: [(\.reportedMissing, 1)]
    case .found: [(\.reportedMissing, -1)]
    case .repeated: [(\.repeated, 1)]
    case .replaced: [(\.replaced, 1), (\.unreadable, 1)]
    case .readable: [(\.unreadable, -1)]
    case .duplicate: [(\.duplicates, 1)]
    }
  }
}
