import Foundation
import InboxModel

/// A screen without a terminal that shows the phone of a scenario. The run answers what the screen
/// requests.
struct ScenarioSession {
  var state: AppState

  init(_ run: ScenarioRun, size: Size, usesASCII: Bool = false) {
    state = AppState(size: size, now: run.now, usesASCII: usesASCII)
  }

  /// Reports the facts of the program to the state: the order of text from right to left.
  mutating func begin(_ order: TextOrder, of run: inout ScenarioRun) {
    send(.runtimeChanged(RuntimeStatus(order: order)), to: &run)
  }

  /// Draws the screen.
  func drawn(_ run: ScenarioRun) -> Screen {
    var status = FeedStatus()
    status.accepted = run.system.gateway.acceptedCount
    status.rejected = run.system.gateway.rejectedCount
    status.historyLimit = nil
    return Views.render(state: state, device: run.system.device, status: status, now: run.now)
  }

  /// Shows the consequences of effects.
  mutating func show(_ effects: [Effect], of run: inout ScenarioRun) {
    for event in ScreenUpdate(effects).events(at: run.now) { send(event, to: &run) }
  }

  /// Passes an event to the state and answers its requests. Requests that need a terminal, a file,
  /// the clipboard or another program are ignored.
  mutating func send(_ event: AppEvent, to run: inout ScenarioRun) {
    for intent in state.handle(event, device: run.system.device) { carryOut(intent, on: &run) }
  }

  private mutating func carryOut(_ intent: Intent, on run: inout ScenarioRun) {
    switch intent {
    case .loadDetail(let id):
      let detail = run.records[id].map {
        InspectedPush(
          record: $0,
          trace: Presentation.trace(of: $0, in: run.system.device.settings.device.timeZone))
      }
      send(.loaded(id, detail), to: &run)
    case .expand(let asked?):
      if let answer = run.programs?.run(asked) { send(.expanded(asked.id, answer), to: &run) }
    case .loadRejectedList:
      let newest = run.rejected.suffix(RejectedList.limit).reversed()
      send(.rejectedListed(newest.map(\.row)), to: &run)
    case .loadRejected(let number):
      let push = run.rejected.first { $0.number == number }
      send(.rejectedLoaded(number, push), to: &run)
    case .loadSilent:
      let silent = run.records.values.map(\.notification).filter { $0.outcome == .silent }
      send(.silentListed(silent), to: &run)
    case .continueSearch: send(.searchContinued, to: &run)
    default:
      if let event = phoneEvent(of: intent, in: run) { show(run.handle(event), of: &run) }
    }
  }

  /// Returns the event that a request is for the machines; nil for one that is none.
  private func phoneEvent(of intent: Intent, in run: ScenarioRun) -> PushSystem.Event? {
    switch intent {
    case .act(let id, let action, let text): .device(.acted(on: id, action, text: text))
    case .dismiss(let ids): .device(.dismissed(ids))
    case .snooze(let ids, let until): .device(.snoozed(ids, until: until))
    case .undo(let ids): .device(.undone(ids))
    case .mark(let ids, let read): .device(.marked(ids, read: read))
    case .changes(let changes): .changes(changes)
    case .reset(let keys): .device(.reset(keys))
    case .toggleOnline: .changed(.online(!run.system.gateway.isDeviceOnline))
    default: nil
    }
  }
}
