import Foundation
import InboxModel

/// What the binary interface and its feedback service find on a connection.
enum LegacyAction: Equatable, Sendable {
  /// A whole notification; wants an answer.
  case notification(LegacyFrame, stream: Int)
  /// Bytes that are none; so many bytes, from them on, are thrown away.
  case fault(LegacyFault, stream: Int, unread: [UInt8])
  /// A notification of which the end did not come.
  case cut(because: String, stream: Int, bytes: [UInt8])
  /// At least so many bytes came after a notification that was refused, and were thrown away.
  case unread(Int, after: String, stream: Int)
  /// Somebody wants the feedback list.
  case feedbackAsked
  /// Somebody sent so many bytes, of which these are the first, to the feedback service.
  case spokenTo([UInt8], count: Int)
  /// Somebody has it.
  case feedbackTold([FeedbackEntry])
}

extension Connection {
  func act(_ action: LegacyAction, at date: Date) {
    switch action {
    case .notification(let frame, let stream):
      // The app is not on the wire: the certificate names it, or the configuration.
      var request = frame.request(
        topic: certificate?.wrappedValue.topics.first ?? hub.legacyTopic,
        origin: origin(frame.title, stream), receivedAt: date, freshID: hub.freshID())
      request.certificate = certificate
      hub.loop.emit(.push(request, reply: ResponseHandle(connection: number, stream: stream)))
    case .fault(let fault, let stream, let unread):
      var refusal = fault.refusal(
        origin: origin(fault.title, stream), at: date, body: Array(unread.prefix(Self.kept)))
      refusal.because += " From it on \(unread.count) bytes were thrown away."
      hub.loop.emit(.refused(refusal))
    case .cut(let because, let stream, let bytes):
      refuse(
        LegacyFault.broken, origin("cut off", stream), at: date, because: because,
        fix: "Send whole frames: what is announced must follow.", bytes)
    case .unread(let count, let title, let stream):
      refuse(
        LegacyFault.unread, origin("after " + title, stream), at: date,
        because: "After the refused notification (\(title)) at least \(count) bytes came on the "
          + "same connection; all was thrown away.",
        fix:
          "Read the error packet, connect again, and send again what came after that notification.",
        [])
    case .feedbackAsked:
      hub.loop.emit(
        .feedbackAsked(
          ResponseHandle(connection: number, stream: 0), by: origin("feedback", 0), certificate))
    case .spokenTo(let bytes, let count):
      refuse(
        LegacyFault.broken, origin("feedback", 0), at: date,
        because:
          "The feedback service only tells, and was sent \(count) byte\(count == 1 ? "" : "s").",
        fix: "Connect to it and read to the end; pushes go to another port.", bytes)
    case .feedbackTold(let entries): hub.loop.emit(.feedbackTold(entries))
    }
  }

  /// The most bytes kept of what could not be read.
  private static let kept = 4096

  private func refuse(
    _ code: String, _ origin: Origin, at date: Date, because: String, fix: String, _ body: [UInt8]
  ) {
    hub.loop.emit(
      .refused(
        Refusal(
          origin: origin, at: date, reason: code, because: because, fix: fix,
          body: Array(body.prefix(Self.kept)))))
  }

  /// The command and the identifier stand before what is under them.
  private func origin(_ title: String, _ stream: Int) -> Origin {
    var origin = origin(.legacy, stream: stream)
    origin.transport = title + ", " + origin.transport
    return origin
  }
}
