import Foundation

/// A push, line or connection that was rejected before or by the gateway's checks: a row of the
/// list of rejected requests.
public struct RejectedRequest: Error, Equatable, Sendable {
  /// The code of a line or file that is not a push.
  public static let notJSON = "intake.line.not-json"
  /// The maximum number of body or line bytes that are retained. Longer bodies are rejected for
  /// their size.
  public static let bodyLimit = 8192

  /// The number, shown as `R9`; 0 until the gateway assigns it.
  public var number: Int
  /// The origin of the request.
  public var origin: Origin
  /// The moment of the rejection.
  public var at: Date
  /// The stable code: an APNs reason, or one of the `intake.*` codes.
  public var reason: String
  /// ``reason`` as the list on the screen shows it: without `intake.`.
  public var shortReason: String {
    reason.hasPrefix("intake.") ? String(reason.dropFirst("intake.".count)) : reason
  }
  /// The status APNs gives with the reason; nil if there was no request to respond to.
  public var status: Int?
  /// The cause in one sentence.
  public var because: String
  /// The correction for the sender, one sentence.
  public var fix: String
  /// The apns-id of the response; nil if there was none.
  public var apnsID: APNSID?
  /// The moment from which the token is not valid, as in the response; with status 410 only; nil
  /// otherwise.
  public var unregisteredSince: Date?
  /// The number of the injected fault that rejected it; nil for none.
  public var fault: Int?
  /// The first bytes of the body or line, at most ``bodyLimit``.
  public private(set) var body: [UInt8]
  /// The length of the whole body or line in bytes. If it exceeds ``PushRequest/bodyLimit`` and was
  /// not announced, it is that limit plus one.
  public private(set) var size: Int
  /// The app; nil if the request names none.
  public var app: BundleID?
  /// The device token as written in the path; nil if there is none.
  public var token: String?
  /// The request path; empty if there is none.
  public var path: String
  /// The request's headers.
  public var fields: [HeaderField]

  /// Makes a row.
  ///
  /// - Parameters:
  ///   - body: The body or line. Bytes beyond ``bodyLimit`` are dropped.
  ///   - size: The length of the whole body in bytes, if `body` is only its beginning.
  public init(
    number: Int = 0, origin: Origin, at: Date, reason: String, status: Int? = nil,
    because: String, fix: String, apnsID: APNSID? = nil, body: [UInt8] = [], size: Int? = nil,
    app: BundleID? = nil, token: String? = nil, path: String = "", fields: [HeaderField] = []
  ) {
    self.number = number
    self.origin = origin
    self.at = at
    self.reason = reason
    self.status = status
    self.because = because
    self.fix = fix
    self.apnsID = apnsID
    self.body = []
    self.size = 0
    self.app = app
    self.token = token
    self.path = path
    self.fields = fields
    setBody(body, size: size)
  }

  /// Replaces the body. Bytes beyond ``bodyLimit`` are dropped.
  mutating func setBody(_ body: [UInt8], size: Int? = nil) {
    self.body = body.count > Self.bodyLimit ? Array(body.prefix(Self.bodyLimit)) : body
    self.size = max(size ?? 0, body.count)
  }

  /// A description of the retained part if ``body`` is cut; nil if it is complete.
  public var truncation: String? {
    guard size > Self.bodyLimit else { return nil }
    let most = size == PushRequest.bodyLimit + 1 ? "at least " : ""
    return "only the first \(Self.bodyLimit) of \(most)\(size) bytes are stored"
  }

  /// The request without its body and most headers, for lists and filters.
  public var row: RejectedRequest {
    let names = [PushHeaders.Name.topic, PushHeaders.Name.pushType]
    var row = self
    row.body = []
    row.fields.removeAll { !names.contains($0.name) }
    return row
  }
}
