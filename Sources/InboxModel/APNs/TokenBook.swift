import Foundation

/// The tokens that the gateway has seen, each with its app: valid, or gone with the app.
///
/// A token may be used for several apps, since its origin is not verified. Its state is separate
/// for each app.
public struct TokenBook: Equatable, Sendable {
  /// The maximum number of registrations. Beyond it no more are added.
  public static let limit = 100_000

  private struct Key: Hashable {
    var token: DeviceToken
    var app: BundleID
  }

  private struct State: Equatable {
    var unregisteredSince: Date?
    var unreportedSince: Date?
  }

  private var states: [Key: State] = [:]
  /// The apps of registration tokens, since a message does not name its app.
  private var owners: [DeviceToken: BundleID] = [:]
  private var unregisteredCount = 0

  /// Makes an empty book.
  public init() {}

  /// Makes a book of registrations.
  public init(_ registrations: some Sequence<TokenRegistration>) {
    for registration in registrations { insert(registration) }
  }

  /// The number of registrations.
  public var count: Int { states.count }

  /// Whether all registrations are valid.
  var hasOnlyActive: Bool { unregisteredCount == 0 }

  /// All registrations, sorted by token and app.
  public var registrations: [TokenRegistration] {
    states.map(Self.registration).sorted {
      ($0.token.hex, $0.app) < ($1.token.hex, $1.app)
    }
  }

  /// Returns the registrations of an app, the valid ones first, sorted by token.
  public func registrations(of app: BundleID) -> [TokenRegistration] {
    states.filter { $0.key.app == app }.map(Self.registration).sorted {
      ($0.unregisteredSince == nil ? 0 : 1, $0.token.hex) < (
        $1.unregisteredSince == nil ? 0 : 1, $1.token.hex
      )
    }
  }

  /// The registration of a token for an app; nil for none.
  public subscript(token: DeviceToken, app: BundleID) -> TokenRegistration? {
    let key = Key(token: token, app: app)
    return states[key].map { Self.registration(key, $0) }
  }

  /// Adds a token and returns its registration; nil if it is known, or if the book is full.
  mutating func register(_ token: DeviceToken, of app: BundleID) -> TokenRegistration? {
    let key = Key(token: token, app: app)
    guard states.count < Self.limit, states[key] == nil else { return nil }
    states[key] = State()
    updateOwner(key)
    return TokenRegistration(token: token, app: app)
  }

  /// Adds or replaces a registration.
  public mutating func insert(_ registration: TokenRegistration) {
    let key = Key(token: registration.token, app: registration.app)
    let old = states[key]
    guard old != nil || states.count < Self.limit else { return }
    if old == nil { updateOwner(key) }
    states[key] = State(
      unregisteredSince: registration.unregisteredSince,
      unreportedSince: registration.unreportedSince)
    unregisteredCount +=
      (registration.unregisteredSince == nil ? 0 : 1) - (old?.unregisteredSince == nil ? 0 : 1)
  }

  /// Returns the app of a registration token; nil if it is unknown.
  public func owner(of token: DeviceToken) -> BundleID? { owners[token] }

  /// Sets the app of a registration token: the first by name of several, so that the order of
  /// merging does not matter.
  private mutating func updateOwner(_ key: Key) {
    guard !key.token.isHex else { return }
    let known = owners[key.token] ?? key.app
    owners[key.token] = known.text < key.app.text ? known : key.app
  }

  /// Adds the registrations of another book.
  mutating func merge(_ other: TokenBook) {
    for (key, state) in other.states { insert(Self.registration(key, state)) }
  }

  /// Marks the tokens of an app as gone, except the token of the phone's own pushes.
  ///
  /// - Returns: The registrations that were valid until now.
  mutating func retire(_ app: BundleID, at date: Date) -> [TokenRegistration] {
    let gone = states.filter { key, state in
      key.app == app && key.token != .local && state.unregisteredSince == nil
    }
    let retired = gone.keys.map { key in
      TokenRegistration(token: key.token, app: app, unregisteredSince: date, unreportedSince: date)
    }
    for registration in retired { insert(registration) }
    return retired.sorted { $0.token.hex < $1.token.hex }
  }

  /// The registrations that are yet to be reported, in no particular order.
  var unreported: [TokenRegistration] {
    states.filter { $0.value.unreportedSince != nil }.map(Self.registration)
  }

  private static func registration(_ key: Key, _ state: State) -> TokenRegistration {
    TokenRegistration(
      token: key.token, app: key.app, unregisteredSince: state.unregisteredSince,
      unreportedSince: state.unreportedSince)
  }
}

/// A device token as registered by one app.
public struct TokenRegistration: Equatable, Sendable {
  /// The token.
  public var token: DeviceToken
  /// The app.
  public var app: BundleID
  /// The moment from which it is not valid; nil while it is valid. It never becomes valid again: a
  /// reinstalled app has a new token.
  public var unregisteredSince: Date?
  /// The moment from which the token is gone, to be reported to senders without responses; nil if
  /// there is nothing to report. A token that only `gateway.devices` lists as unregistered is
  /// reported, but not gone permanently.
  public var unreportedSince: Date?

  /// Makes a registration.
  public init(
    token: DeviceToken, app: BundleID, unregisteredSince: Date? = nil, unreportedSince: Date? = nil
  ) {
    self.token = token
    self.app = app
    self.unregisteredSince = unregisteredSince
    self.unreportedSince = unreportedSince
  }
}
