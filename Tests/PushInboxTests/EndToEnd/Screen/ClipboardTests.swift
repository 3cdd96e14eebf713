import Foundation
import InboxModel
import Testing

@testable import PushInbox

/// Ways to the clipboard: programs found in `PATH`, OSC 52, the text on the screen.
@Suite(.patient) struct ClipboardTests {
  /// An environment with programs in `PATH`, and the message about a copy there.
  struct Case: Sendable, CustomTestStringConvertible {
    var name: String
    var environment: [String: String] = [:]
    /// The rest of each program's script, after it has stored its input.
    var programs: [String: String] = [:]
    var message: String
    /// The programs that received the text, with their arguments.
    var ran: [String: String] = [:]
    /// The number of texts sent with OSC 52.
    var sent = 0

    var testDescription: String { name }
  }

  private static let title = "visible text of #1"
  private static let text = "Ann\nКто там?"
  private static let xclip = "-in -selection clipboard"

  private static let cases = [
    Case(
      name: "pbcopy", programs: ["pbcopy": "test \"$LC_ALL\" = en_US.UTF-8"],
      message: "\(title) copied to the clipboard with pbcopy, 18 B", ran: ["pbcopy": ""]),
    Case(
      name: "pbcopy of another machine", environment: ["SSH_CONNECTION": "127.0.0.1 1 127.0.0.1 2"],
      programs: ["pbcopy": ""], message: "\(title) sent to the terminal (OSC 52), 18 B", sent: 1),
    Case(
      name: "wl-copy before xclip", environment: ["WAYLAND_DISPLAY": "wayland-0", "DISPLAY": ":0"],
      programs: ["wl-copy": "", "xclip": ""],
      message: "\(title) copied to the clipboard with wl-copy, 18 B",
      ran: ["wl-copy": "--type text/plain"]),
    Case(
      name: "programs without a display", programs: ["wl-copy": "", "xclip": "", "xsel": ""],
      message: "\(title) sent to the terminal (OSC 52), 18 B", sent: 1),
    Case(
      name: "xclip", environment: ["DISPLAY": ":0"], programs: ["xclip": "", "xsel": ""],
      message: "\(title) copied to the clipboard with xclip, 18 B", ran: ["xclip": xclip]),
    Case(
      name: "xsel after xclip failed", environment: ["DISPLAY": ":0"],
      programs: ["xclip": "exit 1", "xsel": ""],
      message: "\(title) copied to the clipboard with xsel, 18 B",
      ran: ["xclip": xclip, "xsel": "--clipboard --input"]),
    Case(
      name: "OSC 52 after xclip failed", environment: ["DISPLAY": ":0"],
      programs: ["xclip": "echo No display >&2; exit 1"],
      message: "\(title) sent to the terminal (OSC 52), 18 B  xclip: No display",
      ran: ["xclip": xclip], sent: 1),
    Case(
      name: "tmux before all others",
      environment: ["TMUX": "/nowhere,1,0", "WAYLAND_DISPLAY": "wayland-0"],
      programs: ["tmux": "", "wl-copy": "", "pbcopy": ""],
      message: "\(title) copied to the tmux buffer with tmux load-buffer -w, 18 B",
      ran: ["tmux": "load-buffer -w -"]),
    Case(
      name: "OSC 52 after an old tmux failed", environment: ["TMUX": "/nowhere,1,0"],
      programs: ["tmux": "exit 1"],
      message: "\(title) sent to the terminal (OSC 52), 18 B  tmux load-buffer -w: exit status 1",
      ran: ["tmux": "load-buffer -w -"], sent: 2),
    Case(
      name: "a terminal without OSC 52", environment: ["VTE_VERSION": "7600"],
      message: "not copied, select it (Shift+drag): no clipboard program, and no OSC 52 here"),
  ]

  private func visit(_ row: Case) throws -> Visit {
    let home = try Home()
    try FileManager.default.createDirectory(
      atPath: home.path + "/bin", withIntermediateDirectories: true)
    for (name, rest) in row.programs {
      try home.folder.program(
        "#!/bin/sh\n/bin/cat > \(name).in\necho \"$*\" > \(name).words\n\(rest)\n",
        named: "bin/\(name)")
    }
    let visit = try Visit(
      home: home, environment: ["PATH": home.path + "/bin"].merging(row.environment) { $1 })
    try visit.pty.waitFor("No push was received yet.")
    try visit.send("Кто там?", "--title", "Ann")
    try visit.pty.waitFor("Inbox 1")
    return visit
  }

