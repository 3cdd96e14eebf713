import Foundation

/// A text for the clipboard of the user's terminal, sent with OSC 52 (xterm, "Xterm Control
/// Sequences", "Manipulate Selection Data"). Terminals do not confirm it.
enum Clipboard {
  /// The maximum size of a text in bytes: a longer one exceeds the 100,000 base64 characters that
  /// xterm accepts.
  static let limit = 74_994

  /// Returns the sequence to send; nil for a text that is too long.
  ///
  /// In tmux it is sent twice: plain for `set-clipboard on`, and wrapped for passthrough. tmux
  /// drops the one it does not support.
  static func sequence(for text: String, inTmux: Bool) -> String? {
    guard text.utf8.count <= limit else { return nil }
    let plain = "\u{1B}]52;c;\(Data(text.utf8).base64EncodedString())\u{7}"
    guard inTmux else { return plain }
    return plain + "\u{1B}Ptmux;" + plain.replacing("\u{1B}", with: "\u{1B}\u{1B}") + "\u{1B}\\"
  }

  /// Whether a terminal may support OSC 52. System consoles, macOS Terminal, and VTE (GNOME
  /// Terminal) are known to ignore it.
  ///
  /// Programs started in VTE inherit `VTE_VERSION`; terminals started there, and tmux, are
  /// recognised by their own `TERM`.
  static func allows(in environment: [String: String]) -> Bool {
    let type = environment["TERM"] ?? ""
    if environment["TERM_PROGRAM"] == "Apple_Terminal" { return false }
    if environment["VTE_VERSION"]?.isEmpty == false, ["xterm", "xterm-256color"].contains(type) {
      return false
    }
    return !["", "dumb"].contains(type)
      && !["linux", "cons", "sun", "vt", "gnome"].contains(where: type.hasPrefix)
  }
}
