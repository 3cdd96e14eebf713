import Foundation

@testable import InboxModel

/// The Expo push service with a phone, as senders and the user use them.
struct ExpoBench: GuestBench {
  static let token = "ExponentPushToken[bk3RNwTe3H0_CI2k-HHwgQ]"
  static let app: BundleID = "com.example.expo"

  var system: PushSystem
  var records: [PushRecord] = []
  var rejected: [RejectedRequest] = []
  var now = Date.pushMoment
  private var sent = 0

  init(tokenRate: PushRate? = nil, _ change: (inout PhoneSettings) -> Void = { _ in }) {
    system = Self.makeSystem(tokenRate: tokenRate, change)
    handle(.timePassed, at: now)
  }

  mutating func fault(_ words: String...) throws {
    handle(.gateway(.faultAdded(try FaultRule(words: words))), at: now)
  }

  /// Sends a body; returns the response.
  @discardableResult
  mutating func send(_ body: String, path: String = ExpoRequest.sendPath) -> PushResponse {
    sent += 1
    let bytes = Array(body.utf8)
    let request = PushRequest(
      ExpoRequest(path: path, body: bytes), path: path, body: bytes,
      origin: Origin(wire: .h2), receivedAt: now, freshID: APNSID("E\(sent)"))
    let address = ResponseHandle(connection: 1, stream: sent)
    for case .answer(let answer, to: address) in handle(
      .gateway(.pushReceived(request, reply: address)), at: now)
    {
      return answer
    }
    return PushResponse(status: 0, document: "")
  }

  /// Sends a message to the token, with these further fields.
  @discardableResult
  mutating func send(fields: String, to token: String = Self.token) -> PushResponse {
    send(#"{"to":"\#(token)",\#(fields)}"#)
  }

  /// Returns the receipts of tickets.
  mutating func receipts(_ ids: [String]) -> JSONObject {
    let list = ids.map { "\"\($0)\"" }.joined(separator: ",")
    let answer = send(#"{"ids":[\#(list)]}"#, path: ExpoRequest.receiptsPath)
    return answer.json?["data"]?.object ?? ["no": "data"]
  }

  var last: PushRecord? { records.last }
}

extension PushResponse {
  /// The document as an object.
  var json: JSONObject? {
    document.flatMap { try? JSONReader.read(Array($0.utf8)) }?.root.object
  }

  /// The tickets, also of a response with one.
  var tickets: [JSONObject] {
    guard let data = json?["data"] else { return [] }
    return (data.array ?? [data]).compactMap(\.object)
  }

  /// The code of the error of the whole request; nil for none.
  var expoCode: String? { json?["errors"]?.array?.first?.object?["code"]?.string }
}
