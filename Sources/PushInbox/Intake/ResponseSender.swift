import InboxModel

/// Passes the runtime's responses to the connections that wait for them.
// Sendable: used only on the loop's thread, to which the listener passes it after creation.
final class ResponseSender: @unchecked Sendable {
  let connections: ConnectionRegistry
  /// The delayed responses; created with the first one.
  private var delayed: DelayedResponses?

  init(connections: ConnectionRegistry) {
    self.connections = connections
  }

  /// Sends responses. Those with a delay are sent later, or immediately when the listener stops.
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

  /// Passes responses to their connections, then flushes each connection once.
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
      // Earlier responses are still sent.
      connection.pump()
      connection.close()
      return
    case .goaway(let reason): session.shutDown(reason.rawValue)
    }
    let now = connections.loop.now
    if let session = session.http {
      let response = fitting(response, to: stream, on: connection)
      if response.reason?.leavesSenderUnknown != true { session.liftStreamLimit() }
      session.respond(to: stream, with: HTTPResponse(response), at: now)
    } else if let session = session as? LegacySession {
      session.respond(to: stream, with: response, at: now)
    }
  }

  /// Returns the response, or a refusal in place of a list of channels for which there is no
  /// memory: a list is many times as long as its request, and can be requested again.
  private func fitting(
    _ response: PushResponse, to stream: Int, on connection: Connection
  ) -> PushResponse {
    guard response.isAboutChannel, let size = response.document?.utf8.count,
      !connections.requestMemory.hasRoom(for: size)
    else { return response }
    if !connection.hasReportedRefusal {
      connection.hasReportedRefusal = true
      connection.report(.listRefused(bytes: size, stream: stream))
    }
    return response.rejected(.serviceUnavailable)
  }

  /// Passes the feedback list to the client that requested it.
  func send(_ entries: [FeedbackEntry], to handle: ResponseHandle) {
    guard let connection = connections[handle.connection] else { return }
    (connection.session as? FeedbackSession)?.send(entries)
    connection.pump()
  }

  /// Sends delayed responses immediately, closes the ports and lets the connections finish their
  /// requests.
  func quiesce() {
    delayed?.end()
    connections.quiesce()
  }
}
