import Foundation
import InboxModel
import Testing

/// A session as in the live program: events are recorded as they are handled, at their moments.
struct RecordedSession {
  private(set) var system: PushSystem
  private(set) var lines: [UInt8] = []
  private var recording: Recording?
  private var lastFreshID = 0

  /// Makes a phone that is not recorded yet.
  init(
    at moment: Date = Moment.start, gateway: GatewaySettings = GatewaySettings(),
    historyLimit: Int? = 10_000, _ change: (inout PhoneSettings) -> Void = { _ in }
  ) {
    var settings = PhoneSettings()
    change(&settings)
    system = PushSystem(
      gateway: Gateway(settings: gateway), device: Phone(settings: settings),
      historyLimit: historyLimit)
    _ = system.handle(.timePassed, at: moment)
  }

  /// Begins a recording.
  mutating func record() {
    lines = []
    recording = Recording(of: system, by: "a test")
  }

  /// Handles an event as the runtime does: never before the last one.
  @discardableResult
  mutating func handle(_ event: PushSystem.Event, at date: Date? = nil) -> [Effect] {
    var effects: [Effect] = []
    let moment = max(date?.wholeMilliseconds ?? system.now, system.now)
    system.advance(to: moment, &effects)
    let start = effects.endIndex
    system.handle(event, at: moment, &effects)
    recording?.record(event, at: moment, effects: effects[start...])
    return effects
  }

  /// Handles a sender's push.
  @discardableResult
  mutating func push(_ request: PushRequest) -> [Effect] {
    var request = request
    lastFreshID += 1
    request.freshID = "fresh-\(lastFreshID)"
    return handle(.gateway(.pushReceived(request, reply: nil)), at: request.receivedAt)
  }

  /// Returns the current inbox, and the one that a replay of the recording yields.
  mutating func inboxes() throws -> (live: String, replayed: String) {
    let replay = try replay()
    return (InboxJSON.text(of: system), InboxJSON.text(of: replay))
  }

  /// Ends the recording, and returns the system that its replay yields.
  mutating func replay() throws -> PushSystem {
    recording?.close(at: system.now)
    lines += recording?.drainLines() ?? []
    return try ScenarioRun(Scenario(lines, fileName: "recording")).system
  }

  /// Returns the lines so far, without the comment.
  mutating func steps() -> [String] {
    lines += recording?.drainLines() ?? []
    return lines.split(separator: 0x0A).map { String(decoding: $0, as: UTF8.self) }
      .filter { !$0.hasPrefix("#") }
  }
}

extension InboxJSON {
  static func text(of system: PushSystem) -> String {
    text(
      of: system.device, isOnline: system.gateway.isDeviceOnline,
      rejected: system.gateway.rejectedCount)
  }
}
