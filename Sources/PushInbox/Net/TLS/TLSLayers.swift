/// The layers of TLS of a connection, the outermost first.
struct TLSLayers {
  private var sessions: [TLSSession] = []

  var count: Int { sessions.count }
  var isEmpty: Bool { sessions.isEmpty }

  /// The innermost layer; nil without any.
  var last: TLSSession? { sessions.last }

  /// The layer at a depth, 0 for the outermost.
  subscript(depth: Int) -> TLSSession { sessions[depth] }

  /// Adds a layer inside the others.
  mutating func append(_ session: TLSSession) {
    sessions.append(session)
  }

  /// Passes the output of each layer to the one outside of it, and appends that of the outermost.
  func sink(into output: inout [UInt8]) {
    guard let outermost = sessions.first else { return }
    for depth in stride(from: sessions.count - 1, to: 0, by: -1) {
      var bytes: [UInt8] = []
      sessions[depth].drainOutput(into: &bytes)
      sessions[depth - 1].send(bytes)
    }
    outermost.drainOutput(into: &output)
  }

  /// Closes the layers, the innermost first.
  func close() {
    for session in sessions.reversed() { session.close() }
  }
}
