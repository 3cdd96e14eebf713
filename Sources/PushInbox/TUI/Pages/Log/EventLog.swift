import InboxModel

/// The newest events since the start, and those that match a filter.
struct EventLog: Equatable, Sendable {
  /// The maximum number of retained events.
  static let limit = 2000

  /// The number of events so far.
  private(set) var count = 0
  private var all = BoundedLog<LogLine>(limit: limit)
  /// The events of ``all`` that match the filter. Each event is tested once, when it arrives.
  private var found = BoundedLog<LogLine>(limit: limit)
  private var filter = Filter()

  /// The lines that are listed, oldest first.
  var lines: [LogLine] { filter.isEmpty ? all.elements : found.elements }

  mutating func record(_ events: [InboxEvent], _ device: Phone) {
    count += events.count
    let new = events.suffix(EventLog.limit)
    for (offset, event) in new.enumerated() {
      let line = LogLine(number: count - new.count + offset + 1, event: event.row)
      all.append(line)
      if !filter.isEmpty, filter.matches(event, on: device) { found.append(line) }
    }
  }

  /// Lists only the events that match a filter; all for an empty one.
  mutating func narrow(to filter: Filter, _ device: Phone) {
    self.filter = filter
    found = BoundedLog(limit: EventLog.limit)
    guard !filter.isEmpty else { return }
    for line in all.elements where filter.matches(line.event, on: device) { found.append(line) }
  }

  /// Returns the known events of a push, oldest first.
  func events(of id: NotificationID) -> [InboxEvent] {
    all.elements.filter { $0.event.id == id }.map(\.event)
  }
}

extension InboxEvent {
  var isSilentPush: Bool {
    if case .presented(.silent, _, _, _, _, _, _, _) = self.kind { true } else { false }
  }
}

/// An event in the log; numbers start at 1.
struct LogLine: Equatable, Sendable {
  var number: Int
  var event: InboxEvent
}
