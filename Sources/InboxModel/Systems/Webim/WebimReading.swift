import Foundation

/// The parsed keys of a data message of Webim (`docs/systems/webim.md`).
public struct WebimReading: Equatable, Sendable {
  /// The message; nil if a required part is missing or invalid (WEB-28, WEB-29).
  public private(set) var message: WebimMessage?
  /// The findings; one that invalidates the message is the last.
  private(set) var findings: [LintFinding] = []

  /// The problem that invalidates the message, with its key; nil for a valid message.
  var fault: String? { message == nil ? findings.last?.placed : nil }

  /// Parses the keys beside `aps`; nil if they belong to another app.
  init?(_ fields: JSONObject) {
    guard Self.isAnnounced(by: fields) else { return nil }
    do throws(Fault) {
      message = try read(fields)
    } catch {
      findings.append(LintFinding(.webimField, path: error.path, error.message))
    }
  }

  /// Returns whether the keys are Webim's: a type of Webim with another of its keys; or, without a
  /// valid type, its `event` with `params`.
  private static func isAnnounced(by fields: JSONObject) -> Bool {
    var (hasType, hasEvent, hasParameters, hasOther) = (false, false, false, false)
    for member in fields.members {
      switch member.key {
      case "type": hasType = member.value.string?.hasPrefix("P.") ?? false
      case "event":
        hasEvent = member.value.string.flatMap(WebimMessage.Event.init) != nil
        hasOther = true
      case "params": (hasParameters, hasOther) = (true, true)
      case "message": hasOther = true
      default: break
      }
    }
    return hasType && hasOther || hasEvent && hasParameters
  }

  // MARK: Fields

  /// An error that invalidates the message.
  private struct Fault: Error {
    var path: String
    var message: String

    init(_ path: String, _ problem: String) {
      self.path = path
      message = problem + "; the app shows nothing."
    }

    static func missing(_ path: String) -> Fault { Fault(path, "This field is required") }

    static func wrong(_ path: String, _ value: JSONValue, _ expected: String) -> Fault {
      value.isNull ? missing(path) : Fault(path, "This is \(value.kind), not \(expected)")
    }
  }

  private mutating func read(_ fields: JSONObject) throws(Fault) -> WebimMessage {
    let typeWord = try Self.word("type", in: fields, at: "type")
    guard let kind = WebimMessage.Kind(rawValue: typeWord) else {
      throw Fault(
        "type", "\(quoted(typeWord)) is not a Webim type; the types are \(WebimMessage.Kind.words)")
    }
    let eventWord = try Self.word("event", in: fields, at: "event")
    guard let event = WebimMessage.Event(rawValue: eventWord) else {
      throw Fault("event", "\(quoted(eventWord)) is neither “add” nor “del”")
    }
    var message = WebimMessage(kind: kind, event: event)
    // Removals and types whose text has no placeholders need no parameters; the form of a widget's
    // is unknown.
    let needsParameters = event == .add && kind.parameterCount > 0
    if let parameters = try Self.unfolded("params", in: fields) {
      if case .array(let elements) = parameters {
        message.parameters = elements.map { $0.string ?? ($0.isNull ? "" : JSONWriter.text($0)) }
      } else if needsParameters {
        throw Fault.wrong("params", parameters, "an array")
      }
    } else if needsParameters {
      throw Fault.missing("params")
    }
    try read(Self.unfolded("message", in: fields), into: &message)
    if needsParameters, message.parameters.count < kind.parameterCount {
      findings.append(
        LintFinding(
          .webimParameters, path: "params",
          "\(kind.rawValue) needs \(kind.parameterCount) of them and has "
            + "\(message.parameters.count); the others are empty."))
    }
    return message
  }

