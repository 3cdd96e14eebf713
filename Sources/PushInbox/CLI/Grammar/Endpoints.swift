import InboxModel

/// The addresses of an inbox, and the certificate that its clients have to trust.
struct Endpoints: Equatable, Sendable {
  /// The port of the push service.
  var apns: HostPort
  /// The binary interface; nil when it is off.
  var legacy: HostPort?
  /// Its feedback service; nil when it is off.
  var feedback: HostPort?
  /// The socket on which other phones subscribe; nil when nothing is offered.
  var offer: String?
  /// The certificate of the local CA.
  var authority: String
  /// The control socket.
  var socket: String
  /// The folder of the store; nil for one in memory.
  var store: String?

  /// The first line of `--print-endpoints`.
  var line: String {
    let object: JSONObject = [
      "apns": .string(apns.description),
      "legacy": (legacy?.description).map { .string($0) } ?? .null,
      "feedback": (feedback?.description).map { .string($0) } ?? .null,
      "offer": offer.map { .string("unix:" + $0) } ?? .null,
      "socket": .string(socket), "ca": .string(authority),
      "store": store.map { .string($0) } ?? .null,
    ]
    return JSONWriter.text(.object(object))
  }

  /// The addresses that are listened on, for people.
  var places: String {
    var places = apns.description
    if let legacy { places += ", legacy binary on \(legacy)" }
    if let feedback { places += ", its feedback service on \(feedback)" }
    if let offer { places += ", an offer for other phones on unix:\(offer)" }
    return places
  }

  /// The address for clients on this machine that check names: the certificate is for `localhost`, and what
  /// listens everywhere listens there too.
  var client: HostPort {
    apns.isLoopback || isEverywhere ? HostPort(host: "localhost", port: apns.port) : apns
  }

  /// The binary interface, or where it would be.
  var legacyOrUsual: HostPort { legacy ?? HostPort(host: "127.0.0.1", port: 2195) }
  /// Its feedback service, or where it would be.
  var feedbackOrUsual: HostPort { feedback ?? HostPort(host: "127.0.0.1", port: 2196) }

  /// The same for those who check no name.
  var proxy: HostPort { isEverywhere ? client : apns }

  /// The folder of the keys.
  var dataFolder: String {
    authority.split(separator: "/", omittingEmptySubsequences: false).dropLast()
      .joined(separator: "/")
  }

  /// The service account of senders of FCM.
  var serviceAccount: String { dataFolder + "/" + ServiceAccounts.fileName }

  private var isEverywhere: Bool { ["0.0.0.0", "::"].contains(apns.host) }
}
