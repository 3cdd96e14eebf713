/// The files of a certificate and its key, which the local authority wrote.
struct TLSIdentity: Equatable, Sendable {
  /// The path of the server's certificate, PEM.
  var certificatePath: String
  /// The path of its private key, PEM.
  var keyPath: String
  /// The path of the authority's certificate, PEM. It is sent to clients and printed by `pushinbox
  /// ca`.
  var authorityPath: String
}
