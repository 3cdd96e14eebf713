import Foundation
import InboxModel

/// The data of `ls`, `show` and `why`: that of the running inbox, or of a store that no inbox has
/// open.
@MainActor
struct InboxReading {
  let device: Phone
  let store: Store
  let rejectedCount: Int
  let isOnline: Bool
  let now: Date
  private let savedFilters: [String: String]
  /// Returns whether the numbers of pushes still mean the same ones: not after a reset, nor after
  /// the end of the inbox.
  let isCurrent: () -> Bool

  /// Creates a reading of the running inbox.
  init(_ runtime: AppRuntime) {
    device = runtime.system.device
    store = runtime.store
    rejectedCount = runtime.system.gateway.listedRejectedCount
    isOnline = runtime.system.gateway.isDeviceOnline
    now = runtime.clock.now
    savedFilters = runtime.configuration.filters
    let count = runtime.resetCount
    isCurrent = { [weak runtime] in runtime?.resetCount == count }
  }

  /// Creates a reading of a store that no inbox has open.
  init(store: Store, configuration: Configuration) throws {
    let snapshot = try store.snapshot()
    self.store = store
    now = Date()
    savedFilters = configuration.filters
    isCurrent = { true }
    var device = Phone(settings: configuration.phone, snapshot: snapshot)
    // The time is the current one, but due events are not carried out, since reading changes
    // nothing.
    _ = device.handle(.timePassed, at: now)
    self.device = device
    let gateway = Gateway(snapshot: snapshot)
    rejectedCount = gateway.listedRejectedCount
    isOnline = gateway.isDeviceOnline
  }

  /// The names of the saved filters, sorted.
  var filterNames: [String] { savedFilters.keys.sorted() }

  /// Returns the payload of a push exactly as received.
  func payload(of id: NotificationID) -> [UInt8]? { try? store.payload(of: id) }

  /// Parses the words of a command line as a filter.
  func filter(_ words: [String]) throws(ErrorMessage) -> Filter {
    try Self.filter(words, now: now, timeZone: device.settings.device.timeZone, saved: savedFilters)
  }

  /// Parses a filter where there is no inbox to read.
  static func filter(
    _ words: [String], now: Date, timeZone: TimeZone, saved: [String: String]
  ) throws(ErrorMessage) -> Filter {
    let text = words.joined(separator: " ")
    do throws(FilterError) {
      return try Filter(text, now: now, timeZone: timeZone, saved: saved)
    } catch {
      throw ErrorMessage(error, in: text)
    }
  }

  /// Returns the rejected push that `R9` names, or the newest one with an apns-id that no accepted
  /// push has; nil for any other word.
  func rejected(_ text: String?) throws -> RejectedRequest? {
    guard let text else { return nil }
    if let number = Self.rejectedNumber(text) { return try store.rejected(number: number) }
    guard UUID(uuidString: text) != nil, try store.find(text) == nil else { return nil }
    return try store.rejected(apnsID: text)
  }

  /// Returns the number of `R9`; nil for any other word.
  static func rejectedNumber(_ text: String) -> Int? {
    guard text.first == "R", text.dropFirst().allSatisfy({ ("0"..."9").contains($0) }) else {
      return nil
    }
    return Int(text.dropFirst())
  }

  /// Returns the rejected push that is newer than all accepted ones; nil if the newest push was
  /// accepted.
  func lastRejected() throws -> RejectedRequest? {
    guard let rejected = try store.rejected(limit: 1).first else { return nil }
    let newest = try store.newest().flatMap { try store.record($0) }
    let isOlder = newest.map { rejected.at < $0.notification.receivedAt } ?? false
    return isOlder ? nil : rejected
  }

  /// Returns the Live Activity that `A3` names; nil for none and for any other word.
  func card(named text: String) -> ActivityCard? {
    ActivityID(text).flatMap { device.activities[$0] }
  }

  /// Returns the push that a number, an apns-id, a request identifier or `last` names; the newest
  /// one of a Live Activity such as `A3`.
  func record(_ text: String) throws -> PushRecord {
    let card = card(named: text)
    let id =
      try text == CommandTable.newestPush
      ? store.newest() : store.find(text) ?? card?.newestPush
    guard let id, let record = try store.record(id) else {
      if let push = device.atExtension(called: text) {
        throw ErrorMessage.waitsForExtension(push.id, of: device.appName(push.app))
      }
      if let card { throw ErrorMessage.noPush(of: card, device.appName(card.app)) }
      if ActivityID(text) != nil { throw ErrorMessage.noCard(text) }
      if let rejected = try rejected(text) { throw ErrorMessage.wasRejected(rejected) }
      if let number = Self.rejectedNumber(text) { throw ErrorMessage.noRejected(number) }
      if text == CommandTable.newestPush { throw ErrorMessage.noPushYet }
      throw ErrorMessage.noPush(named: text)
    }
    return record
  }
}
