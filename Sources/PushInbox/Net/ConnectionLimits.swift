/// The limits of connections and their requests; tests set smaller ones.
struct ConnectionLimits: Equatable, Sendable {
  /// The most open connections; further ones are closed at accept.
  var connections = 1024
  /// The most requests on one connection that wait for their responses.
  var streams = 1000
  /// Whether a client may open one stream until it has authenticated itself, and all of them then.
  var startsWithOneStream = false
  /// Bytes of a header block: names, values, and 32 for each field.
  var headerBytes = 16 << 10
  /// Bytes of a body that are read; a longer one is handed over with one byte more than this.
  var bodyBytes = 64 << 10
  /// Bytes that open requests and unsent responses may hold, all connections together. Beyond it
  /// HTTP/2 windows stay shut, and no further requests are parsed; see ``RequestMemory``.
  var requestMemory = 24 << 20
  /// Seconds a header or a body may take to arrive, a TLS handshake too. Also the time limit for flushing the
  /// final response.
  var slowSeconds = 10.0
  /// Bytes of a line, where lines are read.
  var lineBytes = 1 << 20
  /// Seconds a connection may be silent.
  var idleSeconds = 3600.0
  /// Seconds until its first byte, however many have come: a silent connection takes the place of others.
  var firstByteSeconds = 60.0
  /// Seconds after which a connection without a request gives its place to another one where ``connections`` are open.
  var yieldSeconds = 10.0
  /// Seconds a client may be silent, where the server speaks first, before it does so in clear: a client of TLS
  /// begins at once.
  var silenceSeconds = 0.3
  /// Seconds to wait for the other end to close after the last bytes were sent.
  var lingerSeconds = 1.0
}
