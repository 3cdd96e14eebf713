import InboxModel

/// `pushinbox env`: how senders find the inbox, one by one, made from ``ClientSetup/all``.
enum EnvCommand {
  /// Prints for the address of the running inbox, or of the one that would be started.
  static func perform(
    _ arguments: Arguments, _ endpoints: Endpoints, _ fcm: FCMSettings, _ output: any CommandOutput
  ) throws(ErrorMessage) -> ExitCode {
    if arguments["client"].map(ClientSetup.firebase.isCalled) ?? false {
      try makeAccount(for: endpoints, project: fcm.projects.keys.min())
    }
    for line in try lines(client: arguments["client"], endpoints) { output.result(line) }
    return .success
  }

  /// The service account of senders of FCM is made, or its address brought up to date.
  private static func makeAccount(
    for endpoints: Endpoints, project: String?
  ) throws(ErrorMessage) {
    do throws(CertificateAuthority.Failure) {
      _ = try ServiceAccounts.file(
        in: endpoints.dataFolder, tokenAddress: "http://\(endpoints.proxy)\(TokenRoute.path)",
        project: project)
    } catch {
      throw ErrorMessage(error)
    }
  }

  private static func lines(
    client name: String?, _ endpoints: Endpoints
  ) throws(ErrorMessage) -> [String] {
    guard let name else { return overview(endpoints) }
    guard let setup = ClientSetup.all.first(where: { $0.isCalled(name) }) else {
      throw unknown(name)
    }
    return setup.lines(for: endpoints)
  }

  private static func unknown(_ name: String) -> ErrorMessage {
    if let wire = ClientSetup.unserved[name.lowercased()] {
      return ErrorMessage("\(name) sends by \(wire), which this version does not take", .usage)
    }
    let names = ClientSetup.all.map(\.name)
    let nearest = NearestName.of(name, among: names).map { "did you mean \($0)?" }
    return ErrorMessage(
      "there is no set-up for “\(name)”; "
        + (nearest ?? "there is one for " + names.joined(separator: ", ")), .usage)
  }

  private static func overview(_ endpoints: Endpoints) -> [String] {
    let lines = """
      # Where pushes go, and the certificate to trust
      PUSHINBOX_URL=https://{host}:{port}
      PUSHINBOX_CA={ca}
      # For senders with fixed host names: the push hosts by this proxy, nothing else goes through it
      HTTPS_PROXY=http://{proxy}
      # Trust for OpenSSL (Python, Ruby), Go on Linux; for Node
      SSL_CERT_FILE={ca}
      NODE_EXTRA_CA_CERTS={ca}

      # One sender: pushinbox env --client NAME, with NAME one of
      """
    let width = (ClientSetup.all.map(\.name.count).max() ?? 0) + 2
    return ClientSetup.filled(lines, endpoints)
      + ClientSetup.all.map { setup in
        "#   " + setup.name + String(repeating: " ", count: width - setup.name.count)
          + setup.language + ", " + setup.way.rawValue
      }
  }
}
