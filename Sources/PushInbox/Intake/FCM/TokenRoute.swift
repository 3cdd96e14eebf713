import Foundation
import InboxModel

// What senders of FCM ask of the port: messages, and the access tokens they need for them.

extension Connection {
  /// Where access tokens are given out.
  static let tokenPath = "/token"

  /// A message of FCM, for the gateway.
  func message(_ request: HTTPRequest, from origin: Origin, at date: Date) -> PushRequest {
    let bearer = request.head[PushHeaders.Name.authorization]
    return PushRequest(
      fcm: FCMRequest(
        method: request.method, path: request.path, body: request.body,
        sender: hub.accessTokens.sender(showing: bearer)),
      path: request.path, fields: request.head.fields, body: request.body, origin: origin,
      receivedAt: date, freshID: hub.freshID())
  }

  /// Gives out an access token for the word of a service account (RFC 7523), or says why not.
  func grantToken(
    _ request: HTTPRequest, on session: any HTTPSession, from origin: Origin, at date: Date
  ) {
    do throws(TokenProblem) {
      guard request.method == "POST" else {
        throw TokenProblem("invalid_request", "the method is \(request.method), not POST")
      }
      let word = try JWTAssertion(form: request.body)
      let account = try hub.accounts.account(behind: word, at: date)
      let until = date.addingTimeInterval(AccessTokens.life)
      let token = hub.accessTokens.token(for: account, until: until)
      answer(
        request.stream, on: session,
        with: .json(
          200,
          [
            "access_token": .string(token), "expires_in": JSONValue(Int(AccessTokens.life)),
            "token_type": "Bearer",
          ]))
    } catch {
      hub.loop.emit(
        .refused(
          Refusal(
            origin: origin, at: date, reason: "intake.token." + error.code, status: 400,
            because: "No access token: \(error.because).",
            fix: "Use the service account of `pushinbox env --client firebase-admin`.")))
      answer(
        request.stream, on: session,
        with: .json(
          400,
          ["error": .string(error.code), "error_description": .string(error.because)]))
    }
  }
}

extension HTTPResponse {
  fileprivate static func json(_ status: Int, _ object: JSONObject) -> HTTPResponse {
    HTTPResponse(
      status: status, apnsID: "", contentType: "application/json",
      body: Array(JSONWriter.text(.object(object)).utf8))
  }
}

/// Why no access token is given out, in the words of RFC 6749 §5.2.
struct TokenProblem: Error, Equatable {
  var code: String
  /// Half a sentence.
  var because: String

  init(_ code: String, _ because: String) {
    self.code = code
    self.because = because
  }
}
