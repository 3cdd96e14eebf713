import Foundation
import InboxModel

/// `pushinbox ca`: prints the path of the certificate that TLS clients must trust.
struct CACommand: ShellCommand {
  nonisolated static let spec = CommandSpec(
    name: "ca", synopsis: "", summary: "print the path of the local CA certificate",
    details:
      "Prints the path of the certificate that TLS clients must trust. Creates it if it does not exist. "
      + "On a terminal it also prints how clients use it.",
    examples: [
      "pushinbox ca", "curl --http2 --cacert \"$(pushinbox ca)\" https://localhost:2197/ready",
    ],
    wordCount: 0...0)

  let arguments: Arguments

  func run(in shell: Shell) throws -> Int32 {
    let identity = try CertificateAuthority.open(
      in: shell.places.data, names: shell.configuration().certificateNames
    ).identity
    shell.output.writeData(identity.authorityPath)
    // In `$(pushinbox ca)` only the path is of use.
    guard isatty(STDOUT_FILENO) == 1 else { return ExitCode.success.rawValue }
    let path = Quoting.shellWord(identity.authorityPath)
    for line in [
      ResultMessage.trustCertificate,
      "  curl --http2 --cacert \(path) https://localhost:PORT/ready",
      "  export NODE_EXTRA_CA_CERTS=\(path)", "  export SSL_CERT_FILE=\(path)",
    ] { shell.output.talk(line) }
    return ExitCode.success.rawValue
  }
}
