import Foundation

/// The outcome of a push's delivery to the phone, as counted, and as reported by a phone to its
/// provider.
public enum DeliveryOutcome: Equatable, Sendable {
  /// The first delivery arrived without delay.
  case atOnce
  /// The first delivery arrived this number of milliseconds after acceptance.
  case late(milliseconds: Int)
  /// A repeated delivery arrived this number of milliseconds after acceptance.
  case recovered(milliseconds: Int)
  /// A delivery did not reach the phone.
  case lost(Cause)
  /// The phone's side rejected the push.
  case rejected
  /// The push did not arrive and is included in the number that another push shows.
  case reportedMissing
  /// The push was reported as missing and arrived later.
  case found
  /// The push was sent again.
  case repeated
  /// The number of missing pushes replaced the text of the push.
  case replaced
  /// The text that this number had replaced was shown later.
  case readable
  /// The push had arrived already.
  case duplicate

  /// The reason for which a delivery did not reach the phone.
  public enum Cause: String, Sendable, CaseIterable {
    /// Lost on the network.
    case network
    /// Replaced by a newer push while the phone was offline.
    case coalesced
    /// Expired.
    case expired

    /// Makes the cause of a dropped push; nil for one that was never sent.
    init?(_ code: ReasonCode) {
      switch code {
      case .linkLost: self = .network
      case .deviceCoalesced, Guests.overflow: self = .coalesced
      case .deviceExpired: self = .expired
      default: return nil
      }
    }
  }

  /// The delay up to which a push counts as delivered without delay, in milliseconds.
  static let tolerance = 1000

  /// Makes the outcome of an arrival this number of seconds after acceptance. At most one hundred
  /// years are counted.
  init(arrivalAfter seconds: TimeInterval, isSentAgain: Bool) {
    let milliseconds = Int((min(max(0, seconds), TimeSpan.century) * 1000).rounded())
    if isSentAgain {
      self = .recovered(milliseconds: milliseconds)
    } else {
      self = milliseconds > Self.tolerance ? .late(milliseconds: milliseconds) : .atOnce
    }
  }

  /// The delay in milliseconds; nil if the push was not late.
  var lateness: Int? {
    switch self {
    case .late(let milliseconds), .recovered(let milliseconds): milliseconds
    default: nil
    }
  }

  /// The changes of the counters.
  var changes: [(QueueTally.Counter, Int)] {
    switch self {
    case .atOnce: [(\.delivered, 1)]
    case .late: [(\.delivered, 1), (\.late, 1)]
    case .recovered: [(\.recovered, 1)]
    case .lost(.network): [(\.network, 1)]
    case .lost(.coalesced): [(\.coalesced, 1)]
    case .lost(.expired): [(\.expired, 1)]
    case .rejected: [(\.rejected, 1)]
    case .reportedMissing: [(\.reportedMissing, 1)]
    case .found: [(\.reportedMissing, -1)]
    case .repeated: [(\.repeated, 1)]
    case .replaced: [(\.replaced, 1), (\.unreadable, 1)]
    case .readable: [(\.unreadable, -1)]
    case .duplicate: [(\.duplicates, 1)]
    }
  }
}
