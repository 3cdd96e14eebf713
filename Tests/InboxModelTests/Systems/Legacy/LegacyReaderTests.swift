import Foundation
import Testing

@testable import InboxModel

/// The binary interface's frames (`docs/reference/binary-interface.md`).
@Suite struct LegacyReaderTests {
  private typealias Vectors = LegacyVectors

  /// Returns the frames of a byte stream, and the error that ends them.
  private static func read(
    _ bytes: [UInt8], inPieces size: Int = .max
  ) -> (frames: [LegacyFrame], fault: LegacyFault?, rest: Int) {
    var (reader, frames, start) = (LegacyReader(), [LegacyFrame](), 0)
    while start < bytes.count {
      let end = size < bytes.count - start ? start + size : bytes.count
      reader.append(bytes[start..<end])
      start = end
      do throws(LegacyFault) {
        while let frame = try reader.next() { frames.append(frame) }
      } catch {
        return (frames, error, reader.count + bytes.count - end)
      }
    }
    return (frames, nil, reader.count)
  }

  private static let hi = Array(Vectors.payload.utf8)

  @Test(
    arguments: [
      (Vectors.simple, LegacyFrame(.simple, token: Vectors.token, payload: hi)),
      (
        Vectors.enhanced,
        LegacyFrame(
          .enhanced, identifier: 42, expiration: 1_767_225_600, token: Vectors.token, payload: hi)
      ),
      (
        Vectors.framed,
        LegacyFrame(
          .framed, identifier: 42, expiration: 1_767_225_600, priority: 10, token: Vectors.token,
          payload: hi)
      ),
    ])
  func `each command is parsed, whole or byte by byte`(
    bytes: [UInt8], frame: LegacyFrame
  ) {
    for size in [bytes.count, 1, 2, 7] {
      let found = Self.read(bytes + bytes, inPieces: size)
      #expect(found.frames == [frame, frame])
      #expect(found.fault == nil && found.rest == 0)
    }
  }

  @Test func `items are accepted in any order, and some may be absent`() {
    let frame = Self.read(Vectors.frame((2, Self.hi), (1, Vectors.token))).frames.first
    #expect(frame == LegacyFrame(.framed, token: Vectors.token, payload: Self.hi))
  }

  struct Spoilt: CustomTestStringConvertible, Sendable {
    var testDescription: String
    var bytes: [UInt8]
    var packet: [UInt8]?

    init(_ name: String, _ bytes: [UInt8], _ packet: String?) {
      testDescription = name
      self.bytes = bytes
      self.packet = packet.map(LegacyVectors.bytes)
    }
  }

  private static let number: (UInt8, [UInt8]) = (3, Vectors.number(7))
  private static let body: (UInt8, [UInt8]) = (2, hi)
  private static let device: (UInt8, [UInt8]) = (1, Vectors.token)

