import Foundation

/// A request to the service of FCM as it was read, whatever becomes of it (Firebase, "REST
/// Resource: projects.messages").
public struct FCMRequest: Equatable, Sendable {
  /// The sender, as far as an access token identifies it.
  public enum Sender: Equatable, Sendable {
    /// No token came.
    case unnamed
    /// A token came that is none of ours.
    case unknown
    /// A token of ours: whose, and until when.
    case account(String, until: Date)
    /// It comes from this machine, which need not prove anything: a scenario.
    case local
  }

  /// The project in the path; empty where there is none.
  public var project: String
  /// The message, or the reason of its rejection for any sender.
  public var message: Result<FCMMessage, FCMError>
  /// The sender.
  public var sender: Sender

  private static let prefix = "/v1/projects/"
  private static let suffix = "/messages:send"
  private static let oldPaths: Set = ["/fcm/send", "/batch"]

  /// Whether a path is FCM's to answer: its own, and those it had (WEB-06).
  public static func isMeant(by path: String) -> Bool {
    path.hasPrefix("/v1/") || oldPaths.contains(path)
  }

  /// The path for a project.
  public static func path(of project: String) -> String { prefix + project + suffix }

  /// Reads a request.
  public init(method: String = "POST", path: String, body: [UInt8], sender: Sender = .local) {
    self.sender = sender
    let rest = path.hasPrefix(Self.prefix) ? path.dropFirst(Self.prefix.count) : ""
    let project = rest.hasSuffix(Self.suffix) ? rest.dropLast(Self.suffix.count) : ""
    let isProject =
      (1...100).contains(project.utf8.count)
      && project.utf8.allSatisfy { Topic.allows($0) || $0 == UInt8(ascii: ":") }
    self.project = isProject ? String(project) : ""
    let use = "POST /v1/projects/PROJECT/messages:send with an OAuth2 access token"
    if !isProject {
      let isOld = Self.oldPaths.contains(path)
      message = .failure(
        FCMError(
          .notFound,
          isOld
            ? "\(path) was shut down in June 2024. Use \(use)."
            : "\(quoted(path)) is no path of FCM. Use \(use).", fix: "Send to \(use)."))
    } else if method != "POST" {
      message = .failure(
        FCMError(.notFound, "The method is \(quoted(method)), not POST.", fix: "Send to \(use)."))
    } else {
      message = FCMMessage.read(body)
    }
  }

  /// The answer to a message that was taken.
  func answer(naming id: APNSID) -> PushResponse {
    let name = "projects/\(project)/messages/\(id)"
    return PushResponse(status: 200, document: JSONWriter.text(["name": .string(name)]))
  }
}

extension FCMRequest: GuestRequest {
  /// The name that FCM gives to the message.
  public func answeredID(of request: PushRequest) -> APNSID { request.fcmMessageID }
}

extension PushRequest {
  /// A message of FCM: `fields` are the request's headers.
  public init(
    fcm: FCMRequest, path: String, fields: [HeaderField] = [], body: [UInt8], origin: Origin,
    receivedAt: Date, freshID: APNSID
  ) {
    self.init(
      path: path, fields: fields, body: body, payload: .failure(.empty), origin: origin,
      receivedAt: receivedAt, freshID: freshID)
    self.origin.wire = .fcm
    self.guest = Indirect(wrappedValue: AnyGuestRequest(fcm))
  }

  /// The message of FCM that it is; nil for all other pushes.
  public var fcm: FCMRequest? { self.guest?.wrappedValue.value as? FCMRequest }

  /// The message's name as FCM makes them: microseconds, and what no other has.
  var fcmMessageID: APNSID {
    let digits = self.freshID.text.utf8.filter(\.isHexDigit).prefix(16)
    let unique = String(decoding: digits, as: UTF8.self).lowercased()
    return "0:\(Timestamp.milliseconds(receivedAt))000%\(unique)"
  }
}

extension Origin.Wire {
  /// FCM v1.
  public static var fcm: Origin.Wire { Origin.Wire(name: "fcm") }
}
