/// The service behind a port: the protocol that its connections speak, and the handling of what they send.
///
/// Used on the loop's thread only.
protocol ConnectionService: AnyObject, Sendable {
  /// The settings of TLS on the port; nil when it is not spoken.
  var tls: TLSContext? { get }
  /// The protocol of the port; nil for HTTP in the version that the first bytes show.
  var ownProtocol: PortProtocol? { get }
  /// Handles what a session has found since the last call, and what it finds because a response made room.
  func handleActions(of session: any Session, on connection: Connection)
  /// Handles the end of a session's connection, whose socket is still open.
  func sessionEnded(_ session: any Session, on connection: Connection, _ end: ConnectionEnd)
  /// Handles the closing of a connection, with or without a session.
  func connectionClosed(_ connection: Connection)
  /// Handles a connection that carried no request.
  func connectionFailed(_ connection: Connection, _ failure: ConnectionFailure)
  /// Handles the first connection that found no room since one did.
  func connectionTurnedAway(from peer: HostPort?, by limit: ConnectionLimit)
}

/// A limit on open connections.
enum ConnectionLimit: Equatable, Sendable {
  /// As many are open; further ones are closed at once.
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
