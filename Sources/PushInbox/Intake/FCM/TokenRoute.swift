import Foundation
import InboxModel

/// `POST /token`: grants an access token for FCM for the assertion of a service account (RFC 7523).
struct TokenRoute: Route {
  /// The path of token requests.
  static let path = "/token"

  let accounts: ServiceAccounts
  let accessTokens: AccessTokens

  func handle(_ routed: RoutedRequest) -> Bool {
    guard routed.request.path == Self.path else { return false }
    do throws(TokenProblem) {
      routed.respond(with: .json(200, try grant(routed.request, at: routed.receivedAt)))
    } catch {
      routed.loop.emit(
        .rejected(
          RejectedRequest(
            origin: routed.origin, at: routed.receivedAt, reason: "intake.token." + error.code,
            status: 400, because: "No access token: \(error.because).",
            fix: "Use the service account of `pushinbox env --client firebase-admin`.")))
      routed.respond(
        with: .json(
          400, ["error": .string(error.code), "error_description": .string(error.because)]))
    }
    return true
  }

  private func grant(_ request: HTTPRequest, at date: Date) throws(TokenProblem) -> JSONObject {
    guard request.method == "POST" else {
      throw TokenProblem("invalid_request", "the method is \(request.method), not POST")
    }
    let account = try accounts.account(behind: JWTAssertion(form: request.body), at: date)
    let token = accessTokens.token(for: account, until: date.addingTimeInterval(AccessTokens.life))
    return [
      "access_token": .string(token), "expires_in": JSONValue(Int(AccessTokens.life)),
      "token_type": "Bearer",
    ]
  }
}

extension HTTPResponse {
  fileprivate static func json(_ status: Int, _ object: JSONObject) -> HTTPResponse {
    HTTPResponse(
      status: status, contentType: "application/json",
      body: Array(JSONWriter.text(.object(object)).utf8))
  }
}

/// The reason why no access token is granted, with the error code of RFC 6749 §5.2.
struct TokenProblem: Error, Equatable {
  var code: String
  /// The explanation, half a sentence.
  var because: String

  init(_ code: String, _ because: String) {
    self.code = code
    self.because = because
  }
}
