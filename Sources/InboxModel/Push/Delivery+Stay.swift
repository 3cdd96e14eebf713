import Foundation

extension Delivery {
  /// The longest time a push waits, in seconds.
  static let maximumStorageTime: TimeInterval = 30 * 86_400

  /// The end of the wait: the expiration, at most 30 days after reception, 8 hours for a broadcast.
  var endOfStay: Date {
    let limit =
      broadcast == nil ? Self.maximumStorageTime : BroadcastTransit.maximumStorageTime
    let latest = self.receivedAt.addingTimeInterval(limit)
    return self.headers.expiration?.date.map { min($0, latest) } ?? latest
  }

  /// Returns whether the push has expired at a moment.
  public func isPast(at now: Date) -> Bool { endOfStay <= now }

  /// Whether the push may be stored for later delivery.
  var isStorable: Bool {
    self.headers.expiration != .once && endOfStay > self.receivedAt
  }

  /// Returns the push as the record of one that never reached the phone.
  func dropped(_ reason: ReasonCode) -> Delivery {
    var copy = self
    copy.transit.fate = .dropped(reason)
    return copy
  }
}