  /// Reads `message`, which must be complete to be shown; a removal only needs its identifier.
  private mutating func read(
    _ value: JSONValue?, into message: inout WebimMessage
  ) throws(Fault) {
    guard let value else {
      if message.event == .add, message.kind.messageKind != nil { throw Fault.missing("message") }
      return
    }
    guard case .object(let fields) = value else { throw Fault.wrong("message", value, "an object") }
    let id = try Self.word("clientSideId", in: fields, at: "message.clientSideId")
    guard id.utf8.count <= WebimMessage.maximumIDLength else {
      throw Fault(
        "message.clientSideId",
        "It has \(id.utf8.count) bytes; the limit is \(WebimMessage.maximumIDLength)")
    }
    message.id = id
    guard message.event == .add else { return }
    let kind = try Self.word("kind", in: fields, at: "message.kind")
    let kinds = WebimMessage.Kind.allCases.compactMap(\.messageKind)
    guard kinds.contains(kind) else {
      throw Fault(
        "message.kind", "\(quoted(kind)) is not a kind of message; the kinds are \(quoted(kinds))")
    }
    if let expected = message.kind.messageKind, kind != expected {
      findings.append(
        LintFinding(
          .webimField, path: "message.kind",
          "\(message.kind.rawValue) comes with “\(expected)”, not \(quoted(kind)); it is shown by "
            + "its type."))
    }
    _ = try Self.text("name", in: fields)
    message.avatar = try Self.text("avatar", in: fields)
    guard let time = fields["ts"], let number = time.double else {
      throw Fault.wrong("message.ts", fields["ts"] ?? .null, "a number")
    }
    message.sentAt = Self.moment(number)
    try readText(fields["text"], kind, into: &message)
  }

  /// Reads the text of a file, JSON in a string or an object (WEB-23).
  private mutating func readText(
    _ value: JSONValue?, _ kind: String, into message: inout WebimMessage
  ) throws(Fault) {
    let path = "message.text"
    guard let value, !value.isNull else { throw Fault.missing(path) }
    guard kind == "file_operator" else {
      guard value.string != nil else { throw Fault.wrong(path, value, "a string") }
      return
    }
    guard case .object(let fields) = try Self.unfolded(value, at: path) else {
      throw Fault.wrong(path, value, "the description of a file")
    }
    message.file = WebimMessage.File(fields)
  }

  // MARK: Values

  /// Reads a string that is not empty.
  private static func word(
    _ key: String, in fields: JSONObject, at path: String
  ) throws(Fault) -> String {
    guard let value = fields[key] else { throw Fault.missing(path) }
    guard case .string(let word) = value else { throw Fault.wrong(path, value, "a string") }
    guard !word.isEmpty else { throw Fault.missing(path) }
    return word
  }

  /// Reads a string of `message`, which may be empty.
  private static func text(_ key: String, in fields: JSONObject) throws(Fault) -> String {
    let path = "message." + key
    guard let value = fields[key] else { throw Fault.missing(path) }
    guard case .string(let text) = value else { throw Fault.wrong(path, value, "a string") }
    return text
  }

  /// Reads a value that may be encoded in a string, as all data of FCM are (WEB-22); nil if it is
  /// absent or an empty string.
  private static func unfolded(
    _ key: String, in fields: JSONObject
  ) throws(Fault) -> JSONValue? {
    guard let value = fields[key], !value.isNull, value != "" else { return nil }
    return try unfolded(value, at: key)
  }

  private static func unfolded(_ value: JSONValue, at path: String) throws(Fault) -> JSONValue {
    guard case .string(let text) = value else { return value }
    do throws(JSONError) {
      return try JSONReader.read(Array(text.utf8)).root
    } catch {
      throw Fault(
        path, "The text in it is invalid JSON at column \(error.column): \(error.problem)")
    }
  }

  /// Converts seconds, milliseconds or microseconds since 1970, distinguished by their size
  /// (WEB-25): Webim documents microseconds and sends seconds.
  private static func moment(_ number: Double) -> Date {
    let seconds =
      switch abs(number) {
      case ..<1e11: number
      case ..<1e14: number / 1e3
      default: number / 1e6
      }
    return Date(timeIntervalSince1970: seconds).clamped
  }
}

extension WebimMessage.File {
  /// Parses a file as Webim sends it, or as it documents it (WEB-24); invalid values are ignored.
  fileprivate init(_ fields: JSONObject) {
    size = fields["size"]?.int.flatMap { $0 < 0 ? nil : $0 }
    isVoice = fields["is_voice"]?.bool ?? false
    contentType = (fields["content_type"] ?? fields["content-type"])?.string
    if let measures = fields["image"]?.object?["size"]?.object,
      let width = measures["width"]?.int, width > 0,
      let height = (measures["height"] ?? measures["length"])?.int, height > 0
    {
      picture = WebimMessage.PictureSize(width: width, height: height)
    }
  }
}
