import Foundation
@testable import InboxModel
import Testing

@testable import PushInbox

@Suite(.patient) struct HookTests {
  let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  private func hook(
    _ script: String, limit: Duration = .seconds(patience), variables: [String] = []
  ) -> HookProgram {
    HookProgram(
      name: "hook",
      program: ChildProgram(
        arguments: ["/bin/sh", "-c", script], folder: folder.path, limit: limit,
        maximumMemory: 256_000_000, endsChildren: true),
      variables: variables)
  }

  private func run(
    _ program: HookProgram, line: String = "{\"v\":1}\n", event: String = "action"
  ) async -> HookResult {
    await withCheckedContinuation { continuation in
      let runner = HookRunner(
        environment: ["PATH": "/usr/bin:/bin", "LC_ALL": "C", "A": "b c", "TOKEN": "secret"]
      ) {
        continuation.resume(returning: $0)
      }
      runner.run(program, event: event, line: Array(line.utf8))
    }
  }

  private func text(_ name: String) throws -> String {
    try String(contentsOfFile: folder.path + "/" + name, encoding: .utf8)
  }

  @Test func `a program receives one event, its environment and its folder`() async throws {
    let line = "{\"v\":1,\"body\":\"привет\"}\n"
    let result = await run(
      hook(
        """
        cat > event; pwd > folder
        echo "$PUSHINBOX_EVENT|$A|$LC_ALL|${TOKEN-none}|${HOME-none}" > variables
        """, variables: ["A"]),
      line: line)
    #expect(result.hook == "hook")
    #expect(result.ending == .exited(0))
    #expect(result.message == "")
    #expect(result.duration > .zero)
    #expect(try text("event") == line)
    #expect(try text("folder").contains(folder.path.split(separator: "/").last ?? "?"))
    #expect(try text("variables") == "action|b c|C|none|none\n")
  }

  @Test func `a program beside the configuration is found and run without a shell`()
    async throws
  {
    try folder.program(
      "#!/bin/sh\nprintf '%s|' \"$@\" > arguments\n", named: "reply.sh")
    let program = HookProgram(
      name: "reply",
      program: ChildProgram(
        arguments: ["./reply.sh", "$(touch x)", "a b", ";"], folder: folder.path))
    #expect(await run(program).ending == .exited(0))
    #expect(try text("arguments") == "$(touch x)|a b|;|")
  }

  @Test(arguments: [
    ("exit 3", ChildResult.Ending.exited(3), ""),
    ("echo first >&2; echo last >&2; echo >&2; exit 1", .exited(1), "last"),
    ("printf 'no end' >&2", .exited(0), "no end"),
    ("echo out; exec >&-", .exited(0), ""),
    ("kill -9 $$", .killed(9), ""),
    ("exec 0<&-; exit 4", .exited(4), ""),
    ("yes | head -c 3000000 >&2; echo done >&2", .exited(0), "done"),
    ("head -c 3000000 /dev/zero | tr '\\0' x >&2", .exited(0), String(repeating: "x", count: 1000)),
    ("printf '\\377a' >&2", .exited(0), "\u{fffd}a"),
    ("sleep 60 2>&1 & echo away >&2", .exited(0), "away"),
  ])
  func `a failed program is reported with its last error line`(
    script: String, ending: ChildResult.Ending, message: String
  ) async {
    let result = await run(hook(script))
    #expect(result.ending == ending)
    #expect(result.message == message)
  }

