import CTermbox
import Foundation
import Testing

@testable import PushInbox

/// ncurses on a real pty, whose other end reads every byte. It has one state in a process, so one
/// at a time.
@MainActor @Suite(.serialized, .patient) struct TerminalTests {
  private func withTerminal(
    columns: Int = 80, rows: Int = 24, type: String = "xterm-256color", usesColor: Bool = true,
    _ body: (Terminal, PseudoTerminal) throws -> Void
  ) throws {
    let pty = try PseudoTerminal(columns: columns, rows: rows)
    defer { pty.close() }
    let terminal = try Terminal(
      input: pty.descriptor, output: pty.descriptor, type: type, usesColor: usesColor,
      locale: "C.UTF-8")
    try body(terminal, pty)
  }

  private func screen(_ texts: [SanitizedText], columns: Int = 80, rows: Int = 24) -> Screen {
    var screen = Screen(size: Size(columns: columns, rows: rows))
    for (row, text) in texts.enumerated() { screen.draw(text, row: row, column: 0) }
    return screen
  }

  @Test func `reordering by the terminal is turned off while the program reorders text`() throws {
    try withTerminal { terminal, pty in
      for (arranges, leaves) in [(true, false), (false, true), (false, false), (true, false)] {
        terminal.arrangesText = arranges
        if leaves {
          terminal.leave()
          _ = try pty.drain()
          #expect(pty.screen.arrangesText)
          terminal.enter()
        }
        _ = try pty.drain()
        #expect(pty.screen.arrangesText == arranges)
      }
      terminal.arrangesText = false
      var screen = Screen(size: terminal.size, order: .terminal)
      screen.draw("\u{5E9}\u{5DC} ab", row: 0, column: 0)
      screen.draw("│", row: 0, column: 7)
      terminal.paint(screen)
      _ = try pty.drain()
      #expect(pty.screen[0, 4] == "b\u{200E}")
      #expect(pty.screen[0, 7] == "│")
    }
  }

  // MARK: Descriptions

  @Test func `ncurses finds each compiled-in terminal under each of its names`() throws {
    let before = getenv("TERMINFO").map { String(cString: $0) }
    for names in EmbeddedTerminals.descriptions.keys {
      for name in names.split(separator: "|").map(String.init) {
        let terminal = try #require(EmbeddedTerminal(type: name), "\(name)")
        var status: Int32 = 0
        #expect(terminal.provided { setupterm(name, 1, &status) } == OK, "\(name)")
        #expect((Terminal.capability("cup") == nil) == (name == "dumb"), "\(name)")
        #expect(tigetnum("colors") >= 256 || !name.contains("256"), "\(name)")
        if let entry = set_curterm(nil) { del_curterm(entry) }
      }
    }
    #expect(EmbeddedTerminal(type: "") == nil)
    #expect(EmbeddedTerminal(type: "xterm-256color|") == nil)
    #expect(getenv("TERMINFO").map { String(cString: $0) } == before)
  }

  @Test(arguments: ["alacritty", "foot", "xterm-ghostty", "xterm-kitty", "wezterm"])
  func `a terminal that the system's database lacks is painted`(type: String) throws {
    try withTerminal(type: type) { terminal, pty in
      terminal.paint(screen(["Здравствуйте"]))
      _ = try pty.drain()
      #expect(pty.screen.text.contains("Здравствуйте"))
      #expect(pty.screen.violations.isEmpty)
    }
    #expect(getenv("TERMINFO") == nil)
  }

  // MARK: Painting

  @Test func `a screen is painted, and the terminal restored`() throws {
    let pty = try PseudoTerminal(columns: 40, rows: 6)
    defer { pty.close() }
    let before = pty.modes
    do {
      let terminal = try Terminal(
        input: pty.descriptor, output: pty.descriptor, type: "xterm-256color", locale: "C.UTF-8")
      #expect(terminal.isUTF8)
      #expect(terminal.size == Size(columns: 40, rows: 6))
      var screen = Screen(size: terminal.size)
      screen.box(row: 0, column: 0, width: 40, height: 6, title: "Chat")
      screen.draw("Здравствуйте 漢字 👍🏽 é", row: 1, column: 2, style: .init(role: .bad))
      terminal.paint(screen)
      _ = try pty.drain()
      let shown = pty.screen
      #expect(shown.text == screen.text())
      #expect(shown.isAlternate)
      #expect(!shown.isCursorVisible)
      #expect(shown.marksPastes)
      #expect(shown.violations.isEmpty)
      #expect(pty.modes.c_lflag & tcflag_t(ICANON | ISIG | ECHO) == 0)
    }
    _ = try pty.drain()
    #expect(!pty.screen.isAlternate)
    #expect(pty.screen.isCursorVisible)
    #expect(!pty.screen.marksPastes)
    #expect(pty.modes.c_lflag == before.c_lflag)
    #expect(pty.modes.c_iflag == before.c_iflag)
    #expect(pty.modes.c_oflag == before.c_oflag)
  }

