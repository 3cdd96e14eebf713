import InboxModel

/// One line per event on standard output, and no bell: for pipes, dumb terminals and screen
/// readers.
@MainActor
final class PlainOutput: Frontend {
  private let talk: StandardOutput
  private let queue: OutputQueue
  /// The lines of the current batch, written in one call.
  private var lines: [UInt8] = []
  /// The last caption of a demo.
  private var caption: String?
  /// Called when the demo has ended.
  var demoEnded: () -> Void = {}

  /// Subscribes to all events.
  ///
  /// - Parameters:
  ///   - talk: The output for messages other than events.
  ///   - roomReturned: Called when ``hasRoom`` is true again.
  ///   - outputEnded: Called when standard output cannot be written any more: with the reason, or
  ///     with nil when it has no reader.
  init(
    events: EventHub, format: EventHub.Format, talk: StandardOutput,
    roomReturned: @escaping @MainActor () -> Void,
    outputEnded: @escaping @MainActor (SystemError?) -> Void
  ) {
    self.talk = talk
    let (room, end) = (MainRelay<Void>(), MainRelay<SystemError?>())
    room.receive = { _ in roomReturned() }
    end.receive = outputEnded
    queue = OutputQueue(
      descriptor: STDOUT_FILENO, onRoom: { room.send(()) }, onEnd: { end.send($0) })
    _ = events.subscribe(
      EventHub.Subscription(filter: nil, format: format) { [unowned self] line in
        lines += line
      })
  }

  var hasRoom: Bool { queue.hasRoom }

  func handled(_ effects: [Effect]) {
    guard !lines.isEmpty else { return }
    queue.write(lines)
    lines.removeAll(keepingCapacity: true)
  }

  func report(_ message: String) {
    talk.talk("pushinbox: " + message)
  }

  var blockedReport: @Sendable (String) -> Void {
    { [isQuiet = talk.isQuiet] in if !isQuiet { StandardOutput.report($0) } }
  }

  func showProgress(of demo: Demo) {
    if !demo.caption.isEmpty, demo.caption != caption { talk.talk("# " + demo.caption) }
    caption = demo.caption
    if demo.isOver { demoEnded() }
  }

  func stop() { queue.finish(within: 1) }
}
