/// The environment variables of programs that a configuration names. Others may hold secrets of the shell from which
/// the inbox was started.
enum ProgramVariables {
  /// Those that every program gets.
  private static let names: Set<String> = [
    "DBUS_SESSION_BUS_ADDRESS", "DISPLAY", "HOME", "LANG", "LANGUAGE", "LOGNAME", "PATH", "SHELL",
    "TERM", "TMPDIR", "TZ", "USER", "WAYLAND_DISPLAY", "XAUTHORITY",
  ]
  /// The beginnings of the names of further ones.
  private static let prefixes = ["LC_", "PUSHINBOX_", "XDG_"]

  /// The variables that every program gets, and those with other names.
  static func selected(
    from environment: [String: String], with others: [String]
  ) -> [String: String] {
    environment.filter { name, _ in
      names.contains(name) || others.contains(name) || prefixes.contains { name.hasPrefix($0) }
    }
  }
}
