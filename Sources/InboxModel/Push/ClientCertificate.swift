import Foundation

/// The certificate a sender showed in the TLS handshake, as far as pushes care
/// (Apple, "Sending notification requests to APNs"). The handshake takes any; the gateway judges it, so that a refusal is an
/// answer with a reason and not a broken connection.
public struct ClientCertificate: Equatable, Sendable {
  /// The subject for people: `UID=com.example.mail, CN=Apple Push Services: com.example.mail`.
  public var subject: String
  /// The topics it stands for, the subject's `UID` first; empty for one that is not about pushes.
  public var topics: [String]
  /// The environments that its extensions name; empty when they name none, which means both.
  public var environments: Set<PushEnvironment>
  /// From when on it is good.
  public var notBefore: Date
  /// The last moment at which it is.
  public var notAfter: Date
  /// SHA-256 of its DER form: two certificates with the same are the same.
  public var fingerprint: [UInt8]

  /// Describes a certificate.
  public init(
    subject: String, topics: [String], environments: Set<PushEnvironment> = [], notBefore: Date,
    notAfter: Date, fingerprint: [UInt8]
  ) {
    self.subject = subject
    self.topics = topics
    self.environments = environments
    self.notBefore = notBefore
    self.notAfter = notAfter
    self.fingerprint = fingerprint
  }
}

/// A certificate of `gateway.certificates`: with one there, all others are refused.
public struct ListedCertificate: Equatable, Sendable {
  /// The file from which it was read.
  public var file: String
  /// The topics it stands for in the place of its own; nil leaves it those.
  public var topics: [String]?
  /// The certificate.
  public var certificate: ClientCertificate

  /// Lists a certificate.
  public init(file: String, topics: [String]? = nil, certificate: ClientCertificate) {
    self.file = file
    self.topics = topics
    self.certificate = certificate
  }
}
