import Foundation

extension GuestPoints {
  /// Handles a request of another system; nil for a request to APNs.
  static func receive(
    _ request: PushRequest, reply: ResponseHandle?, in gateway: inout Gateway
  ) -> [Gateway.Effect]? { nil }

  /// The response to an accepted request of another system; nil for a request to APNs.
  static func response(to request: PushRequest, naming id: APNSID) -> PushResponse? { nil }

  /// Whether requests to a path are another system's.
  static func owns(path: String) -> Bool { false }

  /// Why a rejected request to a path of another system cannot be accepted by hand; nil where it
  /// can.
  static func obstacle(to push: RejectedRequest) -> String? { nil }

  /// Accepts a rejected request to a path of another system.
  static func accept(
    _ push: RejectedRequest, id: APNSID, in gateway: inout Gateway
  ) -> [Gateway.Effect] { [] }

  /// The state that the systems keep in the gateway.
  typealias GatewayState = NoGuestState

  /// An event of the systems for the gateway.
  public typealias GatewayEvent = NoGuestValue

  /// An effect of the systems in the gateway.
  public typealias GatewayEffect = NoGuestValue

  /// Handles an event of the systems for the gateway.
  static func handle(
    _ event: Guests.GatewayEvent, in gateway: inout Gateway, at moment: Date
  ) -> [Gateway.Effect] { [] }

  /// Handles a push from a provider elsewhere.
  static func receive(
    forwarded request: PushRequest, reply: ResponseHandle?, in gateway: inout Gateway
  ) -> [Gateway.Effect] { gateway.validate(request, reply: reply) }

  /// Counts and passes on an accepted push.
  ///
  /// - Parameter isDropped: Whether it never goes to the phone.
  static func accepted(
    _ push: Delivery, isDropped: Bool, in gateway: inout Gateway,
    _ effects: inout [Gateway.Effect]
  ) {}

  /// Numbers an accepted push, where those of its app are numbered.
  ///
  /// - Returns: Why the push does not go to the phone; nil for one that does.
  static func number(
    _ push: inout Delivery, in gateway: inout Gateway, _ effects: inout [Gateway.Effect]
  ) -> ReasonCode? { nil }

  /// Adds the place of a push among numbered ones to the trace's step about its way.
  static func addPlace(of push: Delivery, to step: inout TraceStep) {}

  /// The trace's step about a push of a system that never went to a phone; nil for other codes.
  static func step(dropping push: Delivery, as code: ReasonCode) -> TraceStep? { nil }

  /// The words and the setting about an app that took the place of one the sender did not name; nil
  /// for a push to APNs.
  static func standIn(forAppOf push: Delivery) -> (because: String, setting: String)? { nil }

  /// The most messages without a collapse key, and the most keys, that wait for an app on an
  /// Android phone. One message more, and they all go; of one key more the oldest goes.
  static var messageLimits: (messages: Int, keys: Int) { (.max, .max) }

  /// The rejection of a push without a topic that came by a form of intake which has none; nil for
  /// the usual one.
  static func missingTopic(over wire: Origin.Wire) -> Rejection? { nil }

  /// Why a text that is no device token names no device; nil for any text.
  static func rejection(of token: String) -> Rejection? { nil }
}
