import InboxModel

/// An event in the log, numbered from 1 as they came.
struct LogLine: Equatable, Sendable {
  var number: Int
  var event: InboxEvent
}

/// What happened since the start: the newest events, those that a filter leaves, and where the person is.
struct LogPage: Equatable, Sendable {
  /// How many events are kept.
  static let limit = 2000

  /// How many there were.
  private(set) var count = 0
  private var all = BoundedLog<LogLine>(limit: limit)
  /// Those of ``all`` that are looked for: each is asked once, when it comes.
  private var found = BoundedLog<LogLine>(limit: limit)
  private var filter = Filter()
  var place = ListPlace()
  /// How far down the counts of the queues are scrolled; nil when the events are listed.
  var queuesTop: Int?

  /// The lines that are listed, oldest first.
  var lines: [LogLine] { filter.isEmpty ? all.elements : found.elements }

  /// Whether new lines take the window along.
  var follows: Bool { place.selection == nil }

  mutating func take(_ events: [InboxEvent], _ device: Phone) {
    count += events.count
    let new = events.suffix(LogPage.limit)
    for (offset, event) in new.enumerated() {
      let line = LogLine(number: count - new.count + offset + 1, event: event.row)
      all.append(line)
      if !filter.isEmpty, filter.matches(event, on: device) { found.append(line) }
    }
  }

  /// Lists only what matches; everything for the empty filter.
  mutating func narrow(to filter: Filter, _ device: Phone) {
    self.filter = filter
    found = BoundedLog(limit: LogPage.limit)
    guard !filter.isEmpty else { return }
    for line in all.elements where filter.matches(line.event, on: device) { found.append(line) }
  }

  /// The events of a push that are still known, oldest first.
  func events(of id: NotificationID) -> [InboxEvent] {
    all.elements.filter { $0.event.id == id }.map(\.event)
  }
}

extension InboxEvent {
  /// Whether a silent push was delivered.
  var isSilentPush: Bool {
    if case .presented(.silent, _, _, _, _, _, _, _) = kind { true } else { false }
  }
}

extension AppState {
  /// Answers a command while the log is on top.
  mutating func walkLog(by command: Command, _ device: Phone) -> [Intent] {
    if command == .grouping {
      log.queuesTop = log.queuesTop == nil ? 0 : nil
      say(log.queuesTop == nil ? "events" : "numbered queues")
      return []
    }
    if let top = log.queuesTop, !isEverywhere(command) {
      let count = queueLines.count
      let page = max(1, ListLayout(size, .log).list.rows)
      if let steps = steps(of: command, page: page, of: count) {
        log.queuesTop = min(max(0, top + steps), max(0, count - page))
      } else {
        say("\(keymap.keys(of: .grouping)) lists the events again")
      }
      return []
    }
    switch command {
    case .inspect, .why: return inspectLogged(command, device)
    case .follow:
      if log.follows, let newest = log.lines.last {
        log.place.stand(on: newest.number)
      } else {
        log.place.follow()
      }
      say("the log follows what comes: \(log.follows ? "on" : "off")")
    case .filter: sheets.append(.filter(FilterPrompt(.log, filter(of: .log))))
    case .undo: return carryOut(command, device: device)
    case .dismiss where refusedTarget != nil: return removeRefused(by: command) ?? []
    case _ where command == .dismiss || Self.meansRefused(command) || Self.needsPhone(command):
      return actOnLogged(command, device)
    case _ where isEverywhere(command): return carryOut(command, device: device)
    default:
      let numbers = log.lines.map(\.number)
      let page = max(1, ListLayout(size, .log).list.rows)
      if let count = steps(of: command, page: page, of: numbers.count) {
        log.place.move(by: count, in: numbers, growth: .bottom)
      }
    }
    return []
  }

  /// What the page of the queues says.
  var queueLines: [String] {
    let levels = usesASCII ? QueueOutput.marks : QueueOutput.blocks
    return QueueOutput.lines(
      runtime.queues, phones: runtime.phones, width: max(24, size.columns - 2), levels: levels)
  }

  /// Carries out a command that means the push of the event that is stood on, or says why it cannot be.
  private mutating func actOnLogged(_ command: Command, _ device: Phone) -> [Intent] {
    guard pushTarget(device) != nil else {
      say("no push belongs to this event")
      return []
    }
    if refusedTarget != nil, Self.needsPhone(command) {
      sayRefused()
      return []
    }
    return carryOut(command, device: device)
  }

  /// The event that is stood on; nil while the queues are on show.
  var loggedEvent: InboxEvent? {
    guard log.queuesTop == nil else { return nil }
    let lines = log.lines
    return lines.indices.contains(log.place.place) ? lines[log.place.place].event : nil
  }

  private mutating func inspectLogged(_ command: Command, _ device: Phone) -> [Intent] {
    guard let event = loggedEvent else { return [] }
    if case .rejected(let push) = event.kind {
      sheets.append(.request(RequestPage(number: push.number)))
    } else if let id = event.id {
      sheets.append(.inspector(Inspector(id: id, tab: command == .why ? .why : .summary)))
    } else {
      say("no push belongs to this event")
    }
    return []
  }
}
