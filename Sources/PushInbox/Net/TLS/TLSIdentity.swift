/// A certificate and its key, as the files the local authority wrote.
struct TLSIdentity: Equatable, Sendable {
  /// The server's certificate, PEM.
  var certificatePath: String
  /// Its private key, PEM.
  var keyPath: String
  /// The authority's certificate, sent along and shown by `pushinbox ca`; PEM.
  var authorityPath: String
}
