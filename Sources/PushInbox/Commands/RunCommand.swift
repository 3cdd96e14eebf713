import Foundation
import InboxModel

/// `pushinbox run`: scenarios on the virtual clock (`design/contract.md` §9). It knows nothing of the
/// user's configuration, environment, locale or store.
@MainActor
enum RunCommand {
  static func run(_ arguments: Arguments, _ output: any CommandOutput) throws -> ExitCode {
    let start = try arguments["clock"].map { text in
      guard let date = Timestamp.date(text) else {
        throw Arguments.Failure.value(
          option: "--clock", value: text, expected: "a moment such as 2026-04-14T19:58:00+03:00")
      }
      return date
    }
    let seed = try arguments["seed"].map { text in
      guard let seed = UInt64(text) else {
        throw Arguments.Failure.value(option: "--seed", value: text, expected: "a number from 0")
      }
      return seed
    }
    let view = try view(arguments)
    let runs = try arguments.words.map { ($0, try play($0, start: start, seed: seed)) }
    if view == nil, !arguments.has("json") { output.result("TAP version 14") }
    for (index, (path, run)) in runs.enumerated() {
      if let view {
        output.result(view.screen(of: run, usesASCII: arguments.has("ascii")).text())
      } else if arguments.has("json") {
        output.result(
          InboxJSON.text(
            of: run.system.device, isOnline: run.system.gateway.isDeviceOnline,
            rejected: run.system.gateway.refusedCount))
      } else {
        output.result("ok \(index + 1) - \(PlainText.clean(path)): it ran")
      }
    }
    if view == nil, !arguments.has("json") { output.result("1..\(arguments.words.count)") }
    return .success
  }

  private static func play(_ path: String, start: Date?, seed: UInt64?) throws -> ScenarioRun {
    let bytes = try InputFile.read(path)
    do {
      return try ScenarioRun(Scenario(bytes, fileName: path), start: start, seed: seed)
    } catch {
      throw ErrorMessage(error.message, .badInput)
    }
  }

  private static func view(_ arguments: Arguments) throws -> FinalView? {
    guard let text = arguments["screen"] else {
      guard arguments["view"] == nil else {
        throw Arguments.Failure.words(command: "run", problem: "needs --screen WxH with --view")
      }
      return nil
    }
    let sides = text.split(separator: "x").compactMap { Int($0) }
    guard sides.count == 2, sides.allSatisfy({ (1...1000).contains($0) }) else {
      throw Arguments.Failure.value(
        option: "--screen", value: text, expected: "columns x rows, for instance 80x24")
    }
    let name = arguments["view"] ?? "inbox"
    guard let kind = FinalView.Kind(rawValue: name) else {
      throw Arguments.Failure.value(option: "--view", value: name, expected: "inbox or detail")
    }
    return FinalView(size: Size(columns: sides[0], rows: sides[1]), kind: kind)
  }
}

/// What `run --screen` draws when all steps are done.
private struct FinalView {
  enum Kind: String {
    case inbox, detail
  }

  var size: Size
  var kind: Kind

  func screen(of run: ScenarioRun, usesASCII: Bool) -> Screen {
    let device = run.system.device
    var state = AppState(size: size, now: run.now, usesASCII: usesASCII)
    var events: [AppEvent] = [.listChanged(newest: device.inbox.newest)]
    if kind == .detail { events.append(.key(.enter)) }
    while !events.isEmpty {
      for case .loadDetail(let id) in state.handle(events.removeFirst(), device: device) {
        let detail = run.records[id].map {
          PushDetail(record: $0, trace: Presentation.trace(of: $0))
        }
        events.append(.loaded(id, detail))
      }
    }
    var status = FeedStatus()
    status.accepted = run.system.gateway.acceptedCount
    status.refused = run.system.gateway.refusedCount
    status.historyLimit = nil
    return Views.render(state: state, device: device, status: status, now: run.now)
  }
}
