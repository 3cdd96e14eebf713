import Foundation
import Testing

@testable import InboxModel

/// A value that events change: it handles them at their moments and returns what is to be done.
protocol Machine: Equatable {
  associatedtype Event
  associatedtype Effect: Equatable

  mutating func handle(_ event: Event, at moment: Date) -> [Effect]

  /// Moves the machine's own clock, if it has one, and what is worked out anew at each moment of
  /// it.
  mutating func setClock(_ moment: Date)
}

extension Machine {
  mutating func setClock(_ moment: Date) {}
}

extension Gateway: Machine {}
extension ICQService: Machine {}

extension Phone: Machine {
  mutating func setClock(_ moment: Date) {
    now = moment
    if focusClock.isStale(at: moment) { focusClock.recompute(at: moment, settings: settings) }
  }
}

extension PushSystem: Machine {
  typealias Effect = InboxModel.Effect

  mutating func setClock(_ moment: Date) { device.setClock(moment) }
}

/// Handles one event and compares the whole machine, private state included, and all effects:
/// `change` makes the expected machine of the one before, whose clock has been moved.
func expectStep<M: Machine>(
  _ machine: inout M, _ event: M.Event, at moment: Date, effects: [M.Effect],
  sourceLocation: SourceLocation = #_sourceLocation, _ change: (inout M) -> Void = { _ in }
) {
  var expected = machine
  expected.setClock(moment)
  change(&expected)
  let found = machine.handle(event, at: moment)
  #expect(found == effects, sourceLocation: sourceLocation)
  #expect(machine == expected, sourceLocation: sourceLocation)
}
