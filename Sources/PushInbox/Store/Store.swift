import CSQLite
import Foundation
import InboxModel

/// Everything that outlives a run: pushes, rejections, the person's settings, tokens, badges; one SQLite
/// file. Used by one thread at a time.
///
/// A change that ``commit(_:)`` accepted is there after a `kill -9`. A damaged file never keeps the inbox from
/// starting or going on: it is moved aside and an empty one begun.
final class Store {
  /// The place of a store.
  enum Location: Equatable, Sendable {
    /// In memory, gone with the process (`--ephemeral`).
    case memory
    /// `inbox.db` in this folder, which is made when it is missing.
    case folder(String)
  }

  /// The purpose of opening a store.
  enum Access: Sendable {
    /// For the one instance that has it.
    case readWrite
    /// For commands when no instance runs; makes, moves and locks nothing.
    case readOnly
  }

  /// The most pushes beside the list (removed, never listed) and the most rejected ones that are stored.
  static let pastLimit = 10_000

  /// The most pushes that each phone is offered; beyond that the oldest go, with the next trim.
  static let offerLimit = 10_000

  /// The identity of the store for phones that subscribe: 16 hex digits, another for each store.
  var identity: String {
    let digits = String(UInt64(bitPattern: Int64(counters.identity)), radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }

  /// The path to which a damaged file was moved when this store was opened or read; nil if there was none.
  private(set) var movedAside: String?
  /// Called with ``StoreError/corrupt(path:movedTo:)`` when a damaged file was moved aside and with
  /// ``StoreError/moved(path:movedTo:)`` when a missing one was written again, on the thread that used the store.
  var onRepair: @Sendable (StoreError) -> Void = { _ in }

  private let file: StoreFile?
  private let access: Access
  private let isDurable: Bool
  private var lock: FileLock?
  /// Nil when closed, and while a damaged file is being replaced, or after that failed.
  private var database: Database?
  private(set) var counters = StoredCounters()

  /// Opens a store.
  ///
  /// - Parameter durable: whether every commit waits until the disk has it (`history.durable`).
  init(
    at location: Location, access: Access = .readWrite, durable: Bool = false
  ) throws(StoreError) {
    self.access = access
    isDurable = durable
    switch location {
    case .memory:
      file = nil
      lock = nil
    case .folder(let folder):
      let file = StoreFile(folder: folder)
      self.file = file
      if access == .readWrite {
        try file.make()
        lock = try file.lock()
      } else {
        try file.find()
        lock = nil
      }
    }
    do throws(StoreError) {
      _ = try opened()
    } catch .corrupt(_, .some) {
      // Said by ``movedAside``; an empty one has its place.
    }
  }

  /// The name of the store in errors.
  private var path: String { file?.path ?? "memory" }
  /// The file as an SQLite URI; nil in memory.
  var uri: String? { file?.uri }

  // MARK: OpeningResult and failing

  /// Runs work on the database and turns its failures into the store's.
  func attempt<Value>(
    _ work: (Database) throws(DatabaseError) -> Value
  ) throws(StoreError) -> Value {
    let database = try opened()
    do throws(DatabaseError) { return try work(database) } catch { throw failure(error) }
  }

  /// Closes the file, which then holds everything and needs no log beside it. Whatever is asked later
  /// opens it again.
  func close() {
    try? restoreMovedFile()
    database = nil
  }

  /// The database, opened if it is not.
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
    switch access {
    case .readWrite:
      opening = try Database.open(uri: file?.uri ?? ":memory:", durable: isDurable)
    case .readOnly:
      opening = try Database.open(readOnly: file?.uri ?? ":memory:")
    }
    if case .ready(let database) = opening {
      counters = try StoredCounters(database)
      if access == .readWrite { try database.deleteRemovedRejected() }
      self.database = database
    }
    return opening
  }

  private func failure(_ error: DatabaseError) -> StoreError {
    if error.isDamage { return damage(error) }
    return switch error.primaryCode {
    case SQLITE_FULL: .full(path: path)
    case SQLITE_CANTOPEN: .cannotOpen(path: path, reason: error.message)
    default: .failed(error)
    }
  }

  /// Puts the damaged file aside and begins an empty one.
  private func damage(_ error: DatabaseError) -> StoreError {
    guard let file, access == .readWrite else { return .corrupt(path: path, movedTo: nil) }
    database?.connection.preserveLog()
    database = nil
    do throws(SystemError) {
      let target = try file.moveAside(at: Date())
      // What goes wrong now is said by the next call, which opens the file again.
      try? file.make()
      _ = try? open()
      movedAside = target
      let error = StoreError.corrupt(path: path, movedTo: target)
      onRepair(error)
      return error
    } catch {
      return .cannotOpen(path: path, reason: error.reason)
    }
  }

  // MARK: Writing

  /// Keeps changes, all of them or, when it throws, none: then the same ones may be tried again.
  ///
  /// After ``StoreError/corrupt(path:movedTo:)`` the store is empty and takes them.
  func commit(_ changes: [StoreChange]) throws(StoreError) {
    guard !changes.isEmpty else { return }
    try restoreMovedFile()
    var counters = self.counters
    try attempt { database throws(DatabaseError) in
      try database.begin.run()
      do throws(DatabaseError) {
        try database.apply(changes, counting: &counters)
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
        // After some failures SQLite has rolled back already.
        if !database.connection.isIdle { try? database.connection.execute("ROLLBACK") }
        throw error
      }
    }
    self.counters = counters
  }

  /// Writes the store to its place again if its file was removed, or replaced by another one, since it was opened: until
  /// it is closed the open file has everything. What stands in its place is moved aside.
  ///
  /// - Throws: ``StoreError/inUse(path:pid:)`` while another instance has the place.
  private func restoreMovedFile() throws(StoreError) {
    guard let file, access == .readWrite, let database, database.connection.hasMoved else { return }
    try file.makeFolder()
    // The lock may have gone with the folder; another instance may have taken it since.
    if lock?.isFile(at: file.lockPath) != true { lock = try file.lock() }
    let copy = try file.makeCopy()
    try attempt { database throws(DatabaseError) in try database.run("VACUUM INTO ?", copy) }
    let target = try file.install(copy, at: Date())
    // Its log stands aside, or nowhere.
    database.connection.preserveLog()
    self.database = nil
    _ = try opened()
    onRepair(.moved(path: path, movedTo: target))
  }
}
