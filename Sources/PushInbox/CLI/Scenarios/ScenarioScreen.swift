import Foundation
import InboxModel

/// The screen of a scenario's phone, as it is when the program is opened at that moment: with no
/// selection made and no banner. `run --screen` and `screen` steps draw the same.
struct ScenarioScreen {
  var size: Size
  var view: ScenarioView
  var usesASCII: Bool
  /// The order of right-to-left text in the cells: logical, except in a picture.
  var order = TextOrder.logical

  /// Draws the screen.
  func drawn(_ run: ScenarioRun) -> Screen {
    let device = run.system.device
    var state = AppState(size: size, now: run.now, usesASCII: usesASCII)
    if view == .unfolded { state.pages.inbox.folds.setAll(open: true) }
    send(.runtimeChanged(RuntimeStatus(order: order)), to: &state, of: run)
    send(.happened(run.events), to: &state, of: run)
    send(.listChanged(newest: device.inbox.newest), to: &state, of: run)
    if let sheet = sheet(state, device) {
      state.pages.layers = [sheet]
      send(.resized(size), to: &state, of: run)
    }
    var status = FeedStatus()
    status.accepted = run.system.gateway.acceptedCount
    status.rejected = run.system.gateway.rejectedCount
    status.historyLimit = nil
    return Views.render(state: state, device: device, status: status, now: run.now)
  }

  private func send(_ event: AppEvent, to state: inout AppState, of run: ScenarioRun) {
    for intent in state.handle(event, device: run.system.device) {
      switch intent {
      case .loadDetail(let id):
        let detail = run.records[id].map {
          InspectedPush(
            record: $0,
            trace: Presentation.trace(of: $0, in: run.system.device.settings.device.timeZone))
        }
        send(.loaded(id, detail), to: &state, of: run)
      case .expand(let asked?):
        if let answer = run.programs?.run(asked) {
          send(.expanded(asked.id, answer), to: &state, of: run)
        }
      case .loadRejectedList:
        let newest = run.rejected.suffix(RejectedList.limit).reversed()
        send(.rejectedListed(newest.map(\.row)), to: &state, of: run)
      case .loadRejected(let number):
        let push = run.rejected.first { $0.number == number }
        send(.rejectedLoaded(number, push), to: &state, of: run)
      default: break
      }
    }
  }

  /// Returns the layer above the list; nil for the list itself, and if there is no push to inspect.
  private func sheet(_ state: AppState, _ device: Phone) -> Layer? {
    switch view {
    case .inbox, .unfolded: return nil
    case .help: return .page(HelpPage())
    case .settings: return .kept(.settings)
    case .rejected: return .kept(.rejected)
    case .log: return .kept(.log)
    case .lock: return .kept(.lockScreen)
    case .detail, .why, .payload, .headers, .timeline, .raw:
      let tab = InspectorPage.Tab(rawValue: view.rawValue.capitalized) ?? .summary
      return state.context(device).target?.id.map { .page(InspectorPage(id: $0, tab: tab)) }
    }
  }
}
