import Foundation
import InboxModel

/// The inbox that `ls`, `show` and `why` read: the running inbox, or the store of one that does not run.
@MainActor
struct InboxReading {
  let device: Phone
  let store: Store
  let rejectedCount: Int
  let isOnline: Bool
  let now: Date
  private let savedFilters: [String: String]

  /// The running inbox.
  init(_ runtime: AppRuntime) {
    device = runtime.system.device
    store = runtime.store
    rejectedCount = runtime.system.gateway.listedRejectedCount
    isOnline = runtime.system.gateway.isDeviceOnline
    now = runtime.clock.now
    savedFilters = runtime.configuration.filters
  }

  /// A store nobody has open.
  init(store: Store, configuration: Configuration) throws {
    let snapshot = try store.snapshot()
    self.store = store
    now = Date()
    savedFilters = configuration.filters
    var device = Phone(settings: configuration.phone, snapshot: snapshot)
    // What was due meanwhile is not carried out by somebody who only looks, but the clock is today's.
    _ = device.handle(.timePassed, at: now)
    self.device = device
    let gateway = Gateway(snapshot: snapshot)
    rejectedCount = gateway.listedRejectedCount
    isOnline = gateway.isDeviceOnline
  }

  /// The payload of a push exactly as it came.
  func payload(of id: NotificationID) -> [UInt8]? { try? store.payload(of: id) }

  /// Reads the words of a command line as a filter.
  func filter(_ words: [String]) throws(ErrorMessage) -> Filter {
    try Self.filter(words, now: now, timeZone: device.settings.device.timeZone, saved: savedFilters)
  }

  /// The same where there is nothing to read yet.
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

  /// The rejected push a person means by `R9`; nil for any other word.
  func rejected(_ text: String?) throws -> RejectedRequest? {
    try text.flatMap(Self.rejectedNumber).flatMap { try store.rejected(number: $0) }
  }

  /// The number of `R9`; nil for any other word.
  static func rejectedNumber(_ text: String) -> Int? {
    guard text.first == "R", text.dropFirst().allSatisfy({ ("0"..."9").contains($0) }) else {
      return nil
    }
    return Int(text.dropFirst())
  }

  /// The rejected push that is newer than all that were accepted; nil where an accepted one is the newest.
  func lastRejected() throws -> RejectedRequest? {
    guard let rejected = try store.rejected(limit: 1).first else { return nil }
    let newest = try store.newest().flatMap { try store.record($0) }
    let isOlder = newest.map { rejected.at < $0.notification.receivedAt } ?? false
    return isOlder ? nil : rejected
  }

  /// The push a person means by a number, an apns-id, a request identifier or `last`.
  func record(_ text: String) throws -> PushRecord {
    let id = try text == CommandTable.newestPush ? store.newest() : store.find(text)
    guard let id, let record = try store.record(id) else {
      if let push = device.atExtension(called: text) {
        throw ErrorMessage(
          "#\(push.id.rawValue) waits at the extension of \(device.appName(push.app)): nothing is"
            + " decided about it yet", .failure)
      }
      if let rejected = try rejected(text) {
        throw ErrorMessage(
          "R\(rejected.number) was refused (\(rejected.reason)), so that nothing of it is on the "
            + "phone; see pushinbox show R\(rejected.number)", .failure)
      }
      if text == CommandTable.newestPush {
        throw ErrorMessage("no push is known yet; send one with pushinbox send TEXT", .failure)
      }
      throw ErrorMessage("no push is known as “\(text)”; see pushinbox ls", .failure)
    }
    return record
  }
}
