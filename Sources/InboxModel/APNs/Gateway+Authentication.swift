import Foundation

extension Gateway {
  /// Authenticates the sender, in the order of Apple, "Handling notification responses from APNs":
  /// a push certificate comes before a provider token, which is then ignored.
  ///
  /// Push lines and files are local and have no connection to authenticate: they need no provider
  /// token, in strict mode either. A wire format without headers cannot carry one.
  mutating func authenticate(
    _ request: PushRequest, _ authorization: String?
  ) throws(Rejection) -> Credential {
    if let shown = request.certificate?.wrappedValue,
      let certificate = try shown.validated(at: request.receivedAt, by: settings)
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
  /// An access token of a service account, and its end.
  case account(String, until: Date)
  /// A certificate with its effective topics.
  case certificate(ClientCertificate)

  /// The topic of a certificate for one app; nil for other credentials.
  var onlyTopic: String? {
    if case .certificate(let certificate) = self, certificate.topics.count == 1 {
      firstTopic
    } else {
      nil
    }
  }

  /// The first topic of a certificate; nil for other credentials.
  var firstTopic: String? {
    if case .certificate(let certificate) = self { certificate.topics.first } else { nil }
  }

  /// Rejects a topic that the credential does not cover.
  func check(_ topic: Topic, for type: PushType?) throws(Rejection) {
    switch self {
    case .none, .account: break
    case .token(let token): try token.check(topic.text)
    case .certificate(let certificate):
      try certificate.check(topic, for: type ?? topic.impliedType)
    }
  }

  /// The authentication for the push's transit.
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

  /// The ordinal of a provider token that followed others too soon; 0 otherwise.
  var updates: Int {
    if case .token(let token) = self { token.updates } else { 0 }
  }

  /// The algorithm of a token if it is not ES256; nil otherwise.
  var unsupportedAlgorithm: String? {
    if case .token(let token) = self { token.unsupportedAlgorithm } else { nil }
  }

  /// Whether the `iat` of a token is a string.
  var issuedAtIsText: Bool {
    if case .token(let token) = self { token.issuedAtIsText } else { false }
  }
}
