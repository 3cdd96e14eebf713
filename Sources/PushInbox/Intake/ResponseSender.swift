import InboxModel

/// The way of the runtime's responses to the connections that wait for them.
// Sendable: used on the loop's thread only, to which the listener hands it when it is made.
final class ResponseSender: @unchecked Sendable {
  let connections: ConnectionRegistry
  /// Created with the first response that has to wait.
  private var delayed: DelayedResponses?

  init(connections: ConnectionRegistry) {
    self.connections = connections
  }

  /// Sends responses; those that a fault delays later, but none after the end.
  func deliver(_ responses: [(ResponseHandle, PushResponse)]) {
    guard !connections.isQuiet, responses.contains(where: { $0.1.delay > 0 }) else {
      return send(responses)
    }
    let now = connections.loop.now
    let delayed = self.delayed ?? DelayedResponses { [weak self] in self?.send($0) }
    if self.delayed == nil { connections.loop.add(delayed) }
    self.delayed = delayed
    for (handle, response) in responses where response.delay > 0 {
      delayed.add(response, to: handle, due: now + response.delay)
    }
    send(responses.filter { $0.1.delay <= 0 })
  }

  /// Gives responses to their connections, then lets each send all of its own at once.
  private func send(_ responses: [(ResponseHandle, PushResponse)]) {
    var touched: [Int: Connection] = [:]
    var last: Connection?
    for (handle, response) in responses {
      if last?.number != handle.connection {
        last = connections[handle.connection]
        if let last { touched[last.number] = last }
      }
      if let last { respond(to: handle.stream, on: last, with: response) }
    }
    for connection in touched.values { connection.pump() }
  }

  private func respond(to stream: Int, on connection: Connection, with response: PushResponse) {
    guard let session = connection.session else { return }
    switch response.ending {
    case nil: break
    case .cut:
      // Earlier responses still go out.
      connection.pump()
      connection.close()
      return
    case .goaway(let reason): session.shutDown(reason.rawValue)
    }
    let now = connections.loop.now
    if let session = session.http {
      if response.reason?.leavesSenderUnknown != true { session.liftStreamLimit() }
      session.respond(to: stream, with: HTTPResponse(response), at: now)
    } else if let session = session as? LegacySession {
      session.respond(to: stream, with: response, at: now)
    }
  }

  /// Gives the feedback list to the client that asked for it.
  func send(_ entries: [FeedbackEntry], to handle: ResponseHandle) {
    guard let connection = connections[handle.connection] else { return }
    (connection.session as? FeedbackSession)?.send(entries)
    connection.pump()
  }

  /// Sends delayed responses at once, closes the ports and lets the connections finish what they have.
  func quiesce() {
    delayed?.end()
    connections.quiesce()
  }
}
