import Foundation

/// A request, parsed by the push system it belongs to. Rooms below that system pass it on unread.
public protocol GuestRequest: Equatable, Sendable {
  /// The wire format of the system.
  static var wire: Origin.Wire { get }
  /// Returns the identifier in the response, if the sender gave none.
  func answeredID(of request: PushRequest) -> APNSID
}

/// A request of any push system beside APNs.
public struct AnyGuestRequest: Equatable, Sendable {
  /// The request.
  public let value: any GuestRequest

  /// Wraps a request.
  public init(_ value: any GuestRequest) {
    self.value = value
  }

  /// Returns whether both are equal requests of the same system.
  public static func == (left: AnyGuestRequest, right: AnyGuestRequest) -> Bool {
    func isEqual<Request: GuestRequest>(_ request: Request) -> Bool {
      request == right.value as? Request
    }
    return isEqual(left.value)
  }
}

extension PushRequest {
  /// Makes the push of a request of another system; `fields` are the request's headers.
  public init<Request: GuestRequest>(
    _ guest: Request, path: String, fields: [HeaderField] = [], body: [UInt8], origin: Origin,
    receivedAt: Date, freshID: APNSID
  ) {
    self.init(
      path: path, fields: fields, body: body, payload: .failure(.empty), origin: origin,
      receivedAt: receivedAt, freshID: freshID)
    self.origin.wire = Request.wire
    self.guest = Indirect(wrappedValue: AnyGuestRequest(guest))
  }

  /// The identifier in the response if the push is accepted: the sender's `apns-id`, of a broadcast
  /// its `apns-request-id`; a fresh one if the sender gave none.
  public var answeredID: APNSID {
    if let guest = self.guest?.wrappedValue.value { return guest.answeredID(of: self) }
    let name = ChannelPath(self.path) == nil ? PushHeaders.Name.id : PushHeaders.Name.requestID
    return self.fields.first { $0.name == name }.map { APNSID($0.value) } ?? self.freshID
  }
}
