import Testing

@testable import PushInbox

@Suite struct FileWatchTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test func `the watched folders of a path are those of its existing names and links`()
    throws
  {
    for name in ["a", "b"] { try #require(mkdir(folder.path + "/" + name, 0o700) == 0) }
    try #require(symlink("b", folder.path + "/current") == 0)
    #expect(
      FileWatch.folders(deciding: folder.path + "/current/feed.log").suffix(2)
        == [folder.path, folder.path + "/b"])
    #expect(
      FileWatch.folders(deciding: folder.path + "/a/none/at/all").suffix(2)
        == [folder.path, folder.path + "/a"])
    #expect(FileWatch.folders(deciding: "/") == [])
    #expect(FileWatch.folders(deciding: "/none/at") == ["/"])
  }
}
