import Foundation

/// The parameters of the session of the phone's client (`docs/systems/icq.md`).
public struct ICQParameters: Equatable, Sendable {
  /// The events that cause a push (`docs/systems/icq.md`).
  public enum NotifyMode: String, Sendable, CaseIterable {
    /// No event, and the session ends with the client.
    case disabled = "Disabled"
    /// One event until the user opens the client.
    case sendOnlyOne
    /// One event of each sender until the user opens the client.
    case sendOnePerConversation
    /// Every event.
    case applePushNotification
  }

  /// An argument of a push about a message.
  public enum Argument: String, Sendable, CaseIterable {
    /// The sender's nick, else the UIN.
    case srcName
    /// The sender's UIN.
    case srcId
    /// The recipient's UIN, since no name is known (ICQ-18).
    case destName
    /// The moment at which it was sent, in whole seconds since 1970.
    case timestamp
    /// The text of the message.
    case message
  }

  /// The default time for which a session outlasts its client, in seconds (ICQ-03).
  public static let standardTimeout = 86_400

  /// Whether contacts see the mobile icon.
  public var mobile = false
  /// The events that cause a push.
  public var notifyMode = NotifyMode.disabled
  /// The device token for pushes; nil for none.
  public var iPhoneDevToken: DeviceToken?
  /// The app that receives the pushes; nil for none.
  public var iPhoneBundleId: BundleID?
  /// The value of `sound`; nil omits it.
  public var iPhoneSound: String?
  /// The value of `loc-key` for a single message; nil omits it.
  public var iPhoneLocKey: String?
  /// The value of `action-loc-key`; nil omits it.
  public var iPhoneActionKey: String?
  /// Whether the number of waiting events is sent as `badge`.
  public var iPhoneBadge = false
  /// The arguments for a single message, in order; nil omits them.
  public var iPhoneLocArgs: [Argument]?
  /// The time for which the session outlasts its client, in seconds.
  public var sessionTimeout = standardTimeout
  /// Whether a push states the number of waiting events of its kind if there are several; nil for
  /// the modes in which one push stands for several (ICQ-30).
  public var plural: Bool?

  /// Whether a push states the number of waiting events if there are several.
  var countsEvents: Bool { plural ?? (notifyMode != .applePushNotification) }
}

extension ICQParameters {
  /// The names of all parameters.
  static let names = keys

  /// Reads the parameters that are present; `null` resets one to its default.
  ///
  /// - Throws: ``SettingsError`` for the first one that is invalid, or conflicts with others.
  mutating func apply(_ reader: inout SettingsReader) throws(SettingsError) {
    let fresh = ICQParameters()
    try reader.read("mobile", as: "`true` or `false`", into: &mobile) {
      $0.isNull ? fresh.mobile : $0.bool
    }
    var mode: NotifyMode? = notifyMode
    try reader.read("notifyMode", .optional(.choice), into: &mode)
    notifyMode = mode ?? fresh.notifyMode
    try reader.read("iPhoneDevToken", as: Self.tokenForm, into: &iPhoneDevToken) { value in
      value.isNull ? .some(nil) : value.string.flatMap { DeviceToken(hex: $0) }.map(Optional.some)
    }
    try reader.read("iPhoneBundleId", .optional(.app), into: &iPhoneBundleId)
    try reader.text("iPhoneSound", into: &iPhoneSound)
    try reader.text("iPhoneLocKey", into: &iPhoneLocKey)
    try reader.text("iPhoneActionKey", into: &iPhoneActionKey)
    try reader.read("iPhoneBadge", as: "`true` or `false`", into: &iPhoneBadge) {
      $0.isNull ? fresh.iPhoneBadge : $0.bool
    }
    try reader.read("iPhoneLocArgs", as: Self.argumentsForm, into: &iPhoneLocArgs) { value in
      value.isNull ? .some(nil) : value.string.flatMap(Self.arguments).map(Optional.some)
    }
    try reader.read("sessionTimeout", as: Self.timeoutForm, into: &sessionTimeout) { value in
      value.isNull
        ? fresh.sessionTimeout : value.int.flatMap { Self.timeouts.contains($0) ? $0 : nil }
    }
    try reader.read("plural", .optional(.flag), into: &plural)
    try check(reader)
  }

  /// The valid timeouts in seconds, up to a year.
  private static let timeouts = 1...31_536_000
  private static let timeoutForm = "a whole number of seconds from 1 to 31536000"
  private static let tokenForm = "an even number of hex digits, 2 to 200 of them"
  private static let argumentsForm =
    "names of \(Argument.allCases.map(\.rawValue).joined(separator: ", ")) with commas between them, "
    + "each once"

  /// Parses comma-separated names with optional white space (ICQ-15); nil if one is unknown
  /// (ICQ-14) or repeated. An empty text has no names.
  private static func arguments(_ text: String) -> [Argument]? {
    let words = text.split(separator: ",", omittingEmptySubsequences: false).map {
      $0.trimmingCharacters(in: .whitespaces)
    }
    if words.count == 1, words[0].isEmpty { return [] }
    let arguments = words.compactMap { Argument(rawValue: $0) }
    guard arguments.count == words.count, Set(arguments).count == words.count else { return nil }
    return arguments
  }

  private func check(_ reader: SettingsReader) throws(SettingsError) {
    if notifyMode != .disabled {
      for (key, isThere) in [
        ("iPhoneDevToken", iPhoneDevToken != nil), ("iPhoneBundleId", iPhoneBundleId != nil),
      ] where !isThere {
        throw reader.error(.missing, key)
      }
    }
    guard ICQPayload.shortest(with: self) > ICQPayload.limit else { return }
    let texts = [
      ("iPhoneLocKey", iPhoneLocKey), ("iPhoneActionKey", iPhoneActionKey),
      ("iPhoneSound", iPhoneSound),
    ].map { ($0, ($1 ?? "").utf8.count) }
    let longest = texts.max { $0.1 < $1.1 } ?? texts[0]
    throw reader.error(
      .wrongValue(
        expected: "short enough for a push of \(ICQPayload.limit) bytes",
        found: "\(longest.1) bytes"), longest.0)
  }
}

extension ICQParameters: JSONFieldList {
  mutating func exchange(_ fields: inout JSONFields) {
    fields.field("mobile", &mobile, unless: false)
    fields.field("notifyMode", &notifyMode, unless: .disabled)
    fields.field("iPhoneDevToken", &iPhoneDevToken)
    fields.field("iPhoneBundleId", &iPhoneBundleId)
    fields.field("iPhoneSound", &iPhoneSound)
    fields.field("iPhoneLocKey", &iPhoneLocKey)
    fields.field("iPhoneActionKey", &iPhoneActionKey)
    fields.field("iPhoneBadge", &iPhoneBadge, unless: false)
    var arguments = iPhoneLocArgs
    fields.field("iPhoneLocArgs", &arguments)
    iPhoneLocArgs = arguments
    fields.field("sessionTimeout", &sessionTimeout, unless: Self.standardTimeout)
    fields.field("plural", &plural)
  }
}

extension ICQParameters.NotifyMode: JSONField {}
extension ICQParameters.Argument: JSONField {}
