import Foundation

/// The state of a user at the ICQ server: the phone's session, the client that runs elsewhere, and
/// the events that wait for the next client to start.
public struct ICQAccount: Equatable, Sendable {
  /// The user.
  public let uin: UIN
  /// The session of the phone's client; nil before its first login and after its logout.
  public internal(set) var session: ICQSession?
  /// The client that runs elsewhere; nil for none.
  public internal(set) var otherClient: String?
  /// Undelivered events, oldest first (ICQ-05).
  public internal(set) var waiting: [ICQEvent] = []

  /// Returns the number of waiting events of a kind.
  public func waitingCount(of kind: ICQEvent.Kind) -> Int { waiting.count { $0.kind == kind } }

  /// Whether contacts see the user online.
  public var isOnline: Bool { otherClient != nil || session?.isOnline == true }

  /// Whether contacts see a mobile icon beside the user (ICQ-10).
  public var hasMobileIcon: Bool { session.map { $0.isOnline && $0.parameters.mobile } ?? false }

  /// Whether there is nothing to store about the user.
  var isVoid: Bool { session == nil && otherClient == nil && waiting.isEmpty }
}

/// The session of the phone's client, which may outlast the client (ICQ-02).
public struct ICQSession: Equatable, Sendable {
  /// The reason for which a session is offline.
  public enum Absence: String, Sendable {
    /// The client was inactive for too long (ICQ-04).
    case timeout
    /// Another client was started (ICQ-07).
    case otherClient
    /// Pushes are disabled, so that the session ended with its client (ICQ-19).
    case disabled

    /// The reason as half a sentence.
    public var words: String {
      switch self {
      case .timeout: "it was inactive for too long"
      case .otherClient: "another client was started"
      case .disabled: "notifyMode is Disabled, so the session ends with its client"
      }
    }
  }

  /// The parameters of its client.
  public internal(set) var parameters: ICQParameters
  /// The reason for which it is offline; nil while it is online.
  public internal(set) var absence: Absence?
  /// The last activity of its client.
  public internal(set) var activeAt: Date
  /// The senders whose events were pushed since the client was opened.
  public internal(set) var notified: Set<UIN> = []

  /// Makes a new session.
  init(_ parameters: ICQParameters, at now: Date) {
    self.parameters = parameters
    activeAt = now
  }

  /// Whether it is online.
  public var isOnline: Bool { absence == nil }

  /// The end of the session unless its client becomes active.
  public var end: Date { activeAt.addingTimeInterval(Double(parameters.sessionTimeout)) }
}

extension ICQAccount: JSONFieldList {
  init() { self.init(uin: .nobody) }

  mutating func exchange(_ fields: inout JSONFields) {
    var uin = uin
    fields.field("uin", &uin)
    var read = ICQAccount(uin: uin)
    (read.session, read.otherClient, read.waiting) = (session, otherClient, waiting)
    fields.field("session", &read.session)
    fields.field("other", &read.otherClient)
    fields.field("waiting", &read.waiting, unless: [])
    self = read
  }

  /// The stored form, JSON without the waiting events.
  public var stored: [UInt8] {
    var copy = self
    copy.waiting = []
    return copy.jsonText
  }

  /// Parses ``stored``; nil for anything else.
  public init?(stored text: [UInt8], waiting: [ICQEvent]) {
    self.init(jsonText: text)
    self.waiting = waiting
  }
}

extension ICQSession: JSONFieldList {
  init() { self.init(ICQParameters(), at: Date(timeIntervalSince1970: 0)) }

  mutating func exchange(_ fields: inout JSONFields) {
    var notified = notified.sorted()
    fields.field("parameters", &parameters, unless: ICQParameters())
    fields.field("absence", &absence)
    fields.field("activeAt", &activeAt)
    fields.field("told", &notified, unless: [])
    self.notified = Set(notified)
  }
}

extension ICQSession.Absence: JSONField {}
