import Foundation

/// An event of a user that may cause a push. There are two kinds, and more are unlikely (ICQ-01).
public struct ICQEvent: Equatable, Sendable {
  /// The kind of the event.
  public enum Kind: String, Sendable, CaseIterable {
    /// A message from a user.
    case message
    /// A user's request for authorization to add the recipient as a contact.
    case authorisation
  }

  /// The kind of the event.
  public var kind = Kind.message
  /// The sender.
  public var from: UIN
  /// The text; empty for none.
  public var text = ""
  /// The sender's nick; empty if unknown.
  public var nick = ""
  /// The sender's first name; empty if unknown.
  public var firstName = ""
  /// The sender's last name; empty if unknown.
  public var lastName = ""
  /// The moment at which it was sent.
  public var time: Date

  /// Makes an event.
  public init(_ kind: Kind = .message, from: UIN, text: String = "", time: Date) {
    self.kind = kind
    self.from = from
    self.text = text
    self.time = time
  }

  /// The name of the sender: the nick, else the UIN.
  var sender: String { nick.isEmpty ? from.rawValue : nick }
}

extension ICQEvent {
  /// An event and its recipient.
  struct Sent {
    var to: UIN
    var event: ICQEvent
  }

  /// Parses the body of `POST /icq/event`.
  ///
  /// - Parameter now: The default time of the event.
  /// - Throws: ``SettingsError`` that names the first invalid field.
  static func read(
    _ object: JSONObject, _ source: SettingsSource, at now: Date
  ) throws(SettingsError) -> Sent {
    var reader = SettingsReader(object, source: source)
    var kind: Kind?
    try reader.read("kind", .optional(.choice), into: &kind)
    guard let kind else { throw reader.error(.missing, "kind") }
    var (from, to): (UIN?, UIN?) = (nil, nil)
    try reader.read("from", as: UIN.form, into: &from) { UIN($0).map(Optional.some) }
    try reader.read("to", as: UIN.form, into: &to) { UIN($0).map(Optional.some) }
    guard let from else { throw reader.error(.missing, "from") }
    guard let to else { throw reader.error(.missing, "to") }
    var event = ICQEvent(kind, from: from, time: now)
    if reader.has("text"), reader.has("message") {
      throw reader.error(.excluded(by: "text"), "message")
    }
    try reader.text("text", into: &event.text)
    try reader.text("message", into: &event.text)
    if kind == .message, event.text.isEmpty { throw reader.error(.missing, "text") }
    try reader.text("nick", into: &event.nick)
    try reader.text("firstName", into: &event.firstName)
    try reader.text("lastName", into: &event.lastName)
    try reader.read("time", as: "a time such as `2010-05-31T12:00:00Z`", into: &event.time) {
      $0.string.flatMap(Timestamp.date)
    }
    try reader.finish()
    return Sent(to: to, event: event)
  }
}

extension ICQEvent: JSONFieldList {
  init() { self.init(from: .nobody, time: Date(timeIntervalSince1970: 0)) }

  mutating func exchange(_ fields: inout JSONFields) {
    fields.field("kind", &kind, unless: .message)
    fields.field("from", &from)
    fields.field("text", &text, unless: "")
    fields.field("nick", &nick, unless: "")
    fields.field("firstName", &firstName, unless: "")
    fields.field("lastName", &lastName, unless: "")
    fields.field("at", &time)
  }

  /// The stored form, JSON.
  public var stored: [UInt8] { jsonText }

  /// Parses ``stored``; nil for anything else.
  public init?(stored text: [UInt8]) { self.init(jsonText: text) }
}

extension ICQEvent.Kind: JSONField {}
