import InboxModel

/// The addresses of an inbox, and the certificate that its clients must trust.
struct Endpoints: Equatable, Sendable {
  /// The port of the push service.
  var apns: HostPort
  /// The port of the binary interface; nil when it is off.
  var legacy: HostPort?
  /// The port of its feedback service; nil when it is off.
  var feedback: HostPort?
  /// The path of the socket on which other phones subscribe; nil when pushes are not relayed.
  var offer: String?
  /// The path of the local authority's certificate.
  var authority: String
  /// The path of the control socket.
  var socket: String
  /// The folder of the store; nil for one in memory.
  var store: String?
  /// The path of the file with the token of the API; nil when it is off.
  var apiToken: String?

  /// The first line of `--print-endpoints`.
  var line: String {
    let object: JSONObject = [
      "apns": .string(apns.description),
      "legacy": (legacy?.description).map { .string($0) } ?? .null,
      "feedback": (feedback?.description).map { .string($0) } ?? .null,
      "offer": offer.map { .string("unix:" + $0) } ?? .null,
      "socket": .string(socket), "ca": .string(authority),
      "store": store.map { .string($0) } ?? .null,
      "apiToken": apiToken.map { .string($0) } ?? .null,
    ]
    return JSONWriter.text(.object(object), printable: true)
  }

  /// The listening addresses, for people.
  var places: String {
    var places = apns.description
    if let legacy { places += ", legacy binary on \(legacy)" }
    if let feedback { places += ", its feedback service on \(feedback)" }
    if let offer { places += ", an offer for other phones on unix:\(offer)" }
    return places
  }

  /// The address for clients on this machine that check names. The certificate covers `localhost`,
  /// and a port on all interfaces includes the loopback.
  var client: HostPort {
    apns.isLoopback || isEverywhere ? HostPort(host: "localhost", port: apns.port) : apns
  }

  /// The address of the binary interface, or its default.
  var legacyOrUsual: HostPort { legacy ?? HostPort(host: "127.0.0.1", port: 2195) }
  /// The address of the feedback service, or its default.
  var feedbackOrUsual: HostPort { feedback ?? HostPort(host: "127.0.0.1", port: 2196) }

  /// The address for clients that check no names.
  var proxy: HostPort { isEverywhere ? client : apns }

  /// The hosts that clients reach without the proxy, for `NO_PROXY`.
  var direct: String {
    let hosts = ["127.0.0.1", "localhost"]
    return (hosts.contains(client.host) ? hosts : hosts + [client.host]).joined(separator: ",")
  }

  /// The folder of the keys.
  var dataFolder: String {
    authority.split(separator: "/", omittingEmptySubsequences: false).dropLast()
      .joined(separator: "/")
  }

  /// The path of the service account for FCM senders.
  var serviceAccount: String { dataFolder + "/" + ServiceAccounts.fileName }

  private var isEverywhere: Bool { ["0.0.0.0", "::"].contains(apns.host) }
}
