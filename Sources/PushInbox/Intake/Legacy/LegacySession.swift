import InboxModel

/// Apple's binary interface on one connection (`docs/systems/legacy.md`).
///
/// Accepted notifications get no response. Everything after the first rejected one is discarded, so
/// each notification waits until the one before it is decided.
final class LegacySession: LegacyProtocolSession {
  private let limits: ConnectionLimits
  private var reader = LegacyReader()
  private var actions: [LegacyAction] = []
  private var output: [UInt8] = []
  /// The number of notifications read.
  private var count = 0
  /// The notification that waits for its response.
  private var waiting: LegacyFrame?
  private var lastAccepted: LegacyFrame?
  /// The rejected notification, after which all input is discarded.
  private var rejected: LegacyFrame?
  /// The start of the current incomplete notification.
  private var begun: Double?
  private var now = 0.0
  private var isInputEnded = false
  private var isShuttingDown = false
  /// Whether no further input is read.
  private var isEnding = false

  init(limits: ConnectionLimits) {
    self.limits = limits
  }

  func receive(_ bytes: UnsafeRawBufferPointer, at now: Double) {
    self.now = now
    reader.append(bytes)
    readOn()
  }

  private func readOn() {
    guard waiting == nil, !isEnding else { return }
    switch next() {
    case .success(let frame?):
      count += 1
      begun = nil
      waiting = frame
      actions.append(.notification(frame, stream: count))
    case .success(nil) where reader.count == 0:
      begun = nil
      isEnding = isInputEnded
    case .success(nil) where isInputEnded:
      cut("The connection ended in the middle of a notification, after \(reader.count) bytes.")
    case .success(nil): begun = begun ?? now
    case .failure(let fault):
      count += 1
      isEnding = true
      output += fault.packet ?? []
      actions.append(.fault(fault, stream: count, unread: reader.head(reader.count)))
    }
  }

  private func next() -> Result<LegacyFrame?, LegacyFault> {
    do throws(LegacyFault) { return .success(try reader.next()) } catch { return .failure(error) }
  }

  private func cut(_ because: String) {
    count += 1
    isEnding = true
    actions.append(.cut(because: because, stream: count, bytes: reader.head(reader.count)))
  }

  func inputEnded() {
    isInputEnded = true
    readOn()
  }

  func drainActions() -> [LegacyAction] {
    defer { actions.removeAll() }
    return actions
  }

  /// Receives the response to a notification; ignored when another one is waiting.
  func respond(to stream: Int, with answer: PushResponse, at now: Double) {
    guard let frame = waiting, stream == count else { return }
    self.now = now
    waiting = nil
    if let reason = answer.reason {
      rejected = frame
      if reason == .shutdown {
        sendShutdown()
        return
      }
      isEnding = true
      if frame.command.hasErrors { output += LegacyStatus(reason).packet(frame.identifier) }
    } else {
      lastAccepted = frame
      if isShuttingDown { sendShutdown() } else { readOn() }
    }
  }

  func produce(into output: inout [UInt8], limit: Int) {
    output += self.output
    self.output = []
  }

  var hasOutput: Bool { !output.isEmpty }

  var deadline: Double? { isEnding ? nil : begun.map { $0 + limits.slowSeconds } }

  func timePassed(_ now: Double) {
    guard let deadline, deadline <= now else { return }
    cut("A notification was not complete within \(limits.slowSeconds) seconds.")
  }

  /// Whether input is read: while a response is due, up to 64 KiB are read ahead.
  var wantsInput: Bool { !isEnding && (waiting == nil || reader.count < 64 << 10) }

  var waitingCount: Int { waiting == nil ? 0 : 1 }

  func shutDown(_ reason: String) {
    if reason == "IdleTimeout" {
      isEnding = true
    } else {
      isShuttingDown = true
      if waiting == nil { sendShutdown() }
    }
  }

  /// Sends status 10, which names the last accepted notification: the client must send the later
  /// ones again.
  private func sendShutdown() {
    guard !isEnding else { return }
    isEnding = true
    guard let lastAccepted, lastAccepted.command.hasErrors else { return }
    output += LegacyStatus.shutdown.packet(lastAccepted.identifier)
  }

  var isFinished: Bool { isEnding && waiting == nil && !hasOutput }

  func ended(_ end: ConnectionEnd) -> [LegacyAction] {
    let unread = reader.count + end.unread
    guard let rejected, unread > 0 else { return [] }
    return [.unread(unread, after: rejected.title, stream: count)]
  }
}
