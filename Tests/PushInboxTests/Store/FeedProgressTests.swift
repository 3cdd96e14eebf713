import InboxModel
import Testing

@testable import PushInbox

/// The stored positions of live feeds.
@Suite struct FeedProgressTests {
  private static let file = FeedProgress(
    feed: "/var/log/feed.log", lineCount: 7, lineCountOverall: 12,
    file: FilePosition(inode: 42, offset: 512, fingerprint: 0xcbf2_9ce4_8422_2325))
  private static let stream = FeedProgress(
    feed: "http://127.0.0.1:3000/events", lineCount: 3, lineCountOverall: 15, lastEventID: "a'3 ж")

  private static func changed(
    _ progress: FeedProgress, _ change: (inout FeedProgress) -> Void
  ) -> FeedProgress {
    var progress = progress
    change(&progress)
    return progress
  }

  @Test(arguments: [
    file, stream,
    changed(file) { $0.file?.inode = .max },
    changed(file) { $0.file?.offset = 0 },
    changed(file) { $0.file?.fingerprint = .max },
    changed(file) { $0.file?.isInsideLongLine = true },
    changed(stream) { $0.lastEventID = nil },
  ])
  func `a position is unchanged after a restart`(progress: FeedProgress) throws {
    let folder = try TemporaryFolder()
    try Store(at: .folder(folder.path)).commit([.feedProgress(progress)])
    #expect(try Store(at: .folder(folder.path)).feedProgress() == [progress.feed: progress])
  }

  @Test func `a new position replaces only that of its feed`() throws {
    let store = try Store(at: .memory)
    let later = Self.changed(Self.file) { $0.lineCount = 8 }
    try store.commit([.feedProgress(Self.file), .feedProgress(Self.stream), .feedProgress(later)])
    #expect(
      try store.feedProgress() == [later.feed: later, Self.stream.feed: Self.stream])
  }
}
