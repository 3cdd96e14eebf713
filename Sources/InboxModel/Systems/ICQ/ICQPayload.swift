import Foundation

/// One of the four payloads of the ICQ server (`docs/systems/icq.md`), within the limit of the
/// binary interface.
struct ICQPayload {
  /// The session parameter with the key of a message's text.
  static let keyField = "iPhoneLocKey"
  /// The consequence of a missing parameter, one sentence.
  static let missingKeyWarning =
    "The session has no iPhoneLocKey, so the push has no text: the phone shows nothing, and at most "
    + "sets the badge and plays the sound."

  /// The maximum size in bytes (ICQ-31).
  static let limit = 256

  /// An element of `loc-args`, which are all strings (ICQ-26).
  private struct Argument {
    var text: String
    var mayBeCut = false
  }

  /// The key of the text; nil if the session has none, and then the push has no text.
  let locKey: String?
  private var arguments: [Argument]?
  private let badge: Int
  private let parameters: ICQParameters

  /// Makes the payload of an event, about the event or the number of waiting ones.
  ///
  /// - Parameter waiting: The number of waiting events of its kind, itself included.
  init(_ event: ICQEvent, to uin: UIN, waiting: Int, _ parameters: ICQParameters) {
    self.parameters = parameters
    badge = waiting
    let isPlural = waiting > 1 && parameters.countsEvents
    switch event.kind {
    case .message where isPlural:
      locKey = "New Messages"
      arguments = [Argument(text: String(waiting))]
    case .message:
      locKey = parameters.iPhoneLocKey
      arguments = parameters.iPhoneLocArgs?.map { Self.argument($0, of: event, to: uin) }
    case .authorisation where isPlural:
      locKey = "AR2"
      arguments = [Argument(text: String(waiting))]
    case .authorisation:
      // The recipient precedes the sender in this payload (ICQ-25).
      locKey = "AR1"
      arguments =
        [uin.rawValue, event.from.rawValue].map { Argument(text: $0) }
        + [event.sender, event.firstName, event.lastName].map { Argument(text: $0, mayBeCut: true) }
    }
  }

  private static func argument(
    _ name: ICQParameters.Argument, of event: ICQEvent, to uin: UIN
  ) -> Argument {
    switch name {
    case .srcName: Argument(text: event.sender, mayBeCut: !event.nick.isEmpty)
    case .srcId: Argument(text: event.from.rawValue)
    case .destName: Argument(text: uin.rawValue)
    case .timestamp: Argument(text: String(Timestamp.milliseconds(event.time) / 1000))
    case .message: Argument(text: event.text, mayBeCut: true)
    }
  }

  /// The payload as sent; texts that are too long are cut between characters.
  var bytes: [UInt8] {
    var payload = self
    payload.cut()
    return payload.written
  }

  /// Cuts the longest text until all fit.
  private mutating func cut() {
    guard var arguments, arguments.contains(where: \.mayBeCut) else { return }
    for index in arguments.indices where arguments[index].mayBeCut {
      arguments[index].text = arguments[index].text.beginning(of: Self.limit)
    }
    self.arguments = arguments
    while written.count > Self.limit {
      let longest = arguments.indices.filter { arguments[$0].mayBeCut }
        .max { arguments[$0].text.utf8.count < arguments[$1].text.utf8.count }
      guard let longest, !arguments[longest].text.isEmpty else { return }
      arguments[longest].text.removeLastCharacter()
      self.arguments = arguments
    }
  }

  private var written: [UInt8] {
    var alert = JSONObject()
    alert["loc-key"] = locKey.map(JSONValue.string)
    alert["loc-args"] = arguments.map { .array($0.map { .string($0.text) }) }
    alert["action-loc-key"] = parameters.iPhoneActionKey.map(JSONValue.string)
    var aps = JSONObject()
    if !alert.isEmpty { aps["alert"] = .object(alert) }
    if parameters.iPhoneBadge { aps["badge"] = JSONValue(badge) }
    aps["sound"] = parameters.iPhoneSound.map(JSONValue.string)
    return Array(JSONWriter.text(["aps": .object(aps)]).utf8)
  }

  /// Returns the size in bytes of the largest of the four payloads with all texts cut.
  static func shortest(with parameters: ICQParameters) -> Int {
    var parameters = parameters
    let sizes = ICQEvent.Kind.allCases.flatMap { kind in
      [false, true].map { isPlural in
        parameters.plural = isPlural
        // The event has the longest possible names and numbers.
        let event = ICQEvent(kind, from: .maximum, time: Date(timeIntervalSince1970: 9_999_999_999))
        var payload = ICQPayload(event, to: .maximum, waiting: 9_999, parameters)
        for index in (payload.arguments ?? []).indices
        where payload.arguments?[index].mayBeCut == true {
          payload.arguments?[index].text = ""
        }
        return payload.written.count
      }
    }
    return sizes.max() ?? 0
  }
}

extension String {
  /// Returns a prefix of at most this number of bytes, of whole characters; of a longer single
  /// character whole scalars.
  fileprivate func beginning(of most: Int) -> String {
    guard utf8.count > most else { return self }
    var (end, count) = (startIndex, 0)
    while end < endIndex {
      let next = index(after: end)
      count += utf8.distance(from: end, to: next)
      if count > most { break }
      end = next
    }
    return end > startIndex ? String(self[..<end]) : String(unicodeScalars.prefix(most / 4))
  }

  /// Removes the last character, or the last scalar of a single character.
  fileprivate mutating func removeLastCharacter() {
    if index(after: startIndex) < endIndex {
      removeLast()
    } else {
      unicodeScalars.removeLast()
    }
  }
}
