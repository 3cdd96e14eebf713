import InboxModel

/// `pushinbox ca`: where the certificate is that TLS clients have to trust.
enum CACommand {
  static func run(_ places: RuntimePaths, _ names: [String], _ output: StandardOutput) throws
    -> ExitCode
  {
    let identity = try CertificateAuthority.open(in: places.data, names: names).identity
    output.writeData(identity.authorityPath)
    let path = Quoting.shellWord(identity.authorityPath)
    for line in [
      "Trust this file in the client that sends pushes, for example (`pushinbox env` has the port):",
      "  curl --http2 --cacert \(path) https://localhost:PORT/ready",
      "  export NODE_EXTRA_CA_CERTS=\(path)", "  export SSL_CERT_FILE=\(path)",
    ] { output.talk(line) }
    return .success
  }
}
