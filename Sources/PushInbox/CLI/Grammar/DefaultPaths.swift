/// The default paths of the program's files, the same on Linux and macOS.
struct DefaultPaths: Equatable, Sendable {
  /// The path of the user's configuration file.
  let configuration: String
  /// The folder of the default store.
  let store: String
  /// The folder of the certificate authority and the keys.
  let data: String
  /// The folder in which running inboxes register.
  let registrations: String
  /// The folder of short-lived files.
  let temporary: String
  private let runtime: String?

  /// Derives the paths from environment variables; relative paths are ignored (XDG Base Directory
  /// Specification 0.8). `home` is used without `HOME`.
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

  /// Returns the control socket of a store in a folder; nil means the default store.
  /// ``ControlPath/makePrivate(in:)`` creates that of a store in memory.
  func controlSocket(ofStore folder: String? = nil) -> String {
    if folder == nil || folder == store, let runtime { return runtime + "/pushinbox.sock" }
    return (folder ?? store) + "/pushinbox.sock"
  }
}
