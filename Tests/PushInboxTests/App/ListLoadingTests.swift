import Foundation
import InboxModel
import Testing

@testable import PushInbox

/// A runtime that shows an overview while its list is loaded. Access to the machines loads the rest
/// first.
@MainActor
@Suite struct ListLoadingTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    let store = try Store(at: .folder(folder.path))
    let records = (1...200).map { number in
      var record = PushRecord.stub(number, thread: "t\(number % 9)")
      record.notification.requestID = RequestID("request-\(number)")
      return record
    }
    try store.commit(records.map { .phone(.insert($0)) })
  }

  /// Returns a runtime with a copy of the store.
  private func runtime(_ name: String, loadsInParts: Bool) throws -> AppRuntime {
    let copy = folder.path + "/" + name
    try Folder.make(copy)
    try FileManager.default.copyItem(atPath: folder.path + "/inbox.db", toPath: copy + "/inbox.db")
    let store = try Store(at: .folder(copy))
    return try AppRuntime(
      store, home: folder.path, loader: loadsInParts ? ListLoader(store, minimum: 0) : nil)
  }

  private nonisolated static func push(_ number: Int, replacing request: RequestID? = nil)
    -> Delivery
  {
    var push = PushRecord.stub(number).delivery
    if let request {
      push.headers.collapseID = CollapseID(request)
      push.requestID = request
    }
    return push
  }

  private nonisolated static let events: [(name: String, event: PushSystem.Event)] = [
    ("a push", .device(.delivered(push(201)))),
    ("a push that replaces an old one", .device(.delivered(push(201, replacing: "request-3")))),
    ("the removal of an old one", .device(.removed([2]))),
    ("a mark on old ones", .device(.marked([1, 4], read: true))),
    ("a limit", .historyKept(20)),
    (
      "another grouping", .changed(.setting(SettingPath(["device", "grouping"]), .string("byApp")))
    ),
    ("time that passes", .timePassed),
  ]

  @Test(arguments: events.indices)
  func `an event during loading has the same effect as after loading`(number: Int) throws {
    let event = Self.events[number].event
    let whole = try runtime("whole", loadsInParts: false)
    let parts = try runtime("parts", loadsInParts: true)
    try parts.showOverview()
    let moment = Date(timeIntervalSince1970: 1_776_100_000)
    for runtime in [whole, parts] { runtime.handle(timed: [(event, moment)]) }
    #expect(parts.system.snapshot == whole.system.snapshot)
    #expect(try parts.store.snapshot() == whole.store.snapshot())
    #expect(Array(parts.shown.device.inbox.groups) == Array(whole.system.device.inbox.groups))
  }

  @Test func `the overview has the counts of the whole list`() throws {
    let whole = try runtime("whole", loadsInParts: false)
    let parts = try runtime("parts", loadsInParts: true)
    try parts.showOverview()
    let (shown, inbox) = (parts.shown.device.inbox, whole.system.device.inbox)
    #expect(shown.count == 200 && shown.count == inbox.count)
    #expect(shown.unreadCount == inbox.unreadCount)
    #expect(Array(shown.notifications).count < 200, "only the first are loaded")
    #expect(Array(shown.groups) == Array(inbox.groups))
  }

  @Test func `a list that cannot be read ends the inbox without storing changes`()
    async throws
  {
    let parts = try runtime("parts", loadsInParts: true)
    try parts.showOverview()
    func rename(_ old: String, to new: String) throws {
      try parts.store.execute("ALTER TABLE \(old) RENAME TO \(new)")
    }
    try rename("pushes", to: "hidden")
    parts.handle([.device(.delivered(Self.push(201)))])
    guard case .failed = parts.loadFailure else {
      Issue.record("the list was loaded: \(String(describing: parts.loadFailure))")
      return
    }
    #expect(await parts.run() == ExitCode.failure.rawValue)
    parts.finish()
    try rename("hidden", to: "pushes")
    #expect(try parts.store.snapshot().phone.entries.count == 200)
  }

  @Test func `a command during loading reads the whole list`() throws {
    let parts = try runtime("parts", loadsInParts: true)
    try parts.showOverview()
    let reading = InboxReading(parts)
    #expect(Array(reading.device.inbox.ids).count == 200)
    #expect(try reading.record("request-1").notification.id == 1)
  }
}
