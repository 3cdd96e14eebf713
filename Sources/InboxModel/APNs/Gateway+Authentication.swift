import Foundation

extension Gateway {
  /// Finds out who sends, in the order of Apple, "Handling notification responses from APNs": a
  /// certificate that is about pushes before any provider token, which is then not looked at (§8).
  ///
  /// Push lines and files come from this machine and have no connection to prove anything on: they
  /// need no provider token, in strict mode either. A form of intake without headers has no place
  /// for one.
  mutating func authenticate(
    _ request: PushRequest, _ authorization: String?
  ) throws(Rejection) -> Credential {
    if let shown = request.certificate?.wrappedValue,
      let certificate = try shown.judged(at: request.receivedAt, by: settings)
    {
      return .certificate(certificate)
    }
    guard let authorization, !authorization.isEmpty else {
      if settings.isStrict, request.origin.wire != .line, !request.origin.wire.isHeaderless {
        throw Rejection(.missingProviderToken)
      }
      return .none
    }
    var token = try providerTokens.token(in: authorization, settings)
    try token.check(at: request.receivedAt, by: settings)
    if request.origin.connection > 0, request.origin.wire != .line {
      token.updates = try connections.check(
        token, on: request.origin.connection, at: request.receivedAt, by: settings)
    }
    return .token(token)
  }
}

/// The proof of a sender's identity.
enum Credential: Equatable, Sendable {
  case none
  case token(ProviderToken)
  /// A service account's access token, and when it ends.
  case account(String, until: Date)
  /// With the topics in force.
  case certificate(ClientCertificate)

  /// The topic of a certificate for one app.
  var onlyTopic: String? {
    if case .certificate(let certificate) = self, certificate.topics.count == 1 {
      firstTopic
    } else {
      nil
    }
  }

  /// The first topic of a certificate.
  var firstTopic: String? {
    if case .certificate(let certificate) = self { certificate.topics.first } else { nil }
  }

  /// Rejects a topic that it does not stand for.
  func check(_ topic: Topic, for type: PushType?) throws(Rejection) {
    switch self {
    case .none, .account: break
    case .token(let token): try token.check(topic.text)
    case .certificate(let certificate):
      try certificate.check(topic, for: type ?? topic.impliedType)
    }
  }

  /// As the transit of a push stores it.
  var authentication: TransitInfo.Authentication {
    switch self {
    case .none: .none
    case .token(let token): token.authentication
    case .account(let name, let until):
      .accessToken(account: cut(name, to: ClientCertificate.shownSubject), until: until.clamped)
    case .certificate(let certificate):
      .certificate(
        subject: cut(certificate.subject, to: ClientCertificate.shownSubject),
        environments: certificate.environments,
        until: certificate.notAfter.clamped)
    }
  }

  /// Of a token that came too soon after others, the how many-th it is; else 0.
  var updates: Int {
    if case .token(let token) = self { token.updates } else { 0 }
  }

  /// The algorithm of a token where it is not the one Apple asks for.
  var oddAlgorithm: String? {
    if case .token(let token) = self { token.oddAlgorithm } else { nil }
  }

  /// Whether the `iat` of a token is a text.
  var issuedAtIsText: Bool {
    if case .token(let token) = self { token.issuedAtIsText } else { false }
  }
}
