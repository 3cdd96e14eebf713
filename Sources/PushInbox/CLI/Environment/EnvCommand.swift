import InboxModel

/// `pushinbox env`: prints how to configure senders, from ``ClientSetup/all``.
struct EnvCommand: LiveCommand {
  nonisolated static let spec = CommandSpec(
    name: "env", synopsis: "[--client NAME]", summary: "print addresses and settings for senders",
    details: """
      Prints addresses, proxy and certificate of the running inbox, or of the one that would be started. With \
      --client it prints the lines that make one library or tool deliver to it, directly or through the proxy. \
      Creates the certificate authority if there is none.
      """,
    options: [
      OptionSpec(
        name: "client", placeholder: "NAME", help: "the tool or library to connect",
        choices: ClientSetup.all.map(\.name))
    ],
    examples: ["pushinbox env", "pushinbox env --client curl"], wordCount: 0...0)

  let arguments: Arguments

  func perform(in inbox: LiveInbox, _ output: any CommandOutput) throws -> ExitCode {
    try write(inbox.runtime.endpoints, inbox.runtime.system.device.settings.fcm, output)
  }

  /// Prints the configuration for the inbox that would be started; creates its certificate if
  /// necessary.
  func performWithoutInbox(in shell: Shell) throws -> ExitCode? {
    let configuration = try shell.configuration()
    let authority = try CertificateAuthority.open(
      in: shell.places.data, names: configuration.certificateNames
    ).identity
    let endpoints = Endpoints(
      apns: Listener.Options().address, authority: authority.authorityPath,
      socket: shell.places.socket, store: shell.places.store)
    shell.output.talk(ResultMessage.noInboxRuns)
    return try write(endpoints, configuration.phone.fcm, shell.output)
  }

  /// Prints the configuration for the running inbox, or for the one that would be started.
  private func write(
    _ endpoints: Endpoints, _ fcm: FCMSettings, _ output: any CommandOutput
  ) throws(ErrorMessage) -> ExitCode {
    if arguments["client"].flatMap(ClientSetup.named)?.needsAccount ?? false {
      try makeAccount(for: endpoints, project: fcm.projects.keys.min())
    }
    for line in try lines(endpoints) { output.result(line) }
    return .success
  }

  /// Creates the service account for FCM senders, or updates its address.
  private func makeAccount(for endpoints: Endpoints, project: String?) throws(ErrorMessage) {
    do throws(CertificateAuthority.Failure) {
      _ = try ServiceAccounts.file(
        in: endpoints.dataFolder, tokenAddress: "http://\(endpoints.proxy)\(TokenRoute.path)",
        project: project)
    } catch {
      throw ErrorMessage(error)
    }
  }

  private func lines(_ endpoints: Endpoints) throws(ErrorMessage) -> [String] {
    guard let name = arguments["client"] else { return overview(endpoints) }
    guard let setup = ClientSetup.named(name) else {
      throw unknown(name)
    }
    return setup.lines(for: endpoints)
  }

  private func unknown(_ name: String) -> ErrorMessage {
    if ClientSetup.withoutSetup.contains(name.lowercased()) { return .noSetup(ofFCMSender: name) }
    let names = ClientSetup.all.map(\.name)
    return .noSetup(name, names: names, nearest: NearestName.of(name, among: names))
  }

  private func overview(_ endpoints: Endpoints) -> [String] {
    let lines = """
      # Where pushes go, and the certificate to trust
      PUSHINBOX_URL=https://{host}:{port}
      PUSHINBOX_CA={ca}
      # For senders with fixed host names: this proxy reaches the push hosts only
      HTTPS_PROXY=http://{proxy}
      # The hosts that are reached without the proxy
      NO_PROXY={no-proxy}
      # The certificates that OpenSSL (Python, Ruby, Perl, Lua) and Go on Linux trust, with those of SSL_CERT_DIR
      SSL_CERT_FILE={ca}
      # A further certificate that Node trusts
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
