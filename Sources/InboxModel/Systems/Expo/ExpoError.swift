/// The reason for which the Expo push service rejects a message or a request (Expo, "Send
/// notifications with the Expo Push Service", "Errors").
public struct ExpoError: Error, Equatable, Sendable {
  /// The error codes. The first five are of single messages, in tickets and receipts; the others
  /// are of whole requests.
  public enum Code: String, Sendable, CaseIterable {
    /// The token is invalid, or its app was uninstalled.
    case deviceNotRegistered = "DeviceNotRegistered"
    /// The payload exceeds 4096 bytes.
    case messageTooBig = "MessageTooBig"
    /// The message rate of the device is exceeded.
    case messageRateExceeded = "MessageRateExceeded"
    /// The token belongs to another sender.
    case mismatchSenderID = "MismatchSenderId"
    /// APNs rejected the credentials of the project.
    case invalidCredentials = "InvalidCredentials"
    /// More than 100 notifications in a request.
    case tooManyNotifications = "PUSH_TOO_MANY_NOTIFICATIONS"
    /// Tokens of several projects in a request.
    case tooManyProjects = "PUSH_TOO_MANY_EXPERIENCE_IDS"
    /// More than 1000 receipts in a request.
    case tooManyReceipts = "PUSH_TOO_MANY_RECEIPTS"
    /// The request is invalid (expo/expo-server-sdk-python, `PushServerError`).
    case invalid = "API_ERROR"
    /// The path or the method is unknown.
    case notFound = "NOT_FOUND"
    /// The service failed.
    case broken = "INTERNAL_SERVER_ERROR"
    /// The service is overloaded.
    case unavailable = "SERVICE_UNAVAILABLE"
  }

  /// The error code.
  public var code: Code
  /// The message for the sender, one sentence.
  public var message: String
  /// The correction for the sender, one sentence.
  public var fix: String
  /// The tokens in the request by app, if they are of several; empty otherwise.
  var tokens: [(app: BundleID, tokens: [String])] = []

  /// Makes an error.
  public init(_ code: Code, _ message: String, fix: String) {
    self.code = code
    self.message = message
    self.fix = fix
  }

  /// Returns the error of an invalid request.
  static func invalid(_ message: String, fix: String) -> ExpoError {
    ExpoError(.invalid, message, fix: fix)
  }

  /// Returns whether the errors are equal, without the tokens.
  public static func == (left: ExpoError, right: ExpoError) -> Bool {
    (left.code, left.message, left.fix) == (right.code, right.message, right.fix)
  }

  /// The ticket or receipt of a message.
  var result: JSONValue {
    var result: JSONObject = ["status": "error", "message": .string(message)]
    if code.isOfMessage { result["details"] = ["error": .string(code.rawValue)] }
    return .object(result)
  }

  /// The JSON text of the error: a ticket or receipt, or the response to a whole request.
  var answer: String { code.isOfMessage ? JSONWriter.text(result) : document }

  /// The JSON text of the response to a whole request.
  var document: String {
    var error: JSONObject = ["code": .string(code.rawValue), "message": .string(message)]
    if !tokens.isEmpty {
      error["details"] = .object(
        JSONObject(
          tokens.map { .init(key: $0.app.text, value: .array($0.tokens.map(JSONValue.string))) }))
    }
    return JSONWriter.text(["errors": [.object(error)]])
  }
}

extension ExpoError.Code {
  /// Whether it is of a single message.
  public var isOfMessage: Bool {
    switch self {
    case .deviceNotRegistered, .messageTooBig, .messageRateExceeded, .mismatchSenderID,
      .invalidCredentials:
      true
    default: false
    }
  }

  /// The HTTP status of the response.
  public var httpStatus: Int {
    switch self {
    case .tooManyNotifications, .tooManyProjects, .tooManyReceipts, .invalid: 400
    case .notFound: 404
    case .broken: 500
    case .unavailable: 503
    default: 200
    }
  }
}

extension ExpoError {
  /// Makes the error for a rejection of APNs: a fault, an invalid token, a rate limit.
  init(_ rejection: Rejection) {
    let code: Code =
      switch (rejection.reason.status, rejection.reason) {
      case (410, _), (_, .badDeviceToken): .deviceNotRegistered
      case (_, .deviceTokenNotForTopic): .mismatchSenderID
      case (403, _): .invalidCredentials
      case (413, _): .messageTooBig
      case (429, _): .messageRateExceeded
      case (500, _): .broken
      case (503, _): .unavailable
      default: .invalid
      }
    self.init(code, rejection.because, fix: rejection.fix)
  }

  /// Makes the error of a rejected message or request from its stored row.
  init(of rejected: RejectedRequest) {
    self.init(
      Code(rawValue: rejected.reason) ?? .invalid, rejected.because, fix: rejected.fix)
  }
}
