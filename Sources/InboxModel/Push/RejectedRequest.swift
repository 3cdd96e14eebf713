import Foundation

/// A push, line or connection that was rejected before or by the gateway's checks: a row of the list of
/// rejected requests.
public struct RejectedRequest: Error, Equatable, Sendable {
  /// The code of a line or file that is no push.
  public static let notJSON = "intake.line.not-json"
  /// The most bytes of a body or line that are retained. What a sender may send is longer only where its
  /// size is at fault.
  public static let bodyLimit = 8192

  /// The running number, shown as `R9`; 0 until the gateway numbers it.
  public var number: Int
  /// The origin of the request.
  public var origin: Origin
  /// When.
  public var at: Date
  /// The stable code: an APNs reason, or one of the `intake.*` codes.
  public var reason: String
  /// The status APNs gives with the reason; nil where there was no request to answer.
  public var status: Int?
  /// The cause in a sentence.
  public var because: String
  /// The correction for the sender, a sentence.
  public var fix: String
  /// The apns-id the sender was answered with; nil where nobody got one.
  public var apnsID: APNSID?
  /// With status 410 only: since when the token is not valid, as the answer says.
  public var goneSince: Date?
  /// The number of the fault that rejected it; nil where nobody did it on purpose.
  public var fault: Int?
  /// The first bytes of the body or line, at most ``bodyLimit``.
  public private(set) var body: [UInt8]
  /// The length of the whole body or line in bytes. Of one over ``PushRequest/bodyLimit`` whose length was
  /// not announced it is that limit and one more.
  public private(set) var size: Int
  /// The app, if one was named.
  public var app: BundleID?
  /// The token as written in the path, if there was one.
  public var token: String?
  /// The request path; empty where there was none.
  public var path: String
  /// The request's headers.
  public var fields: [HeaderField]

  /// Creates a row.
  ///
  /// - Parameters:
  ///   - body: The body or line. The bytes beyond ``bodyLimit`` are dropped.
  ///   - size: The length of the whole, where `body` is its beginning.
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

  /// The part that is retained, in words, where ``body`` is not the whole; nil where it is.
  public var truncation: String? {
    guard size > Self.bodyLimit else { return nil }
    let most = size == PushRequest.bodyLimit + 1 ? "at least " : ""
    return "only the first \(Self.bodyLimit) of \(most)\(size) bytes are kept"
  }

  /// The request without its body and most headers: the part that lists and filters need.
  public var row: RejectedRequest {
    let names = [PushHeaders.Name.topic, PushHeaders.Name.pushType]
    var row = self
    row.body = []
    row.fields.removeAll { !names.contains($0.name) }
    return row
  }
}
