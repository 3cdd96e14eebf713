/// The version of the program and of the libraries in it.
enum Version {
  /// The version of the program.
  static let number = "0.1.0"

  /// The lines of `--version`. The first is always `pushinbox` and the number.
  static var lines: [String] {
    var lines = ["pushinbox \(number)"]
    if let commit = Platform.buildCommit { lines.append("commit \(commit)") }
    lines.append(libraries.map { "\($0.name) \($0.version)" }.joined(separator: ", "))
    return lines
  }

  /// The libraries in use, linked into the program or found by the system.
  private static var libraries: [(name: String, version: String)] {
    (Platform.buildCompiler.map { [("Swift", $0)] } ?? []) + [
      ("OpenSSL", TLSContext.libraryVersion), ("nghttp2", HTTP2Session.libraryVersion),
      ("SQLite", SQLiteConnection.libraryVersion), ("ncurses", Terminal.libraryVersion),
      ("FriBidi", Bidi.libraryVersion), ("zlib", Gzip.libraryVersion),
    ]
  }
}
