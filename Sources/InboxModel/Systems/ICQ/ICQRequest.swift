import Foundation

/// A request to the ICQ server (`docs/systems/icq.md`).
public struct ICQRequest: Equatable, Sendable {
  /// The operation of a request.
  public enum Matter: Equatable, Sendable {
    /// `POST /icq/session`: a client's login, changed parameters, or logout.
    case session
    /// `GET /icq/session/UIN`: a query of a user's session; nil for an invalid UIN.
    case state(UIN?)
    /// `POST /icq/event`: an event for a user.
    case event
    /// A method that the path does not support.
    case method(String)
  }

  /// The operation of the request.
  public var matter: Matter
  /// The received body.
  public var body: [UInt8]
  /// The origin of the request.
  public var origin: Origin
  /// The moment at which its last byte was read.
  public var receivedAt: Date
  /// The apns-id of a push that the request may cause.
  public var freshID: APNSID

  /// Makes a request.
  public init(
    _ matter: Matter, body: [UInt8], origin: Origin, receivedAt: Date, freshID: APNSID
  ) {
    self.matter = matter
    self.body = body
    self.origin = origin
    self.receivedAt = receivedAt
    self.freshID = freshID
  }
}

extension ICQRequest.Matter {
  /// Makes the operation of an HTTP request; nil if its path is not the ICQ server's.
  public init?(method: String, path: String) {
    let sessions = "/icq/session"
    switch (method, path) {
    case ("POST", sessions): self = .session
    case ("POST", "/icq/event"): self = .event
    case ("GET", sessions): self = .state(nil)
    case ("GET", _) where path.hasPrefix(sessions + "/"):
      self = .state(UIN(rawValue: String(path.dropFirst(sessions.count + 1))))
    case (_, sessions), (_, "/icq/event"): self = .method(method)
    case (_, _) where path.hasPrefix(sessions + "/"): self = .method(method)
    default: return nil
    }
  }
}

/// The error of a rejected request: its response, and its row in the list of rejected requests.
struct ICQProblem: Error, Equatable {
  /// The status of the response.
  var status = 400
  /// The code without the prefix `intake.icq.`.
  var code: String
  /// The invalid field; empty for none.
  var field = ""
  var because: String
  var fix: String

  static func full(_ because: String, fix: String) -> ICQProblem {
    ICQProblem(status: 429, code: "full", because: because, fix: fix)
  }

  /// The response, a JSON text.
  var document: String {
    JSONMembers.text { json in
      json.add("error", because)
      if !field.isEmpty { json.add("field", field) }
      json.add("fix", fix)
    }
  }

  func rejection(of request: ICQRequest) -> RejectedRequest {
    RejectedRequest(
      origin: request.origin, at: request.receivedAt, reason: RejectedRequest.icq + code,
      status: status,
      because: because, fix: fix, body: request.body)
  }
}

extension ICQProblem {
  /// Makes the problem of a body or one of its fields.
  init(_ error: SettingsError) {
    let error = error.field.isEmpty ? error : error.withoutPlace
    let sentence = error.message
    code = error.field.isEmpty ? "not-json" : "bad-field"
    field = error.field
    let stop = sentence.hasSuffix("?") ? "" : "."
    because = sentence.prefix(1).uppercased() + sentence.dropFirst() + stop
    fix =
      switch error.problem {
      case .missing: "Add `\(error.field)`."
      case .unknownKey, .repeated, .excluded: "Leave `\(error.field)` out."
      case .wrongValue(let expected, _) where !error.field.isEmpty:
        "Let `\(error.field)` be \(expected)."
      default: "Send one JSON object."
      }
  }
}

extension SettingsError {
  fileprivate var field: String {
    if case .unreadable = problem { "" } else { path }
  }
}

extension RejectedRequest {
  /// The prefix of the codes of requests that the ICQ server rejected.
  static let icq = "intake.icq."
  /// Whether the ICQ server rejected it.
  public var isOfICQ: Bool { reason.hasPrefix(Self.icq) }
}
