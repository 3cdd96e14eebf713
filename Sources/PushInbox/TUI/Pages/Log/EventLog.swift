import InboxModel

/// The events since the start: the newest ones, and those that a filter leaves.
struct EventLog: Equatable, Sendable {
  /// The most events that are kept.
  static let limit = 2000

  /// The number of events so far.
  private(set) var count = 0
  private var all = BoundedLog<LogLine>(limit: limit)
  /// Those of ``all`` that are looked for: each is asked once, when it comes.
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

  /// Lists only what matches; everything for the empty filter.
  mutating func narrow(to filter: Filter, _ device: Phone) {
    self.filter = filter
    found = BoundedLog(limit: EventLog.limit)
    guard !filter.isEmpty else { return }
    for line in all.elements where filter.matches(line.event, on: device) { found.append(line) }
  }

  /// The events of a push that are still known, oldest first.
  func events(of id: NotificationID) -> [InboxEvent] {
    all.elements.filter { $0.event.id == id }.map(\.event)
  }
}

extension InboxEvent {
  var isSilentPush: Bool {
    if case .presented(.silent, _, _, _, _, _, _, _) = self.kind { true } else { false }
  }
}

/// An event in the log, numbered from 1 as they came.
struct LogLine: Equatable, Sendable {
  var number: Int
  var event: InboxEvent
}
