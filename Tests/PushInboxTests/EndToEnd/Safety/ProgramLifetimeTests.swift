#if os(Linux)
  import Foundation
  import Testing

  @testable import PushInbox

  /// The end of hooks and of their child processes, in a running inbox.
  @Suite(.patient) struct ProgramLifetimeTests {
    /// Starts an inbox with a hook, runs it, and waits until a process of it has opened a FIFO.
    ///
    /// - Returns: The inbox, and our end of the FIFO, which hangs up when no process has it open.
    ///
    /// - Parameter gate: The name of another FIFO in its home.
    private func inbox(
      hook script: String, limit: String, gate: String = "gate"
    ) throws -> (RunningInbox, Int32) {
      let home = try Home()
      try #require(mkfifo(home.path + "/" + gate, 0o600) == 0)
      let pipe = home.path + "/alive"
      try #require(mkfifo(pipe, 0o600) == 0)
      let words = script.replacing("HOLD", with: "exec 3> \(pipe); echo up >&3; exec sleep 4321")
      let program = try home.folder.program("#!/bin/sh\n" + words, named: "hook")
      try home.write(
        #"{ hooks: [ { on: "read", limit: "\#(limit)", run: ["\#(program)"] } ] }"#,
        to: "config/pushinbox/config.json5")
      let reader = open(pipe, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
      let inbox = try RunningInbox(home: home)
      try inbox.run("send", "one")
      try inbox.run("read", "--all")
      var ready = pollfd(fd: reader, events: Int16(POLLIN), revents: 0)
      try #require(poll(&ready, 1, 60_000) == 1, "it is up")
      return (inbox, reader)
    }

    private func hangsUp(_ reader: Int32) -> Bool {
      var end = pollfd(fd: reader, events: 0, revents: 0)
      return poll(&end, 1, 60_000) == 1 && end.revents & Int16(POLLHUP) != 0
    }

    /// Processes in other sessions: a child, an orphan, and the child of an orphan.
    static let escapes = [
      "setsid sh -c 'HOLD' & ", "(setsid sh -c 'HOLD' &); ",
      "(setsid sh -c 'sh -c \"HOLD\" & sleep 4321' &); ",
    ]

    @Test(arguments: escapes)
    func `a child of a hook in another session ends at the time limit`(escape: String) throws {
      let (inbox, reader) = try inbox(hook: escape + "sleep 4321", limit: "2s")
      defer { close(reader) }
      #expect(hangsUp(reader))
      #expect(try inbox.run("ready").status == 0)
    }

    @Test(arguments: escapes)
    func `a child of a hook in another session ends with the hook`(escape: String) throws {
      // It ends when the FIFO has a reader, which is now.
      let (inbox, reader) = try inbox(hook: escape + "echo > $0.go", limit: "10m", gate: "hook.go")
      defer { close(reader) }
      let gate = open(inbox.home.path + "/hook.go", O_RDWR | O_CLOEXEC)
      defer { close(gate) }
      #expect(hangsUp(reader))
    }

    @Test(arguments: escapes)
    func `a child of a hook in another session ends with the inbox`(escape: String) throws {
      let (inbox, reader) = try inbox(hook: escape + "sleep 4321", limit: "10m")
      defer { close(reader) }
      inbox.child.send(SIGTERM)
      #expect(hangsUp(reader))
      #expect(try inbox.child.waitForExit() == 128 + SIGTERM)
    }

    @Test func `a hook ends with an inbox that is killed`() throws {
      let (inbox, reader) = try inbox(hook: "HOLD", limit: "10m")
      defer { close(reader) }
      try inbox.kill()
      #expect(hangsUp(reader))
    }
  }
#endif
