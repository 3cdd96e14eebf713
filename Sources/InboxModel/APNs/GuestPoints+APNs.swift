extension GuestPoints {
  /// Handles a request of another system; nil for a request to APNs.
  static func receive(
    _ request: PushRequest, reply: ResponseHandle?, in gateway: inout Gateway
  ) -> [Gateway.Effect]? { nil }

  /// The response to an accepted request of another system; nil for a request to APNs.
  static func response(to request: PushRequest, naming id: String) -> PushResponse? { nil }

  /// Whether requests to a path are another system's.
  static func owns(path: String) -> Bool { false }

  /// Why a rejected request to a path of another system cannot be accepted by hand; nil where it can.
  static func obstacle(to push: RejectedRequest) -> String? { nil }

  /// Accepts a rejected request to a path of another system.
  static func accept(
    _ push: RejectedRequest, id: String, in gateway: inout Gateway
  ) -> [Gateway.Effect] { [] }

  /// The state that the systems keep in the gateway.
  typealias GatewayState = NoGuestState

  /// The trace's step about a push of a system that never went to a phone; nil for other codes.
  static func step(dropping push: Delivery, as code: ReasonCode) -> TraceStep? { nil }

  /// The words and the setting about an app that took the place of one the sender did not name; nil for a push to
  /// APNs.
  static func standIn(forAppOf push: Delivery) -> (because: String, setting: String)? { nil }

  /// The name of the service that keeps messages for Android phones.
  static var messageService: String { "the service" }

  /// Why a text that is no device token names no device; nil for any text.
  static func rejection(of token: String) -> Rejection? { nil }
}
