import Foundation

/// A text for the clipboard of the user's terminal, sent with OSC 52 (xterm, "Xterm Control Sequences",
/// "Manipulate Selection Data"). A terminal does not confirm it.
enum Clipboard {
  /// The most bytes of a text: more is over the 100,000 characters in base64 that xterm takes.
  static let limit = 74_994

  /// The sequence that is sent; nil for a text that is too long.
  ///
  /// In tmux it is sent twice, plain for one with `set-clipboard on`, and wrapped for one that passes it
  /// through: each drops what it does not know.
  static func sequence(for text: String, inTmux: Bool) -> String? {
    guard text.utf8.count <= limit else { return nil }
    let plain = "\u{1B}]52;c;\(Data(text.utf8).base64EncodedString())\u{7}"
    guard inTmux else { return plain }
    return plain + "\u{1B}Ptmux;" + plain.replacing("\u{1B}", with: "\u{1B}\u{1B}") + "\u{1B}\\"
  }

  /// Whether a terminal may take OSC 52. The consoles of systems, Terminal of macOS, and VTE (GNOME Terminal) are
  /// known to ignore it.
  ///
  /// Programs started in VTE inherit `VTE_VERSION`: other terminals among them have types of their own, and
  /// tmux, which has one too.
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
