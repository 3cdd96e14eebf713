import Foundation

// The numbered queue's part in what the gateway does.

extension Gateway {
  /// Gives a push its number, where its app has a queue; false for one nobody subscribed to.
  mutating func file(_ delivery: inout Delivery, _ effects: inout [Effect]) -> Bool {
    switch numbering.file(&delivery) {
    case .passed: return true
    case .unsubscribed: return false
    case .numbered(let gone):
      effects.append(.store(.numbered(delivery)))
      if let gone { effects.append(.store(.lettersGone(through: gone))) }
      return true
    }
  }

  /// Answers a phone that misses pushes, and sends them once more, as any push goes.
  mutating func sendAgain(_ request: RepeatRequest, at now: Date) -> [Effect] {
    let again = numbering.repeats(of: request, at: now)
    var effects = [Effect.answerRepeats(request, again: again)]
    for push in again { send(push, at: now, &effects) }
    return effects
  }
}
