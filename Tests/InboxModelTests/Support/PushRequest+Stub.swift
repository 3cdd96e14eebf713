import Foundation
import InboxModel

extension Date {
  /// The moment of the tests' pushes: 2026-04-14T18:15:00Z.
  static let pushMoment = Date(timeIntervalSince1970: 1_776_190_500)
}

extension PushRequest {
  /// Returns a push that every check accepts, strict ones too except for the provider token.
  static func stub(
    path: String = "/3/device/" + String(repeating: "ab", count: 32),
    _ headers: [(String, String)] = [
      ("apns-topic", "com.example.chat"), ("apns-push-type", "alert"),
    ],
    body: String = #"{"aps":{"alert":"Hi"}}"#, wire: Origin.Wire = .h2, at: Date = .pushMoment,
    lineID: String? = nil
  ) -> PushRequest {
    PushRequest(
      path: path, fields: headers.map { HeaderField($0.0, $0.1) }, body: Array(body.utf8),
      lineID: lineID, origin: Origin(wire: wire), receivedAt: at, freshID: "fresh")
  }
}

extension Gateway {
  /// Handles a push; returns the response.
  mutating func answer(to request: PushRequest) -> PushResponse? {
    let address = ResponseHandle(connection: 1, stream: 1)
    for case .answer(let answer, to: address) in handle(
      .pushReceived(request, reply: address), at: request.receivedAt)
    {
      return answer
    }
    return nil
  }

  /// Handles a push; returns the deliveries.
  mutating func deliveries(of request: PushRequest) -> [Delivery] {
    handle(.pushReceived(request, reply: nil), at: request.receivedAt).deliveries
  }

  /// Handles a push; returns its row of the list of rejected requests.
  mutating func rejection(of request: PushRequest) -> RejectedRequest? {
    for case .reject(let push) in handle(.pushReceived(request, reply: nil), at: request.receivedAt)
    { return push }
    return nil
  }
}

extension [Gateway.Effect] {
  /// The deliveries to the phone, in order.
  var deliveries: [Delivery] {
    compactMap { if case .deliver(let delivery) = $0 { delivery } else { nil } }
  }
}
