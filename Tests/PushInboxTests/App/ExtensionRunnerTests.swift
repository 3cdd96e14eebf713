import Foundation
@testable import InboxModel
import Testing

@testable import PushInbox

/// Service extensions as real programs (`docs/rules.md`, N1, N4, N6 and N9).
@Suite(.patient) struct ExtensionRunnerTests {
  let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  private func run(
    _ script: String, limit: TimeInterval = 60, payload: String = #"{"aps":{}}"#,
    variables: [String] = [], memory: Int = ProgramResources().memory,
    runner: ExtensionRunner = ExtensionRunner(environment: ["PATH": "/usr/bin:/bin"])
  ) async -> ExtensionAnswer {
    let run = ExtensionRun(
      id: 7, app: "com.example.chat", arguments: ["/bin/sh", "-c", script], folder: folder.path,
      limit: limit, resources: ProgramResources(memory: memory, variables: variables),
      payload: Array(payload.utf8))
    return await withCheckedContinuation { continuation in
      runner.start(run) { continuation.resume(returning: $0) }
    }
  }

  private func printed(_ text: String) -> ExtensionAnswer { .printed(Array(text.utf8)) }

  @Test func `N1 a program receives the exact payload, its environment and its folder`()
    async throws
  {
    let payload = "{ \"aps\" : {\"alert\":\"привет\"} }\n"
    #expect(await run("cat", payload: payload) == printed(payload))
    #expect(
      await run("cd -P . && basename \"$PWD\"")
        == printed(URL(filePath: folder.path).lastPathComponent + "\n"))
    #expect(
      await run("echo $PUSHINBOX_APP $PUSHINBOX_ID $PUSHINBOX_LIMIT ${HOME-none}", limit: 30)
        == printed("com.example.chat 7 30s none\n"))
    let runner = ExtensionRunner(environment: [
      "PATH": "/usr/bin:/bin", "LANG": "C", "KEY": "k", "TOKEN": "secret",
    ])
    #expect(
      await run("echo $LANG $KEY ${TOKEN-none}", variables: ["KEY"], runner: runner)
        == printed("C k none\n"))
  }

  @Test(arguments: [
    ("echo no; echo 'first' >&2; echo 'no key' >&2; exit 3", "exited with 3: no key"),
    ("kill -9 $$", "was ended by signal 9"),
    ("kill -SEGV $$", "was ended by signal 11"),
    ("printf 'a\\033[31mb' >&2; exit 1", #"exited with 1: a\x1b[31mb"#),
    ("exec 0<&-; exit 4", "exited with 4"),
  ])
  func `N6 a failed program is reported with its last error line`(script: String, problem: String)
    async
  {
    #expect(await run(script) == .failed(problem))
  }

  @Test func `N6 a missing program is reported`() async {
    let runner = ExtensionRunner(environment: [:])
    let run = ExtensionRun(
      id: 1, app: "a.b", arguments: ["./none"], folder: folder.path, limit: 5, payload: [])
    #expect(
      await onThread { runner.run(run) }
        == .failed("could not be started: No such file or directory"))
  }

  @Test(arguments: [
    "cat /dev/zero", "yes", "head -c 10485760 /dev/zero", "trap '' TERM PIPE; yes; sleep 60",
    "head -c 65537 /dev/zero",
  ])
  func `a program that prints more than 64 KiB is ended`(script: String) async {
    #expect(await run(script) == .failed("printed too much and was ended"))
  }

  #if os(Linux)
    /// A script with 60 MB in a shell variable.
    static let large = #"x=$(head -c 60000000 /dev/zero | tr "\0" x); sleep 600"#

    @Test(arguments: [large, "sh -c '\(large)' & wait"])
    func `a program over its memory limit is ended with its children`(
      script: String
    ) async {
      #expect(await run(script) == .failed("used more than 24 MB of memory and was ended"))
    }

    @Test(arguments: ProgramLifetimeTests.escapes)
    func `a program is ended if its child in another session is over its memory limit`(
      escape: String
    ) async throws {
      _ = try folder.program("#!/bin/sh\n" + Self.large, named: "large")
      let script = "echo {}; " + escape.replacing("HOLD", with: "exec ./large") + "exec sleep 600"
      let answer = await run(script)
      #expect(answer == .failed("used more than 24 MB of memory and was ended"))
    }

    @Test func `a program within a higher memory limit is not ended`() async {
      let script = #"x=$(head -c 30000000 /dev/zero | tr "\0" x); grep VmHWM /proc/$$/status"#
      guard case .printed(let line) = await run(script, memory: 128) else {
        Issue.record("ended")
        return
      }
      let size = String(decoding: line, as: UTF8.self).split { !$0.isNumber }.first.flatMap {
        Int($0)
      }
      #expect(size ?? 0 > 50_000, "it had 60 MB, twice the default")
      let answer = await run(script + "; sleep 600")
      #expect(answer == .failed("used more than 24 MB of memory and was ended"))
    }

    @Test func `the usage of a process includes its children`() {
      var before = timespec()
      clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &before)
      let usage = ProcessUsage(of: ProcessTree.descendants(of: [getpid()]))
      #expect(usage.memory > 1_000_000)
      // The system counts user and system time in ticks of 10 ms each.
      let floor = Duration.seconds(before.tv_sec) + .nanoseconds(before.tv_nsec)
      #expect(usage.processorTime >= floor - .milliseconds(20))
      #expect(ProcessUsage(of: [-1]) == ProcessUsage(memory: 0, processorTime: .zero), "no process")
    }
  #endif

  @Test func `64 KiB of output are accepted while a child still holds the pipe`() async {
    guard case .printed(let bytes) = await run("sleep 60 & head -c 65536 /dev/zero") else {
      Issue.record("not printed")
      return
    }
    #expect(bytes.count == 65_536)
  }

  @Test func `N4 a program over its time limit is ended with its children`() async {
    let start = ContinuousClock.now
    #expect(await run("sleep 600 & exec sleep 600", limit: 0.2) == .timedOut)
    #expect(await run("trap '' TERM; while :; do sleep 1; done", limit: 0.2) == .timedOut)
    #expect(await run("while :; do :; done", limit: 0.2) == .timedOut)
    #expect(ContinuousClock.now - start >= .milliseconds(480), "four fifths of each limit")
  }

  @Test func `N4 the children of a program that succeeded are ended`() async throws {
    for name in ["alive", "up"] { #expect(mkfifo(folder.path + "/" + name, 0o600) == 0) }
    var end = pollfd(fd: open(folder.path + "/alive", O_RDONLY | O_NONBLOCK), events: 0, revents: 0)
    defer { close(end.fd) }
    let script = """
      sh -c 'exec 3> alive; echo > up; exec sleep 600' > /dev/null &
      read x < up; echo well
      """
    #expect(await run(script) == printed("well\n"))
    #expect(poll(&end, 1, 60_000) == 1)
    #expect(end.revents & Int16(POLLHUP) != 0, "no process can write any more")
  }

  @Test func `§8.6 a program that is not needed any more is ended, and later ones run`()
    async throws
  {
    #expect(mkfifo(folder.path + "/alive", 0o600) == 0)
    var end = pollfd(
      fd: open(folder.path + "/alive", O_RDONLY | O_NONBLOCK), events: Int16(POLLIN), revents: 0)
    defer { close(end.fd) }
    let runner = ExtensionRunner(environment: ["PATH": "/usr/bin:/bin"])
    let run = ExtensionRun(
      id: 1, app: "a.b", arguments: ["/bin/sh", "-c", "exec 3> alive; echo >&3; exec sleep 600"],
      folder: folder.path, limit: 600, payload: [])
    runner.start(run) { Issue.record("unexpected result: \($0)") }
    #expect(poll(&end, 1, 60_000) == 1, "it is up")
    runner.endAll()
    end.events = 0
    #expect(poll(&end, 1, 60_000) == 1)
    #expect(end.revents & Int16(POLLHUP) != 0, "the process has ended")
    #expect(await self.run("echo next", runner: runner) == printed("next\n"))
  }

  @Test func `N9 runs share files but no memory`() async {
    #expect(await run("echo $x; x=1; echo $x > file") == printed("\n"))
    #expect(await run("cat file") == printed("1\n"))
  }

  @Test func `stopping the runner ends programs without reporting results`() async throws {
    let pipe = folder.path + "/alive"
    #expect(mkfifo(pipe, 0o600) == 0)
    let runner = ExtensionRunner(environment: ["PATH": "/usr/bin:/bin"])
    let run = ExtensionRun(
      id: 1, app: "a.b", arguments: ["/bin/sh", "-c", "exec 3> alive; exec sleep 600"],
      folder: folder.path, limit: 600, payload: [])
    async let answer = onThread { runner.run(run) }
    // Opening the FIFO waits until the program has opened it.
    let reader = await onThread { open(pipe, O_RDONLY) }
    defer { close(reader) }
    runner.stop()
    #expect(await answer == nil)
    var byte: UInt8 = 0
    #expect(read(reader, &byte, 1) == 0, "the process has ended")
  }
}
