/// The reason for which FCM rejects a message, and its response (Firebase, "REST Resource:
/// projects.messages").
public struct FCMError: Error, Equatable, Sendable {
  /// The words for it. The first seven are those of FCM; the others are of the service around it,
  /// whose answers carry no `FcmError`.
  public enum Code: String, Sendable, CaseIterable {
    /// The message breaks a rule.
    case invalidArgument = "INVALID_ARGUMENT"
    /// The app with this token is gone.
    case unregistered = "UNREGISTERED"
    /// The token belongs to another project.
    case senderIDMismatch = "SENDER_ID_MISMATCH"
    /// Too many messages.
    case quotaExceeded = "QUOTA_EXCEEDED"
    /// Overloaded.
    case unavailable = "UNAVAILABLE"
    /// Broken.
    case broken = "INTERNAL"
    /// The way on to APNs is closed.
    case thirdPartyAuthError = "THIRD_PARTY_AUTH_ERROR"
    /// No access token, or a stale one.
    case unauthenticated = "UNAUTHENTICATED"
    /// Nothing may be sent for the project.
    case permissionDenied = "PERMISSION_DENIED"
    /// No such path.
    case notFound = "NOT_FOUND"
  }

  /// The word.
  public var code: Code
  /// The message for the sender, a sentence.
  public var message: String
  /// The path of the field at fault, `message.android.ttl`; nil where it is none.
  public var field: String?
  /// The correction for the sender, a sentence.
  public var fix: String

  /// Describes a rejection.
  public init(_ code: Code, _ message: String, field: String? = nil, fix: String) {
    self.code = code
    self.message = message
    self.field = field
    self.fix = fix
  }

  /// A field that breaks a rule.
  static func invalid(_ field: String, _ message: String, fix: String) -> FCMError {
    FCMError(.invalidArgument, message, field: field, fix: fix)
  }

  /// The JSON text of the answer.
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

  /// Whether an answer names it as `errorCode`.
  var isOfFCM: Bool {
    switch self {
    case .unauthenticated, .permissionDenied, .notFound: false
    default: true
    }
  }
}

extension PushResponse {
  /// Another service than APNs cannot keep what it was given.
  public static var unavailable: PushResponse {
    let error = FCMError(
      .unavailable, "The service is currently unavailable.", fix: "Send it again, later.")
    return PushResponse(status: error.code.httpStatus, document: error.document)
  }
}

extension FCMError {
  /// The same rejection as APNs would word it: a fault, a token that is gone, a rate.
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

  /// Creates the error of a rejected message from its stored row.
  init(of rejected: RejectedRequest) {
    self.init(
      Code(rawValue: rejected.reason) ?? .invalidArgument, rejected.because, fix: rejected.fix)
    if case .failure(let error) = FCMMessage.read(rejected.body), error.message == message {
      self = error
    }
  }
}
