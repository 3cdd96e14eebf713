import Foundation

@testable import InboxModel

/// FCM with a phone, as senders and the user use them.
struct FCMBench: GuestBench {
  static let app: BundleID = "com.example.android"
  static let token = "bk3RNwTe3H0:CI2k_HHwg"

  var system: PushSystem
  var records: [PushRecord] = []
  var rejected: [RejectedRequest] = []
  var now = Date.pushMoment
  private var sent = 0

  init(
    isStrict: Bool = false, tokenRate: PushRate? = nil,
    _ change: (inout PhoneSettings) -> Void = { _ in }
  ) {
    system = Self.makeSystem(isStrict: isStrict, tokenRate: tokenRate, change)
    handle(.timePassed, at: now)
  }

  static func request(
    _ body: String, project: String = "shop", path: String? = nil,
    sender: FCMRequest.Sender = .unnamed, at now: Date = .pushMoment, number: Int = 1
  ) -> PushRequest {
    let path = path ?? FCMRequest.path(of: project)
    let bytes = Array(body.utf8)
    return PushRequest(
      FCMRequest(path: path, body: bytes, sender: sender), path: path, body: bytes,
      origin: Origin(wire: .h2), receivedAt: now, freshID: "f0000000-0000-4000-8000-\(number)")
  }

  /// Sends a body; returns the response.
  @discardableResult
  mutating func send(
    body: String, project: String = "shop", path: String? = nil,
    sender: FCMRequest.Sender = .unnamed
  ) -> PushResponse? {
    sent += 1
    let request = Self.request(
      body, project: project, path: path, sender: sender, at: now, number: sent)
    let address = ResponseHandle(connection: 1, stream: sent)
    for case .answer(let answer, to: address) in handle(
      .gateway(.pushReceived(request, reply: address)), at: request.receivedAt)
    {
      return answer
    }
    return nil
  }

  /// Sends a message to the token, with these further fields: `"data":{…}`.
  @discardableResult
  mutating func send(
    _ message: String = #""notification":{"body":"Hi"}"#, to token: String = Self.token,
    project: String = "shop", sender: FCMRequest.Sender = .unnamed
  ) -> PushResponse? {
    send(body: Self.body(message, to: token), project: project, sender: sender)
  }

  static func body(_ message: String, to token: String = Self.token) -> String {
    #"{"message":{"token":"\#(token)"\#(message.isEmpty ? "" : ",")\#(message)}}"#
  }

  var last: PushRecord? { records.last }

  /// The outcome and the reason of the last push.
  var outcome: String {
    last.map { "\($0.notification.outcome.rawValue) \($0.notification.reason.rawValue)" } ?? "none"
  }

  /// The bodies in the list, newest first.
  var bodies: [String] {
    system.device.inbox.groups.flatMap { system.device.inbox.notifications(in: $0.key) }
      .map { $0.content.body ?? "" }
  }
}

extension PushResponse {
  /// `error.details[0].errorCode`, else `error.status`; nil for success.
  var fcmCode: String? {
    let error = document.flatMap { try? JSONReader.read(Array($0.utf8)) }?.root.object?["error"]?
      .object
    return error?["details"]?.array?.first?.object?["errorCode"]?.string
      ?? error?["status"]?.string
  }

  /// The invalid field in the response; nil for none.
  var fcmField: String? {
    let error = document.flatMap { try? JSONReader.read(Array($0.utf8)) }?.root.object?["error"]?
      .object
    return error?["details"]?.array?.last?.object?["fieldViolations"]?.array?.first?
      .object?["field"]?.string
  }
}
