import Foundation

/// The contents of a new certificate.
struct CertificateRequest {
  var commonName: String
  var from: Date
  var days: Int
  /// OpenSSL's identifier (NID) of each extension and its value in OpenSSL's syntax
  /// (`x509v3_config(5)`).
  var extensions: [(id: Int32, value: String)]
}
