/// The limits of connections and requests. Tests set smaller ones.
struct ConnectionLimits: Equatable, Sendable {
  /// The maximum number of open connections; further ones are closed after accept.
  var connections = 1024
  /// The maximum number of requests on one connection that wait for their responses.
  var streams = 1000
  /// Whether a client may open only one stream until it has authenticated itself, and then all of
  /// them.
  var startsWithOneStream = false
  /// The maximum size of a header block in bytes: names, values, and 32 for each field.
  var headerBytes = 16 << 10
  /// The maximum size of a body in bytes. Of a longer one, the session passes on this many bytes
  /// and one more.
  var bodyBytes = 64 << 10
  /// The maximum number of bytes that open requests and unsent responses of all connections hold
  /// together. Beyond it HTTP/2 windows stay closed and no further requests are parsed; see
  /// ``RequestMemory``.
  var requestMemory = 24 << 20
  /// Seconds that a header, a body or a TLS handshake may take to arrive. Also the time limit for
  /// flushing the final response, and for reading a byte of a response while memory is short.
  var slowSeconds = 10.0
  /// Seconds in which a client has to read a byte of a response while memory is full, so that other
  /// clients may not open further requests.
  var fullSeconds = 1.0
  /// Seconds in which a client has to read a byte of a response while memory is not short.
  var unreadSeconds = 600.0
  /// The maximum length of a line in bytes, for line protocols.
  var lineBytes = 1 << 20
  /// Seconds that a connection may be idle.
  var idleSeconds = 3600.0
  /// Seconds until the first byte of a connection: silent connections use up the limit of
  /// ``connections``.
  var firstByteSeconds = 60.0
  /// Seconds after which a connection without a request is closed in favour of a new one when
  /// ``connections`` are open.
  var yieldSeconds = 10.0
  /// Seconds that a client may be silent before the server speaks first in clear text, where it
  /// does. TLS clients begin immediately.
  var silenceSeconds = 0.3
  /// Seconds to wait for the client to close its side after the last bytes were sent.
  var lingerSeconds = 1.0
}
