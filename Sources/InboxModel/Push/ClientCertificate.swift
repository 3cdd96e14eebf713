import Foundation

/// The certificate a sender showed in the TLS handshake, as far as pushes care
/// (`spec/apns-provider-api.md` §8). The handshake takes any; the gateway judges it, so that a refusal is an
/// answer with a reason and not a broken connection.
public struct ClientCertificate: Equatable, Sendable {
  /// The subject for people: `UID=com.example.mail, CN=Apple Push Services: com.example.mail`.
  public var subject: String
  /// The topics it stands for, the subject's `UID` first; empty for one that is not about pushes.
  public var topics: [String]
  /// What its extensions say it is for; empty when they say nothing, and then it is for both.
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
  /// Where it was read.
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

extension ClientCertificate {
  /// The certificate with the topics in force; nil for one without any, which lenient checks overlook.
  ///
  /// - Throws: `BadCertificate`, `BadCertificateEnvironment`.
  func judged(
    at now: Date, by settings: GatewaySettings
  ) throws(Rejection) -> ClientCertificate? {
    var judged = self
    if !settings.certificates.isEmpty {
      guard
        let listed = settings.certificates.first(where: {
          $0.certificate.fingerprint == fingerprint
        })
      else {
        throw Rejection(
          .badCertificate, because: "\(name) is not one of the listed ones.",
          fix: "Show a listed certificate, or add its file to gateway.certificates.")
      }
      judged.topics = listed.topics ?? topics
    }
    guard !judged.topics.isEmpty else {
      guard settings.isStrict else { return nil }
      throw Rejection(
        .badCertificate, because: "\(name) names no topic: its subject has no UID.",
        fix: "Use the certificate that Apple made for the app's pushes, or list this one with its "
          + "topics in gateway.certificates.")
    }
    guard now <= notAfter else {
      throw Rejection(
        .badCertificate, because: "\(name) expired at \(Timestamp.text(notAfter)).",
        fix: "Have the certificate renewed and give the new one to the sender; one is good for a "
          + "year.")
    }
    guard now >= notBefore else {
      throw Rejection(
        .badCertificate, because: "\(name) is good from \(Timestamp.text(notBefore)) on, not yet.",
        fix: "Wait until then, or look at the clocks.")
    }
    if let environment = settings.environment, let other = environments.first,
      !environments.contains(environment)
    {
      throw Rejection(
        .badCertificateEnvironment,
        because: "\(name) is for \(other.rawValue), this gateway is \(environment.rawValue).",
        fix: "Use the certificate made for \(environment.rawValue), or change gateway.environment.")
    }
    return judged
  }

  /// What no certificate stands for (`spec/apns-provider-api.md` §4, column “Auth”).
  private static let tokenOnly: Set<PushType> = [.liveactivity, .location, .controls, .widgets]

  /// Refuses what may not be pushed to with it. The app's own topic stands for those suffixes too that
  /// have no kind of their own in a certificate (`spec/apns-provider-api.md` §4, column “Auth”).
  func check(_ topic: String, of app: BundleID, for type: PushType?) throws(Rejection) {
    if let type, Self.tokenOnly.contains(type) {
      throw Rejection(
        .topicDisallowed,
        because: "Pushes of type \(type.rawValue) go with a provider token, not a certificate.",
        fix: "Send this push with a provider token on a connection without a certificate.")
    }
    let sharesApp = type == .fileprovider || type == .pushtotalk
    guard !topics.contains(topic), !(sharesApp && topics.contains(app.rawValue)) else { return }
    throw Rejection(
      .topicDisallowed,
      because: "\(name) stands for \(quoted(topics)), apns-topic is \(quoted(topic)).",
      fix: "Use the certificate of that app, or send a topic of this one.")
  }

  private var name: String {
    "The client certificate \(quoted(subject, most: Self.shownSubject))"
  }

  /// How much of a subject is shown, scalars.
  static let shownSubject = 120
}
