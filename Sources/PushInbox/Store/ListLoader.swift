import Foundation
import InboxModel

/// Loads the list of a store in parts, after an overview of it. Nothing may be stored meanwhile.
final class ListLoader {
  private let store: Store
  private let task: SurveyTask
  private lazy var survey = task.result()
  private var reader = PushReader()
  /// The number up to which entries were read; nil when all were read.
  private var last: Int? = Int.min

  /// Starts to survey a store on two threads; nil for a store in memory.
  ///
  /// - Parameter minimum: The number of entries below which a list is short.
  init?(_ store: Store, minimum: Int = 2000) {
    guard let uri = store.uri else { return nil }
    self.store = store
    task = SurveyTask(of: uri, minimum: minimum)
  }

  /// Waits for the survey and reads the entries that are shown first.
  ///
  /// - Returns: The overview; nil if the list is short.
  func overview(
    groupLimit: Int, entryLimit: Int, grouping: (BundleID) -> GroupingSetting
  ) throws(StoreError) -> InboxOverview? {
    guard let survey else { return nil }
    var (overview, listed) = survey.overview(
      groupLimit: groupLimit, entryLimit: entryLimit, grouping: grouping)
    return try store.attempt { database throws(DatabaseError) in
      overview.entries = try database.readEntries(listed + survey.held, with: &reader)
      overview.entries.sortByArrival()
      if let presented = survey.presented {
        try database.readBanner(presented, with: &reader, into: &overview.entries)
      }
      return overview
    }
  }

  /// Reads the next entries in the order of ``Phone/State/entries``; nil when there are no more.
  ///
  /// - Parameter most: The number of entries. All are read in one call if the list is short, or if
  ///   pushes arrived in another order than that of their numbers.
  func next(_ most: Int) throws(StoreError) -> [Phone.State.Entry]? {
    guard let last else { return nil }
    return try store.attempt { database throws(DatabaseError) in
      guard let survey, survey.isInOrder else {
        var state = Phone.State()
        try database.readEntries(into: &state)
        self.last = nil
        return state.entries
      }
      var entries = try database.readEntries(after: last, most: most, with: &reader)
      self.last = entries.count < most ? nil : entries.last?.notification.id.rawValue
      if self.last == nil, let presented = survey.presented {
        try database.readBanner(presented, with: &reader, into: &entries)
      }
      return entries
    }
  }
}

/// A survey by two threads, each of which reads half of the rows.
// Sendable: each half is written before `ended` is signalled and read after both were.
private final class SurveyTask: @unchecked Sendable {
  private let ended = DispatchSemaphore(value: 0)
  private var older: ListSurvey?
  private var newer: ListSurvey?

  init(of uri: String, minimum: Int) {
    // An error occurs again where the entries are read, and is reported there.
    Thread.detachNewThread { [self] in
      newer = try? ListSurvey(.newer, of: uri, minimum: minimum)
      ended.signal()
    }
    Thread.detachNewThread { [self] in
      older = try? ListSurvey(.older, of: uri, minimum: minimum)
      ended.signal()
    }
  }

  /// Waits for the survey; nil if there is none. Called once.
  func result() -> ListSurvey? {
    ended.wait()
    ended.wait()
    guard var survey = older, let newer else { return nil }
    survey.append(newer)
    return survey
  }
}
