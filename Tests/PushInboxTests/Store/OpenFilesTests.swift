import Foundation
import InboxModel
import Testing

@testable import PushInbox

/// The files of a store that another program removes, truncates or overwrites.
@Suite struct OpenFilesTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  enum Change: CaseIterable {
    case removed, truncated, zeroed

    func apply(to path: String) throws {
      if self == .removed { return try FileManager.default.removeItem(atPath: path) }
      let file = try #require(FileHandle(forUpdatingAtPath: path))
      defer { try? file.close() }
      let size = try file.seekToEnd()
      if self == .truncated { return try file.truncate(atOffset: 0) }
      try file.seek(toOffset: 0)
      try file.write(contentsOf: Data(count: Int(size)))
    }
  }

  private static let files = ["inbox.db", "inbox.db-wal", "inbox.db-shm"]

  private func stored(in folder: TemporaryFolder) throws -> (ids: [Int], repair: StoreRepair?) {
    let store = try Store(at: .folder(folder.path))
    return (try store.snapshot().phone.entries.map(\.notification.id.rawValue), store.repair)
  }

  /// Returns a store with five pushes.
  private func filled() throws -> Store {
    let store = try Store(at: .folder(folder.path))
    for id in 1...5 { try store.commit([.phone(.insert(.stub(id)))]) }
    return store
  }

  @Test(arguments: files, Change.allCases)
  func `a commit after a change of an open file stores all that is in memory`(
    _ name: String, _ change: Change
  ) throws {
    let (store, repairs) = (try filled(), Box<[StoreError]>([]))
    store.onRepair = { repairs.value.append($0) }
    let state = try store.snapshot()
    try change.apply(to: folder.path + "/" + name)
    let changes = [StoreChange.phone(.insert(.stub(6)))]
    do throws(StoreError) {
      try store.commit(changes)
    } catch {
      #expect(store.lacksState)
      try store.commit(changes, restoring: state)
    }
    try store.commit([.phone(.insert(.stub(7)))])
    #expect(try stored(in: folder.copied()).ids == Array(1...7), "after a kill")
    let path = folder.path + "/inbox.db"
    switch (name, change, repairs.value.first) {
    case ("inbox.db-shm", .truncated, nil), ("inbox.db-shm", .zeroed, nil): break
    case ("inbox.db", .removed, .moved(path, nil)?): break
    case ("inbox.db-wal", .removed, .logMoved(path, _)?): break
    case ("inbox.db-shm", .removed, .logMoved(path, _)?): break
    case ("inbox.db", _, .corrupt(path, _?)?), ("inbox.db-wal", _, .corrupt(path, _?)?): break
    default: Issue.record("\(repairs.value)")
    }
    #expect(repairs.value.count <= 1)
  }

  @Test(arguments: files, Change.allCases)
  func
    `a change of a file while no instance runs loses only what the file alone had, and is reported`(
      _ name: String, _ change: Change
    ) throws
  {
    let store = try filled()
    let crashed = try folder.copied()
    try change.apply(to: crashed.path + "/" + name)
    let (ids, repair) = try stored(in: crashed)
    withExtendedLifetime(store) {}
    // The database had no pages but the first yet.
    #expect(ids == (name == "inbox.db-wal" ? [] : Array(1...5)))
    let isReported = name == "inbox.db-wal" || name == "inbox.db" && change != .zeroed
    #expect((repair != nil) == isReported)
    #expect(try crashed.names.contains { $0.contains(".corrupt-") } == isReported)
    #expect(try !crashed.names.contains { $0.contains(".source") || $0.contains(".copy") })
  }

  @Test func `reading an empty database beside its log reports it, and leaves the log unchanged`()
    throws
  {
    let store = try filled()
    let crashed = try folder.copied()
    withExtendedLifetime(store) {}
    try Change.truncated.apply(to: crashed.path + "/inbox.db")
    let log = URL(fileURLWithPath: crashed.path + "/inbox.db-wal")
    let before = try Data(contentsOf: log)
    #expect(throws: StoreError.corrupt(path: crashed.path + "/inbox.db", repair: nil)) {
      try Store(at: .folder(crashed.path), access: .readOnly)
    }
    #expect(try Data(contentsOf: log) == before)
    #expect(try stored(in: crashed).ids == Array(1...5))
  }
}
