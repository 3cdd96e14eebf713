import Testing

@testable import PushInbox

@Suite(.patient) struct ChildProcessTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test func `N4 output after SIGTERM still counts`() async throws {
    let program = ChildProgram(
      arguments: ["/bin/sh", "-c", "trap 'echo last; exit 0' TERM; while :; do sleep 0.01; done"],
      folder: folder.path, limit: .seconds(3), grace: .seconds(60), maximumOutput: 100)
    let result = await onThread {
      try? ChildProcess(program, environment: ["PATH": "/usr/bin:/bin"]).finish(sending: [])
    }
    #expect(result?.ending == .exited(0))
    #expect(result?.output == Array("last\n".utf8))
  }
}
