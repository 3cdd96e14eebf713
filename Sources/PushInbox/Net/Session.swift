import InboxModel

/// A protocol spoken on one connection: bytes in, actions out; answers in, bytes out. It knows no socket.
protocol Session: AnyObject {
  /// How it is called in ``Origin``.
  var wire: Origin.Wire { get }
  /// Takes bytes that came from the client.
  func receive(_ bytes: UnsafeRawBufferPointer, at now: Double)
  /// The client will send nothing more.
  func inputEnded()
  /// What was found since the last call, in order.
  func takeActions() -> [SessionAction]
  /// Takes the answer to a push; ignored when the request is gone.
  func answer(_ stream: Int, with answer: PushResponse, at now: Double)
  /// Appends what is to be sent, until `output` holds about `limit` bytes.
  func produce(into output: inout [UInt8], limit: Int)
  /// Whether ``produce(into:limit:)`` would append something now.
  var hasOutput: Bool { get }
  /// When an unfinished request has taken too long; nil when there is none.
  var deadline: Double? { get }
  /// The deadline was reached.
  func timePassed(_ now: Double)
  /// Whether it can take more bytes now.
  var wantsInput: Bool { get }
  /// Requests that wait for their answers.
  var waitingCount: Int { get }
  /// Takes no new requests, says why where the protocol can, and finishes what it has.
  func shutDown(_ reason: String)
  /// Whether nothing more will come out of it: the connection may be closed.
  var isFinished: Bool { get }
  /// What came after a tunnel was opened, for the protocol inside it; nil while there is no tunnel.
  var tunnelInput: [UInt8]? { get }
  /// The connection is closed: what is left to be told of it.
  func ended(_ end: ConnectionEnd) -> [SessionAction]
}

extension Session {
  var tunnelInput: [UInt8]? { nil }

  func ended(_ end: ConnectionEnd) -> [SessionAction] { [] }
}

/// How a connection came to its end.
struct ConnectionEnd: Equatable, Sendable {
  /// Whether the client had all we said, as far as can be known: it closed after that, and without a reset.
  var isOrderly: Bool
  /// How many bytes came after our last word.
  var unread: Int
}
