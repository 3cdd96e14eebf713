import Foundation

/// The phones that subscribed to the relay, each with its own sequence for each app. It holds no
/// pushes, so that a slow phone takes no memory.
struct SubscriberRegistry: Equatable, Sendable {
  /// The maximum number of known phones. Beyond it the disconnected phone with the oldest
  /// subscription is removed. It may return, since it names its own positions.
  static let limit = 64

  /// The highest position that is accepted from an unknown phone; as many positions remain after
  /// it.
  static let highestClaim = Payload.lastPosition / 2

  /// The phones by their device identifiers.
  private(set) var phones: [PhoneID: SubscribedPhone] = [:]

  /// Assigns a push its next position for each phone, sorted by device identifier.
  mutating func offer(_ push: Delivery) -> [RelayedPush] {
    // Only these pushes are counted by an app's extension.
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

  /// Returns the positions to begin after, for those named by a phone that exceed what it was
  /// given.
  func corrections(of last: [BundleID: Int], from phone: PhoneID) -> [BundleID: Int] {
    last.reduce(into: [:]) { corrections, claim in
      let given = phones[phone]?.apps[claim.key]?.given ?? 0
      if claim.value > given { corrections[claim.key] = given }
    }
  }

  /// The result of a subscription.
  enum Entry: Equatable {
    /// The phone is registered; another one may have been removed for it.
    case taken(forgotten: PhoneID?)
    /// The maximum number of phones is connected.
    case full
  }

  /// Registers a subscribed phone with the positions it named. A known phone can have at most what
  /// it was given. An unknown one may have been removed: its positions continue where it is, and so
  /// do its numbers, none of which was above its position.
  ///
  /// - Parameter connected: The connected phones, none of which is removed.
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

  /// Sets the store from which a phone reports. A new store has reported nothing.
  ///
  /// - Parameter last: The positions named by the phone.
  /// - Returns: The positions it was given and does not have, by app; nil for a phone without
  ///   reports.
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

  /// Handles reports in their order, each once. A report about a push that was never sent is
  /// ignored.
  ///
  /// - Returns: The new reports, and the number of the last known one; nil for a phone without
  ///   reports.
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

  /// Records that a phone has stored all pushes up to these positions, limited to those it was
  /// given.
  mutating func acknowledge(_ phone: PhoneID, _ positions: [BundleID: Int]) {
    for (app, position) in positions {
      guard var counts = phones[phone]?.apps[app] else { continue }
      counts.acknowledged = max(counts.acknowledged, min(position, counts.given))
      phones[phone]?.apps[app] = counts
    }
  }

  /// Restores a stored state.
  mutating func restore(_ kept: [PhoneID: SubscribedPhone]) { phones.merge(kept) { $1 } }
}

/// The state of a subscribed phone at its provider.
public struct SubscribedPhone: Equatable, Sendable {
  /// The progress of one app.
  public struct Counts: Equatable, Sendable {
    /// The last assigned position.
    public var given = 0
    /// The last sequence number written into a payload; only pushes with text have one.
    public var numbered = 0
    /// The highest position that the phone has acknowledged.
    public var acknowledged = 0

    /// Makes a progress.
    public init(given: Int = 0, numbered: Int = 0, acknowledged: Int = 0) {
      self.given = given
      self.numbered = numbered
      self.acknowledged = acknowledged
    }
  }

  /// The moment of the last subscription.
  public var seenAt: Date
  /// The progress of each app.
  public var apps: [BundleID: Counts] = [:]
  /// The store from which it reports outcomes; nil for a phone without reports.
  public var stream: String?
  /// The number of its last report.
  public var reported = 0

  /// Makes the state of a phone that has just subscribed.
  public init(seenAt: Date) { self.seenAt = seenAt }
}

/// A push relayed to a phone. Its content is read from the store when it is sent.
public struct RelayedPush: Equatable, Sendable {
  /// The device identifier of the phone.
  public var phone: PhoneID
  /// The push.
  public var id: NotificationID
  /// Its app.
  public var app: BundleID
  /// Its position among all pushes of the app for the phone, from 1.
  public var position: Int
  /// Its sequence number among pushes with text; nil for one without text or with the sender's own
  /// number.
  public var number: Int?

  /// Makes a relayed push.
  public init(phone: PhoneID, id: NotificationID, app: BundleID, position: Int, number: Int?) {
    self.phone = phone
    self.id = id
    self.app = app
    self.position = position
    self.number = number
  }
}

/// A relayed push that can no longer be sent: it expired, or is not retained.
public struct ExpiredRelay: Equatable, Sendable {
  /// The push.
  public var push: RelayedPush
  /// The moment of its acceptance.
  public var sentAt: Date

  /// Makes an expired push.
  public init(_ push: RelayedPush, sentAt: Date) {
    self.push = push
    self.sentAt = sentAt
  }
}
