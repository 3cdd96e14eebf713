import Dispatch
import Foundation
import InboxModel

/// `pushinbox wait`: waits until a push matches, and prints it.
struct WaitCommand: StreamCommand {
  nonisolated static let spec = CommandSpec(
    name: "wait", synopsis: "FILTER [--count N] [--timeout TIME] [--json]",
    summary: "wait until a push that matches is decided",
    details: """
      Waits until N pushes that match are decided, whatever the outcome, prints them and exits 0: a push that was \
      lost, denied, held or silenced counts too. is:shown waits for one that was shown, -reason:link.lost excludes \
      lost ones. Pushes that arrived earlier count too, unless they were removed from the list. At the time limit it \
      prints the last pushes, with their outcomes and reasons, and exits 4; without one it waits forever. To wait for rejected pushes, use is:rejected or the reason: of a \
      rejection. FILTER as for ls; "" matches any push.
      """,
    options: [
      CommandTable.json,
      OptionSpec(name: "count", placeholder: "N", help: "the number of pushes; 1 without it"),
      OptionSpec(name: "timeout", placeholder: "TIME", help: "the time limit, such as 10s"),
    ],
    examples: [
      "pushinbox wait app:chat thread:op-42 is:shown --timeout 10s",
      "pushinbox wait reason:BadDeviceToken --json --timeout 1m",
    ], wordCount: 1...Int.max, takes: .filter)

  let arguments: Arguments

  func answer(in inbox: LiveInbox, _ reply: ControlReply, _ output: any CommandOutput) throws {
    inbox.advanceClock()
    let limit = try limit()
    let watch = PushWatch(
      filter: try InboxReading(inbox.runtime).filter(arguments.words), count: try count(),
      asJSON: arguments.has("json"), runtime: inbox.runtime, reply: reply)
    try watch.start(on: inbox.events, atMost: limit)
  }

  /// Sends the request. With a time limit the command ends in time even if the inbox is suspended.
  func ask(_ request: ControlRequest, at socket: String, _ output: StandardOutput) throws -> Int32 {
    guard let limit = try limit() else {
      try reach(socket, output)
      return try ControlClient.run(request, at: socket, limit: .forever)
    }
    // The inbox ends the wait and has details to report; the extra seconds are for its response.
    let end = ContinuousClock.now + .seconds(min(limit.seconds, TimeSpan.century) + 2)
    do {
      return try ControlClient.run(request, at: socket, limit: .moment(end))
    } catch {
      guard case .silent = error else { throw error }
      var message = ErrorMessage(error)
      message.exitCode = .timedOut
      throw message
    }
  }

  private func count() throws(Arguments.Failure) -> Int {
    let count = try arguments.value(of: "count", "a number from 1") { text in
      Int(text).flatMap { $0 > 0 ? $0 : nil }
    }
    return count ?? 1
  }

  /// Parses and validates the options.
  ///
  /// - Returns: The time limit in seconds, and as it was written; nil for none.
  private func limit() throws(Arguments.Failure) -> (seconds: TimeInterval, text: String)? {
    _ = try count()
    return try arguments.value(of: "timeout", "a time such as 10s or 500ms") { text in
      TimeSpan.seconds(text).map { ($0, text) }
    }
  }
}

/// Reports matching pushes, first those already stored, until there are enough.
@MainActor
private final class PushWatch {
  /// A push that was counted; each counts once.
  private enum Found: Hashable {
    case push(NotificationID)
    case rejected(Int)
  }

  private let filter: Filter
  private let count: Int
  private let asJSON: Bool
  private let runtime: AppRuntime
  private let reply: ControlReply
  private var found: Set<Found> = []
  private var stop: () -> Void = {}

  init(filter: Filter, count: Int, asJSON: Bool, runtime: AppRuntime, reply: ControlReply) {
    self.filter = filter
    self.count = count
    self.asJSON = asJSON
    self.runtime = runtime
    self.reply = reply
  }

  /// Reports the stored pushes, and waits for the rest.
  func start(on events: EventHub, atMost limit: (seconds: TimeInterval, text: String)?) throws {
    try countPresent()
    guard found.count < count else { return reply.exit(ExitCode.success.rawValue) }
    wait(on: events, atMost: limit)
  }

  // MARK: Stored pushes

