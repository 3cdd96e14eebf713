/// The limits of `design/contract.md` §11; tests set smaller ones.
struct ConnectionLimits: Equatable, Sendable {
  /// Connections at a time; more are closed at accept.
  var connections = 1024
  /// Requests on one connection that wait for their answers.
  var streams = 1000
  /// Whether there is one at first, and all of them once the sender has proved who it is.
  var startsWithOneStream = false
  /// Bytes of a header block: names, values, and 32 for each field.
  var headerBytes = 16 << 10
  /// Bytes of a body that are read; a longer one is handed over with one byte more than this.
  var bodyBytes = 64 << 10
  /// Bytes that open requests and unsent responses may hold, all connections together. Beyond it
  /// HTTP/2 windows stay shut, and no further requests are parsed; see ``RequestMemory``.
  var requestMemory = 24 << 20
  /// Seconds a header or a body may take to arrive, a TLS handshake too.
  /// So long a client may also take nothing of our last words.
  var slowSeconds = 10.0
  /// Bytes of a push line.
  var lineBytes = 1 << 20
  /// Seconds a connection may be silent.
  var idleSeconds = 3600.0
  /// Seconds until its first byte, however many have come: who says nothing takes the place of others.
  var firstByteSeconds = 60.0
  /// Seconds a client of the feedback service may be silent before we speak in clear: one that speaks TLS
  /// begins at once.
  var silenceSeconds = 0.3
  /// Seconds we wait for the other end to close, once we have said our last word.
  var lingerSeconds = 1.0
}
