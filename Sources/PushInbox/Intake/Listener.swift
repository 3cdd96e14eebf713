import Foundation
import InboxModel

/// The ports that receive pushes: HTTP/2, HTTP/1.1 and TLS on one, the binary interface on others
/// where configured (`docs/guides/watch-pushes.md`).
final class Listener: Sendable {
  /// The options of a listener.
  struct Options: Sendable {
    /// The address of the HTTP port. `127.0.0.1` and `localhost` mean both loopback addresses; port
    /// 0 lets the system choose one.
    var address = HostPort(host: "127.0.0.1", port: 2197)
    /// Whether addresses that other machines can reach are permitted.
    var allowsNetwork = false
    /// The address of the binary interface; nil for none.
    var legacy: HostPort?
    /// The address of its feedback service; nil for none.
    var feedback: HostPort?
    /// The sockets to accept on instead of these addresses: sockets named `legacy` or `feedback`
    /// serve the binary interface, all others HTTP.
    var inherited: [InheritedSocket] = []
    /// The API for tests; nil turns it off.
    var api: APIRoute?
    /// The app of pushes that arrive by the binary interface.
    var legacyTopic: String?
    /// The identity for TLS handshakes; nil turns TLS off.
    var identity: TLSIdentity?
    /// The limits of connections.
    var limits = ConnectionLimits()
    /// The credentials that a `CONNECT` needs.
    var proxy = ProxySettings()
    /// Further names of this machine (`tls.names`) for which requests are accepted.
    var names: [String] = []
    /// The service accounts that may request access tokens for FCM.
    var accounts = ServiceAccounts()
  }

  /// The bound addresses of the HTTP port.
  let endpoint: Endpoint
  /// The bound addresses of the binary interface; nil when it is off.
  let legacy: Endpoint?
  /// The bound addresses of the feedback service; nil when it is off.
  let feedback: Endpoint?

  private let responses: ResponseSender
  private let loop: IntakeLoop

  /// The purpose of a port (`docs/guides/watch-pushes.md`).
  private enum Role: String {
    case http, legacy, feedback

    /// The purpose of an inherited socket.
    init(_ socket: InheritedSocket) { self = Role(rawValue: socket.name) ?? .http }

    /// The command-line option that names the address.
    var option: String {
      switch self {
      case .http: "--listen"
      case .legacy: "--legacy"
      case .feedback: "--feedback"
      }
    }
  }

  /// Binds, listens, and starts to accept connections on the loop's thread.
  ///
  /// - Throws: ``ListenError`` when an address cannot be bound.
  init(_ options: Options, on loop: IntakeLoop) throws(ListenError) {
    let services = try Self.services(options, loop)
    // The default limit of descriptors is lower than our limit of connections on many systems.
    Platform.allowDescriptors(options.limits.connections + 256)
    let ports = try Self.open(options)
    func endpoint(_ role: Role) -> Endpoint? {
      ports.first { $0.role == role }.map { Endpoint(addresses: $0.ports.map(\.address)) }
    }
    self.endpoint = endpoint(.http) ?? Endpoint(addresses: [])
    legacy = endpoint(.legacy)
    feedback = endpoint(.feedback)
    self.loop = loop
    let connections = ConnectionRegistry(loop: loop, limits: options.limits) { counts in
      loop.counters.update {
        $0.openConnections = counts.open
        $0.connections = counts.accepted
        $0.turnedAway = counts.turnedAway
      }
    }
    responses = ResponseSender(connections: connections)
    loop.perform {
      for (role, ports) in ports {
        if let service = services[role] { connections.open(ports, for: service) }
      }
    }
  }

