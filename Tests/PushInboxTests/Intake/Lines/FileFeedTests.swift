import Foundation
import InboxModel
import Testing

@testable import PushInbox

/// A file that is followed (`docs/guides/feeds.md`).
@Suite(.patient)
struct FileFeedTests {
  private let folder: TemporaryFolder
  private let bench: FeedBench

  init() throws {
    folder = try TemporaryFolder()
    bench = try FeedBench()
  }

  private var path: String { folder.path + "/feed.log" }

  private static func line(_ title: String) -> String {
    #"{"payload":{"aps":{"alert":"\#(title)"}}}"# + "\n"
  }

  private func append(_ text: String, to name: String = "feed.log") throws {
    let descriptor = open(folder.path + "/" + name, O_WRONLY | O_APPEND | O_CREAT, 0o600)
    try #require(descriptor >= 0)
    defer { close(descriptor) }
    try #require(StandardOutput.write(Array(text.utf8), to: descriptor))
  }

  private func move(_ from: String, _ to: String) throws {
    try #require(rename(folder.path + "/" + from, folder.path + "/" + to) == 0)
  }

  private func subscribe(
    on bench: FeedBench? = nil, _ options: FeedOptions = FeedOptions(),
    limits: ConnectionLimits = ConnectionLimits()
  ) {
    (bench ?? self.bench).loop.subscribe(to: .file(path), options, limits: limits)
  }

  /// Waits until these pushes have arrived, in this order.
  private func expect(
    _ titles: [String], on bench: FeedBench? = nil, _ place: SourceLocation = #_sourceLocation
  ) {
    #expect((bench ?? self.bench).titles(titles.count) == titles, sourceLocation: place)
  }

  private func wait(for condition: FeedState.Condition, count: Int = 1) {
    let items = bench.items { $0.states.count { $0 == condition } >= count }
    #expect(items.states.count { $0 == condition } >= count)
  }

  // MARK: Growing

  @Test func `an appended line is read when its line feed arrives`() throws {
    try append(Self.line("one"))
    subscribe()
    expect(["one"])
    let two = Self.line("two")
    for byte in two.dropLast() { try append(String(byte)) }
    try append("\n" + Self.line("three"))
    expect(["one", "two", "three"])
    #expect(bench.pushes(3).map(\.lineID) == ["line-1", "line-2", "line-3"])
  }

  @Test
  func `a file that appears later is read from its beginning, also with end`()
    throws
  {
    subscribe(FeedOptions(start: .end))
    wait(for: .waiting("does not exist"))
    try append(Self.line("one"), to: "other")
    try move("other", "feed.log")
    try append(Self.line("two"))
    expect(["one", "two"])
  }

  @Test func `a removed folder is waited for and read again`() throws {
    let logs = folder.path + "/logs"
    let file = logs + "/feed.log"
    try #require(mkdir(logs, 0o700) == 0)
    try append(Self.line("one"), to: "logs/feed.log")
    bench.loop.subscribe(to: .file(file))
    expect(["one"])
    // One after the other: the removal of the folder is not reported while its file is open.
    try #require(unlink(file) == 0)
    wait(for: .waiting("does not exist"))
    try #require(rmdir(logs) == 0)
    wait(for: .waiting("the folder \(logs) does not exist"))
    try #require(mkdir(logs, 0o700) == 0)
    try append(Self.line("two"), to: "logs/feed.log")
    expect(["one", "two"])
  }