  @Test(arguments: cases)
  func `a text is copied by the first method that works, which the message names`(_ row: Case)
    throws
  {
    let visit = try visit(row)
    visit.pty.type("yv")
    // A message that is wider than the screen is wrapped.
    let screen = try visit.pty.wait(for: row.message) {
      $0.text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        .contains(row.message.replacing("  ", with: " "))
    }
    for name in row.programs.keys {
      let file = visit.home.path + "/" + name
      let words = try? String(contentsOfFile: file + ".words", encoding: .utf8)
      #expect(words == row.ran[name].map { $0 + "\n" }, "\(name)")
      guard words != nil else { continue }
      #expect(try String(contentsOfFile: file + ".in", encoding: .utf8) == Self.text, "\(name)")
    }
    #expect(screen.clipboard == Array([Self.text, "tmux;" + Self.text].prefix(row.sent)))
    if row.message.hasPrefix("not copied") {
      #expect(screen.text.contains("\(Self.title), 18 B"))
      #expect(screen.text.contains("Кто там?"))
      #expect(!screen.text.contains("sent to the terminal"))
    }
    try visit.leave("Q")
  }

  @Test func `a clipboard program over its time limit is ended without blocking`() throws {
    let visit = try visit(
      Case(
        name: "", environment: ["DISPLAY": ":0"],
        programs: ["xclip": "exec /bin/sleep 600", "xsel": ""], message: ""))
    visit.pty.type("yv?")
    let shown = try visit.pty.waitFor("ON THE SELECTED ITEM")
    #expect(!shown.text.contains("copied to"))
    try visit.pty.waitFor("copied to the clipboard with xsel")
    visit.pty.type("q")
    try visit.leave("Q")
  }

  @Test func `in tmux with its defaults a copy is in the buffer and at the terminal`() throws {
    guard let tmux = Tool("tmux") else {
      print("skipped: tmux is not installed")
      return
    }
    let home = try Home()
    let command = ["-S", home.path + "/tmux.sock", "-f", "/dev/null"]
    let pty = try PseudoTerminal(
      running: tmux.path,
      command + ["new-session", PseudoTerminal.program, "--listen", "127.0.0.1:0"],
      environment: ["SHELL": "/bin/sh"], directory: URL(filePath: home.path), columns: 100,
      rows: 30)
    defer {
      _ = try? home.run(program: tmux.path, command + ["kill-server"])
      pty.close()
    }
    let isReady = try home.run(["ready", "--wait", "60s"])
    #expect(isReady.status == 0)
    #expect(try home.run(["send", "Hi there", "--title", "Ann"]).status == 0)
    // tmux draws the screen itself, so the pane is queried instead.
    try waitUntil("the push") { try pane().contains("Inbox 1") }
    pty.type("yv")
    try waitUntil("the message") {
      try pane().contains("copied to the tmux buffer with tmux load-buffer -w, 12 B")
    }
    let buffer = try home.run(program: tmux.path, command + ["show-buffer"])
    #expect(buffer.out == "Ann\nHi there", "\(buffer.err)")
    let sequence = Array("]52;;\(Data("Ann\nHi there".utf8).base64EncodedString())".utf8)
    try waitUntil("OSC 52 of tmux") { pty.output.contains(sequence) }
    pty.type("Q")
    #expect(try pty.waitForExit() == 0)

    func pane() throws -> String {
      try home.run(program: tmux.path, command + ["capture-pane", "-p"]).out
    }
  }

  private func waitUntil(_ what: String, _ isMet: () throws -> Bool) throws {
    let deadline = Date(timeIntervalSinceNow: patience)
    while try !isMet() {
      guard Date.now < deadline else { throw PseudoTerminal.Failure(description: "no \(what)") }
    }
  }

  // MARK: Without the program

  @Test(arguments: [
    ([:], ["pbcopy"]),
    (["TMUX": ""], ["pbcopy"]),
    (["TMUX": "/t,1,0"], ["tmux load-buffer -w", "pbcopy"]),
    (["SSH_TTY": "/dev/pts/1"], []),
    (["SSH_CONNECTION": "a", "DISPLAY": "localhost:10.0"], ["xclip", "xsel"]),
    (["WAYLAND_DISPLAY": "w", "DISPLAY": ":0"], ["pbcopy", "wl-copy", "xclip", "xsel"]),
  ])
  func `a program is tried only if its clipboard is the user's`(
    environment: [String: String], names: [String]
  ) {
    #expect(ClipboardProgram.reachable(in: environment).map(\.name) == names)
  }

  @Test(arguments: [
    (["TERM": "xterm-256color"], true), (["TERM": "tmux-256color"], true),
    (["TERM": "xterm-kitty", "VTE_VERSION": "7600"], true),
    (["TERM": "screen-256color", "VTE_VERSION": "7600"], true),
    (["TERM": "xterm-256color", "VTE_VERSION": "7600"], false),
    (["TERM": "xterm-256color", "TERM_PROGRAM": "Apple_Terminal"], false),
    (["TERM": "linux"], false), (["TERM": "vt100"], false), (["TERM": "dumb"], false), ([:], false),
  ])
  func `OSC 52 is sent only to terminals that may support it`(
    environment: [String: String], allows: Bool
  ) {
    #expect(Clipboard.allows(in: environment) == allows)
  }
}
