import Foundation

/// The tokens the gateway has seen, each with the app it was used for: in use, or gone with the
/// app.
///
/// One token may be used for several apps, since nobody checks where a token comes from; it goes
/// with each of them by itself.
public struct TokenBook: Equatable, Sendable {
  /// The most registrations; beyond it no more are learned.
  public static let limit = 100_000

  private struct Key: Hashable {
    var token: DeviceToken
    var app: BundleID
  }

  private struct State: Equatable {
    var goneSince: Date?
    var untoldSince: Date?
  }

  private var states: [Key: State] = [:]
  /// The apps of registration tokens, which a message does not name.
  private var owners: [DeviceToken: BundleID] = [:]
  private var goneCount = 0

  /// An empty book.
  public init() {}

  /// A book with these in it.
  public init(_ registrations: some Sequence<TokenRegistration>) {
    for registration in registrations { insert(registration) }
  }

  /// The number of registrations.
  public var count: Int { states.count }

  /// Whether none of them is gone.
  var hasOnlyActive: Bool { goneCount == 0 }

  /// All registrations, by token and app.
  public var registrations: [TokenRegistration] {
    states.map(Self.registration).sorted {
      ($0.token.hex, $0.app) < ($1.token.hex, $1.app)
    }
  }

  /// Those of one app, in use first, by token.
  public func registrations(of app: BundleID) -> [TokenRegistration] {
    states.filter { $0.key.app == app }.map(Self.registration).sorted {
      ($0.goneSince == nil ? 0 : 1, $0.token.hex) < ($1.goneSince == nil ? 0 : 1, $1.token.hex)
    }
  }

  /// The registration of a token for an app.
  public subscript(token: DeviceToken, app: BundleID) -> TokenRegistration? {
    let key = Key(token: token, app: app)
    return states[key].map { Self.registration(key, $0) }
  }

  /// Remembers a token; nil when it was known, or when there is no more room.
  mutating func register(_ token: DeviceToken, of app: BundleID) -> TokenRegistration? {
    let key = Key(token: token, app: app)
    guard states.count < Self.limit, states[key] == nil else { return nil }
    states[key] = State()
    updateOwner(key)
    return TokenRegistration(token: token, app: app)
  }

  /// Remembers a registration as it is now.
  public mutating func insert(_ registration: TokenRegistration) {
    let key = Key(token: registration.token, app: registration.app)
    let old = states[key]
    guard old != nil || states.count < Self.limit else { return }
    if old == nil { updateOwner(key) }
    states[key] = State(
      goneSince: registration.goneSince, untoldSince: registration.untoldSince)
    goneCount += (registration.goneSince == nil ? 0 : 1) - (old?.goneSince == nil ? 0 : 1)
  }

  /// The app a registration token is known for.
  public func owner(of token: DeviceToken) -> BundleID? { owners[token] }

  /// Of several apps the first by name: books are merged in any order.
  private mutating func updateOwner(_ key: Key) {
    guard !key.token.isHex else { return }
    let known = owners[key.token] ?? key.app
    owners[key.token] = known.text < key.app.text ? known : key.app
  }

  /// Remembers what another book knows, too.
  mutating func merge(_ other: TokenBook) {
    for (key, state) in other.states { insert(Self.registration(key, state)) }
  }

  /// The tokens of an app are of no use any more; the one of this phone's own pushes stays.
  ///
  /// - Returns: those that were in use until now.
  mutating func retire(_ app: BundleID, at date: Date) -> [TokenRegistration] {
    let gone = states.filter { key, state in
      key.app == app && key.token != .local && state.goneSince == nil
    }
    let retired = gone.keys.map { key in
      TokenRegistration(token: key.token, app: app, goneSince: date, untoldSince: date)
    }
    for registration in retired { insert(registration) }
    return retired.sorted { $0.token.hex < $1.token.hex }
  }

  /// The registrations that have yet to be reported, in no order.
  var unreported: [TokenRegistration] {
    states.filter { $0.value.untoldSince != nil }.map(Self.registration)
  }

  private static func registration(_ key: Key, _ state: State) -> TokenRegistration {
    TokenRegistration(
      token: key.token, app: key.app, goneSince: state.goneSince, untoldSince: state.untoldSince)
  }
}

/// A device token as one app registered it.
public struct TokenRegistration: Equatable, Sendable {
  /// The token.
  public var token: DeviceToken
  /// The app.
  public var app: BundleID
  /// Since when it is of no use; nil while it is in use. It never comes back: an app that is
  /// installed again has a new token.
  public var goneSince: Date?
  /// Since when it is gone by what senders without responses have yet to learn; nil when there is
  /// nothing to report. A token that only `gateway.devices` calls unregistered is reported, but not
  /// gone for good.
  public var untoldSince: Date?

  /// Makes a registration.
  public init(
    token: DeviceToken, app: BundleID, goneSince: Date? = nil, untoldSince: Date? = nil
  ) {
    self.token = token
    self.app = app
    self.goneSince = goneSince
    self.untoldSince = untoldSince
  }
}