  @Test func `unchanged cells are not written again`() throws {
    try withTerminal { terminal, pty in
      var screen = screen(Array(repeating: "漢字 and text", count: 24))
      terminal.paint(screen)
      _ = try pty.drain()
      terminal.paint(screen)
      #expect(try pty.drain().isEmpty)
      screen.draw("x", row: 3, column: 1)
      terminal.paint(screen)
      // Between the marks of a frame are the position and the character.
      let frame = String(decoding: try pty.drain(), as: UTF8.self)
      #expect(frame.hasPrefix("\u{1B}[?2026h") && frame.hasSuffix("\u{1B}[?2026l"))
      #expect(frame.count - 2 * "\u{1B}[?2026h".count < 20)
      #expect(pty.screen.text == screen.text())
      terminal.redraw()
      terminal.paint(screen)
      #expect(try pty.drain().count > 24 * 10)
      #expect(pty.screen.text == screen.text())
    }
  }

  @Test(arguments: WidthCase.all)
  func `no string moves the cells beside it`(_ string: WidthCase) throws {
    try withTerminal(columns: 40, rows: 3) { terminal, pty in
      let text = SanitizedText(string.text)
      var screen = screen([text + "|", "漢字漢字漢字漢字漢字|"], columns: 40, rows: 3)
      terminal.paint(screen)
      _ = try pty.drain()
      #expect(pty.screen.column(of: "|", inRow: 0) == text.columns)
      // Over something, and something over it.
      screen.draw(text + "|", row: 1, column: 1)
      terminal.paint(screen)
      screen.draw("|", row: 0, column: max(0, text.columns - 1))
      terminal.paint(screen)
      _ = try pty.drain()
      #expect(pty.screen.column(of: "|", inRow: 1) == text.columns + 1)
      #expect(pty.screen.column(of: "|", inRow: 0) == max(0, text.columns - 1))
      #expect(pty.screen.violations.isEmpty)
    }
  }

  @Test func `characters unknown to the C library occupy their columns`() throws {
    try withTerminal(columns: 20, rows: 1) { terminal, pty in
      terminal.paint(screen(["\u{1FAEA}|\u{1FAE9}|"], columns: 20, rows: 1))
      _ = try pty.drain()
      #expect(pty.screen.column(of: "|", inRow: 0) == 2)
    }
  }

  @Test(arguments: [(1, 1), (20, 5), (2, 40)])
  func `a screen larger than the terminal is painted within its edges`(_ columns: Int, _ rows: Int)
    throws
  {
    try withTerminal(columns: columns, rows: rows) { terminal, pty in
      let screen = screen(
        Array(repeating: "漢字漢字漢字漢字漢字漢字", count: rows + 2), columns: columns + 3,
        rows: rows + 2)
      terminal.paint(screen)
      _ = try pty.drain()
      #expect(pty.screen.violations.isEmpty)
    }
  }

  @Test func `without color the attributes remain`() throws {
    var screen = Screen(size: Size(columns: 10, rows: 1))
    screen.draw("red", row: 0, column: 0, style: .init(role: .bad).with { $0.isBold = true })
    try withTerminal(columns: 10, rows: 1, usesColor: false) { terminal, pty in
      terminal.paint(screen)
      let output = String(decoding: try pty.drain(), as: UTF8.self)
      #expect(output.contains(/[;\[]1m/))
      #expect(!output.contains("[31"))
    }
    try withTerminal(columns: 10, rows: 1) { terminal, pty in
      terminal.paint(screen)
      let output = String(decoding: try pty.drain(), as: UTF8.self)
      #expect(output.contains("[31"))
    }
  }

  @Test func `the cursor is at the screen's position`() throws {
    try withTerminal { terminal, pty in
      var screen = screen(["漢字"])
      screen.cursor = .init(row: 0, column: 4)
      terminal.paint(screen)
      _ = try pty.drain()
      #expect(pty.screen.isCursorVisible)
      #expect((pty.screen.row, pty.screen.column) == (0, 4))
      screen.cursor = nil
      terminal.paint(screen)
      _ = try pty.drain()
      #expect(!pty.screen.isCursorVisible)
    }
  }