  /// Reports the newest matching pushes, as many as requested, in the order of their arrival.
  private func countPresent() throws {
    if filter.asksForRejected {
      var present: [RejectedRequest] = []
      try runtime.store.forEachRejected { push in
        if filter.matches(push) { present.append(push) }
        return present.count < count
      }
      for push in present.reversed() { report(push) }
      return
    }
    let device = runtime.system.device
    let matches = { [filter] (push: DeliveredNotification) in filter.matches(push, on: device) }
    var present = Array(device.inbox.notifications.lazy.filter(matches).prefix(count))
    present += device.held.map(\.notification).filter(matches)
    if present.count < count {
      try runtime.store.forEachUnlisted { push in
        if matches(push) { present.append(push) }
        return present.count < count
      }
    }
    present.sort { $0.arrival < $1.arrival }
    for notification in present.suffix(count) { report(notification) }
  }

  // MARK: New pushes

  private func wait(on events: EventHub, atMost limit: (seconds: TimeInterval, text: String)?) {
    let number = events.watch { [weak self] event in self?.match(event) }
    let timer = limit.map { limit in
      let timer = DispatchSource.makeTimerSource(queue: .main)
      timer.schedule(deadline: .now() + min(limit.seconds, TimeSpan.century))
      timer.setEventHandler { [weak self] in
        MainActor.assumeIsolated { self?.timeOut(after: limit.text) }
      }
      timer.resume()
      return timer
    }
    stop = {
      events.unsubscribe(number)
      timer?.cancel()
    }
    // The connection keeps the command alive.
    reply.onClose = { onMain { self.stop() } }
  }

  private func match(_ event: InboxEvent) {
    guard found.count < count else { return }
    switch event.kind {
    case .rejected(let rejected):
      if filter.asksForRejected, filter.matches(rejected) { report(rejected) }
    case .dismissed, .removed, .activity, .activityToken, .channel, .guest: break
    // A setting can change what is hidden and the names of apps.
    case .setting: try? countPresent()
    default:
      guard !filter.asksForRejected, let id = event.id,
        let notification = runtime.system.device.notification(id)
          ?? (try? runtime.store.notification(id)),
        filter.matches(notification, on: runtime.system.device)
      else { return }
      report(notification)
    }
    if found.count == count { finish(.success) }
  }

  private func timeOut(after limit: String) {
    let message = ResultMessage.timedOut(after: limit, found: found.count, of: count)
    reply.err("pushinbox: \(message)\n" + lastPushes)
    finish(.timedOut)
  }

  /// The last pushes as lines, whether they match or not: they usually show why too few did.
  private var lastPushes: String {
    let (most, device) = (5, runtime.system.device)
    var pushes = Array(device.inbox.notifications.prefix(most)) + device.held.map(\.notification)
    let listed = pushes.count
    try? runtime.store.forEachUnlisted { push in
      pushes.append(push)
      return pushes.count < listed + most
    }
    var rejected: [RejectedRequest] = []
    try? runtime.store.forEachRejected(limit: most) { push in
      rejected.append(push)
      return true
    }
    let zone = device.settings.device.timeZone
    var lines: [(at: Date, text: String)] = pushes.sorted { $0.arrival < $1.arrival }.map { push in
      (push.receivedAt, "  " + ListText.lineWithApp(of: push, on: device))
    }
    lines += rejected.reversed().map { ($0.at, "  " + RejectedText.line($0, in: zone)) }
    let waiting = runtime.system.gateway.waitingCount
    let waits = waiting == 0 ? "" : ResultMessage.waitingForPhone(waiting) + "\n"
    guard !lines.isEmpty else {
      return waiting == 0 ? ResultMessage.nothingArrived + "\n" : waits
    }
    let newest = lines.enumerated().sorted {
      ($0.element.at, $0.offset) < ($1.element.at, $1.offset)
    }.suffix(most)
    return ResultMessage.lastPushes + "\n" + newest.map { $0.element.text + "\n" }.joined()
      + waits
  }

  private func finish(_ code: ExitCode) {
    stop()
    reply.exit(code.rawValue)
  }

  // MARK: Reporting

  private func report(_ rejected: RejectedRequest) {
    guard found.count < count, found.insert(.rejected(rejected.number)).inserted else { return }
    let zone = runtime.system.device.settings.device.timeZone
    reply.out((asJSON ? RejectedJSON.line(rejected) : RejectedText.line(rejected, in: zone)) + "\n")
  }

  private func report(_ notification: DeliveredNotification) {
    guard found.count < count, found.insert(.push(notification.id)).inserted else { return }
    let device = runtime.system.device
    let line =
      asJSON
      ? InboxJSON.text(of: notification, on: device)
      : ListText.line(of: notification, on: device)
    reply.out(line + "\n")
  }
}
