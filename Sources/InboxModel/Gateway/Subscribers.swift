import Foundation

/// What a provider knows of a phone that has subscribed to its offer.
public struct SubscribedPhone: Equatable, Sendable {
  /// How far it is with one app.
  public struct Counts: Equatable, Sendable {
    /// The last position given.
    public var given = 0
    /// The last number written into a payload: only what shows a text has one.
    public var numbered = 0
    /// The highest position it has said it keeps.
    public var acknowledged = 0

    /// Nothing yet.
    public init(given: Int = 0, numbered: Int = 0, acknowledged: Int = 0) {
      self.given = given
      self.numbered = numbered
      self.acknowledged = acknowledged
    }
  }

  /// When it subscribed last.
  public var seenAt: Date
  /// How far it is, by app.
  public var apps: [BundleID: Counts] = [:]

  /// A phone that has just subscribed.
  public init(seenAt: Date) {
    self.seenAt = seenAt
  }
}

/// A push that is offered to a phone; what it says is read from the store when it is sent.
public struct OfferedPush: Equatable, Sendable {
  /// The phone, by its device identifier.
  public var phone: String
  /// The push.
  public var id: NotificationID
  /// Its app.
  public var app: BundleID
  /// Its position among all the phone is offered of the app, from 1.
  public var position: Int
  /// Its number among those that show a text; nil for one that shows none or was numbered by its sender.
  public var number: Int?

  /// Makes an offer.
  public init(phone: String, id: NotificationID, app: BundleID, position: Int, number: Int?) {
    self.phone = phone
    self.id = id
    self.app = app
    self.position = position
    self.number = number
  }
}

/// The phones that have subscribed to the offer, each with a numbering of its own for each app. Of the
/// pushes it holds nothing: a phone that reads slowly costs no memory.
struct Subscribers: Equatable, Sendable {
  /// How many phones are known; one more, and the one that has not subscribed for longest is forgotten. It
  /// may come back: it says itself how far it is.
  static let limit = 64

  /// By their device identifiers.
  private(set) var phones: [String: SubscribedPhone] = [:]

  /// Gives a push its next position with each phone, in the order of their identifiers.
  mutating func offer(_ push: Delivery) -> [OfferedPush] {
    // What is counted by an app's extension, which is asked about nothing else.
    let isCounted =
      push.typeInForce == .alert && push.payload.hasAlert && !push.payload.isNumbered
    return phones.keys.sorted().compactMap { phone in
      var counts = phones[phone]?.apps[push.app] ?? SubscribedPhone.Counts()
      guard counts.given < Payload.lastPosition else { return nil }
      counts.given += 1
      if isCounted { counts.numbered += 1 }
      phones[phone]?.apps[push.app] = counts
      return OfferedPush(
        phone: phone, id: push.id, app: push.app, position: counts.given,
        number: isCounted ? counts.numbered : nil)
    }
  }

  /// A phone has subscribed and said what it has; positions begin after that.
  ///
  /// - Returns: The phone that is forgotten for it, if one is.
  mutating func subscribe(_ phone: String, _ last: [BundleID: Int], at now: Date) -> String? {
    phones[phone, default: SubscribedPhone(seenAt: now)].seenAt = now
    for (app, position) in last {
      let given = phones[phone]?.apps[app]?.given ?? 0
      phones[phone]?.apps[app, default: SubscribedPhone.Counts()].given = max(given, position)
    }
    acknowledge(phone, last)
    guard phones.count > Self.limit else { return nil }
    let others = phones.filter { $0.key != phone }
    let oldest = others.min { ($0.value.seenAt, $0.key) < ($1.value.seenAt, $1.key) }?.key
    if let oldest { phones[oldest] = nil }
    return oldest
  }

  /// A phone keeps all up to these positions; what it was never given it cannot have.
  mutating func acknowledge(_ phone: String, _ positions: [BundleID: Int]) {
    for (app, position) in positions {
      var counts = phones[phone]?.apps[app] ?? SubscribedPhone.Counts()
      counts.acknowledged = max(counts.acknowledged, min(position, counts.given))
      phones[phone]?.apps[app] = counts
    }
  }

  /// Takes back what was kept.
  mutating func restore(_ kept: [String: SubscribedPhone]) {
    phones.merge(kept) { $1 }
  }
}
