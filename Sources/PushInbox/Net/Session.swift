/// A protocol spoken on one connection: bytes in, bytes out. It knows no socket.
protocol Session: AnyObject {
  /// The same session where the protocol is HTTP; else nil.
  var http: (any HTTPSession)? { get }
  /// Receives bytes of the client.
  func receive(_ bytes: UnsafeRawBufferPointer, at now: Double)
  /// Handles the end of what the client sends.
  func inputEnded()
  /// Appends what is to be sent, until `output` holds about `limit` bytes.
  func produce(into output: inout [UInt8], limit: Int)
  /// Whether ``produce(into:limit:)`` would append something now.
  var hasOutput: Bool { get }
  /// The time at which an unfinished request has taken too long; nil when there is none.
  var deadline: Double? { get }
  /// Handles the deadline.
  func timePassed(_ now: Double)
  /// Whether it can receive more bytes now.
  var wantsInput: Bool { get }
  /// The number of requests that wait for their responses.
  var waitingCount: Int { get }
  /// Accepts no new requests, gives the reason where the protocol can, and finishes what it has.
  func shutDown(_ reason: String)
  /// Whether nothing more will come out of it: the connection may be closed.
  var isFinished: Bool { get }
  /// The bytes that came after a tunnel was opened, for the protocol inside it; nil while there is no tunnel.
  var tunnelInput: [UInt8]? { get }
}

extension Session {
  var http: (any HTTPSession)? { nil }
  var tunnelInput: [UInt8]? { nil }
}

/// The end of a connection.
struct ConnectionEnd: Equatable, Sendable {
  /// Whether the client had everything that was sent, as far as can be known: it closed after that, and without
  /// a reset.
  var isOrderly: Bool
  /// The number of bytes that came after the last ones were sent.
  var unread: Int
}
