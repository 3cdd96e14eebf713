import Foundation

@testable import InboxModel

extension Delivery {
  /// Returns a push as the phone receives it. The payload is the `aps` object as JSON, and the text
  /// beside it with its comma: `,"sender":"Ann"`.
  static func stub(
    _ id: Int = 1, app: BundleID = "com.example.chat", aps: String = #"{"alert":"Hi"}"#,
    type: PushType? = nil, topic: String? = nil, collapseID: CollapseID? = nil,
    at: Date = Moment.start, fate: TransitInfo.Fate = .delivered, beside custom: String = ""
  ) throws -> Delivery {
    let payload = try Payload.read(Array(#"{"aps":\#(aps)\#(custom)}"#.utf8)).get()
    var transit = TransitInfo()
    transit.fate = fate
    return Delivery(
      id: NotificationID(rawValue: id), apnsID: "apns-\(id)",
      requestID: RequestID(collapseID?.text ?? "apns-\(id)"), app: app, topic: topic ?? app.text,
      token: .local, headers: PushHeaders(pushType: type, collapseID: collapseID),
      payload: payload, origin: Origin(wire: .h2), receivedAt: at, transit: transit)
  }
}

extension Delivery {
  /// Returns the push after its arrival at the phone, without delay and in the order of its number.
  func arrived() -> Delivery {
    var push = self
    push.arrival = Arrival(inOrder: self.id)
    push.deliveredAt = self.transit.fate == .delivered ? self.receivedAt : nil
    return push
  }
}

/// The moments of tests.
enum Moment {
  /// Tuesday 14 April 2026, 18:00 UTC.
  static let start = at("2026-04-14T18:00:00Z")

  /// A moment as RFC 3339.
  static func at(_ text: String) -> Date {
    guard let date = Timestamp.date(text) else { preconditionFailure("no moment: \(text)") }
    return date
  }
}

extension PresentationContext {
  /// Returns a context with a change.
  static func stub(_ change: (inout PresentationContext) -> Void = { _ in }) -> PresentationContext
  {
    var phone = PresentationContext()
    phone.at = Moment.start
    change(&phone)
    return phone
  }
}

extension Phone {
  /// Returns a phone with changed settings.
  static func stub(_ change: (inout PhoneSettings) -> Void = { _ in }) -> Phone {
    var settings = PhoneSettings()
    change(&settings)
    return Phone(settings: settings)
  }

  /// Delivers pushes at the moments they were received.
  @discardableResult
  mutating func deliver(_ pushes: Delivery...) -> [Phone.Effect] {
    pushes.flatMap { handle(.delivered($0), at: $0.receivedAt) }
  }
}

extension [Phone.Effect] {
  /// The emitted events, in order.
  var events: [InboxEvent.Kind] {
    compactMap { if case .emit(let event) = $0 { event.kind } else { nil } }
  }

  /// The stored changes, in order.
  var stored: [Phone.Change] {
    compactMap { if case .store(let change) = $0 { change } else { nil } }
  }

  /// The numbers of rings.
  var rings: [Int] { compactMap { if case .ring(let times) = $0 { times } else { nil } } }

  /// The record of the push that arrived.
  var record: PushRecord? {
    stored.lazy.compactMap { if case .insert(let record) = $0 { record } else { nil } }
      .first
  }
}

extension [Effect] {
  /// The emitted events, in order.
  var events: [InboxEvent.Kind] {
    compactMap { if case .emit(let event) = $0 { event.kind } else { nil } }
  }

  /// The stored changes, in order.
  var stored: [StoreChange] {
    compactMap { if case .store(let change) = $0 { change } else { nil } }
  }

  /// The numbers of rings.
  var rings: [Int] { compactMap { if case .ring(let times) = $0 { times } else { nil } } }

  /// The record of the push that arrived.
  var record: PushRecord? {
    stored.lazy.compactMap { if case .phone(.insert(let record)) = $0 { record } else { nil } }
      .first
  }
}
