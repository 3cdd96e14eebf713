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
}
