/// `pushinbox ca`: where the certificate is that TLS clients have to trust.
enum CACommand {
  static func run(_ places: Places, _ names: [String], _ output: StandardOutput) throws -> ExitCode
  {
    let identity = try CertificateAuthority.open(in: places.data, names: names).identity
    output.result(identity.authorityPath)
    output.talk(
      """
      Trust this file in the client that sends pushes, for example (`pushinbox env` has the port):
        curl --http2 --cacert \(identity.authorityPath) https://localhost:PORT/ready
        export NODE_EXTRA_CA_CERTS=\(identity.authorityPath)
        export SSL_CERT_FILE=\(identity.authorityPath)
      """)
    return .success
  }
}