  @Test func `after a resize the screen is drawn completely`() throws {
    try withTerminal { terminal, pty in
      terminal.paint(screen(["before"]))
      _ = try pty.drain()
      pty.resize(columns: 30, rows: 4)
      terminal.updateSize()
      #expect(terminal.size == Size(columns: 30, rows: 4))
      terminal.paint(screen(["after", "漢字"], columns: 30, rows: 4))
      _ = try pty.drain()
      #expect(pty.screen.text == "after\n漢字\n\n")
    }
  }

  @Test func `the bell is one byte`() throws {
    try withTerminal { terminal, pty in
      terminal.ring()
      _ = try pty.drain()
      #expect(pty.screen.bells == 1)
    }
  }

  @Test func `mouse reports and title are restored at the end`() throws {
    try withTerminal { terminal, pty in
      terminal.title = "PushInbox (3)"
      terminal.usesMouse = true
      terminal.paint(screen(["x"]))
      _ = try pty.drain()
      #expect(pty.screen.title == "PushInbox (3)")
      #expect(pty.screen.tellsMouse)
      terminal.leave()
      _ = try pty.drain()
      #expect(pty.screen.title == "shell")
      #expect(!pty.screen.tellsMouse)
      terminal.enter()
      terminal.title = "PushInbox"
      terminal.paint(screen(["x"]))
      _ = try pty.drain()
      #expect(pty.screen.title == "PushInbox")
      #expect(pty.screen.tellsMouse)
      terminal.usesMouse = false
      _ = try pty.drain()
      #expect(!pty.screen.tellsMouse)
      #expect(pty.screen.violations.isEmpty)
    }
  }

  @Test(arguments: ["vt100", "linux", "dumb-emacs-ansi"])
  func `hasTitle is false for terminal types without a title`(type: String) throws {
    #expect(!Terminal.hasTitle(type))
    #expect(Terminal.hasTitle("tmux-256color"))
  }

  @Test func `the terminal can be left and entered`() throws {
    try withTerminal { terminal, pty in
      let screen = screen(["Здравствуйте"])
      terminal.paint(screen)
      terminal.leave()
      _ = try pty.drain()
      #expect(!pty.screen.isAlternate)
      #expect(pty.screen.isCursorVisible)
      #expect(pty.modes.c_lflag & tcflag_t(ICANON) != 0)
      terminal.paint(screen)
      #expect(try pty.drain().isEmpty)
      terminal.enter()
      terminal.paint(screen)
      _ = try pty.drain()
      #expect(pty.screen.isAlternate)
      #expect(pty.screen.marksPastes)
      #expect(pty.modes.c_lflag & tcflag_t(ICANON | ISIG) == 0)
      #expect(pty.screen.text == screen.text())
    }
  }

  // MARK: Unusable terminals

