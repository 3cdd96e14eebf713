import CAllocations
import InboxModel
import Testing

@testable import PushInbox

/// HTTP/2 without sockets: calls of nghttp2 and what follows from their results.
@Suite struct HTTP2SessionTests {
  private func violations(_ session: HTTP2Session) -> [String] {
    session.drainActions().compactMap {
      if case .broken(let violation) = $0 { violation.because } else { nil }
    }
  }

  @Test(
    arguments: [
      (10, []),
      // A GOAWAY frame holds no more than 16 KiB (RFC 9113 §4.2).
      (20_000, ["HTTP/2 failed here: Invalid argument"]),
    ])
  func `a failed call of nghttp2 ends the session and is reported`(
    reasonLength: Int, reports: [String]
  ) throws {
    let session = try #require(
      HTTP2Session(limits: ConnectionLimits(), memory: RequestMemory(limit: 1 << 20)))
    session.shutDown(String(repeating: "x", count: reasonLength))
    #expect(violations(session) == reports)
    var output: [UInt8] = []
    session.produce(into: &output, limit: 1 << 16)
    // The type and the error code of the last frame (RFC 9113 §6.8).
    let goaway = output.suffix(
      from: try #require(output.firstRange(of: [7, 0, 0, 0, 0, 0])).lowerBound)
    let code = goaway.dropFirst(10).prefix(4)
    #expect(Array(code) == (reports.isEmpty ? [0, 0, 0, 0] : [0, 0, 0, 2]))
    #expect(session.isFinished)
  }

  /// The frames of a push on a stream.
  private static func push(_ stream: Int) -> [UInt8] {
    HTTP2Client.headers(
      stream, path: "/3/device/" + DeviceToken.local.hex,
      [("apns-topic", "com.example.shop"), ("apns-push-type", "alert")])
      + HTTP2Client.bytes(
        HTTP2Client.Kind.data, flags: 1, stream: stream,
        Array(#"{"aps":{"alert":"Hello"}}"#.utf8))
  }

  @Test(.enabled(if: allocations_are_counted(), "allocations are counted with glibc only"))
  func `a request that is parsed and answered allocates at most 220 times`() throws {
    let limits = ConnectionLimits()
    let session = try #require(
      HTTP2Session(limits: limits, memory: RequestMemory(limit: limits.requestMemory)))
    let settings = HTTP2Client.bytes(HTTP2Client.Kind.settings, flags: 0, stream: 0, [])
    let preface = HTTP2Client.preface + settings
    preface.withUnsafeBytes { session.receive($0, at: 0) }
    let frames = (0..<120).map { Self.push($0 * 2 + 1) }
    var output: [UInt8] = []
    // The first ones fill tables and buffers.
    var start = 0
    for (number, frame) in frames.enumerated() {
      if number == 20 { start = allocation_count() }
      frame.withUnsafeBytes { session.receive($0, at: 0) }
      let requests = session.drainActions().compactMap { action -> Int? in
        if case .request(let request) = action { request.stream } else { nil }
      }
      try #require(requests == [number * 2 + 1])
      session.respond(
        to: number * 2 + 1, with: HTTPResponse(PushResponse(status: 200, apnsID: "")), at: 0)
      output.removeAll(keepingCapacity: true)
      session.produce(into: &output, limit: .max)
    }
    #expect((allocation_count() - start) / 100 <= 220)
  }
}
