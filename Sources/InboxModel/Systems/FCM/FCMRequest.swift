import Foundation

/// A request to FCM as read, valid or not (Firebase, "REST Resource: projects.messages").
public struct FCMRequest: Equatable, Sendable {
  /// The sender, as identified by its access token.
  public enum Sender: Equatable, Sendable {
    /// The request has no token.
    case unnamed
    /// The token was not issued by this gateway.
    case unknown
    /// A token that this gateway issued: its account and expiration.
    case account(String, until: Date)
    /// A local sender, such as a scenario, which needs no token.
    case local
  }

  /// The project in the path; empty if there is none.
  public var project: String
  /// The message, or its error, which is the same for every sender.
  public var message: Result<FCMMessage, FCMError>
  /// The sender.
  public var sender: Sender

  private static let prefix = "/v1/projects/"
  private static let suffix = "/messages:send"
  private static let oldPaths: Set = ["/fcm/send", "/batch"]

  /// Returns whether FCM handles a path: the current one and former ones (WEB-06).
  public static func isMeant(by path: String) -> Bool {
    path.hasPrefix("/v1/") || oldPaths.contains(path)
  }

  /// Returns the path of a project.
  public static func path(of project: String) -> String { prefix + project + suffix }

  /// Parses a request.
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
            : "\(quoted(path)) is not a path of FCM. Use \(use).", fix: "Send to \(use)."))
    } else if method != "POST" {
      message = .failure(
        FCMError(.notFound, "The method is \(quoted(method)), not POST.", fix: "Send to \(use)."))
    } else {
      message = FCMMessage.read(body)
    }
  }

  /// Returns the response to an accepted message.
  func answer(naming id: APNSID) -> PushResponse {
    let name = "projects/\(project)/messages/\(id)"
    return PushResponse(status: 200, document: JSONWriter.text(["name": .string(name)]))
  }
}

extension FCMRequest: GuestRequest {
  /// The wire format.
  public static var wire: Origin.Wire { .fcm }

  /// Returns the name that FCM gives to the message.
  public func answeredID(of request: PushRequest) -> APNSID { request.fcmMessageID }
}

extension PushRequest {
  /// The FCM request of the push; nil for all other pushes.
  public var fcm: FCMRequest? { self.guest?.wrappedValue.value as? FCMRequest }

  /// The message's name in FCM's form: microseconds and a unique number.
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
