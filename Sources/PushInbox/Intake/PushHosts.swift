import Foundation

/// The names by which a sender may know this machine.
enum PushHosts {
  /// The loopback, the hosts that tunnels name, and those of the binary interface, which a hosts file can lead
  /// here.
  static let names = [
    "localhost", "api.push.apple.com", "api.sandbox.push.apple.com",
    "api.development.push.apple.com", "fcm.googleapis.com", "oauth2.googleapis.com",
    "gateway.push.apple.com", "gateway.sandbox.push.apple.com", "feedback.push.apple.com",
    "feedback.sandbox.push.apple.com",
  ]

  /// The domains of these names.
  static let domains = [
    "localhost", "push.apple.com", "fcm.googleapis.com", "oauth2.googleapis.com",
  ]
}

extension CertificateAuthority {
  /// Opens the authority of this machine's push hosts in a folder, making what is missing; other processes doing
  /// the same wait.
  ///
  /// - Parameters:
  ///   - directory: Created, with mode 0700, when it is not there.
  ///   - names: Further DNS names the server has (`tls.names`).
  ///   - now: The time for validity and renewal.
  static func open(
    in directory: String, names: [String] = [], now: Date = Date()
  ) throws(Failure) -> CertificateAuthority {
    try open(
      in: directory, hosts: PushHosts.names, domains: PushHosts.domains, names: names, now: now)
  }
}
