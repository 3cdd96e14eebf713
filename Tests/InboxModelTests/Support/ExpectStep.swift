import Foundation
import Testing

@testable import InboxModel

/// A value that events change: it handles them at their moments and returns what is to be done.
protocol Machine: Equatable {
  associatedtype Event
  associatedtype Effect: Equatable

  mutating func handle(_ event: Event, at moment: Date) -> [Effect]

  /// Takes over from the machine after a step what only saves work, and is no state.
  mutating func adoptUncompared(of other: Self)

  /// Moves the machine's own clock, if it has one.
  mutating func setClock(_ moment: Date)
}

extension Machine {
  mutating func adoptUncompared(of other: Self) {}
  mutating func setClock(_ moment: Date) {}
}

extension Gateway: Machine {}
extension ICQService: Machine {}

extension Phone: Machine {
  // The Focus keeps its answer with the interval in which it holds. The undo history has tests of its own.
  mutating func adoptUncompared(of other: Phone) {
    focusClock = other.focusClock
    undoHistory = other.undoHistory
  }

  mutating func setClock(_ moment: Date) { now = moment }
}

extension PushSystem: Machine {
  typealias Effect = InboxModel.Effect

  mutating func adoptUncompared(of other: PushSystem) { device.adoptUncompared(of: other.device) }

  mutating func setClock(_ moment: Date) { device.setClock(moment) }
}

/// Handles one event and compares the whole machine and all effects: `change` makes the expected machine of the
/// one before.
func expectStep<M: Machine>(
  _ machine: inout M, _ event: M.Event, at moment: Date, effects: [M.Effect],
  sourceLocation: SourceLocation = #_sourceLocation, _ change: (inout M) -> Void = { _ in }
) {
  var expected = machine
  expected.setClock(moment)
  change(&expected)
  let found = machine.handle(event, at: moment)
  #expect(found == effects, sourceLocation: sourceLocation)
  expected.adoptUncompared(of: machine)
  #expect(machine == expected, sourceLocation: sourceLocation)
}
