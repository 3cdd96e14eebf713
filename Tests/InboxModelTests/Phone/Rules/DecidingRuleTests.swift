import Foundation
import Testing

@testable import InboxModel

@Suite struct DecidingRuleTests {
  struct Case: CustomTestStringConvertible, Sendable {
    var testDescription: String
    var outcome = Outcome.quiet
    var reason = ReasonCode.dndManual
    var steps: [TraceStep]
    var place: Int?
    var because: String?
  }

  private static let passed = TraceStep(.app, .ok, because: "Chat is installed")
  private static let stop = TraceStep(
    .focus, .stop, code: .dndManual, because: "Do Not Disturb does not allow Chat",
    setting: "focus.dnd")
  private static let quiet = TraceStep(.present, .note, because: "the screen stays off; list")
  private static let shown = TraceStep(.present, .ok, code: .shown, because: "banner, list")

  private static let cases = [
    Case(
      testDescription: "a rule stopped it", steps: [passed, stop, quiet], place: 1,
      because: "Do Not Disturb does not allow Chat"),
    Case(
      testDescription: "it was snoozed after a rule had stopped it", reason: .snoozed,
      steps: [stop, quiet, TraceStep(.present, .stop, code: .snoozed, because: "you put it off")],
      place: 2, because: "you put it off"),
    Case(
      testDescription: "no rule stopped it", outcome: .shown, reason: .shown,
      steps: [passed, shown], place: 1, because: "no rule stopped it: banner, list"),
    Case(
      testDescription: "a Focus allowed it", outcome: .shown, reason: .shown,
      steps: [
        passed,
        TraceStep(.focus, .ok, code: .passedCritical, because: "critical pushes pass “Night”"),
        shown,
      ], place: 1, because: "critical pushes pass “Night”: banner, list"),
    Case(testDescription: "no steps", steps: [], place: nil, because: nil),
  ]

  @Test(arguments: cases)
  func `a trace states the deciding rule in one sentence`(row: Case) {
    let trace = Trace(
      id: 1, times: DeliveryTimes(receivedAt: .distantPast, deliveredAt: nil), outcome: row.outcome,
      reason: row.reason, steps: row.steps, wouldShowIf: [])
    #expect(trace.decidingStep == row.place)
    #expect(trace.because == row.because)
  }
}