  @Test func `a folder above that is renamed and created again is a rotation`() throws {
    for name in ["a", "a/b", "a/b/c"] { try #require(mkdir(folder.path + "/" + name, 0o700) == 0) }
    try append(Self.line("one"), to: "a/b/c/feed.log")
    bench.loop.subscribe(to: .file(folder.path + "/a/b/c/feed.log"))
    expect(["one"])
    try move("a", "old")
    wait(for: .waiting("the folder \(folder.path)/a/b/c does not exist"))
    try append(Self.line("two"), to: "old/b/c/feed.log")
    expect(["one", "two"])
    for name in ["a", "a/b", "a/b/c"] { try #require(mkdir(folder.path + "/" + name, 0o700) == 0) }
    try append(Self.line("three"), to: "a/b/c/feed.log")
    expect(["one", "two", "three"])
  }

  @Test func `with end the existing lines are skipped and counted`() throws {
    try append(Self.line("one") + "\n" + #"{"payload":{"aps":{"#)
    subscribe(FeedOptions(start: .end))
    wait(for: .following(.end(line: 3)))
    try append(#""alert":"two"}}}"# + "\nbad\n")
    expect(["two"])
    #expect(bench.rejections().map(\.because) == ["\(path):4, column 1: `bad` is not JSON."])
  }

  // MARK: Rewritten and replaced

  @Test func `a truncated file is read from its beginning`() throws {
    try append(Self.line("one") + Self.line("two"))
    subscribe()
    expect(["one", "two"])
    try #require(truncate(path, 0) == 0)
    wait(for: .following(.rewritten))
    try append(Self.line("three"))
    expect(["one", "two", "three"])
  }

  @Test func `a file rewritten in place with more bytes is read from its beginning`() throws {
    try append(Self.line("one"))
    subscribe()
    expect(["one"])
    // Written over its old bytes, so that it is never shorter.
    let descriptor = open(path, O_WRONLY)
    defer { close(descriptor) }
    let text = Array((Self.line("new") + Self.line("two")).utf8)
    try #require(pwrite(descriptor, text, text.count, 0) == text.count)
    expect(["one", "new", "two"])
  }

  @Test func `only an incomplete line that changed is read again`() throws {
    try append(Self.line("one") + #"{"payload":{"aps":{"alert":"torn"#)
    subscribe()
    expect(["one"])
    // In one step, so that the file is never shorter than the part already read.
    let longer = Self.line("two")
    let descriptor = open(path, O_WRONLY)
    defer { close(descriptor) }
    let text = Array(longer.utf8)
    let offset = off_t(Self.line("one").utf8.count)
    try #require(pwrite(descriptor, text, text.count, offset) == text.count)
    expect(["one", "two"])
    try #require(truncate(path, offset + off_t(text.count)) == 0)
    try append(Self.line("three"))
    expect(["one", "two", "three"])
    #expect(bench.items { _ in true }.rejections.isEmpty)
  }

  /// The contents of a file before and after it is rewritten in place, never shorter.
  struct Rewriting: CustomTestStringConvertible {
    var testDescription: String
    var before: String
    var after: String
    /// The pushes that are read after the file was rewritten.
    var titles: [String]
  }

  @Test(arguments: [
    Rewriting(
      testDescription: "from its beginning", before: FileFeedTests.line("one"),
      after: FileFeedTests.line("new") + FileFeedTests.line("two"), titles: ["new", "two"]),
    Rewriting(
      testDescription: "in its unfinished line",
      before: FileFeedTests.line("one") + #"{"payload":{"aps":{"alert":"torn"#,
      after: FileFeedTests.line("one") + FileFeedTests.line("two"), titles: ["two"]),
  ])
  func `a file rewritten between two reads is not read as appended`(
    rewriting: Rewriting
  ) throws {
    // Room for the message about following and for one read.
    let bench = try FeedBench(intakeLimit: 1500, isHolding: true)
    try append(rewriting.before)
    subscribe(on: bench)
    while bench.intake.hasRoom { bench.loop.wait {} }
    let descriptor = open(path, O_WRONLY)
    defer { close(descriptor) }
    let text = Array(rewriting.after.utf8)
    try #require(pwrite(descriptor, text, text.count, 0) == text.count)
    bench.resume()
    expect(["one"] + rewriting.titles, on: bench)
    #expect(bench.items { _ in true }.rejections.isEmpty)
  }

  @Test func `a renamed file is read until the new one has content`()
    throws
  {
    try append(Self.line("one"))
    subscribe()
    expect(["one"])
    try move("feed.log", "feed.log.1")
    try append("")
    wait(for: .waiting("was replaced by an empty file"))
    try append(Self.line("two"), to: "feed.log.1")
    expect(["one", "two"])
    try append(Self.line("three"))
    expect(["one", "two", "three"])
    #expect(bench.states { _ in true }.last == .following(.replaced))
  }

  @Test func `the rest of a rotated file is read before the new one`() throws {
    try append(Self.line("one"))
    subscribe()
    expect(["one"])
    try move("feed.log", "feed.log.1")
    try append(Self.line("two"), to: "feed.log.1")
    wait(for: .waiting("does not exist"))
    try append(Self.line("three") + #"{"payload":{"aps":{"alert":"four"}}}"#, to: "feed.log.1")
    try append(Self.line("five"), to: "next")
    try move("next", "feed.log")
    expect(["one", "two", "three", "four", "five"])
    try append("bad\n")
    #expect(bench.rejections().map(\.because) == ["\(path):2, column 1: `bad` is not JSON."])
    // No two lines have the same number.
    #expect(bench.pushes(5).map(\.lineID) == (1...5).map { "line-\($0)" })
  }

  @Test func `a link to another file is a rotation`() throws {
    for name in ["a", "b"] { try #require(mkdir(folder.path + "/" + name, 0o700) == 0) }
    try append(Self.line("one"), to: "a/feed.log")
    try append(Self.line("two"), to: "b/feed.log")
    try #require(symlink("a", folder.path + "/current") == 0)
    let file = folder.path + "/current/feed.log"
    bench.loop.subscribe(to: .file(file))
    expect(["one"])
    try #require(symlink("b", folder.path + "/next") == 0)
    try move("next", "current")
    expect(["one", "two"])
  }

  @Test func `without events the file is checked every second`() throws {
    bench.loop.subscribe(to: .file(path), makeWatch: { nil })
    wait(for: .waiting("does not exist"))
    try append(Self.line("one"))
    bench.advance(1)
    expect(["one"])
    try append(Self.line("two"))
    bench.advance(1)
    expect(["one", "two"])
  }

  @Test func `a folder is rejected, and a FIFO is read as a stream`() throws {
    bench.loop.subscribe(to: .file(folder.path))
    wait(for: .failed(error: "it is a folder; name a file in it"))
    try #require(mkfifo(path, 0o600) == 0)
    subscribe()
    wait(for: .connected)
    try append(Self.line("one"))
    expect(["one"])
  }

  // MARK: Stored progress

  /// A change of the file between two runs.
  enum Change: String, CaseIterable, CustomTestStringConvertible {
    case nothing, appended, truncated, rewritten, rotated, rotatedAndMissing, replaced, removed

    var testDescription: String { rawValue }

    /// The pushes that the second run reads.
    var titles: [String] {
      switch self {
      case .nothing, .removed: []
      case .appended, .rotatedAndMissing: ["three"]
      case .truncated, .rewritten, .replaced: ["new"]
      case .rotated: ["three", "new"]
      }
    }

    var condition: FeedState.Condition {
      switch self {
      case .nothing, .appended, .rotated, .rotatedAndMissing: .following(.stored(line: 3))
      case .truncated, .rewritten: .following(.rewritten)
      case .replaced: .following(.replaced)
      case .removed: .waiting("does not exist")
      }
    }
  }

  @Test(arguments: Change.allCases)
  func `a restart continues at the stored position`(_ change: Change) throws {
    try append(Self.line("one") + Self.line("two") + "{")
    subscribe()
    expect(["one", "two"])
    let progress = try #require(bench.progress(2))
    #expect(progress.feed == path)
    #expect(progress.lineCount == 2)
    let file = try #require(progress.file)
    #expect(file.offset == 2 * Self.line("one").utf8.count)

    // The open file belongs to another bench; this is a new run.
    let rest = Self.line("three").dropFirst()
    switch change {
    case .nothing: break
    case .appended: try append(String(rest))
    case .truncated:
      try #require(truncate(path, 0) == 0)
      try append(Self.line("new"))
    case .rewritten:
      try #require(truncate(path, 0) == 0)
      try append(Self.line("new") + String(repeating: "\n", count: 1000))
    case .rotated, .rotatedAndMissing:
      try append(String(rest))
      try move("feed.log", "feed.log.1")
      if change == .rotated { try append(Self.line("new")) }
    case .replaced:
      try append(Self.line("new"), to: "next")
      try move("next", "feed.log")
    case .removed: try #require(unlink(path) == 0)
    }
    let later = try FeedBench()
    later.loop.resume(lineCount: progress.lineCountOverall)
    subscribe(on: later, FeedOptions(start: .end, progress: progress))
    #expect(later.states { $0 == change.condition }.first == change.condition)
    expect(change.titles, on: later)
    #expect(later.pushes(change.titles.count).first?.lineID ?? "line-3" == "line-3")
    // In each case the next line is read.
    if change == .nothing { try append(String(rest)) } else { try append(Self.line("last")) }
    #expect(later.titles(change.titles.count + 1).count == change.titles.count + 1)
  }

  @Test func `the rest of a line over the limit is skipped also after a restart`() throws {
    var limits = ConnectionLimits()
    limits.lineBytes = 100
    try append(Self.line("one") + String(repeating: "x", count: 300))
    subscribe(limits: limits)
    #expect(bench.rejections().map(\.origin.stream) == [2])
    let progress = try #require(bench.progress(2))
    #expect(progress.file?.isInsideLongLine == true)
    try append(String(repeating: "y", count: 300) + "\n" + Self.line("two"))
    let later = try FeedBench()
    subscribe(on: later, FeedOptions(progress: progress), limits: limits)
    expect(["two"], on: later)
    #expect(later.items { _ in true }.rejections.isEmpty)
  }

  @Test func `each batch of lines has its position`() throws {
    let line = Self.line("x")
    try append(String(repeating: line, count: 10_000))
    subscribe()
    let items = bench.items { $0.pushes.count == 10_000 && $0.last?.progress != nil }
    var count = 0
    for item in items {
      if case .push = item { count += 1 }
      guard let progress = item.progress else { continue }
      #expect(progress.lineCount == count)
      #expect(progress.file?.offset == count * line.utf8.count)
    }
    #expect(count == 10_000)
  }
}

extension FeedItem {
  /// The position reached in a feed; nil for other items.
  var progress: FeedProgress? {
    if case .lines(_, let progress) = self { progress } else { nil }
  }
}

extension FeedBench {
  /// Waits for `count` pushes and returns their alerts.
  func titles(_ count: Int) -> [String] {
    pushes(count).map { push in
      let rest = push.bodyText.components(separatedBy: #""alert":""#).last ?? ""
      return String(rest.prefix { $0 != "\"" })
    }
  }

  /// Waits for a position with this count of lines and returns the last one.
  func progress(_ lineCount: Int) -> FeedProgress? {
    items { $0.contains { $0.progress?.lineCount == lineCount } }
      .compactMap(\.progress).last { $0.lineCount == lineCount }
  }
}
