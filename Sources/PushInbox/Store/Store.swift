import CSQLite
import Foundation
import InboxModel

/// The persistent state in one SQLite file: pushes, rejections, the user's settings, tokens,
/// badges. Used by one thread at a time.
///
/// A change that ``commit(_:restoring:)`` accepted survives `kill -9`. A damaged file never stops
/// the inbox: it is moved aside, and its readable rows are copied into a new one.
final class Store {
  /// The location of a store.
  enum Location: Equatable, Sendable {
    /// The memory of the process, lost when it ends (`--ephemeral`).
    case memory
    /// `inbox.db` in this folder, which is created if it is missing.
    case folder(String)
  }

  /// The purpose of opening a store.
  enum Access: Sendable {
    /// Reading and writing, by the one instance that owns the store.
    case readWrite
    /// Reading, by commands while no instance runs. Creates, moves and locks nothing.
    case readOnly
  }

  /// The maximum number of stored pushes outside the list (removed or never listed), and of stored
  /// rejected pushes.
  static let pastLimit = 10_000

  /// The maximum number of relayed pushes for each phone; the next trim deletes the oldest beyond
  /// it.
  static let offerLimit = 10_000

  /// The identifier of the store for subscribed phones: 16 hexadecimal digits, different for each
  /// store.
  var identity: String {
    let digits = String(UInt64(bitPattern: Int64(counters.identity)), radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }

  /// The latest replacement of a damaged file by this store; nil if there was none.
  private(set) var repair: StoreRepair?
  /// Whether a damaged file was detected since ``snapshot(hasEntries:)`` read the state or
  /// ``commit(_:restoring:)`` restored it: the memory may have rows that could not be read.
  var lacksState = false
  /// Called on the thread that used the store: with ``StoreError/corrupt(path:repair:)`` after a
  /// damaged file was replaced, with ``StoreError/moved(path:movedTo:)`` or
  /// ``StoreError/logMoved(path:movedTo:)`` after a missing one was written again.
  var onRepair: @Sendable (StoreError) -> Void = { _ in }

  /// Watches the work of this store; nil if hangs are not reported.
  private let hangs: HangWatch?
  private let file: StoreFile?
  private let access: Access
  private let isDurable: Bool
  private var lock: FileLock?
  /// The error of every commit after another instance used the store, whose lock file was removed;
  /// nil before that.
  private var takeover: StoreError?
  /// The version of the content when it was opened, which changes with the commits of others
  /// (SQLite, "PRAGMA data_version").
  private var contentVersion = 0
  /// The open database; nil when closed, and while a damaged file is being replaced or after that
  /// failed.
  private var database: Database?
  /// The files of the open database; nil in memory and for reading only.
  private var files: OpenFiles?
  private(set) var counters = StoredCounters()

  /// Opens a store.
  ///
  /// - Parameters:
  ///   - durable: Whether every commit waits until the data is on disk (`history.durable`).
  ///   - hangs: Watches this store from now on.
  init(
    at location: Location, access: Access = .readWrite, durable: Bool = false,
    hangs: HangWatch? = nil
  ) throws(StoreError) {
    self.access = access
    isDurable = durable
    self.hangs = hangs
    switch location {
    case .memory: file = nil
    case .folder(let folder): file = StoreFile(folder: folder)
    }
    try watched { () throws(StoreError) in
      if access == .readWrite {
        try file?.make()
        lock = try file?.lock()
      } else {
        try file?.find()
      }
      do throws(StoreError) {
        _ = try opened()
      } catch .corrupt(_, .some) {
        // ``repair`` reports it; a new file has taken its place.
      }
    }
  }

  /// Performs work on the file. ``HangWatch`` reports it if it hangs.
  private func watched<Value>(
    _ work: () throws(StoreError) -> Value
  ) throws(StoreError) -> Value {
    guard let hangs else { return try work() }
    return try hangs.watch(work)
  }

  /// The name of the store in errors.
  private var path: String { file?.path ?? "memory" }
  /// The file as an SQLite URI; nil in memory.
  var uri: String? { file?.uri }

  // MARK: OpeningResult and failing

  /// Runs work on the database and converts its errors to the store's.
  func attempt<Value>(
    _ work: (Database) throws(DatabaseError) -> Value
  ) throws(StoreError) -> Value {
    try watched { () throws(StoreError) in
      let database = try opened()
      files?.repairIndex()
      do throws(DatabaseError) { return try work(database) } catch { throw failure(error) }
    }
  }

  /// Closes the file, which then contains everything and needs no log. The next call opens it
  /// again.
  func close() {
    try? watched { () throws(StoreError) in
      try? restoreFiles()
      database = nil
    }
  }

  /// Returns the database, which is opened if necessary.
  private func opened() throws(StoreError) -> Database {
    if let database { return database }
    let opening: Database.OpeningResult
    do throws(DatabaseError) {
      opening = try open()
    } catch {
      throw failure(error)
    }
    switch opening {
    case .ready(let database): return database
    case .empty: throw .missing(path: path)
    case .foreign: throw .foreign(path: path)
    case .newerVersion(let found):
      throw .newerVersion(path: path, found: found, known: Schema.version)
    }
  }

  private func open() throws(DatabaseError) -> Database.OpeningResult {
    let opening: Database.OpeningResult
    files = nil
    // SQLite would open it without the commits in its log, and delete a log beside an empty file.
    if let file, access == .readWrite ? file.lacksCommits : file.isEmptyBesideLog {
      throw DatabaseError(code: SQLITE_CORRUPT, message: "commits are missing", sql: nil)
    }
    switch access {
    case .readWrite:
      opening = try Database.open(uri: file?.uri ?? ":memory:", durable: isDurable)
    case .readOnly:
      opening = try Database.open(readOnly: file?.uri ?? ":memory:")
    }
    if case .ready(let database) = opening {
      counters = try StoredCounters(database)
      if access == .readWrite {
        try database.deleteRemovedRejected()
        files = OpenFiles(of: database.connection)
        contentVersion = try database.connection.number("PRAGMA data_version")
      }
      self.database = database
    }
    return opening
  }

  private func failure(_ error: DatabaseError) -> StoreError {
    // A page that a truncated log should have cannot be read.
    error.isDamage || error.primaryCode == SQLITE_IOERR && condition == .damaged
      ? replaceDamagedFile() : storeError(error)
  }

  /// The condition of the open files.
  private var condition: OpenFiles.Condition {
    guard let database, let files else { return .intact }
    return files.condition(on: database.connection)
  }

  private func storeError(_ error: DatabaseError) -> StoreError {
    let mayBeReadOnly = [SQLITE_IOERR, SQLITE_READONLY, SQLITE_CANTOPEN].contains(error.primaryCode)
    if mayBeReadOnly, file?.isOnReadOnlyFileSystem == true {
      return .readOnlyFileSystem(path: path)
    }
    return switch error.primaryCode {
    case SQLITE_FULL: .full(path: path)
    case SQLITE_CANTOPEN: .cannotOpen(path: path, reason: error.message)
    default: .failed(error)
    }
  }

  /// Moves the damaged file aside and puts a new one with its readable rows in its place. If that
  /// fails, the file stays, and the next call meets the damage again.
  private func replaceDamagedFile() -> StoreError {
    guard let file, access == .readWrite else { return .corrupt(path: path, repair: nil) }
    // The file at the path may be another one.
    let isInPlace = condition != .databaseMoved
    database?.connection.preserveLog()
    database = nil
    lacksState = true
    do throws(StoreError) {
      let copy = try file.makeCopy()
      let source = isInPlace ? try file.makeSource() : nil
      defer { file.removeSource() }
      let pushCount: Int
      do throws(DatabaseError) {
        pushCount = try recover(from: source.map(StoreFile.uri(of:)), to: StoreFile.uri(of: copy))
      } catch {
        return storeError(error)
      }
      let target = try file.install(copy, as: "corrupt", at: Date())
      // An error here occurs again in the next call, which opens the file again.
      _ = try? open()
      let repair = StoreRepair(movedTo: target, pushCount: pushCount)
      self.repair = repair
      let error = StoreError.corrupt(path: path, repair: repair)
      onRepair(error)
      return error
    } catch {
      return error
    }
  }

  /// Fills an empty file with the readable rows of a damaged one, and with the counters in memory.
  ///
  /// - Returns: The number of pushes.
  private func recover(from damaged: String?, to copy: String) throws(DatabaseError) -> Int {
    var pushCount = 0
    if let damaged { pushCount = try RowRecovery.copyRows(from: damaged, to: copy) }
    guard case .ready(let database) = try Database.open(uri: copy, durable: isDurable) else {
      return 0
    }
    let copied = try StoredCounters(database)
    var raised = copied
    try raised.raise(to: database, and: counters)
    try raised.save(to: database, since: copied)
    return pushCount
  }

  // MARK: Writing

  /// Stores changes, all of them or, when it throws, none: then the same changes can be tried
  /// again.
  ///
  /// After ``StoreError/corrupt(path:repair:)`` a new file has the rows that could be read, and
  /// accepts them.
  ///
  /// - Parameter state: The state after the changes, which is written over the stored one if
  ///   ``lacksState``.
  func commit(
    _ changes: [StoreChange], restoring state: Snapshot? = nil
  ) throws(StoreError) {
    guard !changes.isEmpty || state != nil else { return }
    try watched { () throws(StoreError) in
      try restoreFiles()
      try write(changes, restoring: state)
    }
  }

  private func write(_ changes: [StoreChange], restoring state: Snapshot?) throws(StoreError) {
    var counters = self.counters
    try attempt { database throws(DatabaseError) in
      try database.begin.run()
      do throws(DatabaseError) {
        try database.apply(changes, counting: &counters)
        if let state { try database.restore(state, counting: &counters) }
        if counters.past >= StoredCounters.pastBetweenTrims {
          try database.trim(keepingPast: Self.pastLimit)
          counters.past = 0
        }
        if counters.offered >= StoredCounters.offersBetweenTrims {
          try database.trimOffers(keeping: Self.offerLimit)
          counters.offered = 0
        }
        try counters.save(to: database, since: self.counters)
        try database.commit.run()
      } catch {
        // After some errors SQLite has already rolled back.
        if !database.connection.isIdle { try? database.connection.execute("ROLLBACK") }
        throw error
      }
    }
    self.counters = counters
    files?.updateSizes()
    if state != nil { lacksState = false }
  }

  /// Writes the store to its path again if its database, log or index was removed or replaced since
  /// it was opened: the open files have all data until they are closed. Files at the path are moved
  /// aside.
  ///
  /// - Throws: ``StoreError/inUse(path:pid:)`` while another instance has locked the path;
  ///   ``StoreError/takenOver(path:)`` after another one has used the same files;
  ///   ``StoreError/corrupt(path:repair:)`` after the files were found truncated or overwritten.
  func restoreFiles() throws(StoreError) {
    files?.repairIndex()
    let condition = self.condition
    guard let file, let database else { return }
    guard condition != .intact else { return try renewLock() }
    if condition == .damaged { throw replaceDamagedFile() }
    try file.makeFolder()
    // The lock file may have been deleted with the folder; another instance may have locked a new
    // one since.
    if lock?.isFile(at: file.lockPath) != true { lock = try file.lock() }
    let copy = try file.makeCopy()
    try attempt { database throws(DatabaseError) in try database.run("VACUUM INTO ?", copy) }
    let isReplaced = file.exists
    let target = try file.install(copy, as: "replaced", at: Date())
    // The log was moved aside, or deleted.
    database.connection.preserveLog()
    self.database = nil
    _ = try opened()
    onRepair(
      condition == .logMoved
        ? .logMoved(path: path, movedTo: target)
        : .moved(path: path, movedTo: isReplaced ? target : nil))
  }

  /// Locks the store again if its lock file was removed or replaced. If another instance has used
  /// the store since, this one never writes again, since neither knows the pushes of the other.
  private func renewLock() throws(StoreError) {
    if let takeover { throw takeover }
    guard let file, lock?.isFile(at: file.lockPath) == false else { return }
    lock = try file.lock()
    try attempt { database throws(DatabaseError) in
      let version = try database.connection.number("PRAGMA data_version")
      if version != contentVersion { takeover = .takenOver(path: path) }
    }
    guard let takeover else { return }
    lock = nil
    throw takeover
  }
}