  @Test func `a descriptor that is not a terminal is rejected`() throws {
    let null = open("/dev/null", O_RDWR)
    defer { close(null) }
    #expect(throws: TerminalError.notATerminal) { try Terminal(input: null, output: null) }
    let pty = try PseudoTerminal()
    defer { pty.close() }
    let end = pty.descriptor
    #expect(throws: TerminalError.unknownType("no-such-terminal")) {
      try Terminal(input: end, output: end, type: "no-such-terminal", locale: "C.UTF-8")
    }
    #expect(throws: TerminalError.cannotMoveCursor("dumb")) {
      try Terminal(input: end, output: end, type: "dumb", locale: "C.UTF-8")
    }
    #expect(throws: TerminalError.unknownType("")) {
      try Terminal(input: end, output: end, type: "", locale: "C.UTF-8")
    }
    #expect(try pty.drain().isEmpty)
  }

  @Test func `a closed terminal is reported`() throws {
    var (own, other): (Int32, Int32) = (-1, -1)
    #expect(openpty(&own, &other, nil, nil, nil) == 0)
    defer { close(other) }
    let terminal = try Terminal(
      input: other, output: other, type: "xterm-256color", locale: "C.UTF-8")
    #expect(try terminal.readKeys().isEmpty)
    close(own)
    #expect(throws: TerminalError.hungUp) { try terminal.readKeys() }
  }

  // MARK: A crash

  // MARK: Keys

  struct Typed: CustomTestStringConvertible, Sendable {
    var bytes: String
    var keys: [Key]
    var testDescription: String { String(reflecting: bytes) }

    init(_ bytes: String, _ keys: Key...) {
      self.bytes = bytes
      self.keys = keys
    }
  }

  @Test(arguments: [
    Typed("aЖ漢👍 ", "a", "Ж", "漢", "👍", " "),
    Typed("\u{3}\u{1A}\u{1C}", .control("c"), .control("z"), .control("\\")),
    Typed("\r\n\t\u{7F}\u{8}", .enter, .control("j"), .tab, .backspace, .backspace),
    Typed("\u{1B}OA\u{1B}[B\u{1B}OC\u{1B}[D", .up, .down, .right, .left),
    Typed("\u{1B}OH\u{1B}[F\u{1B}[1~\u{1B}[4~", .home, .end, .home, .end),
    Typed("\u{1B}[5~\u{1B}[6~\u{1B}[3~\u{1B}[Z", .pageUp, .pageDown, .delete, .backTab),
    Typed("\u{1B}OP\u{1B}[24~", .function(1), .function(12)),
    Typed("\u{1B}", .escape),
    Typed("\u{1B}\u{1B}", .escape, .escape),
    // A paste, a click or a terminal answer directly after Escape is not typed text.
    Typed("\u{1B}\u{1B}[200~dQ\u{1B}[201~x", .escape, .pasted("dQ"), "x"),
    Typed(
      "\u{1B}\u{1B}[<0;10;5Mx", .escape, .mouse(Mouse(kind: .press, row: 4, column: 9)), "x"),
    Typed("\u{1B}\u{1B}[12;40Rb", .escape, "b"),
    Typed("\u{1B}x\u{1B}\r", .alt("x"), .altEnter),
    Typed("\u{1B}[", .alt("[")),
    Typed("\u{1B}[200~q\rQ\u{1B}[201~x", .pasted("q\nQ"), "x"),
    Typed(
      "\u{1B}[<0;10;5M\u{1B}[<0;10;5mx\u{1B}[<64;1;1M\u{1B}[<65;80;24M",
      .mouse(Mouse(kind: .press, row: 4, column: 9)), "x",
      .mouse(Mouse(kind: .wheelUp, row: 0, column: 0)),
      .mouse(Mouse(kind: .wheelDown, row: 23, column: 79))),
    // A release, an unused button, a report in the old form and an incomplete one do not delay
    // later keys.
    Typed("\u{1B}[<0;10;3ma", "a"), Typed("\u{1B}[<2;1;1Mb", "b"), Typed("\u{1B}[M *%c", "c"),
    Typed("d\u{1B}[<0;1", "d"),
    // Rows and columns are 1 to 65,535; other reports are dropped whole.
    Typed(
      "\u{1B}[<0;65535;65535Me", .mouse(Mouse(kind: .press, row: 65534, column: 65534)), "e"),
    Typed("\u{1B}[<0;1;-9223372036854775808Mf", "f"),
    Typed("\u{1B}[<0;-9223372036854775808;1Mg", "g"),
    Typed("\u{1B}[<-9223372036854775808;1;1Mh", "h"),
    Typed("\u{1B}[<0;1;0Mi\u{1B}[<0;0;1Mj", "i", "j"),
    Typed("\u{1B}[<0;65536;1Mk\u{1B}[<0;1;9223372036854775807Ml", "k", "l"),
    Typed("\u{1B}[<0;1;99999999999999999999999999999999999999Mm", "m"),
    Typed("\u{1B}[<0;;1;1Mn\u{1B}[<0;1;Mo\u{1B}[<;;Mp\u{1B}[<Mq", "n", "o", "p", "q"),
    Typed("\u{1B}[<0;+1;1Mr\u{1B}[<0;1;1;1Ms", "r", "s"),
    Typed("\u{1B}[M \u{0}\u{0}u\u{1B}[M \u{7F}\u{7F}v", "u", "v"),
    // Answers of a terminal, and unknown keys.
    Typed("a\u{1B}[12;40Rb", "a", "b"),
    Typed("a\u{1B}[?62;22cb", "a", "b"),
    Typed("a\u{1B}]11;rgb:ffff/ffff/ffff\u{7}b", "a", "b"),
    Typed("a\u{1B}]11;rgb:ffff/ffff/ffff\u{1B}\\b", "a", "b"),
    Typed("a\u{1B}P>|XTerm(390)\u{1B}\\b", "a", "b"),
    Typed("a\u{1B}[1;2Pb\u{1B}[57441uc", "a", "b", "c"),
  ])
  func `typed bytes are read as keys, and unknown sequences are skipped`(_ typed: Typed) throws {
    try withTerminal { terminal, pty in
      terminal.usesMouse = true
      pty.type(typed.bytes)
      var keys: [Key] = []
      let deadline = Date(timeIntervalSinceNow: patience)
      while keys.count < typed.keys.count, Date() < deadline {
        var request = pollfd(
          fd: terminal.inputDescriptor, events: Int16(POLLIN), revents: 0)
        poll(&request, 1, 1000)
        keys += try terminal.readKeys()
      }
      #expect(keys == typed.keys)
      #expect(try terminal.readKeys().isEmpty)
    }
  }
}
