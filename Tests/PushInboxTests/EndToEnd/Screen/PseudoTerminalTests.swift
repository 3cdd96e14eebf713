import Foundation
import Testing

@testable import PushInbox

/// The test harness, with a shell in place of the program.
@Suite(.patient) struct PseudoTerminalTests {
  private func withShell(
    _ script: String, columns: Int = 80, rows: Int = 24, _ body: (PseudoTerminal) throws -> Void
  ) throws {
    let folder = try TemporaryFolder()
    let pty = try PseudoTerminal(
      running: "/bin/sh", ["-c", script], directory: URL(filePath: folder.path), columns: columns,
      rows: rows)
    defer { pty.close() }
    try withExtendedLifetime(folder) { try body(pty) }
  }

  @Test func `a program on a pseudo-terminal receives keys and its screen is read`() throws {
    try withShell("stty size; read line; printf 'got %s in %s\\n' \"$line\" \"$TERM\"; exit 7") {
      pty in
      try pty.waitFor("24 80")
      pty.type("Здравствуйте\r")
      try pty.waitFor("got Здравствуйте in xterm-256color")
      #expect(try pty.waitForExit() == 7)
    }
  }

  @Test func `the built program is beside the tests`() {
    #expect(FileManager.default.isExecutableFile(atPath: PseudoTerminal.program))
  }

  @Test func `the virtual screen moves and erases by escape sequences`() throws {
    let script = #"printf '\033[2J\033[2;3Hone\033[1;1H漢two\033[1;2Hx\033[3;1Habc\033[2G\033[K'"#
    try withShell(script, columns: 12, rows: 4) { pty in
      _ = try pty.waitForExit()
      #expect(pty.screen.text == " xtwo\n  one\na\n")
      #expect(pty.screen.violations.isEmpty)
    }
  }

  @Test(arguments: [
    #"\033]0;title\007"#, #"\033[6n"#, #"\033[?1003h"#, #"\033c"#, #"\033P1$r\033\\"#, #"\016"#,
    #"\302\233"#, #"\377x"#,
  ])
  func `the virtual screen reports unknown sequences`(_ sequence: String) throws {
    try withShell("printf '\(sequence)'") { pty in
      _ = try pty.waitForExit()
      #expect(!pty.screen.violations.isEmpty)
    }
  }

  @Test func `a failed wait reports the current screen`() throws {
    try withShell("echo here; cat") { pty in
      try pty.waitFor("here")
      #expect(throws: PseudoTerminal.Failure.self) { try pty.waitFor("there", seconds: 0.05) }
    }
  }

  @Test func `a resize reaches the program`() throws {
    try withShell("trap 'stty size' WINCH; sleep 30 & echo ready; wait; kill $!") { pty in
      try pty.waitFor("ready")
      pty.resize(columns: 33, rows: 11)
      try pty.waitFor("11 33")
    }
  }
}
