import Foundation
@testable import InboxModel
import Testing

/// A listed device token with one invalid part per row.
@Suite struct ListedDeviceTests {
  struct Row: CustomTestStringConvertible, Sendable {
    let name: String
    let reason: String?
    let because: String
    let topic: String
    let device: ListedDevice

    var testDescription: String { name }

    init(
      _ name: String, _ reason: String? = nil, because: String = "",
      topic: String = "com.example.chat", _ spoil: (inout ListedDevice) -> Void = { _ in }
    ) {
      self.name = name
      self.reason = reason
      self.because = because
      self.topic = topic
      var device = ListedDevice(token: .listed, topic: "com.example.chat")
      spoil(&device)
      self.device = device
    }
  }

  private static let since = Date.pushMoment.addingTimeInterval(-3600)

  @Test(arguments: rows) func `a listed device is accepted or rejected according to its entry`(
    row: Row
  ) {
    var settings = GatewaySettings()
    settings.environment = .production
    settings.devices = [row.device.token: row.device]
    var gateway = Gateway(settings: settings)
    let request = PushRequest.stub(path: "/3/device/ABCD", [("apns-topic", row.topic)])
    let answer = gateway.answer(to: request)
    #expect(answer?.reason?.rawValue == row.reason)
    #expect(answer?.status == row.reason.map { RejectionReason(rawValue: $0).status } ?? 200)
    let isGone = answer?.status == 410
    #expect(answer?.timestamp == (isGone ? row.device.since ?? .pushMoment : nil))
    if let rejected = gateway.rejection(of: request) {
      #expect(row.because.isEmpty || rejected.because.contains(row.because))
      #expect(rejected.fix.hasSuffix("."))
    }
    // Other tokens are not listed.
    #expect(gateway.answer(to: .stub(path: "/3/device/ab"))?.reason == nil)
  }

  static let rows: [Row] = [
    Row("active"),
    Row("of this environment") { $0.environment = .production },
    Row("for calls", topic: "com.example.chat.voip") { $0.topic = "com.example.chat.voip" },
    Row(
      "of the other environment", "BadDeviceToken",
      because: "The device token is one of development, this gateway is production."
    ) { $0.environment = .development },
    Row(
      "of another app", "DeviceTokenNotForTopic",
      because: "was registered for “com.example.chat”, apns-topic is “com.example.mail”.",
      topic: "com.example.mail"),
    Row(
      "a call to the token for alerts", "DeviceTokenNotForTopic", topic: "com.example.chat.voip"),
    Row("an alert to the token for calls", "DeviceTokenNotForTopic") {
      $0.topic = "com.example.chat.voip"
    },
    Row("uninstalled", "Unregistered", because: "as reported at 2026-04-14T17:15:00.000Z.") {
      ($0.state, $0.since) = (.unregistered, since)
    },
    Row("uninstalled just now", "Unregistered") { $0.state = .unregistered },
    Row("expired", "ExpiredToken", because: "expired at 2026-04-14T17:15:00.000Z.") {
      ($0.state, $0.since) = (.expired, since)
    },
    Row("forbidden", "Forbidden") { $0.state = .forbidden },
    Row("uninstalled, for another app", "DeviceTokenNotForTopic", topic: "com.example.mail") {
      $0.state = .unregistered
    },
  ]
}

extension DeviceToken {
  fileprivate static let listed = DeviceToken(hex: "abcd") ?? .local
}
