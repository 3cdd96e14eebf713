/// The Live Activities by the facts by which pushes find them, so that a push examines none of the
/// others.
struct ActivityIndex: Equatable, Sendable {
  /// A set of Live Activities that the index lists.
  enum Key: Hashable {
    /// The running Live Activities of an app.
    case running(BundleID)
    /// The running Live Activities of an app with this type and these attributes, as canonical
    /// JSON.
    case twins(BundleID, type: String?, attributes: String)
    /// The running Live Activities of an app that follow a broadcast channel.
    case followers(BundleID, channel: String)
    /// The running Live Activities of an app whose start was sent to a token, or that were assumed
    /// for it.
    case made(BundleID, by: DeviceToken)
    /// The Live Activities as in ``made(_:by:)``, running or ended.
    case everMade(BundleID, by: DeviceToken)
  }

  private var lists: [Key: ActivityList] = [:]

  /// Returns the Live Activities of a set; nil for none.
  subscript(key: Key) -> ActivityList? { lists[key] }

  /// Adds a card that is new, or changes one that has ended.
  mutating func put(_ card: ActivityCard, isNew: Bool) {
    if isNew, let token = card.makingToken { insert(card.id, .everMade(card.app, by: token)) }
    for key in Self.keysWhileRunning(of: card) {
      if card.isRunning { insert(card.id, key) } else if !isNew { remove(card.id, key) }
    }
    // A broadcast to a channel whose followers have ended names the last one.
    if isNew, let key = Self.followers(of: card) {
      lists[key, default: ActivityList()].see(card.id)
    }
  }

  /// Removes a card that has ended.
  ///
  /// - Parameter isKnown: Whether a card still exists.
  mutating func forget(_ card: ActivityCard, isKnown: (ActivityID) -> Bool) {
    if let token = card.makingToken { remove(card.id, .everMade(card.app, by: token)) }
    if let key = Self.followers(of: card), let list = lists[key], list.isEmpty,
      !isKnown(list.newest)
    {
      lists[key] = nil
    }
  }

  private mutating func insert(_ id: ActivityID, _ key: Key) {
    lists[key, default: ActivityList()].insert(id)
  }

  private mutating func remove(_ id: ActivityID, _ key: Key) {
    lists[key]?.remove(id)
    if case .followers = key { return }
    if lists[key]?.isEmpty == true { lists[key] = nil }
  }

  private static func followers(of card: ActivityCard) -> Key? {
    card.channel.map { .followers(card.app, channel: $0) }
  }

  private static func keysWhileRunning(of card: ActivityCard) -> [Key] {
    let keys: [Key?] = [
      .running(card.app), twins(card.app, card.attributesType, card.attributes),
      followers(of: card), card.makingToken.map { .made(card.app, by: $0) },
    ]
    return keys.compactMap(\.self)
  }

  /// Returns the key of the running activities of an app with a type and attributes.
  static func twins(_ app: BundleID, _ type: String?, _ attributes: JSONObject) -> Key {
    .twins(app, type: type, attributes: JSONWriter.text(.object(attributes.canonical)))
  }
}
