import Foundation

/// The link from the gateway to the phone, which may lose, delay, reorder and duplicate deliveries.
/// A seed determines its decisions, so that equal deliveries have equal results.
struct Link: Equatable, Sendable {
  /// The settings.
  var settings = LinkSettings() {
    didSet { if settings.seed != oldValue.seed { chance = Self.chance(settings) } }
  }
  /// The state of the random numbers.
  var chance: SplitMix64
  /// The pushes in transit, the next arrival first.
  private(set) var underway: [Delivery] = []

  init(settings: LinkSettings = LinkSettings()) {
    self.settings = settings
    chance = Self.chance(settings)
  }

  private static func chance(_ settings: LinkSettings) -> SplitMix64 {
    SplitMix64(seed: UInt64(clamping: settings.seed))
  }

  /// The next arrival; nil if no push is in transit.
  var nextArrival: Date? { underway.first?.transit.queue.arrivesAt }

  /// Whether every push arrives once and without delay.
  var isPerfect: Bool {
    settings.loseNext == 0 && settings.loss == 0 && settings.duplicate == 0 && settings.reorder == 0
      && settings.delay == 0
  }

  /// Draws whether an event with this probability (percent) occurs.
  mutating func occurs(_ percent: Int) -> Bool {
    percent > 0 && chance.next() % 100 < UInt64(percent)
  }

  /// Sends a push over the link and decreases ``LinkSettings/loseNext``.
  ///
  /// - Returns: The copies with their results: lost, arriving later and held here, or arrived.
  mutating func carry(_ push: Delivery, at now: Date) -> [Delivery] {
    if settings.loseNext > 0 {
      settings.loseNext -= 1
      return [push.dropped(.linkLost)]
    }
    if occurs(settings.loss) { return [push.dropped(.linkLost)] }
    let copies = occurs(settings.duplicate) ? 2 : 1
    return (0..<copies).map { number in
      var copy = push
      if number > 0 { copy.transit.queue.isCopy = true }
      let time = settings.delay + (occurs(settings.reorder) ? LinkSettings.lag : 0)
      guard time > 0 else { return copy }
      copy.transit.queue.arrivesAt = now.addingTimeInterval(time).wholeMilliseconds.clamped
      hold(copy)
      return copy
    }
  }

  /// Holds a push in transit.
  mutating func hold(_ push: Delivery) {
    guard let arrivesAt = push.transit.queue.arrivesAt else { return }
    let place = underway.lastIndex { ($0.transit.queue.arrivesAt ?? arrivesAt) <= arrivesAt }
    underway.insert(push, at: place.map { $0 + 1 } ?? 0)
  }

  /// Removes and returns the pushes that have arrived.
  mutating func removeArrived(at now: Date) -> [Delivery] {
    guard let nextArrival, nextArrival <= now else { return [] }
    let arrived = Array(underway.prefix { $0.transit.queue.arrivesAt.map { $0 <= now } ?? true })
    underway.removeFirst(arrived.count)
    return arrived.map { push in
      var push = push
      push.transit.queue.arrivesAt = nil
      return push
    }
  }

  // MARK: Storing

  /// The state of the random numbers, for a store; nil at its initial value.
  var state: Int? { self == Link(settings: settings) ? nil : Int(bitPattern: UInt(chance.state)) }

  /// Restores the ``state`` and, of the waiting pushes, those in transit.
  mutating func restore(_ state: Int?, _ pushes: [Delivery]) {
    if let state { chance = SplitMix64(seed: UInt64(UInt(bitPattern: state))) }
    for push in pushes { hold(push) }
  }
}
