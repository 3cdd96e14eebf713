import InboxModel

/// The responses that a fault delays, each until its moment on the loop's clock.
final class DelayedResponses: EventLoopHandler {
  private let send: ([(ResponseHandle, PushResponse)]) -> Void
  /// The waiting responses, the next one first; equal moments in the order of arrival.
  private var waiting: [(due: Double, address: ResponseHandle, answer: PushResponse)] = []
  private(set) var isDone = false

  /// Makes an empty list of delayed responses.
  ///
  /// - Parameter send: Sends the responses that are due.
  init(send: @escaping ([(ResponseHandle, PushResponse)]) -> Void) {
    self.send = send
  }

  let descriptor: Int32? = nil
  let interest: Int16 = 0
  var deadline: Double? { waiting.first?.due }

  /// Adds a response that is due at a moment.
  func add(_ answer: PushResponse, to address: ResponseHandle, due: Double) {
    // Most responses wait as long as the one before.
    let place = waiting.lastIndex { $0.due <= due }.map { $0 + 1 } ?? 0
    waiting.insert((due, address, answer), at: place)
  }

  func ready(_ events: Int16) {}

  func timePassed(_ now: Double) {
    let count = waiting.firstIndex { $0.due > now } ?? waiting.count
    let due = waiting[..<count].map { ($0.address, $0.answer) }
    waiting.removeFirst(count)
    send(due)
  }

  /// Sends all responses immediately, because the listener stops.
  func end() {
    timePassed(.infinity)
    isDone = true
  }
}
