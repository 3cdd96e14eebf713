/// The last position read in a live feed. It is stored with the pushes up to it, so that a restart
/// continues with the next line.
public struct FeedProgress: Equatable, Sendable {
  /// The feed: the absolute path of a file, or the address of an HTTP stream.
  public var feed: String
  /// The number of lines or events read so far; for a file, those of the current file.
  public var lineCount: Int
  /// The number of lines that all feeds had read by then. It makes each `line-N` unique.
  public var lineCountOverall: Int
  /// The position in a file; nil for an HTTP stream.
  public var file: FilePosition?
  /// The identifier for the `Last-Event-ID` header; nil if the server sent none, and for files.
  public var lastEventID: String?

  /// Makes a progress.
  public init(
    feed: String, lineCount: Int, lineCountOverall: Int, file: FilePosition? = nil,
    lastEventID: String? = nil
  ) {
    self.feed = feed
    self.lineCount = lineCount
    self.lineCountOverall = lineCountOverall
    self.file = file
    self.lastEventID = lastEventID
  }
}

/// A position in a file, and the marks that identify the file.
public struct FilePosition: Equatable, Sendable {
  /// The inode of the file. The device number is omitted, since it may change with a reboot.
  public var inode: UInt64
  /// The number of bytes before the first unread line, or before the unread part if
  /// ``isInsideLongLine``.
  public var offset: Int
  /// A hash of the file's first bytes, limited to those before ``offset``.
  public var fingerprint: UInt64
  /// Whether the position is inside a line that exceeds the limit. That line was reported, and its
  /// rest is skipped.
  public var isInsideLongLine: Bool

  /// Makes a position.
  public init(inode: UInt64, offset: Int, fingerprint: UInt64, isInsideLongLine: Bool = false) {
    self.inode = inode
    self.offset = offset
    self.fingerprint = fingerprint
    self.isInsideLongLine = isInsideLongLine
  }
}
