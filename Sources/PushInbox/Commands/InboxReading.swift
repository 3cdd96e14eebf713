import Foundation
import InboxModel

/// What `ls`, `show` and `why` read: the running inbox, or the store of one that does not run.
@MainActor
struct InboxReading {
  let device: Device
  let store: Store
  let rejected: Int
  let isOnline: Bool
  let now: Date

  /// The running inbox.
  init(_ runtime: AppRuntime) {
    device = runtime.system.device
    store = runtime.store
    rejected = runtime.system.gateway.refusedCount
    isOnline = runtime.system.gateway.isDeviceOnline
    now = runtime.clock.now
  }

  /// A store nobody has open.
  init(store: Store, settings: PhoneSettings) throws {
    let snapshot = try store.snapshot()
    self.store = store
    now = Date()
    var device = Device(settings: settings, snapshot: snapshot)
    // What was due meanwhile is not carried out by somebody who only looks, but the clock is today's.
    _ = device.handle(.timePassed(now))
    self.device = device
    let gateway = Gateway(snapshot: snapshot)
    rejected = gateway.refusedCount
    isOnline = gateway.isDeviceOnline
  }

  /// Reads the words of a command line as a filter.
  func filter(_ words: [String]) throws -> Filter {
    try Filter(
      words.joined(separator: " "), now: now, timeZone: device.settings.device.timeZone)
  }

  /// The refused push a person means by `R9`; nil for any other word.
  func refused(_ text: String?) throws -> RefusedPush? {
    guard let text, text.first == "R", let number = Int(text.dropFirst()) else { return nil }
    return try store.refused(number: number)
  }

  /// The push a person means by a number, an apns-id or a request identifier.
  func record(_ text: String) throws -> PushRecord {
    guard let id = try store.find(text), let record = try store.record(id) else {
      throw ErrorMessage("no push is known as “\(text)”; see pushinbox ls", .failure)
    }
    return record
  }
}
