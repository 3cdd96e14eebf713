import Foundation

/// A thread that waits for sockets, deadlines and ``perform(_:)``: for many connections by
/// ``WatchedHandlers``, for the few other handlers by `poll`.
///
/// A subclass passes on what the handlers have read, and stops them from reading while its consumer
/// has no room.
// Sendable: the handlers, and the properties under “On the thread only”, are used only on the
// thread; the other variables are read and written only under `lock`.
class EventLoop: @unchecked Sendable {
  let clock: LoopClock

  private let wakeUpRead: Int32
  private let wakeUpWrite: Int32
  private let lock = NSLock()
  private var tasks: [() -> Void] = []
  private var isWoken = false
  private var isStopped = false
  private let ended = DispatchSemaphore(value: 0)

  // On the thread only.
  private(set) var members: [any EventLoopHandler] = []
  private let watched: WatchedHandlers
  /// Whether handlers may read: updated in each round, and after each read.
  private(set) var mayRead = true
  /// The last time at which handlers were not allowed to read.
  private(set) var lastHeld = -Double.infinity
  /// The clock at the start of the round's work.
  private(set) var now: Double

  /// Starts the thread.
  ///
  /// - Parameter name: The name of the thread.
  /// - Throws: When the process has no descriptors left.
  init(name: String, clock: LoopClock = .system) throws(SystemError) {
    self.clock = clock
    now = clock.seconds()
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { throw SystemError("pipe") }
    for end in ends {
      Socket.makeNonBlocking(end)
      Socket.closeOnExec(end)
    }
    do {
      watched = try WatchedHandlers()
    } catch {
      for end in ends { close(end) }
      throw error
    }
    wakeUpRead = ends[0]
    wakeUpWrite = ends[1]
    let thread = Thread { [self] in
      run()
      ended.signal()
    }
    thread.name = name
    thread.stackSize = 4 << 20
    thread.start()
  }

  // MARK: The consumer

  /// Whether the consumer has room for more; called on the thread only.
  var hasRoom: Bool { true }

  /// Passes on what handlers have read since the last call; called on the thread only.
  ///
  /// - Returns: Whether there was anything.
  func handOverBatch() -> Bool { false }

  // MARK: On any thread

  /// Runs a task on the thread, in the order of the calls.
  func perform(_ work: @escaping @Sendable () -> Void) {
    lock.withLock { tasks.append(work) }
    wake()
  }

  /// Runs a task on the thread and waits for its end. Must not be called on that thread, nor after
  /// ``stop()``.
  func wait(for work: @escaping @Sendable () -> Void) {
    let done = DispatchSemaphore(value: 0)
    // Released before the caller goes on: objects that the task uses must not end on the thread,
    // where their end could wait for it.
    nonisolated(unsafe) var task: (@Sendable () -> Void)? = work
    perform {
      task?()
      task = nil
      done.signal()
    }
    done.wait()
  }

  /// Makes the loop check its deadlines and ``hasRoom`` again.
  func wake() {
    // Under the lock, so that the pipe is not closed before the write.
    lock.withLock {
      guard !isWoken, !isStopped else { return }
      isWoken = true
      var byte: UInt8 = 1
      _ = write(wakeUpWrite, &byte, 1)
    }
  }

  /// Ends the thread after the current round and waits for its end. Releases the handlers, which
  /// closes their descriptors. A listener must be stopped before.
  func stop() {
    perform { [self] in lock.withLock { isStopped = true } }
    ended.wait()
    close(wakeUpRead)
    close(wakeUpWrite)
  }

  /// Adds a handler, which is asked for its interest in each round; on the thread only.
  func add(_ member: any EventLoopHandler) {
    members.append(member)
  }

  /// Adds a handler that is asked again only after it reports a change; on the thread only.
  func watch(_ handler: any WatchedHandler) {
    watched.add(handler)
  }

  /// Removes a watched handler, before it closes its socket; on the thread only.
  func unwatch(_ handler: any WatchedHandler) {
    watched.remove(handler)
  }

  /// Reports that the interest or the deadline of a watched handler may have changed; on the thread
  /// only. Not needed in calls of the loop.
  func changed(_ handler: any WatchedHandler) {
    watched.change(handler)
  }

  /// Reports that watched handlers which could not read may read again; on the thread only.
  func resumeReading() {
    watched.resume()
  }

  /// The handlers that are watched; on the thread only.
  var watchedHandlers: [any WatchedHandler] { watched.handlers }

  private func run() {
    var polled: [pollfd] = []
    var owners: [Int] = []
    while true {
      now = clock.seconds()
      runTasks()
      handOver()
      if lock.withLock({ isStopped }) { break }
      members.removeAll { $0.isDone }
      updateMayRead()
      watched.update(at: now)

      polled.removeAll(keepingCapacity: true)
      owners.removeAll(keepingCapacity: true)
      for descriptor in [wakeUpRead, watched.descriptor] {
        polled.append(pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0))
      }
      let others = polled.count
      var deadline = watched.deadline
      for (index, member) in members.enumerated() {
        if let limit = member.deadline { deadline = min(deadline, limit) }
        let events = member.interest
        guard events != 0, let descriptor = member.descriptor else { continue }
        polled.append(pollfd(fd: descriptor, events: events, revents: 0))
        owners.append(index)
      }
      let timeout = watched.hasWork ? 0 : Self.timeout(from: now, to: deadline)
      let count = poll(&polled, nfds_t(polled.count), timeout)
      now = clock.seconds()
      guard count >= 0 else { continue }
      if polled[0].revents != 0 { swallowWakeUp() }
      // The consumer processes what was read while the next socket is read.
      if polled[1].revents != 0 { watched.handleReady(handOver) }
      for (index, owner) in owners.enumerated() where polled[others + index].revents != 0 {
        members[owner].ready(polled[others + index].revents)
        handOver()
      }
      for member in members {
        if let limit = member.deadline, limit <= now { member.timePassed(now) }
      }
      watched.handleWork(handOver)
      watched.handleDeadlines(now)
      handOver()
    }
    members = []
    watched.removeAll()
  }

  private func runTasks() {
    let waiting = lock.withLock {
      defer { tasks.removeAll(keepingCapacity: true) }
      return tasks
    }
    for task in waiting { task() }
  }

  /// Passes on what was read, so that ``mayRead`` counts it; on the thread only.
  func handOver() {
    if handOverBatch() { updateMayRead() }
  }

  private func updateMayRead() {
    let couldRead = mayRead
    mayRead = hasRoom
    if !mayRead { lastHeld = now }
    if mayRead, !couldRead { watched.resume() }
  }

  private func swallowWakeUp() {
    var bytes: (UInt64, UInt64) = (0, 0)
    lock.withLock {
      isWoken = false
      _ = read(wakeUpRead, &bytes, 16)
    }
  }

  /// Returns the time until a deadline in milliseconds for `poll`, rounded up so that `poll` does
  /// not return just before it.
  private static func timeout(from now: Double, to deadline: Double) -> Int32 {
    guard deadline.isFinite else { return -1 }
    return Int32(min(max(0, ((deadline - now) * 1000).rounded(.up)), 1_000_000_000))
  }
}
