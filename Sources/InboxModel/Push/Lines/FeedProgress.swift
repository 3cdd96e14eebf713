/// The position that was reached in a live feed. It is stored with the pushes that came of it, so
/// that a restart continues with the next line.
public struct FeedProgress: Equatable, Sendable {
  /// The feed: the absolute path of a file, or the address of an HTTP stream.
  public var feed: String
  /// The lines or events read so far, in the current file where the feed is one.
  public var lineCount: Int
  /// The lines that all feeds had read by then: `line-N` is given to one line only.
  public var lineCountOverall: Int
  /// The position in a file; nil for an HTTP stream.
  public var file: FilePosition?
  /// The identifier to send as `Last-Event-ID`; nil when the server has given none, and for files.
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

/// A position in a file, and what the file is recognised by.
public struct FilePosition: Equatable, Sendable {
  /// The number of the file in its file system. The device is left out: its number may change with
  /// a reboot.
  public var inode: UInt64
  /// Bytes before the first line that was not read, or before the unread part of
  /// ``isInsideLongLine``.
  public var offset: Int
  /// A hash of the first bytes, those before ``offset`` only.
  public var fingerprint: UInt64
  /// Whether the position is inside of a line over the limit, which was reported and of which the
  /// rest is passed over.
  public var isInsideLongLine: Bool

  /// Makes a position.
  public init(inode: UInt64, offset: Int, fingerprint: UInt64, isInsideLongLine: Bool = false) {
    self.inode = inode
    self.offset = offset
    self.fingerprint = fingerprint
    self.isInsideLongLine = isInsideLongLine
  }
}
