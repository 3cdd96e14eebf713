import Foundation

extension ClientCertificate {
  /// Returns the certificate with its effective topics; nil for one without topics, which lenient
  /// validation ignores.
  ///
  /// - Throws: `BadCertificate`, `BadCertificateEnvironment`.
  func validated(
    at now: Date, by settings: GatewaySettings
  ) throws(Rejection) -> ClientCertificate? {
    var validated = self
    if !settings.certificates.isEmpty {
      guard
        let listed = settings.certificates.first(where: {
          $0.certificate.fingerprint == fingerprint
        })
      else {
        throw Rejection(
          .badCertificate, because: "\(name) is not one of the listed ones.",
          fix: "Connect with a listed certificate, or add its file to gateway.certificates.")
      }
      validated.topics = listed.topics ?? topics
    }
    guard !validated.topics.isEmpty else {
      guard settings.isStrict else { return nil }
      throw Rejection(
        .badCertificate, because: "\(name) names no topic: its subject has no UID.",
        fix: "Use the certificate that Apple made for the app's pushes, or list this one with its "
          + "topics in gateway.certificates.")
    }
    guard now <= notAfter else {
      throw Rejection(
        .badCertificate, because: "\(name) expired at \(Timestamp.text(notAfter)).",
        fix:
          "Renew the certificate and install the new one at the sender; a certificate is valid for a "
          + "year.")
    }
    guard now >= notBefore else {
      throw Rejection(
        .badCertificate, because: "\(name) is not valid before \(Timestamp.text(notBefore)).",
        fix: "Wait until then, or check the clocks.")
    }
    if let environment = settings.environment, let other = environments.first,
      !environments.contains(environment)
    {
      throw Rejection(
        .badCertificateEnvironment,
        because: "\(name) is for \(other.rawValue), this gateway is \(environment.rawValue).",
        fix: "Use the certificate made for \(environment.rawValue), or change gateway.environment.")
    }
    return validated
  }

  /// The push types that require a provider token; no certificate authorizes them.
  private static let tokenOnly: Set<PushType> = [.liveactivity, .location, .controls, .widgets]

  /// Rejects a topic or push type that the certificate does not cover. The app's own topic covers
  /// the suffixes that have no kind of their own in a certificate (Apple, "Sending notification
  /// requests to APNs", column “Auth”).
  func check(_ topic: Topic, for type: PushType?) throws(Rejection) {
    if let type, Self.tokenOnly.contains(type) {
      throw Rejection(
        .topicDisallowed,
        because: "Pushes of type \(type.rawValue) need a provider token, not a certificate.",
        fix: "Send this push with a provider token on a connection without a certificate.")
    }
    let sharesApp = type == .fileprovider || type == .pushtotalk
    guard !topics.contains(topic.text), !(sharesApp && topics.contains(topic.app.text)) else {
      return
    }
    throw Rejection(
      .topicDisallowed,
      because: "\(name) is for \(quoted(topics)), apns-topic is \(quoted(topic.text)).",
      fix: "Use the certificate of that app, or send a topic of this one.")
  }

  private var name: String {
    "The client certificate \(quoted(subject, most: Self.shownSubject))"
  }

  /// The maximum number of scalars of a subject that are shown.
  static let shownSubject = 120
}
