/// The default paths of the program's files, on Linux and macOS alike.
struct DefaultPaths: Equatable, Sendable {
  /// The user's configuration.
  let configuration: String
  /// The folder of the default store.
  let store: String
  /// The folder of the CA and the keys.
  let data: String
  /// The folder in which running inboxes register themselves.
  let registrations: String
  /// The folder of short-lived files.
  let temporary: String
  private let runtime: String?

  /// Takes the places from environment variables; relative ones do not count (XDG Base Directory
  /// Specification 0.8). `home` is for a process without `HOME`.
  init(environment: [String: String], home: String) {
    func folder(_ name: String) -> String? {
      environment[name].flatMap { $0.hasPrefix("/") ? $0 : nil }
    }
    let home = folder("HOME") ?? home
    configuration =
      (folder("XDG_CONFIG_HOME") ?? home + "/.config") + "/pushinbox/config.json5"
    store = (folder("XDG_STATE_HOME") ?? home + "/.local/state") + "/pushinbox"
    data = (folder("XDG_DATA_HOME") ?? home + "/.local/share") + "/pushinbox"
    temporary = folder("TMPDIR") ?? "/tmp"
    runtime = folder("XDG_RUNTIME_DIR")
    registrations = runtime.map { $0 + "/pushinbox" } ?? store + "/running"
  }

  /// The control socket of a store in a folder; nil means the default store. One in memory has its
  /// socket where ``ControlPath/makePrivate(in:)`` says.
  func controlSocket(ofStore folder: String? = nil) -> String {
    if folder == nil || folder == store, let runtime { return runtime + "/pushinbox.sock" }
    return (folder ?? store) + "/pushinbox.sock"
  }
}
