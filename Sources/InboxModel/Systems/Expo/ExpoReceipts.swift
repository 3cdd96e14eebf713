import Foundation

/// The receipts of sent notifications by the identifier of their ticket, for 24 hours (Expo, "Send
/// notifications with the Expo Push Service", "Check push receipts for errors"). They are not
/// stored.
struct ExpoReceipts: Equatable, Sendable {
  /// The time in seconds for which a receipt is available.
  static let lifetime: TimeInterval = 86_400
  /// The maximum number of receipts; the oldest are removed first.
  static let limit = 10_000

  private struct Receipt: Equatable {
    var at: Date
    /// The error; nil for a notification that APNs accepted.
    var error: ExpoError?
  }

  private var receipts: [APNSID: Receipt] = [:]
  /// The identifiers, oldest first; those before `first` are removed.
  private var identifiers: [APNSID] = []
  private var first = 0

  /// Adds the receipt of a notification.
  mutating func add(_ id: APNSID, _ error: ExpoError?, at now: Date) {
    receipts[id] = Receipt(at: now, error: error)
    identifiers.append(id)
    guard identifiers.count - first > Self.limit else { return }
    receipts[identifiers[first]] = nil
    first += 1
    guard first >= Self.limit else { return }
    identifiers.removeFirst(first)
    first = 0
  }

  /// Returns the JSON text of the response to a request for receipts. Those that do not exist are
  /// omitted.
  func document(for ids: [String], at now: Date) -> String {
    var data = JSONObject()
    for id in ids {
      guard let receipt = receipts[APNSID(id)],
        now.timeIntervalSince(receipt.at) < Self.lifetime, data[id] == nil
      else { continue }
      data.members.append(.init(key: id, value: receipt.error?.result ?? ["status": "ok"]))
    }
    return JSONWriter.text(["data": .object(data)])
  }
}
