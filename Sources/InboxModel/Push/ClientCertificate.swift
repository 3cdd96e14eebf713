import Foundation

/// The client certificate of a TLS handshake, reduced to what concerns pushes (Apple, "Sending
/// notification requests to APNs"). The handshake accepts every certificate; the gateway validates
/// it, so that a rejection is a response with a reason and not a broken connection.
public struct ClientCertificate: Equatable, Sendable {
  /// The subject for people: `UID=com.example.mail, CN=Apple Push Services: com.example.mail`.
  public var subject: String
  /// The topics that the certificate covers, the subject's `UID` first; empty if it is not a push
  /// certificate.
  public var topics: [String]
  /// The environments that its extensions name; empty, which means both, if they name none.
  public var environments: Set<PushEnvironment>
  /// The start of its validity.
  public var notBefore: Date
  /// The end of its validity, inclusive.
  public var notAfter: Date
  /// SHA-256 of its DER form, which identifies the certificate.
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

/// A certificate of `gateway.certificates`. If there is one, all certificates that are not listed
/// are rejected.
public struct ListedCertificate: Equatable, Sendable {
  /// The file from which it was read.
  public var file: String
  /// The topics that replace the certificate's own; nil keeps its own.
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