  private static func services(
    _ options: Options, _ loop: IntakeLoop
  ) throws(ListenError) -> [Role: any ConnectionService] {
    let accessTokens = AccessTokens()
    let hosts = ServedHosts(listening: [options.address.host], names: options.names)
    let checks: [any Route] = [
      BrowserCheck(), HostCheck(hosts: hosts), ChannelHostCheck(),
    ]
    let api: any Route = options.api ?? InactiveAPIRoute()
    let router = Router(
      loop: loop, tls: try tls(options), proxy: options.proxy,
      routes: checks + [
        api, ReadyRoute(), MetricsRoute(), ICQRoute(),
        TokenRoute(accounts: options.accounts, accessTokens: accessTokens),
        FCMRoute(accessTokens: accessTokens), ExpoRoute(), APNSRoute(),
      ])
    let legacyTLS = try tls(options, servesOldClients: true)
    return [
      .http: router,
      .legacy: LegacyService.notifications(
        loop: loop, tls: legacyTLS, topic: options.legacyTopic, limits: options.limits),
      .feedback: LegacyService.feedback(loop: loop, tls: legacyTLS),
    ]
  }

  private static func tls(
    _ options: Options, servesOldClients: Bool = false
  ) throws(ListenError) -> TLSContext? {
    guard let identity = options.identity else { return nil }
    do {
      return try TLSContext(identity, servesOldClients: servesOldClients)
    } catch {
      throw .identity(error.message)
    }
  }

  /// Opens all ports; on an error none stays open.
  private static func open(
    _ options: Options
  ) throws(ListenError) -> [(role: Role, ports: [ListeningPort])] {
    var opened: [(role: Role, ports: [ListeningPort])] = []
    let wanted: [(Role, HostPort?)] = [
      (.http, options.address), (.legacy, options.legacy), (.feedback, options.feedback),
    ]
    for (role, place) in wanted {
      let inherited = options.inherited.filter { Role($0) == role }
      do throws(ListenError) {
        if !inherited.isEmpty {
          var ports: [ListeningPort] = []
          for socket in inherited {
            ports.append(
              try ListeningPort(
                inheriting: socket.descriptor, allowsNetwork: options.allowsNetwork))
          }
          opened.append((role, ports))
        } else if let place {
          opened.append((role, try ListeningPorts.open(place, options.allowsNetwork)))
        }
      } catch {
        for port in opened.flatMap(\.ports) { close(port.descriptor) }
        if case .addressInUse(let place, let holder, _) = error {
          throw .addressInUse(place, by: holder, option: role.option)
        }
        if case .beyondThisMachine(let place, _) = error, inherited.isEmpty {
          throw .beyondThisMachine(place, option: role.option)
        }
        throw error
      }
    }
    return opened
  }

  /// All bound endpoints.
  var endpoints: [Endpoint] { [endpoint, legacy, feedback].compactMap(\.self) }

  /// Sends responses. Can be called on any thread; responses to clients that have left are dropped.
  func respond(with answers: [(ResponseHandle, PushResponse)]) {
    guard !answers.isEmpty else { return }
    loop.perform { [responses] in responses.deliver(answers) }
  }

  /// Sends the feedback list to the client that requested it. Can be called on any thread.
  func sendFeedback(_ entries: [FeedbackEntry], to handle: ResponseHandle) {
    loop.perform { [responses] in responses.send(entries, to: handle) }
  }

  /// Closes the ports and announces that to the clients (GOAWAY). Accepted requests still get their
  /// responses.
  func quiesce() {
    loop.wait { [responses] in responses.quiesce() }
  }

  /// Waits until every connection has ended, at most `seconds`, then closes the remaining ones.
  ///
  /// - Parameter handle: Handles the requests that are completed meanwhile, so that they get their
  ///   responses. Called again and again.
  func stop(within seconds: Double = 1, whileWaiting handle: () -> Void = {}) {
    quiesce()
    let ended = DispatchSemaphore(value: 0)
    loop.perform { [responses] in
      responses.connections.notifyWhenEmpty { ended.signal() }
    }
    let limit = DispatchTime.now() + seconds
    while ended.wait(timeout: min(limit, .now() + 0.01)) == .timedOut, .now() < limit { handle() }
    loop.wait { [responses] in responses.connections.closeAll() }
  }
}
