import Foundation
import Testing

@testable import PushInbox

/// The built program on a pty in a temporary home.
final class Visit {
  let home: Home
  let pty: PseudoTerminal

  /// Starts the program with words, by default as the full screen; `listens` on a free port.
  init(
    _ words: [String] = [], listens: Bool = true, home: Home? = nil,
    environment: [String: String] = [:], shell: String? = nil
  ) throws {
    let home = try home ?? Home()
    self.home = home
    let words = words + (listens ? ["--listen", "127.0.0.1:0"] : [])
    let program = PseudoTerminal.program
    pty = try PseudoTerminal(
      running: shell == nil ? program : "/bin/bash",
      shell.map { ["-mc", $0, program] + words } ?? words,
      environment: environment, directory: URL(filePath: home.path))
  }

  /// The environment of a session in which OSC 52 is the only clipboard, so that no program of this
  /// machine is run.
  static let withoutClipboard = ["SSH_TTY": "/dev/pts/0"]

  deinit {
    pty.close()
  }

  /// Sends a push from another terminal, once the program runs.
  func send(_ text: String, _ options: String...) throws {
    #expect(try home.run(["ready", "--wait", "60s"]).status == 0)
    let app = options.contains("--app") ? [] : ["--app", "com.example.chat"]
    #expect(try home.run(["send", text] + app + options).status == 0)
  }

  /// Types Esc and waits until a text disappears; a key immediately after Esc would be an Alt key.
  func escape(from text: String) throws {
    pty.type("\u{1B}")
    try pty.wait(for: "“\(text)” to go") { !$0.text.contains(text) }
  }

  /// Clicks on the last occurrence of a text, once it is shown.
  func click(on text: String) throws {
    let screen = try pty.waitFor(text)
    let place = try #require(screen.place(of: text))
    mouse(0, place)
  }

  /// Turns the wheel by one notch, up or down.
  func turnWheel(down: Bool) {
    mouse(down ? 65 : 64, (row: 1, column: 0))
  }

  private func mouse(_ button: Int, _ place: (row: Int, column: Int)) {
    pty.type("\u{1B}[<\(button);\(place.column + 1);\(place.row + 1)M")
  }

  /// Returns the port from the empty screen.
  func port() throws -> UInt16 {
    let text = try pty.waitFor("q quit").text  // the last row is drawn last
    let after = try #require(text.firstRange(of: "http://127.0.0.1:")).upperBound
    return try #require(UInt16(text[after...].prefix { $0.isNumber }))
  }

  /// Ends the program by a key, and checks that the terminal is restored and no file is left.
  func leave(_ key: String) throws {
    pty.type(key)
    #expect(try pty.waitForExit() == 0)
    #expect(!pty.screen.isAlternate)
    #expect(pty.screen.violations.isEmpty)
    #expect(try home.folder.names.filter { $0.hasPrefix("pushinbox-") } == [])
  }
}
