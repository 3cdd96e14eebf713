import Foundation

/// Text for the clipboard of whoever sits at the terminal, by OSC 52: the terminal may take it or not, and
/// does not say.
enum Clipboard {
  /// The most bytes: more is over the 100,000 characters in base64 that xterm takes.
  static let limit = 74_994

  /// What is sent; nil for a text that is too long.
  ///
  /// In tmux it is sent twice, plain for one with `set-clipboard on`, and wrapped for one that passes it
  /// through: each drops what it does not know.
  static func sequence(for text: String, inTmux: Bool) -> String? {
    guard text.utf8.count <= limit else { return nil }
    let plain = "\u{1B}]52;c;\(Data(text.utf8).base64EncodedString())\u{7}"
    guard inTmux else { return plain }
    return plain + "\u{1B}Ptmux;" + plain.replacing("\u{1B}", with: "\u{1B}\u{1B}") + "\u{1B}\\"
  }
}
