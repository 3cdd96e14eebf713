import InboxModel

extension Store {
  /// Returns the positions reached in live feeds, by ``FeedProgress/feed``.
  func feedProgress() throws(StoreError) -> [String: FeedProgress] {
    try attempt { database throws(DatabaseError) in
      var found: [String: FeedProgress] = [:]
      let rows = try database.select(
        """
        feed, line_count, line_count_overall, inode, position, fingerprint, is_inside_long_line,
        last_event_id FROM feed_progress
        """)
      while try rows.step() {
        var progress = FeedProgress(
          feed: rows.string(0), lineCount: rows.count(1), lineCountOverall: rows.count(2),
          lastEventID: rows.optionalString(7))
        if let inode = rows.optionalInt(3) {
          progress.file = FilePosition(
            inode: UInt64(bitPattern: Int64(inode)), offset: rows.int(4),
            fingerprint: UInt64(bitPattern: Int64(rows.int(5))), isInsideLongLine: rows.bool(6))
        }
        found[progress.feed] = progress
      }
      return found
    }
  }
}

extension Database {
  /// Stores the position reached in a feed, replacing the earlier one.
  func replace(_ progress: FeedProgress) throws(DatabaseError) {
    let file = progress.file
    try replaceFeedProgress.run(
      progress.feed, progress.lineCount, progress.lineCountOverall,
      file.map { Int(Int64(bitPattern: $0.inode)) }, file?.offset,
      file.map { Int(Int64(bitPattern: $0.fingerprint)) }, file?.isInsideLongLine == true,
      progress.lastEventID)
  }
}
