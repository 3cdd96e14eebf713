import Testing

@testable import PushInbox

@Suite(.patient) struct ChildProcessTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test func `N4 a program that prints after SIGTERM and exits with 0 succeeds`() async throws {
    let program = ChildProgram(
      arguments: ["/bin/sh", "-c", "trap 'echo last; exit 0' TERM; while :; do sleep 0.01; done"],
      folder: folder.path, limit: .seconds(3), grace: .seconds(60), maximumOutput: 100)
    let result = await onThread {
      try? ChildProcess(program, environment: ["PATH": "/usr/bin:/bin"]).finish(sending: [])
    }
    #expect(result?.ending == .exited(0))
    #expect(result?.output == Array("last\n".utf8))
  }

  @Test(arguments: [
    (99, 10, nil), (100, 10, nil), (101, 10, ProcessUsage.Excess.memory), (0, 11, .processorTime),
    (101, 11, .memory),
  ])
  func `a usage exceeds the limit of memory or of processor time`(
    memory: Int, seconds: Int, excess: ProcessUsage.Excess?
  ) {
    let usage = ProcessUsage(memory: memory, processorTime: .seconds(seconds))
    #expect(usage.excess(memory: 100, processorTime: .seconds(10)) == excess)
  }

  #if os(Linux)
    @Test(arguments: [
      "while :; do :; done", "sh -c 'while :; do :; done' & wait",
      "(setsid sh -c 'while :; do :; done' &); exec sleep 600",
    ])
    func `a program over its limit of processor time is ended before its time limit`(
      script: String
    ) async {
      let program = ChildProgram(
        arguments: ["/bin/sh", "-c", script], folder: folder.path, limit: .seconds(86_400),
        grace: .seconds(1), maximumMemory: 1 << 30, maximumProcessorTime: .milliseconds(100),
        endsChildren: true)
      let result = await onThread {
        try? ChildProcess(program, environment: ["PATH": "/usr/bin:/bin"]).finish(sending: [])
      }
      #expect(result?.ending == .timedOut)
    }

    @Test func `a program of an unknown format is not passed to a shell`() async throws {
      let path = try folder.program("exit 7", named: "script")
      let program = ChildProgram(arguments: [path], folder: folder.path)
      let code = await onThread { () -> Int32? in
        do throws(SystemError) {
          _ = try ChildProcess(program, environment: [:]).finish(sending: [])
          return nil
        } catch {
          return error.code
        }
      }
      #expect(code == ENOEXEC)
    }
  #endif
}
