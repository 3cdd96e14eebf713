/// The service behind a port: the protocol of its connections, and the handling of their requests.
///
/// Used on the loop's thread only.
protocol ConnectionService: AnyObject, Sendable {
  /// The TLS settings of the port; nil for a port without TLS.
  var tls: TLSContext? { get }
  /// The protocol of the port; nil for HTTP in the version that the first bytes show.
  var ownProtocol: PortProtocol? { get }
  /// Handles the actions that a session produced since the last call, and those it produces because
  /// a response made room, while it is the connection's turn.
  func handleActions(of session: any Session, on connection: Connection)
  /// Handles the end of a session's connection, whose socket is still open.
  func sessionEnded(_ session: any Session, on connection: Connection, _ end: ConnectionEnd)
  /// Handles the closing of a connection, with or without a session.
  func connectionClosed(_ connection: Connection)
  /// Handles a connection that carried no request.
  func connectionFailed(_ connection: Connection, _ failure: ConnectionFailure)
  /// Handles a connection that was turned away, the first one since a connection was last accepted.
  func connectionTurnedAway(from peer: HostPort?, by limit: ConnectionLimit)
}

/// A limit on open connections.
enum ConnectionLimit: Equatable, Sendable {
  /// This number of connections is open; further ones are closed after accept.
  case connections(Int)
  /// The process has no descriptors left; further ones wait.
  case descriptors
}

/// A protocol other than HTTP that all connections of a port speak.
struct PortProtocol {
  /// Whether the server speaks first.
  var speaksFirst: Bool
  /// Makes the session of a connection.
  var makeSession: () -> any Session
}
