import Foundation

/// The host names under which senders may address this machine.
enum PushHosts {
  /// The loopback, the hosts that tunnels name, and those of the binary interface, which a hosts
  /// file can redirect to this machine.
  static let names =
    [
      "localhost", "api.push.apple.com", "api.sandbox.push.apple.com",
      "api.development.push.apple.com", "fcm.googleapis.com", "oauth2.googleapis.com",
      "gateway.push.apple.com", "gateway.sandbox.push.apple.com", "feedback.push.apple.com",
      "feedback.sandbox.push.apple.com",
    ] + ofChannels

  /// The hosts on which channels are managed (Apple, "Sending channel management requests to
  /// APNs").
  static let ofChannels = [
    "api-manage-broadcast.push.apple.com", "api-manage-broadcast.sandbox.push.apple.com",
  ]

  /// Returns the host of an authority, in lower case and without a port.
  static func name(_ authority: String) -> String {
    let host = authority.lowercased()
    return host.firstIndex(of: ":").map { String(host[..<$0]) } ?? host
  }

  /// The domains of these names.
  static let domains = [
    "localhost", "push.apple.com", "fcm.googleapis.com", "oauth2.googleapis.com",
  ]
}

extension CertificateAuthority {
  /// Opens the authority of this machine's push hosts in a folder and creates missing files. Waits
  /// for other processes that do the same.
  ///
  /// - Parameters:
  ///   - directory: The folder, created with mode 0700 if it is missing.
  ///   - names: Further DNS names of the server (`tls.names`).
  ///   - now: The current time, for validity and renewal.
  static func open(
    in directory: String, names: [String] = [], now: Date = Date()
  ) throws(Failure) -> CertificateAuthority {
    try open(
      in: directory, hosts: PushHosts.names, domains: PushHosts.domains, names: names, now: now)
  }
}