  static let spoilt = [
    Spoilt("no token, command 0", [0, 0, 0], nil),
    Spoilt("a token of 64 digits, command 0", [0, 0, 64], nil),
    Spoilt("APL-07 257 bytes, command 0", [0, 0, 32] + Vectors.token + [1, 1], nil),
    Spoilt("no token, command 1", Vectors.enhanced(7, token: []), "08 02 00 00 00 07"),
    Spoilt(
      "a token of 33 bytes, command 1", Vectors.enhanced(7, token: Vectors.token + [0]),
      "08 05 00 00 00 07"),
    Spoilt("no payload, command 1", Vectors.enhanced(7, ""), "08 04 00 00 00 07"),
    Spoilt(
      "APL-07 257 bytes, command 1", Vectors.enhanced(7, String(repeating: "x", count: 257)),
      "08 07 00 00 00 07"),
    Spoilt("no item 1", Vectors.frame(body, number), "08 02 00 00 00 07"),
    Spoilt("an empty item 1", Vectors.frame((1, []), body, number), "08 02 00 00 00 07"),
    Spoilt(
      "a token of 31 bytes", Vectors.frame((1, Array(Vectors.token.dropLast())), body, number),
      "08 05 00 00 00 07"),
    Spoilt("no item 2", Vectors.frame(device, number), "08 04 00 00 00 07"),
    Spoilt(
      "2,049 bytes", Vectors.frame(device, (2, Array(repeating: 0x20, count: 2049)), number),
      "08 07 00 00 00 07"),
    Spoilt(
      "the maximum encodable length",
      Vectors.frame(device, (2, Array(repeating: 0x20, count: 65_535)), number), "08 07 00 00 00 07"
    ),
    Spoilt(
      "both lengths invalid, the token is reported", Vectors.frame((1, [1]), number),
      "08 05 00 00 00 07"),
    Spoilt("priority 7", Vectors.frame(device, body, number, (5, [7])), "08 80 00 00 00 07"),
    Spoilt("command 7", [7], "08 80 00 00 00 00"),
    Spoilt("HTTP", Array("POST / HTTP/1.1".utf8), "08 80 00 00 00 00"),
    Spoilt(
      "item 2 longer than the frame",
      [2] + Vectors.number(7 + 5) + [3, 0, 4, 0, 0, 0, 7, 2, 255, 255, 1, 2], "08 80 00 00 00 07"),
    Spoilt("half an item", [2] + Vectors.number(2) + [1, 0], "08 80 00 00 00 00"),
    Spoilt("an item twice", Vectors.frame(number, body, body), "08 80 00 00 00 07"),
    Spoilt("item 6", Vectors.frame(number, (6, [1])), "08 80 00 00 00 07"),
    Spoilt("an identifier of two bytes", Vectors.frame((3, [1, 2])), "08 80 00 00 00 00"),
    Spoilt("an empty frame", [2, 0, 0, 0, 0], "08 02 00 00 00 00"),
    Spoilt("a frame of 4 GB", [2, 255, 255, 255, 255], "08 80 00 00 00 00"),
  ]

  @Test(arguments: spoilt)
  func `an invalid frame has its status, and later bytes are not parsed`(row: Spoilt) {
    let good = Vectors.enhanced(1)
    for size in [1, .max] {
      let found = Self.read(good + row.bytes + good, inPieces: size)
      #expect(found.frames.map(\.identifier) == [1])
      #expect(found.fault != nil)
      #expect(found.fault?.packet == row.packet)
      #expect(found.rest >= good.count)
    }
  }

  @Test func `APL-07 a payload of 256 bytes is accepted`() {
    let text = String(repeating: "x", count: 256)
    let simple = [0, 0, 32] + Vectors.token + [1, 0] + Array(text.utf8)
    for bytes in [simple, Vectors.enhanced(7, text)] {
      let found = Self.read(bytes, inPieces: .max)
      #expect(found.frames.count == 1 && found.fault == nil)
    }
  }

  @Test func `every row for people has a cause and a correction`() {
    for row in Self.spoilt {
      let rejected = Self.read(row.bytes).fault?.rejection(
        origin: Origin(wire: .legacy), at: .pushMoment)
      #expect(rejected?.because.hasSuffix(".") == true && rejected?.fix.hasSuffix(".") == true)
      #expect(rejected?.status == row.packet.map { Int($0[1]) })
      // The correction for a valid command does not suggest another one.
      let isCommand = row.bytes.first.map { $0 <= 2 } == true
      #expect(rejected?.fix.hasPrefix("Send frames of command") == !isCommand)
    }
  }

  @Test func `an incomplete frame waits for more bytes`() {
    for bytes in Vectors.all {
      for count in 1..<bytes.count {
        let found = Self.read(Array(bytes.prefix(count)))
        #expect(found.frames.isEmpty && found.fault == nil && found.rest == count)
      }
    }
  }

