import Foundation
import Testing

@testable import InboxModel

/// Handles one event and compares the whole phone and all effects: `change` makes the expected phone of the
/// one before.
func expectStep(
  _ device: inout Phone, _ event: Phone.Event, at moment: Date, effects: [Effect],
  sourceLocation: SourceLocation = #_sourceLocation, _ change: (inout Phone) -> Void = { _ in }
) {
  var expected = device
  expected.now = moment
  change(&expected)
  let found = device.handle(event, at: moment)
  #expect(found == effects, sourceLocation: sourceLocation)
  // The Focus keeps its answer with the interval in which it holds, which is no state of the phone.
  expected.focusClock = device.focusClock
  // What can be taken back has tests of its own.
  expected.undoHistory = device.undoHistory
  #expect(device == expected, sourceLocation: sourceLocation)
}
