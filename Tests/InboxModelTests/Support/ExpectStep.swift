import Foundation
import Testing

@testable import InboxModel

/// A value that handles events at moments and returns effects.
protocol Machine: Equatable {
  associatedtype Event
  associatedtype Effect: Equatable

  mutating func handle(_ event: Event, at moment: Date) -> [Effect]

  /// Sets the machine's own clock, if it has one, and the values that depend on it.
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

/// Handles one event and compares the whole machine, private state included, and all effects.
/// `change` turns the previous machine, with its clock set, into the expected one.
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
