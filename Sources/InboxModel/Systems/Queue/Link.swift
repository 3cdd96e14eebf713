import Foundation

/// The way from the gateway to the phone, which may lose, delay, reorder and double what is sent.
/// What it does is decided by a seed: the same deliveries meet the same fate.
struct Link: Equatable, Sendable {
  /// The settings.
  var settings = LinkSettings() {
    didSet { if settings.seed != oldValue.seed { chance = Self.chance(settings) } }
  }
  /// The position in the sequence of its decisions.
  var chance: SplitMix64
  /// The pushes on their way, the next to arrive first.
  private(set) var underway: [Delivery] = []

  init(settings: LinkSettings = LinkSettings()) {
    self.settings = settings
    chance = Self.chance(settings)
  }

  private static func chance(_ settings: LinkSettings) -> SplitMix64 {
    SplitMix64(seed: UInt64(clamping: settings.seed))
  }

  /// When the next arrives; nil when nothing is on its way.
  var nextArrival: Date? { underway.first?.transit.queue.arrivesAt }

  /// Whether everything arrives, once and at once.
  var isPerfect: Bool {
    settings.loseNext == 0 && settings.loss == 0 && settings.duplicate == 0 && settings.reorder == 0
      && settings.delay == 0
  }

  /// Whether what happens to so many of a hundred happens now.
  mutating func strikes(_ percent: Int) -> Bool {
    percent > 0 && chance.next() % 100 < UInt64(percent)
  }

  /// Sends a push on its way. What ``LinkSettings/loseNext`` says counts down.
  ///
  /// - Returns: The copies with what becomes of each: lost, arriving later and kept here, or there
  ///   at once.
  mutating func carry(_ push: Delivery, at now: Date) -> [Delivery] {
    if settings.loseNext > 0 {
      settings.loseNext -= 1
      return [push.dropped(.linkLost)]
    }
    if strikes(settings.loss) { return [push.dropped(.linkLost)] }
    let copies = strikes(settings.duplicate) ? 2 : 1
    return (0..<copies).map { number in
      var copy = push
      if number > 0 { copy.transit.queue.isCopy = true }
      let time = settings.delay + (strikes(settings.reorder) ? LinkSettings.lag : 0)
      guard time > 0 else { return copy }
      copy.transit.queue.arrivesAt = now.addingTimeInterval(time).wholeMilliseconds.clamped
      hold(copy)
      return copy
    }
  }

  /// Takes a push that is on its way.
  mutating func hold(_ push: Delivery) {
    guard let arrivesAt = push.transit.queue.arrivesAt else { return }
    let place = underway.lastIndex { ($0.transit.queue.arrivesAt ?? arrivesAt) <= arrivesAt }
    underway.insert(push, at: place.map { $0 + 1 } ?? 0)
  }

  /// Takes out what has arrived.
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

  // MARK: Keeping

  /// The position in the sequence of its decisions, for a store; nil at its beginning.
  var state: Int? { self == Link(settings: settings) ? nil : Int(bitPattern: UInt(chance.state)) }

  /// Restores what was kept: the ``state``, and pushes that wait, of which it holds those on their
  /// way.
  mutating func restore(_ state: Int?, _ pushes: [Delivery]) {
    if let state { chance = SplitMix64(seed: UInt64(UInt(bitPattern: state))) }
    for push in pushes { hold(push) }
  }
}
