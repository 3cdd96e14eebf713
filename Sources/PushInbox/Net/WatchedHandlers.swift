/// A handler that reports when its interest or deadline changes from outside of the loop's calls.
protocol WatchedHandler: EventLoopHandler {
  /// The handler's place among the watched ones, which they set; nil before.
  var place: Int? { get set }
  /// Seconds until the deadline is asked again although nothing was reported: what it depends on
  /// may change without a report.
  var deadlineSeconds: Double { get }
  /// Whether it has work to do without an event of its socket.
  var hasWork: Bool { get }
  /// Does a part of the work, so that other handlers get their turn.
  func work()
}

/// The handlers of many sockets, most of them idle. A handler is asked for its interest and its
/// deadline only after an event of its socket, a reached deadline or a reported change, so that the
/// others cost nothing.
final class WatchedHandlers {
  private struct Entry {
    var handler: any WatchedHandler
    /// The events for which the socket is registered.
    var events: Int16 = 0
    var deadline = Double.infinity
    var isChanged = false
    var isWorking = false
    /// The number of calls of ready handlers at the last one of this handler.
    var served = 0
  }

  private let sockets: ReadySockets
  private var entries: [Entry?] = []
  private var free: [Int] = []
  /// The places of handlers whose interest and deadline have to be asked again.
  private var changed: [Int] = []
  /// The places of handlers that did not want to read when they were asked last.
  private var paused: Set<Int> = []
  /// The number of calls of ready handlers.
  private var served = 0
  /// The places of handlers that had work when they were asked last.
  private var working: [Int] = []
  /// A moment before which no deadline is due.
  private(set) var deadline = Double.infinity

  init() throws(SystemError) {
    sockets = try ReadySockets()
  }

  /// Readable while the socket of a handler is ready.
  var descriptor: Int32 { sockets.descriptor }

  /// Whether a handler has work to do without an event of its socket.
  var hasWork: Bool { !working.isEmpty }

  /// The watched handlers, in no particular order.
  var handlers: [any WatchedHandler] { entries.compactMap { $0?.handler } }

  func add(_ handler: any WatchedHandler) {
    let place = free.popLast() ?? entries.count
    if place == entries.count { entries.append(nil) }
    entries[place] = Entry(handler: handler)
    handler.place = place
    note(place)
  }

  /// Removes a handler, which then closes its socket.
  func remove(_ handler: any WatchedHandler) {
    guard let place = handler.place else { return }
    entries[place] = nil
    free.append(place)
    handler.place = nil
  }

  /// Removes all handlers, which releases them.
  func removeAll() {
    for handler in handlers { remove(handler) }
  }

  /// Asks a handler again before the next wait.
  func change(_ handler: any WatchedHandler) {
    if let place = handler.place { note(place) }
  }

  /// Asks the handlers again that did not want to read: the cause may be gone.
  func resume() {
    for place in paused { note(place) }
    paused.removeAll(keepingCapacity: true)
  }

  private func note(_ place: Int) {
    guard entries[place]?.isChanged == false else { return }
    entries[place]?.isChanged = true
    changed.append(place)
  }

  // MARK: The loop

  /// Registers what has changed since the last call.
  func update(at now: Double) {
    // A handler may close itself or change others meanwhile.
    var next = 0
    while next < changed.count {
      ask(changed[next], at: now)
      next += 1
    }
    changed.removeAll(keepingCapacity: true)
  }

  private func ask(_ place: Int, at now: Double) {
    guard var entry = entries[place] else { return }
    entry.isChanged = false
    let interest = entry.handler.interest
    let reads = interest & Int16(POLLIN) != 0
    if !reads { paused.insert(place) }
    if entry.handler.hasWork, !entry.isWorking {
      entry.isWorking = true
      working.append(place)
    }
    // A handler that does not want to read for a moment stays registered until bytes arrive.
    let events = interest | (reads ? 0 : entry.events & Int16(POLLIN))
    entry.deadline = entry.handler.deadline ?? .infinity
    if entry.deadline < .infinity {
      entry.deadline = min(entry.deadline, now + entry.handler.deadlineSeconds)
    }
    deadline = min(deadline, entry.deadline)
    register(&entry, place, events)
    entries[place] = entry
  }

  private func register(_ entry: inout Entry, _ place: Int, _ events: Int16) {
    guard events != entry.events, let socket = entry.handler.descriptor else { return }
    if sockets.set(socket, place, from: entry.events, to: events) { entry.events = events }
  }

  /// Calls the handlers whose sockets are ready, the one that was called longest ago first: the
  /// first ones may use up the room for all of them.
  ///
  /// - Parameter handled: Called after each of them.
  func handleReady(_ handled: () -> Void) {
    sockets.read(inOrderOf: lastServed) { place, events in
      // An earlier one may have closed it, or taken its place.
      guard place < entries.count, var entry = entries[place] else { return }
      let (handler, interest) = (entry.handler, entry.handler.interest)
      let ends = Int16(POLLHUP | POLLERR)
      guard interest != 0, events & (interest | ends) != 0 else {
        register(&entry, place, interest)
        entries[place] = entry
        // It is asked again when reading is resumed.
        change(handler)
        return
      }
      served += 1
      entries[place]?.served = served
      handler.ready(events)
      change(handler)
      handled()
    }
  }

  private func lastServed(_ place: Int) -> Int {
    place < entries.count ? entries[place]?.served ?? 0 : 0
  }

  /// Calls ``WatchedHandler/work()`` once on each handler that has work.
  ///
  /// - Parameter handled: Called after each of them.
  func handleWork(_ handled: () -> Void) {
    let places = working
    working.removeAll(keepingCapacity: true)
    for place in places where entries[place]?.isWorking == true {
      entries[place]?.isWorking = false
      guard let handler = entries[place]?.handler, handler.hasWork else { continue }
      handler.work()
      change(handler)
      handled()
    }
  }

  /// Calls the handlers whose deadline has been reached.
  func handleDeadlines(_ now: Double) {
    guard deadline <= now else { return }
    for place in entries.indices {
      guard let entry = entries[place], entry.deadline <= now else { continue }
      let handler = entry.handler
      if let deadline = handler.deadline, deadline <= now { handler.timePassed(now) }
      change(handler)
    }
    update(at: now)
    deadline = entries.reduce(.infinity) { min($0, $1?.deadline ?? .infinity) }
  }
}
