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
    var run = run
    let device = run.system.device
    var session = ScenarioSession(run, size: size, usesASCII: usesASCII)
    if view == .unfolded { session.state.pages.inbox.folds.setAll(open: true) }
    session.begin(order, of: &run)
    session.send(.happened(run.events), to: &run)
    session.send(.listChanged(newest: device.inbox.newest), to: &run)
    if let layer = layer(run) {
      session.state.pages.layers = [layer]
      session.send(.resized(size), to: &run)
    }
    return session.drawn(run)
  }

  /// The layer over the list; nil for the list itself, and without a push to inspect.
  private func layer(_ run: ScenarioRun) -> Layer? {
    switch view {
    case .inbox, .unfolded: return nil
    case .help: return .page(HelpPage())
    case .settings: return .kept(.settings)
    case .rejected: return .kept(.rejected)
    case .log: return .kept(.log)
    case .lock: return .kept(.lockScreen)
    case .detail, .why, .payload, .headers, .timeline, .raw:
      let tab = InspectorPage.Tab(rawValue: view.rawValue.capitalized) ?? .summary
      return run.newestRecord.map { .page(InspectorPage(id: $0.notification.id, tab: tab)) }
    }
  }
}
