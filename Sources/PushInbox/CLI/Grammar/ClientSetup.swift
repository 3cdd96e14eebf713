import InboxModel

/// The configuration of one sender, for it to deliver to the inbox.
struct ClientSetup: Equatable, Sendable {
  /// By which way its pushes come.
  enum Way: String, Sendable {
    case address = "by address"
    case proxy = "by proxy: its host names are fixed"
    case legacy = "by the binary interface of old"
  }

  /// The library's name, as its registry has it.
  var name: String
  var language: String
  var way: Way
  /// Other words for it.
  var otherNames: [String] = []
  /// Whether it signs its requests: any key of the right kind will do.
  var needsKey = true
  /// The lines to copy; `{host}`, `{port}`, `{proxy}`, `{ca}`, `{account}`, and for the binary interface `{legacy}`,
  /// `{legacy-host}`, `{legacy-port}`, `{feedback-host}` and `{feedback-port}` are filled in. `{ca}` and `{account}`
  /// stand alone between their quotes.
  var text: String

  /// Whether a person may mean it.
  func isCalled(_ word: String) -> Bool {
    ([name] + otherNames).contains { $0.lowercased() == word.lowercased() }
  }

  /// The lines for an inbox.
  func lines(for endpoints: Endpoints) -> [String] {
    var remarks = ["\(name) (\(language)), \(way.rawValue)"]
    if way == .legacy {
      remarks.append(
        "The inbox listens for it with --legacy \(endpoints.legacyOrUsual) "
          + "--feedback \(endpoints.feedbackOrUsual)")
    } else if needsKey {
      remarks.append(
        "Any key does: openssl genpkey -algorithm EC -pkeyopt ec_paramgen_curve:P-256 -out key.p8")
    }
    return remarks.map { comment + " " + $0 } + Self.filled(text, endpoints)
  }

  /// The beginning of a comment, so that the lines can go into a file as they are.
  private var comment: String {
    ["Node", "Go", "Java", "Swift"].contains(language) ? "//" : "#"
  }

  /// Fills in the addresses of an inbox. A path becomes a word of a shell or a string literal,
  /// according to the quotes around its placeholder.
  static func filled(_ text: String, _ endpoints: Endpoints) -> [String] {
    let paths = ["ca": endpoints.authority, "account": endpoints.serviceAccount]
    let values = [
      "host": endpoints.client.host, "port": String(endpoints.client.port),
      "proxy": endpoints.proxy.description, "legacy": endpoints.legacyOrUsual.description,
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

  /// Libraries whose ways in are not served, and the ways.
  static let unserved = [
    "pyfcm": "FCM", "async-firebase": "FCM",
  ]
}
