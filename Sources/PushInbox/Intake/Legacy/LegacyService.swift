import Foundation
import InboxModel

/// Apple's binary interface, or its feedback service, on a separate port.
// Sendable: used only on the loop's thread, to which the listener passes it after creation.
final class LegacyService: IntakeService, @unchecked Sendable {
  let loop: IntakeLoop
  let tls: TLSContext?
  let ownProtocol: PortProtocol?
  let wire = Origin.Wire.legacy
  /// The app of notifications whose certificate names none; nil for the default app of pushes
  /// without a topic.
  private let topic: String?

  private init(
    loop: IntakeLoop, tls: TLSContext?, topic: String? = nil, _ ownProtocol: PortProtocol
  ) {
    self.loop = loop
    self.tls = tls
    self.topic = topic
    self.ownProtocol = ownProtocol
  }

  /// Returns the service that receives notifications.
  static func notifications(
    loop: IntakeLoop, tls: TLSContext?, topic: String?, limits: ConnectionLimits
  ) -> LegacyService {
    LegacyService(
      loop: loop, tls: tls, topic: topic,
      PortProtocol(speaksFirst: false) { LegacySession(limits: limits) })
  }

  /// Returns the service that sends the feedback list.
  static func feedback(loop: IntakeLoop, tls: TLSContext?) -> LegacyService {
    LegacyService(
      loop: loop, tls: tls, PortProtocol(speaksFirst: true) { FeedbackSession() })
  }

  func handleActions(of session: any Session, on connection: Connection) {
    guard let session = session as? any LegacyProtocolSession else { return }
    while true {
      let actions = session.drainActions()
      guard !actions.isEmpty else { return }
      handle(actions, on: connection)
    }
  }

  func sessionEnded(_ session: any Session, on connection: Connection, _ end: ConnectionEnd) {
    guard let session = session as? any LegacyProtocolSession else { return }
    handle(session.ended(end), on: connection)
  }

  func connectionClosed(_ connection: Connection) {}

  private func handle(_ actions: [LegacyAction], on connection: Connection) {
    let date = loop.clock.date()
    for action in actions { handle(action, on: connection, at: date) }
  }

  private func handle(_ action: LegacyAction, on connection: Connection, at date: Date) {
    func origin(_ title: String, _ stream: Int) -> Origin {
      Self.origin(of: connection, title, stream)
    }
    switch action {
    case .notification(let frame, let stream):
      // The protocol has no field for the app: the certificate or the configuration names it.
      var request = frame.request(
        topic: connection.certificate?.wrappedValue.topics.first ?? topic,
        origin: origin(frame.title, stream), receivedAt: date, freshID: loop.freshID())
      request.certificate = connection.certificate
      loop.emit(
        .push(request, reply: ResponseHandle(connection: connection.number, stream: stream)))
    case .fault(let fault, let stream, let unread):
      var rejected = fault.rejection(
        origin: origin(fault.title, stream), at: date, body: Array(unread.prefix(Self.kept)))
      rejected.because += " From it on \(unread.count) bytes were discarded."
      loop.emit(.rejected(rejected))
    case .cut(let because, let stream, let bytes):
      reject(
        LegacyFault.broken, origin("cut off", stream), at: date, because: because,
        fix: "Send whole frames: the announced bytes must follow.", bytes)
    case .unread(let count, let title, let stream):
      reject(
        LegacyFault.unread, origin("after " + title, stream), at: date,
        because:
          "After the rejected notification (\(title)) at least \(count) bytes were received on the "
          + "same connection; all was discarded.",
        fix:
          "Read the error packet, connect again, and send the notifications after that one again.",
        [])
    case .feedbackAsked:
      loop.emit(
        .feedbackAsked(
          ResponseHandle(connection: connection.number, stream: 0), by: origin("feedback", 0),
          connection.certificate))
    case .spokenTo(let bytes, let count):
      reject(
        LegacyFault.broken, origin("feedback", 0), at: date,
        because:
          "The feedback service only sends, and received \(count.counted("byte")).",
        fix: "Connect to it and read to the end; send pushes to another port.", bytes)
    case .feedbackSent(let entries): loop.emit(.feedbackSent(entries))
    }
  }

  /// The maximum number of bytes that are retained of unreadable input.
  private static let kept = 4096

  private func reject(
    _ code: String, _ origin: Origin, at date: Date, because: String, fix: String, _ body: [UInt8]
  ) {
    loop.emit(
      .rejected(
        RejectedRequest(
          origin: origin, at: date, reason: code, because: because, fix: fix,
          body: Array(body.prefix(Self.kept)))))
  }

  /// Returns the origin of a notification. Its title is the command and the identifier.
  private static func origin(
    of connection: Connection, _ title: String, _ stream: Int
  ) -> Origin {
    var origin = connection.origin(.legacy, stream: stream)
    origin.transport = title + ", " + origin.transport
    return origin
  }
}
