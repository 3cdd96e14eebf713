import Foundation

// The numbered queue in the gateway.

extension Guests {
  static func number(
    _ push: inout Delivery, in gateway: inout Gateway, _ effects: inout [Gateway.Effect]
  ) -> ReasonCode? {
    switch gateway.guests.numbering.file(&push) {
    case .passed: return nil
    case .unsubscribed: return .queueUnsubscribed
    case .numbered(let gone):
      effects.append(.guest(.store(.queue(.numbered(push)))))
      if let gone { effects.append(.guest(.store(.queue(.retainedRemoved(through: gone))))) }
      return nil
    }
  }

  static func addPlace(of push: Delivery, to step: inout TraceStep) { step.addPlace(of: push) }
}

extension Gateway {
  /// Answers a phone's request for missing pushes and sends them again.
  mutating func sendAgain(_ request: RepeatRequest, at now: Date) -> [Effect] {
    let again = guests.numbering.repeats(of: request, at: now)
    var effects = [Effect.guest(.answerRepeats(request, again: again))]
    for push in again { send(push, at: now, &effects) }
    return effects
  }
}
