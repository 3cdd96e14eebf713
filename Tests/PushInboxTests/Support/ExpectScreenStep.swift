import Foundation
import InboxModel
import Testing

@testable import PushInbox

/// Handles one event and compares the whole state of the screen and all intents. `change` turns the
/// state before into the expected one.
func expectStep(
  _ bench: inout Bench, _ event: AppEvent, intents: [Intent] = [],
  sourceLocation: SourceLocation = #_sourceLocation, _ change: (inout AppState) -> Void = { _ in }
) {
  var expected = bench.state
  change(&expected)
  let found = bench.state.handle(event, device: bench.device)
  #expect(found == intents, sourceLocation: sourceLocation)
  #expect(bench.state == expected, sourceLocation: sourceLocation)
}
