import Foundation
import InboxModel
import Testing

@testable import PushInbox

/// The pieces that `ingest` sends to a running inbox.
@MainActor
@Suite struct IngestPieceTests {
  private nonisolated static let line =
    #"{"bundleId":"com.example.app","payload":{"aps":{"alert":"a"}}}"#
  private nonisolated static let mark = "\u{FEFF}"

  @Test(arguments: [
    (firstLine: 1, text: mark + line, accepted: 1, rejected: 0),
    (firstLine: 2, text: mark + line, accepted: 0, rejected: 1),
    (firstLine: 1, text: line + "\n" + mark + line, accepted: 1, rejected: 1),
  ])
  func `a byte order mark is skipped only at the start of a source`(
    firstLine: Int, text: String, accepted: Int, rejected: Int
  ) {
    let piece = IngestPiece(source: "feed", firstLine: firstLine, bytes: Array(text.utf8))
    let pushes = piece.pushes(at: Date(timeIntervalSince1970: 0), freshID: AppRuntime.freshID)
    #expect(pushes.count { (try? $0.get()) != nil } == accepted)
    #expect(pushes.count == accepted + rejected)
  }

  /// Runs `body` while the store of a runtime rejects commits.
  private func whileStoreFails(_ runtime: AppRuntime, _ body: () throws -> Void) throws {
    try runtime.store.execute(
      "CREATE TRIGGER stop BEFORE INSERT ON pushes BEGIN SELECT RAISE(ABORT, 'stopped'); END")
    try body()
    try runtime.store.execute("DROP TRIGGER stop")
  }

  @Test func `a piece is reported when it is stored, before the next one is read`()
    async throws
  {
    let folder = try TemporaryFolder()
    let runtime = try AppRuntime(Store(at: .folder(folder.path)), home: folder.path)
    let pieces = (1...2).map {
      IngestPiece(source: "feed", firstLine: $0, bytes: Array(Self.line.utf8))
    }
    var reports: [IngestPiece.Report] = []
    var hasRoom: [Bool] = []
    func deliver(_ piece: IngestPiece) {
      let events = piece.events(at: runtime.clock.now)
      piece.deliver(events, to: runtime) {
        hasRoom.append(runtime.hasStoredAll)
        return true
      } report: {
        reports.append($0)
      }
    }
    try whileStoreFails(runtime) {
      pieces.forEach(deliver)
      #expect(hasRoom == [true], "the second one waits")
      #expect(reports.isEmpty)
    }
    await withCheckedContinuation { done in runtime.whenRoom { done.resume() } }
    #expect(hasRoom == [true, true])
    #expect(reports.map(\.taken) == [1, 1])
    #expect(try runtime.store.snapshot().phone.entries.count == 2)
  }

  @Test func `ending a task ends its wait for a piece immediately`() async {
    let task = BackgroundTask()
    let begun = DispatchSemaphore(value: 0)
    async let found: Int? = withCheckedContinuation { done in
      DispatchQueue.global().async {
        done.resume(
          returning: task.wait { (_: @escaping @Sendable (Int) -> Void) in begun.signal() })
      }
    }
    DispatchQueue.global().async {
      begun.wait()
      task.end()
    }
    #expect(await found == nil)
  }
}
