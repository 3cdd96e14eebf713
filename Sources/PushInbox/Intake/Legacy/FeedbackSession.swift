import InboxModel

/// A connection to the feedback service: it sends the list and closes (`docs/systems/legacy.md`).
/// If a client leaves before it received the whole list, the next client gets the same list.
final class FeedbackSession: LegacyProtocolSession {
  private var actions: [LegacyAction] = [.feedbackAsked]
  /// The entries to send; nil until they are known.
  private var entries: [FeedbackEntry]?
  /// The number of entries written.
  private var written = 0
  /// The first bytes that the client sent; this service only sends.
  private var heard: [UInt8] = []
  private var heardCount = 0

  /// Receives the list to send.
  func send(_ entries: [FeedbackEntry]) {
    self.entries = self.entries ?? entries
  }

  /// Records the bytes of a client, which should send none to this service.
  func receive(_ bytes: UnsafeRawBufferPointer, at now: Double) {
    heard += bytes.prefix(4096 - heard.count)
    heardCount += bytes.count
  }

  func inputEnded() {}

  func drainActions() -> [LegacyAction] {
    defer { actions.removeAll() }
    return actions
  }

  func produce(into output: inout [UInt8], limit: Int) {
    guard let entries else { return }
    while written < entries.count, output.count < limit {
      output += entries[written].tuple
      written += 1
    }
  }

  var hasOutput: Bool { written < entries?.count ?? 0 }
  let deadline: Double? = nil
  func timePassed(_ now: Double) {}
  let wantsInput = true
  var waitingCount: Int { entries == nil ? 1 : 0 }
  func shutDown(_ reason: String) { send([]) }
  var isFinished: Bool { entries != nil && !hasOutput }

  func ended(_ end: ConnectionEnd) -> [LegacyAction] {
    // A client that sends bytes expects another service, and cannot process the list.
    let count = heardCount + end.unread
    guard count == 0 else { return [.spokenTo(heard, count: count)] }
    guard end.isOrderly, isFinished, let entries, !entries.isEmpty else { return [] }
    return [.feedbackSent(entries)]
  }
}
