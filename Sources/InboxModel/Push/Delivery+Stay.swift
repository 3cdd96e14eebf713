import Foundation

extension Delivery {
  /// The longest time a push waits, in seconds.
  static let longestStay: TimeInterval = 30 * 86_400

  /// When it stops waiting: its expiration, 30 days at most.
  var endOfStay: Date {
    let latest = self.receivedAt.addingTimeInterval(Self.longestStay)
    return self.headers.expiration?.date.map { min($0, latest) } ?? latest
  }

  /// Whether its sender's time for it is over.
  public func isPast(at now: Date) -> Bool { endOfStay <= now }

  /// Whether it may wait at all.
  var isStorable: Bool {
    self.headers.expiration != .once && endOfStay > self.receivedAt
  }

  /// The same push as a record of one that never reached the phone.
  func dropped(_ reason: ReasonCode) -> Delivery {
    var copy = self
    copy.transit.fate = .dropped(reason)
    return copy
  }
}
