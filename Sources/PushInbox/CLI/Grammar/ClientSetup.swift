import InboxModel

/// The configuration with which a sender delivers to the inbox.
struct ClientSetup: Equatable, Sendable {
  /// The way in which its pushes arrive.
  enum Way: String, Sendable {
    case address = "by address"
    case proxy = "by proxy: its host names are fixed"
    case legacy = "by Apple's binary interface"
  }

  /// The library's name in its package registry.
  var name: String
  var language: String
  var way: Way
  /// Alternative names.
  var otherNames: [String] = []
  /// Whether it signs its requests; any key of the right kind is accepted.
  var needsKey = true
  /// The lines to copy. These placeholders are replaced: `{host}`, `{port}`, `{proxy}`,
  /// `{no-proxy}`, `{ca}`, `{account}`, and for the binary interface `{legacy}`, `{legacy-host}`,
  /// `{legacy-port}`, `{feedback-host}` and `{feedback-port}`. `{ca}` and `{account}` must be alone
  /// between quotes.
  var text: String

  /// Whether it needs the service account for FCM.
  var needsAccount: Bool { text.contains("{account}") }

  /// Whether a word names the sender.
  func isCalled(_ word: String) -> Bool {
    ([name] + otherNames).contains { $0.lowercased() == word.lowercased() }
  }

  /// Returns the setup with a name; nil for none.
  static func named(_ word: String) -> ClientSetup? { all.first { $0.isCalled(word) } }

  /// Returns the lines for an inbox.
  func lines(for endpoints: Endpoints) -> [String] {
    var remarks = ["\(name) (\(language)), \(way.rawValue)"]
    if way == .legacy {
      remarks.append(
        "Start the inbox with --legacy \(endpoints.legacyOrUsual) "
          + "--feedback \(endpoints.feedbackOrUsual)")
    } else if needsKey {
      remarks.append(
        "Any key works: openssl genpkey -algorithm EC -pkeyopt ec_paramgen_curve:P-256 -out key.p8")
    }
    return remarks.map { comment + " " + $0 } + Self.filled(text, endpoints)
  }

  /// The beginning of a comment, so that the lines can be copied into a file unchanged.
  private var comment: String {
    switch language {
    case "Node", "Go", "Java", "Swift": "//"
    case "Lua", "Haskell": "--"
    default: "#"
    }
  }

  /// Replaces the placeholders by the addresses of an inbox. A path becomes a shell word or a
  /// string literal, depending on the quotes around its placeholder.
  static func filled(_ text: String, _ endpoints: Endpoints) -> [String] {
    let paths = ["ca": endpoints.authority, "account": endpoints.serviceAccount]
    let values = [
      "host": endpoints.client.host, "port": String(endpoints.client.port),
      "proxy": endpoints.proxy.description, "no-proxy": endpoints.direct,
      "legacy": endpoints.legacyOrUsual.description,
      "legacy-host": endpoints.legacyOrUsual.host,
      "legacy-port": String(endpoints.legacyOrUsual.port),
      "feedback-host": endpoints.feedbackOrUsual.host,
      "feedback-port": String(endpoints.feedbackOrUsual.port),
    ]
    return text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      String(line).replacing(#/(['"]?)\{([a-z-]+)\}(['"]?)/#) { match in
        let (whole, opening, name, closing) = match.output
        if let value = values[String(name)] { return "\(opening)\(value)\(closing)" }
        guard let path = paths[String(name)].map(PlainText.clean) else { return String(whole) }
        return switch (opening, closing) {
        case ("'", "'"): Quoting.singleQuoted(path)
        case ("\"", "\""): Quoting.doubleQuoted(path)
        default: "\(opening)\(Quoting.shellWord(path))\(closing)"
        }
      }
    }
  }

  /// The FCM libraries without a set-up of their own.
  static let withoutSetup: Set = ["pyfcm", "async-firebase"]
}
