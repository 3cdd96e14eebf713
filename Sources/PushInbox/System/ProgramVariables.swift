/// The environment variables of programs that a configuration names. Other variables may hold
/// secrets of the shell that started the inbox.
enum ProgramVariables {
  /// The variables that every program receives.
  private static let names: Set<String> = [
    "DBUS_SESSION_BUS_ADDRESS", "DISPLAY", "HOME", "LANG", "LANGUAGE", "LOGNAME", "PATH", "SHELL",
    "TERM", "TMPDIR", "TZ", "USER", "WAYLAND_DISPLAY", "XAUTHORITY",
  ]
  /// The prefixes of further variables that every program receives.
  private static let prefixes = ["LC_", "PUSHINBOX_", "XDG_"]

  /// Returns the variables that every program receives, and those named in `others`.
  static func selected(
    from environment: [String: String], with others: [String]
  ) -> [String: String] {
    environment.filter { name, _ in
      names.contains(name) || others.contains(name) || prefixes.contains { name.hasPrefix($0) }
    }
  }
}
