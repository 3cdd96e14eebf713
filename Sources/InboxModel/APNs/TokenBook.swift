import Foundation

/// A device token as one app registered it.
public struct TokenRegistration: Equatable, Sendable {
  /// The token.
  public var token: DeviceToken
  /// The app.
  public var app: BundleID
  /// Since when it is of no use; nil while it is in use. It never comes back: an app that is installed
  /// again has a new token.
  public var goneSince: Date?
  /// Since when it is gone by what the feedback service has yet to tell; nil when there is nothing to tell. A
  /// token that only `gateway.devices` calls unregistered is told of, but not gone for good.
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

/// The tokens the gateway has seen, each with the app it was used for: in use, or gone with the app.
///
/// One token may be used for several apps, since nobody checks where a token comes from; it goes with each
/// of them by itself.
public struct TokenBook: Equatable, Sendable {
  /// How many registrations are remembered; no more are learned then.
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

  /// How many registrations there are.
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

  /// What is known of a token as an app's.
  public subscript(token: DeviceToken, app: BundleID) -> TokenRegistration? {
    let key = Key(token: token, app: app)
    return states[key].map { Self.registration(key, $0) }
  }

  /// Remembers a token; nil when it was known, or when there is no more room.
  mutating func learn(_ token: DeviceToken, of app: BundleID) -> TokenRegistration? {
    let key = Key(token: token, app: app)
    guard states.count < Self.limit, states[key] == nil else { return nil }
    states[key] = State()
    noteOwner(key)
    return TokenRegistration(token: token, app: app)
  }

  /// Remembers a registration as it is now.
  public mutating func insert(_ registration: TokenRegistration) {
    let key = Key(token: registration.token, app: registration.app)
    let old = states[key]
    guard old != nil || states.count < Self.limit else { return }
    if old == nil { noteOwner(key) }
    states[key] = State(
      goneSince: registration.goneSince, untoldSince: registration.untoldSince)
    goneCount += (registration.goneSince == nil ? 0 : 1) - (old?.goneSince == nil ? 0 : 1)
  }

  /// The app a registration token is known for.
  public func owner(of token: DeviceToken) -> BundleID? { owners[token] }

  /// Of several apps the first by name: books are merged in any order.
  private mutating func noteOwner(_ key: Key) {
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

  /// What the feedback service has to tell, oldest first.
  public var feedback: [FeedbackEntry] {
    // Of registration tokens it does not know.
    states.filter(\.key.token.isHex).compactMap { key, state in
      state.untoldSince.map { FeedbackEntry(since: $0, token: key.token, app: key.app) }
    }
    .sorted {
      ($0.since, $0.token.hex, $0.app) < ($1.since, $1.token.hex, $1.app)
    }
  }

  /// What was told is not told again.
  ///
  /// - Returns: what changed.
  mutating func settle(_ told: [FeedbackEntry]) -> [TokenRegistration] {
    told.compactMap { entry in
      guard var known = self[entry.token, entry.app], known.untoldSince == entry.since else {
        return nil
      }
      known.untoldSince = nil
      insert(known)
      return known
    }
  }

  private static func registration(_ key: Key, _ state: State) -> TokenRegistration {
    TokenRegistration(
      token: key.token, app: key.app, goneSince: state.goneSince, untoldSince: state.untoldSince)
  }
}

/// What the feedback service says of one token (`spec/legacy-binary.md` §5).
public struct FeedbackEntry: Equatable, Sendable {
  /// When the app was found to be gone.
  public var since: Date
  /// The token.
  public var token: DeviceToken
  /// The app, which the tuple does not name.
  public var app: BundleID

  /// Makes an entry.
  public init(since: Date, token: DeviceToken, app: BundleID) {
    self.since = since
    self.token = token
    self.app = app
  }

  /// The tuple: seconds since 1970 in four bytes, the length of the token in two, the token.
  public var tuple: [UInt8] {
    let seconds = UInt32(max(0, min(since.timeIntervalSince1970, Double(UInt32.max))))
    let bytes = token.bytes
    return seconds.bigEndianBytes + UInt16(bytes.count).bigEndianBytes + bytes
  }
}

extension DeviceToken {
  /// The bytes the digits stand for, 1 to 100.
  var bytes: [UInt8] {
    var bytes: [UInt8] = []
    var high: UInt8?
    for digit in hex.utf8 {
      let value = digit < 0x3A ? digit - 0x30 : digit - 0x57
      if let first = high { bytes.append(first << 4 | value) }
      high = high == nil ? value : nil
    }
    return bytes
  }

  /// A token of 1 to 100 bytes; nil for any other number.
  init?(bytes: some Sequence<UInt8>) {
    let digits = Array("0123456789abcdef".utf8)
    let hex = bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }
    self.init(hex: String(decoding: hex, as: UTF8.self))
  }
}

extension FixedWidthInteger {
  /// The bytes in network order.
  var bigEndianBytes: [UInt8] { withUnsafeBytes(of: bigEndian) { Array($0) } }
}
