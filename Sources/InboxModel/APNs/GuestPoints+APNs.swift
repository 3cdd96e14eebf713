import Foundation

extension GuestPoints {
  /// Handles a request of another system; nil for a request to APNs.
  static func receive(
    _ request: PushRequest, reply: ResponseHandle?, in gateway: inout Gateway
  ) -> [Gateway.Effect]? { nil }

  /// Returns the response to an accepted request of another system; nil for a request to APNs.
  static func response(to request: PushRequest, naming id: APNSID) -> PushResponse? { nil }

  /// Returns whether another system handles requests to a path.
  static func owns(path: String) -> Bool { false }

  /// Returns the reason for which a rejected request to a path of another system cannot be accepted
  /// by a user; nil if it can.
  static func obstacle(to push: RejectedRequest) -> String? { nil }

  /// Accepts a rejected request to a path of another system.
  static func accept(
    _ push: RejectedRequest, id: APNSID, in gateway: inout Gateway
  ) -> [Gateway.Effect] { [] }

  /// The state of the systems in the gateway.
  typealias GatewayState = NoGuestState

  /// An event of the systems for the gateway.
  public typealias GatewayEvent = NoGuestValue

  /// An effect of the systems in the gateway.
  public typealias GatewayEffect = NoGuestValue

  /// Handles an event of the systems for the gateway.
  static func handle(
    _ event: Guests.GatewayEvent, in gateway: inout Gateway, at moment: Date
  ) -> [Gateway.Effect] { [] }

  /// Handles a push that a provider in another process relays.
  static func receive(
    forwarded request: PushRequest, reply: ResponseHandle?, in gateway: inout Gateway
  ) -> [Gateway.Effect] { gateway.validate(request, reply: reply) }

  /// Counts and forwards an accepted push.
  ///
  /// - Parameter isDropped: Whether it never reaches the phone.
  static func accepted(
    _ push: Delivery, isDropped: Bool, in gateway: inout Gateway,
    _ effects: inout [Gateway.Effect]
  ) {}

  /// Assigns a sequence number to an accepted push, if those of its app are numbered.
  ///
  /// - Returns: The reason for which the push does not reach the phone; nil if it does.
  static func number(
    _ push: inout Delivery, in gateway: inout Gateway, _ effects: inout [Gateway.Effect]
  ) -> ReasonCode? { nil }

  /// Adds the sequence number of a push to the trace step about its transit.
  static func addPlace(of push: Delivery, to step: inout TraceStep) {}

  /// Returns the trace step about a push of a system that never went to a phone; nil for other
  /// codes.
  static func step(dropping push: Delivery, as code: ReasonCode) -> TraceStep? { nil }

  /// Returns the sentence and the setting about the app that replaced a missing one; nil for a push
  /// to APNs.
  static func standIn(forAppOf push: Delivery) -> (because: String, setting: String)? { nil }

  /// The maximum numbers of messages without a collapse key, and of keys, that wait for an app on
  /// an Android phone. One message too many removes all of them; one key too many removes the
  /// oldest.
  static var messageLimits: (messages: Int, keys: Int) { (.max, .max) }

  /// Returns the rejection of a push without a topic over a wire format that has none; nil for the
  /// default.
  static func missingTopic(over wire: Origin.Wire) -> Rejection? { nil }

  /// Returns the rejection of a text that is not a device token; nil for the default.
  static func rejection(of token: String) -> Rejection? { nil }
}
