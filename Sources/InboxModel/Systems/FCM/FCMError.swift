/// The reason for which FCM rejects a message, and its response (Firebase, "REST Resource:
/// projects.messages").
public struct FCMError: Error, Equatable, Sendable {
  /// The error codes. The first seven are those of FCM; the others are of the surrounding service,
  /// whose responses have no `FcmError`.
  public enum Code: String, Sendable, CaseIterable {
    /// The message is invalid.
    case invalidArgument = "INVALID_ARGUMENT"
    /// The app of the token was uninstalled.
    case unregistered = "UNREGISTERED"
    /// The token belongs to another project.
    case senderIDMismatch = "SENDER_ID_MISMATCH"
    /// The message rate is exceeded.
    case quotaExceeded = "QUOTA_EXCEEDED"
    /// The service is overloaded.
    case unavailable = "UNAVAILABLE"
    /// The service failed.
    case broken = "INTERNAL"
    /// APNs rejected the credentials of the project.
    case thirdPartyAuthError = "THIRD_PARTY_AUTH_ERROR"
    /// The access token is missing or expired.
    case unauthenticated = "UNAUTHENTICATED"
    /// The sender may not send for the project.
    case permissionDenied = "PERMISSION_DENIED"
    /// The path is unknown.
    case notFound = "NOT_FOUND"
  }

  /// The error code.
  public var code: Code
  /// The message for the sender, one sentence.
  public var message: String
  /// The path of the invalid field, `message.android.ttl`; nil for none.
  public var field: String?
  /// The correction for the sender, one sentence.
  public var fix: String

  /// Makes an error.
  public init(_ code: Code, _ message: String, field: String? = nil, fix: String) {
    self.code = code
    self.message = message
    self.field = field
    self.fix = fix
  }

  /// Returns the error of an invalid field.
  static func invalid(_ field: String, _ message: String, fix: String) -> FCMError {
    FCMError(.invalidArgument, message, field: field, fix: fix)
  }

  /// The JSON text of the response.
  public var document: String {
    var details: [JSONValue] = []
    if code.isOfFCM {
      details.append([
        "@type": "type.googleapis.com/google.firebase.fcm.v1.FcmError",
        "errorCode": .string(code.rawValue),
      ])
    }
    if let field {
      details.append([
        "@type": "type.googleapis.com/google.rpc.BadRequest",
        "fieldViolations": [["field": .string(field), "description": .string(message)]],
      ])
    }
    var error: JSONObject = [
      "code": JSONValue(code.httpStatus), "message": .string(message),
      "status": .string(code.status),
    ]
    if !details.isEmpty { error["details"] = .array(details) }
    return JSONWriter.text(["error": .object(error)])
  }
}

extension FCMError.Code {
  /// The HTTP status.
  public var httpStatus: Int {
    switch self {
    case .invalidArgument: 400
    case .thirdPartyAuthError, .unauthenticated: 401
    case .senderIDMismatch, .permissionDenied: 403
    case .unregistered, .notFound: 404
    case .quotaExceeded: 429
    case .broken: 500
    case .unavailable: 503
    }
  }

  /// `error.status`.
  var status: String {
    switch self {
    case .unregistered: "NOT_FOUND"
    case .senderIDMismatch: "PERMISSION_DENIED"
    case .quotaExceeded: "RESOURCE_EXHAUSTED"
    case .thirdPartyAuthError: "UNAUTHENTICATED"
    default: rawValue
    }
  }

  /// Whether the response contains the code as `errorCode`.
  var isOfFCM: Bool {
    switch self {
    case .unauthenticated, .permissionDenied, .notFound: false
    default: true
    }
  }
}

extension PushResponse {
  /// The response if the store cannot save a message of another service than APNs.
  public static var unavailable: PushResponse {
    let error = FCMError(
      .unavailable, "The service is currently unavailable.", fix: "Send it again, later.")
    return PushResponse(status: error.code.httpStatus, document: error.document)
  }
}

extension FCMError {
  /// Makes the FCM error for a rejection of APNs: a fault, an invalid token, a rate limit.
  init(_ rejection: Rejection) {
    let code: Code =
      switch (rejection.reason.status, rejection.reason) {
      case (410, _): .unregistered
      case (429, _): .quotaExceeded
      case (500, _): .broken
      case (503, _): .unavailable
      case (403, .forbidden): .permissionDenied
      case (403, .badCertificate), (403, .badCertificateEnvironment): .thirdPartyAuthError
      case (403, _): .unauthenticated
      case (_, .deviceTokenNotForTopic): .senderIDMismatch
      case (_, .badPath): .notFound
      default: .invalidArgument
      }
    self.init(code, rejection.because, fix: rejection.fix)
  }

  /// Makes the error of a rejected message from its stored row.
  init(of rejected: RejectedRequest) {
    self.init(
      Code(rawValue: rejected.reason) ?? .invalidArgument, rejected.because, fix: rejected.fix)
    if case .failure(let error) = FCMMessage.read(rejected.body), error.message == message {
      self = error
    }
  }
}
