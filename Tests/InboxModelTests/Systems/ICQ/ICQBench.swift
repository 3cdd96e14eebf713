import Foundation
import Testing

@testable import InboxModel

/// The ICQ server with a phone, as senders and the user use them.
struct ICQBench {
  static let app: BundleID = "com.example.icq"
  static let token = String(repeating: "ab", count: 32)
  /// The parameters, without the fields that a test is about.
  static let parameters: JSONObject = [
    "uin": "222222", "mobile": true, "notifyMode": "applePushNotification",
    "iPhoneDevToken": .string(token), "iPhoneBundleId": "com.example.icq", "iPhoneSound": "IM",
    "iPhoneLocKey": "IM2", "iPhoneBadge": true, "iPhoneLocArgs": "srcId,destName,message",
  ]

  private(set) var system: PushSystem
  private(set) var effects: [Effect] = []
  private(set) var now = Moment.start
  private var count = 0

  init() {
    system = PushSystem(device: Phone(settings: PhoneSettings()))
    handle(.timePassed, at: now)
  }

  /// Continues from the stored state of another bench, as after a restart.
  init(restarting other: ICQBench) {
    self = other
    system = PushSystem(
      gateway: GatewaySettings(), phone: other.system.device.settings,
      snapshot: other.system.snapshot)
  }

  mutating func handle(_ event: PushSystem.Event, at moment: Date) {
    effects += system.handle(event, at: moment)
  }

  mutating func advance(_ seconds: TimeInterval) {
    now += seconds
    system.advance(to: now, &effects)
  }

  /// Sends a request; returns the body and the status of the response.
  @discardableResult
  mutating func ask(
    _ matter: ICQRequest.Matter, _ body: String = ""
  ) throws -> (status: Int, body: JSONObject) {
    count += 1
    let (start, reply) = (effects.count, ResponseHandle(connection: 1, stream: count))
    let request = ICQRequest(
      matter, body: Array(body.utf8), origin: Origin(wire: .h1, transport: "clear"),
      receivedAt: now, freshID: "fresh-\(count)")
    handle(.icq(request, reply: reply), at: request.receivedAt)
    let answers = effects[start...].compactMap { effect -> PushResponse? in
      if case .answer(let answer, reply) = effect { answer } else { nil }
    }
    let answer = try #require(answers.first)
    #expect(answers.count == 1)
    #expect(answer.apnsID == "")
    let document = try JSONReader.read(Array(answer.body.utf8)).root
    return (answer.status, try #require(document.object))
  }

  /// Logs in on the phone, with changed parameters; nil omits a field.
  @discardableResult
  mutating func logIn(_ changes: [String: JSONValue?] = [:]) throws -> JSONObject {
    var body = Self.parameters
    for (key, value) in changes { body[key] = value }
    let answer = try ask(.session, JSONWriter.text(.object(body)))
    #expect(answer.status == 200)
    return answer.body
  }

  /// Starts or logs out another client of the same user.
  @discardableResult
  mutating func start(_ client: String = "desktop", logout: Bool = false) throws -> JSONObject {
    try ask(.session, #"{"uin":"222222","client":"\#(client)","logout":\#(logout)}"#).body
  }

  @discardableResult
  mutating func message(
    from sender: String = "111111", _ text: String = "some_text_here"
  ) throws -> String? {
    let body: JSONObject = [
      "kind": "message", "from": .string(sender), "to": "222222", "text": .string(text),
    ]
    return try ask(.event, JSONWriter.text(.object(body))).body["became"]?.string
  }

  @discardableResult
  mutating func authorisation(from sender: String, _ names: JSONObject = [:]) throws -> String? {
    var body: JSONObject = [
      "kind": "authorisation", "from": .string(sender), "to": "222222",
    ]
    for member in names.members { body[member.key] = member.value }
    return try ask(.event, JSONWriter.text(.object(body))).body["became"]?.string
  }

  /// Opens or closes the phone's client.
  mutating func show(_ state: AppRunState) {
    handle(.changed(.appState(Self.app, state)), at: now)
  }

  // MARK: Results

  /// The payloads of the pushes that the phone received, in order.
  var pushes: [String] {
    effects.stored.compactMap { change in
      guard case .phone(.insert(let record)) = change else { return nil }
      return String(decoding: record.delivery.payload.bytes, as: UTF8.self)
    }
  }

  /// The last push that the phone received; nil for none.
  var lastPush: Delivery? { effects.lastRecord?.delivery }

  /// The events about users, in order.
  var news: [ICQNews.Kind] {
    effects.events.compactMap { if case .guest(.icq(let news)) = $0 { news.kind } else { nil } }
  }

  /// The rejected requests and pushes, in order.
  var rejections: [RejectedRequest] {
    effects.stored.compactMap {
      if case .gateway(.rejected(let push)) = $0 { push } else { nil }
    }
  }

  var account: ICQAccount? { UIN(rawValue: "222222").flatMap { system.icq.accounts[$0] } }
}

extension [Effect] {
  fileprivate var lastRecord: PushRecord? {
    stored.reversed().lazy.compactMap {
      if case .phone(.insert(let record)) = $0 { record } else { nil }
    }.first
  }
}
