import Foundation

/// The phones that have subscribed to the offer, each with a numbering of its own for each app. Of
/// the pushes it holds nothing: a phone that reads slowly costs no memory.
struct SubscriberRegistry: Equatable, Sendable {
  /// The most phones that are known; one more, and of those that are not connected the one that has
  /// not subscribed for longest is forgotten. It may come back: it says itself how far it is.
  static let limit = 64

  /// The highest position a phone nobody knows is believed to have: after it as many are left.
  static let highestClaim = Payload.lastPosition / 2

  /// By their device identifiers.
  private(set) var phones: [PhoneID: SubscribedPhone] = [:]

  /// Gives a push its next position with each phone, in the order of their identifiers.
  mutating func offer(_ push: Delivery) -> [RelayedPush] {
    // What is counted by an app's extension, which is asked about nothing else.
    let isCounted = push.typeInForce == .alert && push.payload.hasAlert && !push.payload.isNumbered
    return phones.keys.sorted().compactMap { phone in
      var counts = phones[phone]?.apps[push.app] ?? SubscribedPhone.Counts()
      guard counts.given < Payload.lastPosition else { return nil }
      counts.given += 1
      if isCounted { counts.numbered += 1 }
      phones[phone]?.apps[push.app] = counts
      return RelayedPush(
        phone: phone, id: push.id, app: push.app, position: counts.given,
        number: isCounted ? counts.numbered : nil)
    }
  }

  /// Of what a phone says it has, what it was never given: the positions to begin after instead.
  func corrections(of last: [BundleID: Int], from phone: PhoneID) -> [BundleID: Int] {
    last.reduce(into: [:]) { corrections, claim in
      let given = phones[phone]?.apps[claim.key]?.given ?? 0
      if claim.value > given { corrections[claim.key] = given }
    }
  }

  /// The result of a subscription.
  enum Entry: Equatable {
    /// It is known, or is from now on; another one may be forgotten for it.
    case taken(forgotten: PhoneID?)
    /// As many as can be known are connected.
    case full
  }

  /// A phone has subscribed and said what it has. One that is known has what it was given at most;
  /// one that is not may have been forgotten: its positions go on where it is, and so do its
  /// numbers, none of which was above its position.
  ///
  /// - Parameter connected: the phones that are connected, none of which is forgotten.
  mutating func subscribe(
    _ phone: PhoneID, _ last: [BundleID: Int], connected: Set<PhoneID>, at now: Date
  ) -> Entry {
    if phones[phone] != nil {
      phones[phone]?.seenAt = now
      acknowledge(phone, last)
      return .taken(forgotten: nil)
    }
    var forgotten: PhoneID?
    if phones.count >= Self.limit {
      let away = phones.filter { !connected.contains($0.key) }
      forgotten = away.min { ($0.value.seenAt, $0.key) < ($1.value.seenAt, $1.key) }?.key
      guard let forgotten else { return .full }
      phones[forgotten] = nil
    }
    var newcomer = SubscribedPhone(seenAt: now)
    for (app, position) in last where position > 0 {
      let given = min(position, Self.highestClaim)
      newcomer.apps[app] = SubscribedPhone.Counts(
        given: given, numbered: given, acknowledged: given)
    }
    phones[phone] = newcomer
    return .taken(forgotten: forgotten)
  }

  /// Sets the store a phone reports from. Of another one than before nothing was reported.
  ///
  /// - Parameter last: the positions the phone says it has.
  /// - Returns: The positions it was given and does not have, by app; nil for a phone that reports
  ///   nothing.
  mutating func setStream(
    _ stream: String?, of phone: PhoneID, _ last: [BundleID: Int]
  ) -> [BundleID: Range<Int>]? {
    phones[phone]?.stream = stream
    phones[phone]?.reported = 0
    guard stream != nil, let apps = phones[phone]?.apps else { return nil }
    return apps.reduce(into: [:]) { given, app in
      let start = min(last[app.key] ?? 0, app.value.given)
      given[app.key] = start..<app.value.given
    }
  }

  /// Takes reports in their order, each once; one about a push that was never given is none.
  ///
  /// - Returns: The new ones, and the number of the last that is known now; nil for a phone that
  ///   reports nothing.
  mutating func receive(
    _ reports: [ArrivalReport], from phone: PhoneID
  ) -> (new: [ArrivalReport], through: Int?) {
    guard var known = phones[phone], known.stream != nil else { return ([], nil) }
    var new: [ArrivalReport] = []
    for report in reports where report.number > known.reported {
      known.reported = report.number
      if report.position <= known.apps[report.app]?.given ?? 0 { new.append(report) }
    }
    phones[phone] = known
    return (new, known.reported)
  }

  /// A phone keeps all up to these positions; what it was never given it cannot have.
  mutating func acknowledge(_ phone: PhoneID, _ positions: [BundleID: Int]) {
    for (app, position) in positions {
      guard var counts = phones[phone]?.apps[app] else { continue }
      counts.acknowledged = max(counts.acknowledged, min(position, counts.given))
      phones[phone]?.apps[app] = counts
    }
  }

  /// Takes back what was kept.
  mutating func restore(_ kept: [PhoneID: SubscribedPhone]) { phones.merge(kept) { $1 } }
}

/// The state of a subscribed phone at its provider.
public struct SubscribedPhone: Equatable, Sendable {
  /// The progress with one app.
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
  /// The progress, by app.
  public var apps: [BundleID: Counts] = [:]
  /// The store from which it reports how pushes arrive; nil for a phone that reports nothing.
  public var stream: String?
  /// The number of its last report.
  public var reported = 0

  /// A phone that has just subscribed.
  public init(seenAt: Date) { self.seenAt = seenAt }
}

/// A push that is offered to a phone; what it says is read from the store when it is sent.
public struct RelayedPush: Equatable, Sendable {
  /// The phone, by its device identifier.
  public var phone: PhoneID
  /// The push.
  public var id: NotificationID
  /// Its app.
  public var app: BundleID
  /// Its position among all the phone is offered of the app, from 1.
  public var position: Int
  /// Its number among those that show a text; nil for one that shows none or was numbered by its
  /// sender.
  public var number: Int?

  /// Makes an offer.
  public init(phone: PhoneID, id: NotificationID, app: BundleID, position: Int, number: Int?) {
    self.phone = phone
    self.id = id
    self.app = app
    self.position = position
    self.number = number
  }
}

/// A push that was offered to a phone and cannot be sent any more: its time is over, or it is not
/// kept.
public struct ExpiredRelay: Equatable, Sendable {
  /// The push.
  public var push: RelayedPush
  /// When it was accepted.
  public var sentAt: Date

  /// Names it.
  public init(_ push: RelayedPush, sentAt: Date) {
    self.push = push
    self.sentAt = sentAt
  }
}
