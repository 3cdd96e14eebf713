import Foundation
import InboxModel

/// A stream of push lines or server-sent events over HTTP/1.1. It is requested again when it ends.
// Sendable: created and used on the loop's thread only.
final class HTTPFeed: ConnectedFeed, @unchecked Sendable {
  let source: FeedSource
  private let address: HTTPAddress
  private let options: FeedOptions
  let limits: ConnectionLimits
  private let resolver: Dialer.Resolver
  unowned let loop: IntakeLoop

  var connection: FeedConnection
  private(set) var lines: FeedLines
  private var lastEventID: String
  /// Created for the first connection, because it reads the authorities that the system trusts.
  private var tlsContext: TLSContext?
  private var tls: TLSSession?
  private var output = SendBuffer()
  private var exchange: HTTPFeedExchange

  init(
    _ source: FeedSource, _ address: HTTPAddress, options: FeedOptions, limits: ConnectionLimits,
    resolver: @escaping Dialer.Resolver, loop: IntakeLoop
  ) {
    self.source = source
    self.address = address
    self.options = options
    self.limits = limits
    self.resolver = resolver
    self.loop = loop
    lines = FeedLines(source, limits: limits, loop: loop)
    lastEventID = options.progress?.lastEventID ?? ""
    exchange = HTTPFeedExchange(limits, lastEventID: lastEventID)
    connection = FeedConnection(start: loop.now)
  }

  deinit {
    release()
  }

  // MARK: Requesting

  var hasOutput: Bool { output.waiting > 0 }

  func connect() {
    dial(address.place, options, with: resolver)
  }

  func connected(_ descriptor: Int32) {
    connection.phase = .open(descriptor)
    // Keep-alive lets the system detect a peer that vanished.
    Socket.set(SO_KEEPALIVE, on: descriptor)
    output = SendBuffer()
    exchange = HTTPFeedExchange(limits, lastEventID: lastEventID)
    tls = nil
    if address.isSecure {
      if tlsContext == nil { tlsContext = try? TLSContext() }
      guard let tlsContext,
        let session = TLSSession(tlsContext, connectingTo: address.place.host)
      else { return fail("OpenSSL cannot create a client") }
      tls = session
      session.drainOutput(into: &output.bytes)
    } else {
      output.bytes = exchange.request(for: address)
    }
    flush()
  }

  func flush() {
    guard case .open(let descriptor) = connection.phase else { return }
    while output.waiting > 0 {
      guard let count = output.send(to: descriptor) else {
        // The response may be readable nevertheless.
        return output = SendBuffer()
      }
      if count == 0 { return }
    }
  }

  // MARK: Reading

  func read(_ descriptor: Int32) {
    var items: [FeedItem] = []
    let (result, ending) = withUnsafeTemporaryAllocation(byteCount: 64 << 10, alignment: 16) {
      buffer in
      let result = Socket.read(descriptor, into: buffer)
      guard case .bytes(let count) = result else { return (result, HTTPFeedExchange.Ending?.none) }
      return (result, receive(UnsafeRawBufferPointer(rebasing: buffer[..<count]), &items))
    }
    var last = ending
    switch result {
    case .bytes, .nothingYet: break
    case .end: last = exchange.inputEnded(&lines, &items)
    case .failed(let code): last = .cut(String(cString: strerror(code)))
    }
    emit(items)
    switch last {
    case nil: break
    case .cut(let error): cut(error)
    case .ended: finish()
    }
  }

  /// Decrypts the bytes of a TLS connection, and parses them.
  private func receive(
    _ bytes: UnsafeRawBufferPointer, _ items: inout [FeedItem]
  ) -> HTTPFeedExchange.Ending? {
    guard let tls else { return respond(to: bytes, &items) }
    let wasEstablished = tls.isEstablished
    var plain: [UInt8] = []
    var failure: String?
    withUnsafeTemporaryAllocation(byteCount: 32 << 10, alignment: 16) { scratch in
      do throws(TLSSession.Failure) {
        try tls.receive(bytes, scratch: scratch) { plain += $0 }
      } catch {
        failure = Self.text(error, tls.distrust)
      }
    }
    if tls.isEstablished, !wasEstablished { tls.send(exchange.request(for: address)) }
    tls.drainOutput(into: &output.bytes)
    flush()
    let ending = plain.withUnsafeBytes { respond(to: $0, &items) }
    return ending ?? failure.map { .cut($0) }
  }

  private static func text(_ failure: TLSSession.Failure, _ distrust: String?) -> String {
    if let distrust {
      return "its certificate is not trusted: \(distrust); SSL_CERT_FILE adds authorities"
    }
    if case .other(let message) = failure { return "TLS failed: \(message)" }
    return "TLS failed: \(failure)"
  }

  private func respond(
    to bytes: UnsafeRawBufferPointer, _ items: inout [FeedItem]
  ) -> HTTPFeedExchange.Ending? {
    let wasAccepted = exchange.isAccepted
    let ending = exchange.receive(bytes, &lines, &items)
    if exchange.isAccepted, !wasAccepted { report(.connected) }
    return ending
  }

  /// Passes on the items that were read, with the position reached.
  private func emit(_ items: [FeedItem]) {
    if let seconds = exchange.reconnectionTime {
      let base = min(max(seconds, 0.2), 3600)
      if base != connection.pause.base { connection.pause.base = base }
    }
    guard !items.isEmpty || exchange.lastEventID != lastEventID else { return }
    connection.pause.reset()
    lastEventID = exchange.lastEventID
    loop.emit(
      .lines(
        items,
        FeedProgress(
          feed: address.description, lineCount: lines.count, lineCountOverall: loop.lineCount,
          lastEventID: lastEventID.isEmpty ? nil : lastEventID)))
  }

  // MARK: Ends

  func cut(_ error: String) {
    release()
    reconnect(after: connection.pause.next(), because: error)
  }
}
