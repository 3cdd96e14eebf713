import Foundation
import InboxModel

/// A file of push lines that is followed as by `tail -F`: appended lines are read, a file that
/// replaces another is read after the rest of the old one, and a missing file is waited for.
///
/// Nothing is polled where the system reports changes (``FileWatch``).
// Sendable: created and used on the loop's thread only.
final class FileFeed: EventLoopHandler, @unchecked Sendable {
  let source: FeedSource
  private let path: String
  private let limits: ConnectionLimits
  private let makeWatch: () -> FileWatch?
  private unowned let loop: IntakeLoop

  private var watch: FileWatch?
  private var file: FollowedFile?
  private var splitter: LineSplitter
  private var lines: FeedLines
  /// Whether the open file may have unread bytes.
  private var hasMore = false
  /// The number of bytes whose lines are skipped: the file's size when the feed started at its end.
  private var passedOver = 0
  /// The position of an earlier run, or from before an error; nil once a file is open.
  private var stored: FeedProgress?
  /// The first line to read of the next file.
  private var start: FeedStart
  /// Whether the path leads to another file that has content. The open file is then read to its end
  /// once more, since it may have grown before the other one did.
  private var isSuperseded = false
  private var condition: FeedState.Condition?
  /// The time of the next check without an event, in ``LoopClock/seconds``; nil when events report
  /// all changes.
  private(set) var deadline: Double?
  private(set) var isDone = false

  /// Seconds between checks where the system does not report all changes.
  private static let lookSeconds = 1.0

  /// Makes a feed that follows a file.
  ///
  /// - Parameter path: The absolute path of the file.
  init(
    _ source: FeedSource, path: String, options: FeedOptions, limits: ConnectionLimits,
    makeWatch: @escaping () -> FileWatch?, loop: IntakeLoop
  ) {
    self.source = source
    self.path = path
    self.limits = limits
    self.makeWatch = makeWatch
    self.loop = loop
    stored = options.progress
    start = options.progress?.file == nil ? options.start : .beginning
    splitter = LineSplitter(limit: limits.lineBytes)
    lines = FeedLines(source, limits: limits, loop: loop)
    deadline = loop.now
  }

  // MARK: EventLoopHandler

  var descriptor: Int32? {
    guard !isDone else { return nil }
    return hasMore ? file?.descriptor : watch?.descriptor
  }

  var interest: Int16 { loop.mayRead ? Int16(POLLIN) : 0 }

  func ready(_ events: Int16) {
    if hasMore { return readFile() }
    if watch?.drain() == true { watch?.watch(path, reading: file?.descriptor) }
    checkFile()
  }

  func timePassed(_ now: Double) {
    if watch?.isComplete != true { startWatch() }
    checkFile()
  }

  // MARK: The file

  private func startWatch() {
    if watch == nil { watch = makeWatch() }
    watch?.watch(path, reading: file?.descriptor)
  }

  /// Compares the open file with what was read of it, and with the file at the path.
  private func checkFile() {
    defer { scheduleLook() }
    guard let file else { return openFile(.beginning) }
    restart(file)
  }

  /// Continues after the last complete line, or at the beginning if the part already read has
  /// changed.
  private func restart(_ file: FollowedFile) {
    let finished = file.offset - splitter.pendingCount
    if file.isIntact(before: finished) {
      // The incomplete line is read again, because it may have changed.
      file.rewind(to: finished)
      splitter = LineSplitter(
        limit: limits.lineBytes, isAtStart: finished == 0,
        isInsideLongLine: splitter.isInsideLongLine)
    } else {
      begin(file, .rewritten)
    }
    hasMore = true
  }

  private func scheduleLook() {
    let isReported = watch?.isComplete == true && file?.isRemote != true
    deadline = isDone || isReported ? nil : loop.now + Self.lookSeconds
  }

  /// Opens the file at the path.
  ///
  /// - Parameter cause: The reason for starting it, unless a position in it was stored.
  private func openFile(_ cause: FeedState.Following) {
    // Watch before the file is inspected, so that no change between is missed.
    startWatch()
    switch FollowedFile.inspect(at: path) {
    case .file: break
    case .other: return readAsStream()
    case .folder: return fail("it is a folder; name a file in it")
    case .failed(let code): return wait(code)
    }
    do throws(SystemError) {
      let file = try FollowedFile(path)
      if stored?.file != nil { resume(file) } else { begin(file, cause) }
    } catch {
      wait(error.code)
    }
  }

  /// Continues at the position of an earlier run: in this file, or in the one that it replaced.
  private func resume(_ found: FollowedFile?) {
    guard let stored, let position = stored.file else { return }
    if let found, found.resume(at: position) {
      open(found)
    } else if let old = FollowedFile.find(position, beside: path) {
      open(old)
    } else {
      guard let found else { return }
      return begin(found, found.identity.inode == position.inode ? .rewritten : .replaced)
    }
    splitter = LineSplitter(
      limit: limits.lineBytes, isAtStart: position.offset == 0,
      isInsideLongLine: position.isInsideLongLine)
    lines.count = stored.lineCount
    report(.following(.stored(line: lines.count + 1)))
  }

