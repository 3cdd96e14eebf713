import Foundation
import Testing

@testable import InboxModel

/// Requests that manage broadcast channels.
@Suite struct ChannelManagementTests {
  /// A valid request with one invalid part.
  struct Row: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let reason: String
    let path: ChannelGateway.Path
    let settings: @Sendable (inout GatewaySettings) -> Void
    let spoil: @Sendable (inout PushRequest) -> Void

    init(
      _ name: String, _ reason: String, _ path: ChannelGateway.Path,
      _ spoil: @escaping @Sendable (inout PushRequest) -> Void = { _ in },
      settings: @escaping @Sendable (inout GatewaySettings) -> Void = { _ in }
    ) {
      (testDescription, self.reason, self.path) = (name, reason, path)
      (self.settings, self.spoil) = (settings, spoil)
    }
  }

  /// The rows of a body that creates a channel.
  private static func body(_ name: String, _ reason: String, _ text: String) -> Row {
    Row(name, reason, .create) { $0 = $0.with(body: text) }
  }

  static let rows: [Row] = [
    Row("a method without meaning", "MethodNotAllowed", .create) { $0.method = "PUT" },
    Row("a list with POST", "MethodNotAllowed", .list) { $0.method = "POST" },
    Row("a broadcast with GET", "MethodNotAllowed", .broadcast) { $0.method = "GET" },
    Row("an unknown resource", "BadPath", .list) { $0.path = "/1/apps/com.example.match/topics" },
    Row("no bundle id", "BadPath", .list) { $0.path = "/1/apps//all-channels" },
    Row("a broadcast without a bundle id", "BadPath", .broadcast) {
      $0.path = "/4/broadcasts/apps/"
    },
    Row("a header twice", "DuplicateHeaders", .read) {
      $0.fields.append(HeaderField("apns-channel-id", "c2g="))
    },
    Row(
      "no provider token", "MissingProviderToken", .list, settings: { $0.isStrict = true }),
    Row("an unreadable provider token", "InvalidProviderToken", .list) {
      $0.fields.append(HeaderField("authorization", "bearer x"))
    },
    Row("a certificate of another app", "TopicMismatch", .list) {
      $0.certificate = Indirect(wrappedValue: .stub(["com.example.chat"]))
    },
    Row("an expired certificate", "BadCertificate", .list) {
      $0.certificate = Indirect(wrappedValue: .stub(until: .pushMoment - 1))
    },
    Row(
      "a certificate of the other environment", "BadCertificateEnvironment", .list,
      {
        $0.certificate = Indirect(
          wrappedValue: .stub(["com.example.match"], environments: [.development]))
      }, settings: { $0.environment = .production }),
    Row(
      "a key for other topics", "TopicDisallowed", .list,
      { $0.fields.append(HeaderField("authorization", TokenStub().header.1)) },
      settings: { $0.keys = [.stub(topics: ["com.example.chat"])] }),
    Row(
      "an unlisted app", "TopicDisallowed", .list, settings: { $0.topics = .listed }),
    Row("an apns-request-id that is no UUID", "BadMessageId", .list) {
      $0.fields.append(HeaderField("apns-request-id", "7"))
    },
    Row("a topic in place of the bundle id", "BadRequestParams", .list) {
      $0.path = "/1/apps/com.example.match.push-type.liveactivity/all-channels"
    },
    Row("characters that no bundle id has", "BadRequestParams", .list) {
      $0.path = "/1/apps/com%20example/all-channels"
    },
    Row("a bundle id over 255 bytes", "BadRequestParams", .list) {
      $0.path = "/1/apps/\(String(repeating: "a", count: 256))/all-channels"
    },
    Row(
      "an app without the capability", "FeatureNotEnabled", .create,
      settings: { $0.withoutBroadcast = ["com.example.match"] }),
    body("no body", "PayloadEmpty", ""),
    body(
      "a body that is too large", "PayloadTooLarge",
      "{\"a\":\"\(String(repeating: "x", count: 4096))\"}"),
    body("a body that is no JSON", "BadRequestPayload", "policy=1"),
    body("a body that is no object", "BadRequestPayload", "[1]"),
    body("no storage policy", "BadRequestParams", #"{"push-type":"LiveActivity"}"#),
    body(
      "an unknown storage policy", "BadRequestParams",
      #"{"message-storage-policy":2,"push-type":"LiveActivity"}"#),
    body("no push type", "MissingPushType", #"{"message-storage-policy":0}"#),
    body(
      "another push type", "InvalidPushType", #"{"message-storage-policy":0,"push-type":"Alert"}"#),
    Row("no channel", "MissingChannelId", .read) { $0.remove("apns-channel-id") },
    Row("a channel that is no base64", "BadChannelId", .delete) {
      $0.set("apns-channel-id", "a-b")
    },
    Row("a channel of more than 1,024 bytes", "BadChannelId", .read) {
      $0.set("apns-channel-id", String(repeating: "AAAA", count: 257))
    },
    Row("a channel that was never created", "ChannelNotRegistered", .delete) {
      $0.set("apns-channel-id", "bm9uZQ==")
    },
    Row("a channel of another app", "ChannelNotRegistered", .read) {
      $0.path = "/1/apps/com.example.other/channels"
    },
  ]

  @Test(arguments: rows)
  func `a request about channels with one error gets its reason and changes nothing`(row: Row)
    throws
  {
    var apns = ChannelGateway()
    let channel = try apns.create()
    row.settings(&apns.gateway.settings)
    let before = apns.gateway.channels
    var request = apns.request(row.path, channel)
    row.spoil(&request)
    let reason = RejectionReason(rawValue: row.reason)
    let answer = try apns.required(to: request)
    #expect(answer.reason == reason)
    #expect(answer.status == reason.status)
    #expect(answer.document == nil)
    #expect(apns.gateway.channels == before)
    let rejected = try #require(apns.rejected)
    #expect(rejected.because.hasSuffix("."))
    #expect(rejected.fix.hasSuffix("."))
    #expect(rejected.obstacle != nil || row.path == .broadcast)
  }

  private static let createFix =
    #"Send {"message-storage-policy":1,"push-type":"LiveActivity"} as the body."#

  @Test(arguments: ["", "{", "[]", "{\"a\":\"\(String(repeating: "x", count: 4096))\"}"])
  func `the correction for an invalid channel body creates a channel`(body: String) throws {
    var apns = ChannelGateway()
    _ = apns.answer(to: apns.request(.create).with(body: body))
    #expect(apns.rejected?.fix == Self.createFix)
    let words = try #require(apns.rejected?.fix.split(separator: " "))
    #expect(apns.answer(to: apns.request(.create).with(body: String(words[1])))?.status == 201)
  }

  @Test(arguments: ["", "{", "[]"])
  func `the correction for an invalid broadcast body is a valid broadcast`(body: String) throws {
    var apns = ChannelGateway()
    let channel = try apns.create()
    _ = apns.answer(to: apns.request(.broadcast, channel).with(body: body))
    let fix = try #require(apns.rejected?.fix)
    let example = String(fix[(try #require(fix.firstIndex(of: "{")))...].dropLast())
    let answer = apns.answer(to: apns.request(.broadcast, channel).with(body: example))
    #expect(answer?.status == 200)
  }

  @Test(arguments: ["1", "7"])
  func `a broadcast with another priority than 10 and 5, or another type, is rejected`(
    priority: String
  ) throws {
    var apns = ChannelGateway()
    let channel = try apns.create()
    var request = apns.request(.broadcast, channel)
    request.set("apns-priority", priority)
    #expect(apns.answer(to: request)?.reason == .badPriority)
    #expect(apns.rejected?.because == "The priority of a broadcast is 10 or 5, not \(priority).")
    #expect(apns.rejected?.fix == "Send apns-priority 10 or 5.")
    request.set("apns-priority", "10")
    request.set("apns-push-type", "live")
    #expect(apns.answer(to: request)?.reason == .invalidPushType)
    #expect(apns.rejected?.fix.hasPrefix("Send apns-push-type: liveactivity;") == true)
  }

  @Test func `a key of another app is named with the app in the path`() {
    var apns = ChannelGateway()
    apns.gateway.settings.keys = [.stub(topics: ["com.example.chat"])]
    var request = apns.request(.list)
    request.fields.append(HeaderField("authorization", TokenStub().header.1))
    #expect(apns.answer(to: request)?.reason == .topicDisallowed)
    #expect(
      apns.rejected?.because.hasSuffix(
        "is for “com.example.chat”, not for “com.example.match”, the app in the path.") == true)
    #expect(apns.rejected?.fix.contains("topic,") == false)
  }

  @Test func `a channel is created, read, listed and deleted`() throws {
    var apns = ChannelGateway()
    let first = try apns.create(storage: 1)
    let second = try apns.create(storage: 0)
    #expect(first != second)
    #expect(Data(base64Encoded: first)?.count == 16)
    let read = try apns.required(.read, second)
    #expect(read.status == 200)
    #expect(read.document == #"{"message-storage-policy":0,"push-type":"LiveActivity"}"#)
    let list = try apns.required(.list)
    #expect(list.document == #"{"channels":["\#(first)","\#(second)"]}"#)
    let deleted = try apns.required(.delete, first)
    #expect(deleted.status == 204)
    #expect(deleted.body == "")
    #expect(apns.answer(.read, first)?.reason == .channelNotRegistered)
    #expect(apns.rejected?.because.contains("was deleted at 2026-04-14T18:15:00") == true)
    #expect(apns.answer(.list)?.document == #"{"channels":["\#(second)"]}"#)
  }

  @Test func `responses have the request's apns-request-id or a generated one`() throws {
    var apns = ChannelGateway()
    let id = "7F3A6E2C-0000-4000-8000-00000000000A"
    var request = apns.request(.list)
    let generated = try apns.required(to: request)
    #expect(generated.apnsID == request.freshID)
    #expect(generated.isAboutChannel)
    request.set("apns-request-id", id)
    #expect(apns.answer(to: request)?.apnsID.text == id)
    request.path = "/1/apps/com.example.match/channels"
    #expect(apns.answer(to: request)?.apnsID.text == id)
  }

  @Test func `an app has 10,000 channels in each environment`() throws {
    var apns = ChannelGateway()
    let owner = BroadcastChannel.Owner(ChannelGateway.app, nil)
    for number in 1...ChannelBook.ownerLimit {
      _ = apns.gateway.channels.create(.init(owner, "c\(number)"), .none)
    }
    #expect(apns.answer(.create)?.reason == .cannotCreateChannelConfig)
    apns.gateway.settings.environment = .development
    #expect(apns.answer(.create)?.status == 201)
    apns.gateway.settings.environment = nil
    _ = apns.gateway.channels.delete(
      try #require(apns.gateway.channels[.init(owner, "c7")]), at: .pushMoment)
    #expect(apns.answer(.create)?.status == 201)
    #expect(apns.answer(.create)?.reason == .cannotCreateChannelConfig)
  }

  @Test func `a channel belongs to the environment in which it was created`() throws {
    var apns = ChannelGateway()
    apns.gateway.settings.environment = .development
    let channel = try apns.create()
    apns.gateway.settings.environment = .production
    #expect(apns.answer(.read, channel)?.reason == .channelNotRegistered)
    #expect(apns.rejected?.because.contains("in production") == true)
    #expect(apns.answer(.list)?.document == #"{"channels":[]}"#)
    apns.gateway.settings.environment = .development
    #expect(apns.answer(.read, channel)?.status == 200)
  }

  @Test func `only the last deletions are remembered`() {
    var book = ChannelBook()
    var forgotten: [String] = []
    for number in 1...ChannelBook.deletedLimit + 2 {
      let channel = book.create(.init(.init("a", nil), "c\(number)"), .none)
      if let gone = book.delete(channel, at: .pushMoment).forgotten {
        forgotten.append(gone.key.id)
      }
    }
    #expect(forgotten == ["c1", "c2"])
    #expect(book.all.count == ChannelBook.deletedLimit)
    #expect(book.count == 0)
  }

  @Test func `faults apply to requests about channels that pass the checks`() throws {
    var apns = ChannelGateway()
    for word in ["TooManyRequests", "InternalServerError", "ServiceUnavailable", "Shutdown"] {
      var rule = FaultRule()
      rule.answer = RejectionReason(rawValue: word)
      rule.next = 1
      for path in [ChannelGateway.Path.list, .broadcast] {
        _ = apns.gateway.handle(.faultAdded(rule), at: .pushMoment)
        #expect(apns.answer(.read)?.reason == .missingChannelID)
        #expect(apns.answer(path, "c2g=")?.reason?.rawValue == word)
        #expect(apns.answer(path, "c2g=")?.status == 200)
      }
    }
  }

  @Test func `each change of a channel is stored`() throws {
    var apns = ChannelGateway()
    let channel = try apns.create()
    #expect(apns.stored.map(\.key.id) == [channel])
    _ = apns.answer(.broadcast, channel)
    #expect(apns.stored.first?.message?.wrappedValue.id == 1)
    _ = apns.answer(.list)
    #expect(apns.stored.isEmpty)
    _ = apns.answer(.delete, channel)
    #expect(apns.stored.first?.deletedAt == .pushMoment)
    #expect(apns.stored.first?.message == nil)
  }
}