  @Test func `no single wrong byte, prefix or cut traps or retains later bytes`() {
    for bytes in Vectors.all {
      for index in bytes.indices {
        for value in UInt8.min...UInt8.max {
          var spoilt = bytes
          spoilt[index] = value
          let whole = Self.read(spoilt + Vectors.simple)
          let pieces = Self.read(spoilt + Vectors.simple, inPieces: 3)
          #expect(whole.frames == pieces.frames && whole.fault == pieces.fault)
          for frame in whole.frames {
            #expect(frame.token.count == 32)
            #expect((1...frame.command.payloadLimit).contains(frame.payload.count))
          }
        }
      }
    }
  }

  @Test func `random bytes are frames, an error, or incomplete`() {
    var generator = SplitMix64(seed: 8)
    for _ in 0..<2_000 {
      let head = Vectors.all[Int(generator.next() % 3)].prefix(Int(generator.next() % 60))
      let tail = (0..<Int(generator.next() % 200)).map { _ in
        UInt8(truncatingIfNeeded: generator.next())
      }
      let found = Self.read(head + tail, inPieces: 5)
      #expect(found.rest <= head.count + tail.count)
    }
  }

  // MARK: As an HTTP request

  private func request(_ bytes: [UInt8], topic: String? = "a.b") throws -> PushRequest {
    try #require(Self.read(bytes).frames.first).request(
      topic: topic, origin: Origin(wire: .legacy), receivedAt: .pushMoment, freshID: "fresh")
  }

  @Test func `a frame becomes a push with its values`() throws {
    let framed = try request(Vectors.framed)
    #expect(framed.path == "/3/device/" + (0..<32).map { String(format: "%02x", $0) }.joined())
    #expect(
      framed.fields == [
        HeaderField("apns-topic", "a.b"), HeaderField("apns-expiration", "1767225600"),
        HeaderField("apns-priority", "10"),
      ])
    #expect(framed.body == Self.hi)
    #expect(try request(Vectors.simple, topic: nil).fields == [])
  }

  @Test(arguments: [
    (0, "0"), (1_767_225_600, "1767225600"), (0x8000_0000, "0"), (0xFFFF_FFFF, "0"),
  ])
  func `an expiration of zero or less means one attempt`(seconds: Int, header: String) throws {
    let fields = try request(Vectors.enhanced(1, expires: seconds)).fields
    #expect(fields.last == HeaderField("apns-expiration", header))
  }

  @Test(arguments: [
    ("BadRequestPayload", 1), ("MissingDeviceToken", 2), ("MissingTopic", 3), ("PayloadEmpty", 4),
    ("BadTopic", 6), ("PayloadTooLarge", 7), ("BadDeviceToken", 8), ("DeviceTokenNotForTopic", 8),
    ("Shutdown", 10), ("BadPriority", 128), ("TooManyRequests", 255), ("NoSuchReason", 255),
  ])
  func `a reason of the service has its status`(reason: String, status: UInt8) {
    #expect(LegacyStatus(RejectionReason(rawValue: reason)).rawValue == status)
  }

  @Test func `the statuses have the numbers of the specification`() {
    #expect(
      LegacyStatus.allCases.map(\.rawValue) == [0, 1, 2, 3, 4, 5, 6, 7, 8, 10, 128, 255])
    #expect(LegacyStatus.invalidToken.packet(42) == [8, 8, 0, 0, 0, 42])
  }

  @Test func `the gateway rejects a push with a status, strict or not`() {
    let request = PushRequest.stub([], wire: .legacy)
    var gateway = Gateway(settings: GatewaySettings(isStrict: true))
    #expect(gateway.rejection(of: request)?.status == 3, "nothing names the app")
    gateway.settings.isStrict = false
    #expect(gateway.deliveries(of: request).first?.app == "com.example.app")
    #expect(gateway.rejection(of: .stub([], body: "[]", wire: .legacy))?.status == 1)
    let hurried = PushRequest.stub(
      [("apns-topic", "a.b"), ("apns-priority", "10")], body: #"{"aps":{"content-available":1}}"#,
      wire: .legacy)
    #expect(gateway.deliveries(of: hurried).count == 1)
    gateway.settings.isStrict = true
    #expect(gateway.rejection(of: hurried)?.status == 128)
  }
}
