import InboxModel

/// What is held, in the order of the summary: what its keys do there.
extension AppState {
  /// Answers a command while what is held is on top.
  mutating func walkHeld(by command: Command, _ device: Phone) -> [Intent] {
    switch command {
    case .inspect, .why, .undo, .edit, .resend, .save, .pipe, .copy, .mark:
      return carryOut(command, device: device)
    case _ where isEverywhere(command): return carryOut(command, device: device)
    default:
      let numbers = Self.heldNumbers(device)
      let page = max(1, ListLayout.held(size).list.rows)
      if let count = steps(of: command, page: page, of: numbers.count) {
        held.move(by: count, in: numbers, growth: .top)
      }
    }
    return []
  }

  /// Stands on a push that is held, inside the window.
  mutating func settleHeld(_ device: Phone) {
    held.settle(
      in: Self.heldNumbers(device), height: ListLayout.held(size).list.rows, growth: .top)
  }

  private static func heldNumbers(_ device: Phone) -> [Int] {
    device.heldByRelevance.map(\.notification.id.rawValue)
  }

  /// `summary=now`, where there is something to show.
  mutating func showSummary(_ device: Phone) -> [Intent] {
    guard device.summaryHoldsAny else {
      say("the scheduled summary holds nothing")
      return []
    }
    say("what the summary held is in the list")
    return [.change(.showSummary)]
  }
}

extension Phone {
  /// Whether the scheduled summary holds a push; what was snoozed is not its.
  var summaryHoldsAny: Bool {
    heldCount > 0 && held.contains { $0.notification.reason == .summaryHeld }
  }
}