  /// Reads a file from its beginning, or from its end if ``start`` says so.
  private func begin(_ file: FollowedFile, _ cause: FeedState.Following) {
    passedOver = start == .end ? file.size : 0
    open(file)
    file.rewind(to: 0)
    splitter = LineSplitter(limit: limits.lineBytes)
    lines.count = 0
    if passedOver == 0 { report(.following(cause)) }
  }

  private func open(_ file: FollowedFile) {
    self.file = file
    isSuperseded = false
    stored = nil
    start = .beginning
    hasMore = true
  }

  /// Waits until the path leads to a file. Meanwhile the rest of a replaced file from an earlier
  /// run is read.
  private func wait(_ code: Int32) {
    // A file that appears later is new.
    if code == ENOENT { start = .beginning }
    if stored != nil { resume(nil) }
    if file == nil { report(.waiting(missing(code))) }
  }

  /// Returns the reason why there is no file.
  private func missing(_ code: Int32) -> String {
    guard code == ENOENT || code == ENOTDIR else { return String(cString: strerror(code)) }
    let folder = WholeFile.folder(of: path)
    var facts = stat()
    return stat(folder, &facts) == 0 ? "does not exist" : "the folder \(folder) does not exist"
  }

  /// Passes a FIFO or a device on to ``LineFeed``.
  private func readAsStream() {
    finish()
    loop.add(LineFeed(source, limits: limits, loop: loop))
  }

  // MARK: Reading

  private func readFile() {
    guard let file else { return }
    // The skipped bytes end where a read ends, so that a line counts where it is completed.
    let most = min(64 << 10, passedOver > file.offset ? passedOver - file.offset : .max)
    let isPassedOver = file.offset < passedOver
    var items: [FeedItem] = []
    let (before, offset) = (position(in: file), file.offset)
    var isChanged = false
    let result = withUnsafeTemporaryAllocation(byteCount: most, alignment: 16) { buffer in
      let result = file.read(into: buffer)
      // If earlier bytes have changed, these bytes do not continue the incomplete line.
      isChanged = !file.isIntact(before: offset)
      if case .bytes(let count) = result, !isChanged {
        splitter.receive(UnsafeRawBufferPointer(rebasing: buffer[..<count])) { line in
          if isPassedOver { lines.count += 1 } else { lines.receive(line, &items) }
        }
      }
      return result
    }
    switch result {
    case .bytes where isChanged:
      file.rewind(to: offset)
      restart(file)
    case .bytes:
      if passedOver == 0 {
        if !items.isEmpty || position(in: file) != before { emit(items, file) }
      } else if file.offset >= passedOver {
        endPassingOver(file)
      }
    case .nothingYet: hasMore = false
    case .end:
      hasMore = false
      if passedOver > 0 { endPassingOver(file) }
      comparePath(file)
    case .failed(let code):
      hasMore = false
      stored = progress(in: file)
      self.file = nil
      report(.waiting(String(cString: strerror(code))))
      deadline = loop.now + Self.lookSeconds
    }
  }

  private func endPassingOver(_ file: FollowedFile) {
    passedOver = 0
    // Stored before it is reported, so that the next run continues there.
    emit([], file)
    report(.following(.end(line: lines.count + 1)))
  }

  /// Checks, at the end of the open file, whether it is still the file at the path.
  private func comparePath(_ file: FollowedFile) {
    let wasSuperseded = isSuperseded
    isSuperseded = false
    switch FollowedFile.inspect(at: path) {
    case .file(let identity, _) where identity == file.identity:
      // The file may have been missing in between.
      if case .waiting = condition { report(.following(.beginning)) }
    case .failed(let code): report(.waiting(missing(code)))
    case .file(_, size: 0):
      // A program continues to write to the open file until it is notified of the rotation
      // (logrotate(8)).
      report(.waiting("was replaced by an empty file"))
    case .file, .folder, .other:
      guard wasSuperseded else {
        (isSuperseded, hasMore) = (true, true)
        return
      }
      var items: [FeedItem] = []
      // The incomplete last line of a replaced file will not be completed.
      splitter.end { lines.receive($0, &items) }
      if !items.isEmpty { emit(items, file) }
      self.file = nil
      watch = nil
      openFile(.replaced)
      scheduleLook()
    }
  }

  private func position(in file: FollowedFile) -> FilePosition {
    file.position(file.offset - splitter.pendingCount, isInsideLongLine: splitter.isInsideLongLine)
  }

  private func progress(in file: FollowedFile) -> FeedProgress {
    FeedProgress(
      feed: path, lineCount: lines.count, lineCountOverall: loop.lineCount,
      file: position(in: file))
  }

  /// Passes on the items that were read, with the position reached.
  private func emit(_ items: [FeedItem], _ file: FollowedFile) {
    loop.emit(.lines(items, progress(in: file)))
  }

  // MARK: State

  private func fail(_ error: String) {
    finish()
    report(.failed(error: error))
  }

  private func finish() {
    file = nil
    watch = nil
    isDone = true
  }

  private func report(_ condition: FeedState.Condition) {
    if case .waiting = condition, condition == self.condition { return }
    self.condition = condition
    loop.emit(.state(FeedState(source: source, condition: condition)))
  }
}
