import InboxModel
import Testing

@testable import PushInbox

/// HTTP/2 without sockets: calls of nghttp2 and the handling of their results.
@Suite struct HTTP2SessionTests {
  private func violations(_ session: HTTP2Session) -> [String] {
    session.drainActions().compactMap {
      if case .broken(let violation) = $0 { violation.because } else { nil }
    }
  }

  @Test(
    arguments: [
      (10, []),
      // A GOAWAY frame has at most 16 KiB (RFC 9113 §4.2).
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

  @Test func `a stream that is opened before the GOAWAY frame is sent is refused`() throws {
    let memory = RequestMemory(limit: 1 << 20)
    let session = try #require(HTTP2Session(limits: ConnectionLimits(), memory: memory))
    func requests(_ bytes: [UInt8]) -> [Int] {
      bytes.withUnsafeBytes { session.receive($0, at: 0) }
      return session.drainActions().compactMap {
        if case .request(let request) = $0 { request.stream } else { nil }
      }
    }
    func request(_ stream: Int) -> [UInt8] {
      HTTP2Client.headers(stream, method: "GET", path: "/ready", ends: true)
    }
    let opening =
      HTTP2Client.preface + HTTP2Client.bytes(HTTP2Client.Kind.settings, flags: 0, stream: 0, [])
    #expect(requests(opening + request(1)) == [1])
    session.shutDown("Shutdown")
    #expect(requests(request(3)) == [])
    session.respond(to: 1, with: HTTPResponse(status: 200), at: 0)
    var output: [UInt8] = []
    session.produce(into: &output, limit: 1 << 16)
    // GOAWAY names stream 1; RST_STREAM of 3 has REFUSED_STREAM (RFC 9113 §6.4, §6.8).
    #expect(output.firstRange(of: [7, 0, 0, 0, 0, 0, 0, 0, 0, 1]) != nil)
    #expect(output.firstRange(of: [3, 0, 0, 0, 0, 3, 0, 0, 0, 7]) != nil)
    #expect(session.isFinished)
  }
}
