/// A request as the push system that it is for has read it. The rooms below the system hand it on unread.
public protocol GuestRequest: Equatable, Sendable {
  /// The identifier that its sender is told, unless the sender gave one.
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

  /// Equal requests of the same system.
  public static func == (left: AnyGuestRequest, right: AnyGuestRequest) -> Bool {
    func isEqual<Request: GuestRequest>(_ request: Request) -> Bool {
      request == right.value as? Request
    }
    return isEqual(left.value)
  }
}

extension PushRequest {
  /// The identifier that the sender is told, unless the sender gave one.
  public var answeredID: APNSID {
    self.guest?.wrappedValue.value.answeredID(of: self) ?? self.freshID
  }
}