  @Test func `a program that does not read its input does not block the runner`() async {
    let line = String(repeating: "x", count: 1 << 20)
    #expect(await run(hook("exit 0"), line: line).ending == .exited(0))
    #expect(await run(hook("exec 0<&-; exit 0"), line: line).ending == .exited(0))
    #expect(
      await run(hook("exec sleep 60", limit: .milliseconds(100)), line: line).ending == .timedOut)
  }

  /// Runs a script that must reach a state before its limit, with longer limits if the machine was
  /// too slow.
  private func run(
    _ script: String, grace: Duration = .seconds(2), until cameUp: (HookResult) throws -> Bool
  ) async throws -> (HookResult, ChildProgram) {
    var hook = hook(script, limit: .milliseconds(500))
    hook.program.grace = grace
    while true {
      let result = await run(hook)
      if try cameUp(result) || hook.program.limit > .seconds(30) { return (result, hook.program) }
      hook.program.limit *= 4
    }
  }

  #if os(Linux)
    /// The commands by which a hook starts a child: in its process group, or in another session.
    static let starters = ["", "setsid "]
  #else
    static let starters = [""]
  #endif

  @Test(arguments: starters)
  func `a program over its time limit is ended with its children`(starter: String) async throws {
    // The child holds a FIFO open: while it lives, reading does not end.
    let pipe = folder.path + "/alive"
    #expect(mkfifo(pipe, 0o600) == 0)
    let reader = open(pipe, O_RDONLY | O_NONBLOCK)
    defer { close(reader) }
    var bytes = [UInt8](repeating: 0, count: 8)
    let (result, _) = try await run(
      "\(starter)sh -c 'exec 3> alive; echo up >&3; exec sleep 600' & wait",
      until: { _ in read(reader, &bytes, bytes.count) == 3 })
    #expect(result.ending == .timedOut)
    #expect(bytes.starts(with: Array("up\n".utf8)), "the child came up")
    #expect(result.duration < .seconds(500))
    var polled = pollfd(fd: reader, events: Int16(POLLIN), revents: 0)
    #expect(poll(&polled, 1, 60_000) == 1)
    #expect(read(reader, &bytes, bytes.count) == 0, "the child has ended")
  }

  #if os(Linux)
    @Test func `a hook over the memory limit of its configuration is ended`() async throws {
      let script = #"x=$(head -c 60000000 /dev/zero | tr "\0" x); sleep 600"#
      var hook = Hook(on: "action", run: ["/bin/sh", "-c", script], file: folder.path + "/file")
      hook.resources.memory = 32
      var configuration = Configuration()
      configuration.hooks = [hook]
      let listeners = await MainActor.run { [configuration] in
        EventHub.listeners(for: configuration)
      }
      let listener = try #require(listeners.first)
      #expect(await run(listener.program).ending == .tooMuchMemory(32_000_000))
    }
  #endif

  @Test func `a program that ignores SIGTERM is killed`() async throws {
    let (result, program) = try await run(
      "trap '' TERM; echo stubborn >&2; while :; do sleep 1; done", grace: .milliseconds(50),
      until: { $0.message == "stubborn" })
    #expect(result.ending == .timedOut)
    #expect(result.message == "stubborn")
    #expect(result.duration >= program.limit + program.grace)
  }

  @Test(arguments: [[], ["./none"], ["no-such-program-of-ours"], ["/etc/passwd"]])
  func `a program that cannot be started is reported`(arguments: [String]) async {
    let result = await run(
      HookProgram(
        name: "hook", program: ChildProgram(arguments: arguments, folder: folder.path)))
    guard case .notStarted(let error) = result.ending else {
      Issue.record("started: \(result)")
      return
    }
    #expect(["posix_spawn", "execve"].contains(error.call))
    #expect([ENOENT, EACCES].contains(error.code))
  }

  @Test func `a program inherits none of our descriptors`() async throws {
    let file = open(folder.path + "/secret", O_CREAT | O_RDWR, 0o600)
    // A number far above the descriptors that the program opens itself.
    let secret = fcntl(file, F_DUPFD, 100)
    try #require(secret >= 100)
    defer {
      close(file)
      close(secret)
    }
    _ = await run(hook("ls /dev/fd/ > descriptors"))
    let seen = try text("descriptors").split(separator: "\n").compactMap { Int32($0) }
    #expect(!seen.isEmpty && !seen.contains(secret), "\(seen)")
    #expect(seen.count <= 4)
  }

  @Test func `four programs run at once, 1000 events wait, the oldest are dropped`() async throws {
    let results = Box<[HookResult]>([])
    let total = HookRunner.maximumAtOnce + HookRunner.maximumWaiting + 50
    let gate = folder.path + "/gate"
    #expect(mkfifo(gate, 0o600) == 0)
    let (counts, counted) = AsyncStream.makeStream(of: Int.self)
    let runner = HookRunner(environment: ["PATH": "/usr/bin:/bin"]) { result in
      counted.yield(
        results.change {
          $0.append(result)
          return $0.count
        })
    }
    for number in 0..<total {
      // The gate stays closed, so no program ends before all events are handed in.
      var program = hook("read line < gate")
      program.name = String(number)
      runner.run(program, event: "action", line: [])
    }
    runner.forget()
    _ = await counts.first { $0 == 50 }
    let descriptor = open(gate, O_RDWR | O_NONBLOCK)
    #expect(results.value.allSatisfy { $0.ending == .dropped })
    let names = results.value.compactMap { Int($0.hook) }
    #expect(names == Array(HookRunner.maximumAtOnce..<HookRunner.maximumAtOnce + 50))
    // Ends the four programs.
    let byte: [UInt8] = Array("\n\n\n\n".utf8)
    _ = write(descriptor, byte, 4)
    _ = await counts.first { $0 == 54 }
    #expect(results.value.suffix(4).allSatisfy { $0.ending == .exited(0) })
    close(descriptor)
  }

  @Test func `the children of a hook that succeeded are ended`() async throws {
    for name in ["alive", "up"] { #expect(mkfifo(folder.path + "/" + name, 0o600) == 0) }
    var end = pollfd(fd: open(folder.path + "/alive", O_RDONLY | O_NONBLOCK), events: 0, revents: 0)
    defer { close(end.fd) }
    let result = await run(
      hook("sh -c 'exec 3> alive; echo > up; exec sleep 600' 2>&1 > /dev/null & read x < up"))
    #expect(result.ending == .exited(0))
    #expect(poll(&end, 1, 60_000) == 1)
    #expect(end.revents & Int16(POLLHUP) != 0, "no process can write any more")
  }

  @Test func `a hook that ignores SIGTERM ends with the runner`() async throws {
    #expect(mkfifo(folder.path + "/alive", 0o600) == 0)
    var end = pollfd(
      fd: open(folder.path + "/alive", O_RDONLY | O_NONBLOCK), events: Int16(POLLIN), revents: 0)
    defer { close(end.fd) }
    let runner = HookRunner(environment: ["PATH": "/usr/bin:/bin"]) { _ in }
    let hook = hook(
      "trap '' TERM; exec 3> alive; echo up >&3; while :; do sleep 1; done", limit: .seconds(600))
    runner.run(hook, event: "action", line: [])
    #expect(poll(&end, 1, 60_000) == 1, "it is up")
    await onThread { runner.stop(patience: 0.05) }
    end.events = 0
    #expect(poll(&end, 1, 60_000) == 1)
    #expect(end.revents & Int16(POLLHUP) != 0, "the process has ended")
  }
}
