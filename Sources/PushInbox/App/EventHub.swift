import Foundation
import InboxModel

/// Sends events to their subscribers: the streams of `events` and `serve`, and hooks.
@MainActor
final class EventHub {
  /// The format of a stream's lines.
  enum Format {
    /// A JSON object.
    case json
    /// Words of the form `key=value`.
    case plain
  }

  /// A subscriber to a stream of events.
  struct Subscription {
    /// The filter of the events; nil for all.
    var filter: Filter?
    var format: Format
    /// Writes a line, which includes its line feed.
    var write: ([UInt8]) -> Void
  }

  /// A hook of the configuration.
  struct HookListener {
    var event: String
    /// The text of the filter, parsed for each event, since `after:10m` means ten minutes before
    /// it.
    var filter: String?
    var saved: [String: String]
    var program: HookProgram
  }

  /// Functions that look up data outside of the events; set by the runtime.
  var payload: (InboxEvent) -> [UInt8]? = { _ in nil }
  var stored: (NotificationID) -> DeliveredNotification? = { _ in nil }
  var device: () -> Phone? = { nil }
  var timeZone: () -> TimeZone = { .gmt }

  /// The subscriptions in the order of their creation.
  private var subscriptions: [(number: Int, subscription: Subscription)] = []
  private var watchers: [(number: Int, watcher: (InboxEvent) -> Void)] = []
  private var lastNumber = 0
  /// The hooks, in the order of the configuration.
  var listeners: [HookListener]
  private let runner: HookRunner

  /// Creates a hub with hooks.
  init(listeners: [HookListener], runner: HookRunner) {
    self.listeners = listeners
    self.runner = runner
  }

  static func listeners(for configuration: Configuration) -> [HookListener] {
    configuration.hooks.map { hook in
      let file = URL(filePath: hook.file)
      return HookListener(
        event: hook.on, filter: hook.filter, saved: configuration.filters,
        program: HookProgram(
          name: hook.run[0],
          program: ChildProgram(
            arguments: hook.run, folder: file.deletingLastPathComponent().path,
            limit: .seconds(hook.timeLimit), maximumMemory: hook.resources.memory * 1_000_000,
            endsChildren: true),
          variables: hook.resources.variables))
    }
  }

  /// Adds a subscription; returns its number for ``unsubscribe(_:)``.
  func subscribe(_ subscription: Subscription) -> Int {
    lastNumber += 1
    subscriptions.append((lastNumber, subscription))
    return lastNumber
  }

  /// Adds a watcher, which receives every event after the subscriptions; returns its number.
  func watch(_ watcher: @escaping (InboxEvent) -> Void) -> Int {
    lastNumber += 1
    watchers.append((lastNumber, watcher))
    return lastNumber
  }

  /// Removes a subscription or watcher. Unknown numbers are ignored.
  func unsubscribe(_ number: Int) {
    subscriptions.removeAll { $0.number == number }
    watchers.removeAll { $0.number == number }
  }

  /// Sends an event to all matching subscribers. Each format is written at most once.
  func publish(_ event: InboxEvent) {
    guard !subscriptions.isEmpty || !listeners.isEmpty || !watchers.isEmpty else { return }
    lazy var json = EventJSON.line(event, payload: payload(event))
    lazy var plain = EventLine.line(event, timeZone: timeZone())
    for (_, subscription) in subscriptions where matches(event, subscription.filter) {
      subscription.write(subscription.format == .json ? json : plain)
    }
    for listener in listeners
    where listener.event == event.name && matches(event, listener) {
      runner.run(listener.program, event: event.name, line: json)
    }
    for (_, watcher) in watchers { watcher(event) }
  }

  private func matches(_ event: InboxEvent, _ listener: HookListener) -> Bool {
    matches(
      event,
      listener.filter.flatMap {
        try? Filter($0, now: event.at, timeZone: timeZone(), saved: listener.saved)
      })
  }

  private func matches(_ event: InboxEvent, _ filter: Filter?) -> Bool {
    guard let filter, let device = device() else { return true }
    return filter.matches(event, on: device, stored: stored)
  }
}
