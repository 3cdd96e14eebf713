/// A protocol on one connection: bytes in, bytes out. It has no access to the socket.
protocol Session: AnyObject {
  /// The same session if the protocol is HTTP; otherwise nil.
  var http: (any HTTPSession)? { get }
  /// Receives bytes from the client.
  func receive(_ bytes: UnsafeRawBufferPointer, at now: Double)
  /// Handles the end of the client's input.
  func inputEnded()
  /// Appends pending output until `output` holds about `limit` bytes.
  func produce(into output: inout [UInt8], limit: Int)
  /// Whether ``produce(into:limit:)`` would append bytes now.
  var hasOutput: Bool { get }
  /// The time limit of the current unfinished request; nil without one.
  var deadline: Double? { get }
  /// Handles a reached deadline.
  func timePassed(_ now: Double)
  /// The time at which the client last read a byte of a response, or the first response was ready,
  /// while flow control of this protocol holds responses back; otherwise nil.
  var unreadSince: Double? { get }
  /// Ends a session whose client reads no responses, and announces that where the protocol can.
  func endUnread()
  /// Whether the session can receive more bytes now.
  var wantsInput: Bool { get }
  /// Whether received requests wait to be handled.
  var hasBacklog: Bool { get }
  /// The number of requests that wait for their responses.
  var waitingCount: Int { get }
  /// Accepts no new requests, sends the reason where the protocol has a place for it, and finishes
  /// the open requests.
  func shutDown(_ reason: String)
  /// Whether no further output will be produced: the connection may be closed.
  var isFinished: Bool { get }
  /// The bytes received after a tunnel was opened, for the protocol inside it; nil while there is
  /// no tunnel.
  var tunnelInput: [UInt8]? { get }
}

extension Session {
  var http: (any HTTPSession)? { nil }
  var hasBacklog: Bool { false }
  var tunnelInput: [UInt8]? { nil }
  var unreadSince: Double? { nil }
  func endUnread() {}
}

/// The end of a connection.
struct ConnectionEnd: Equatable, Sendable {
  /// Whether the client received all output, as far as can be known: it closed after that, without
  /// a reset.
  var isOrderly: Bool
  /// The number of bytes received after the final output was queued.
  var unread: Int
}
