import Foundation
import InboxModel
import Testing

@testable import PushInbox

private typealias Kind = HTTP2Client.Kind

/// The effects of faults on responses and connections.
@Suite(.patient) struct FaultFeedTests {
  /// Returns a bench in which the body of each push names the fault.
  private static func bench() throws -> FeedBench {
    try FeedBench { request in
      var answer = PushResponse.ok(to: request)
      switch request.bodyText {
      case "late": answer.delay = 5
      case "cut": answer.ending = .cut
      case "goaway": answer.ending = .goaway(.shutdown)
      default: break
      }
      return answer
    }
  }

  @Test func `a delayed response does not delay others`() throws {
    let bench = try Self.bench()
    let client = try HTTP2Client(port: bench.port)
    client.push(1, "late")
    client.push(3, "now")
    let first = try #require(client.frame { $0.type == Kind.headers })
    #expect(first.stream == 3)
    #expect(bench.pushes(2).map(\.bodyText) == ["late", "now"])
    bench.advance(6)
    #expect(client.frame { $0.type == Kind.headers }?.stream == 1)
  }

  @Test func `on HTTP/1.1 a delayed response retains the order`() throws {
    let bench = try Self.bench()
    let client = try RawClient(port: bench.port)
    for (id, body) in [("a", "late"), ("b", "now")] {
      client.send(
        "POST /3/device/ab HTTP/1.1\r\nhost: localhost\r\napns-id: \(id)\r\ncontent-length: \(body.utf8.count)\r\n\r\n"
          + body)
    }
    _ = bench.pushes(2)
    bench.loop.wait {}
    bench.advance(6)
    let text = client.text(until: "apns-id: b")
    let places = ["apns-id: a", "apns-id: b"].map { text.range(of: $0)?.lowerBound }
    let (first, second) = (try #require(places[0]), try #require(places[1]))
    #expect(first < second)
  }

  @Test func `a cut connection sends the responses before the cut and none after`() throws {
    let bench = try Self.bench()
    let other = try HTTP2Client(port: bench.port)
    let client = try HTTP2Client(port: bench.port)
    client.push(1, "now")
    _ = try #require(client.frame { $0.type == Kind.headers && $0.stream == 1 })
    client.push(3, "cut")
    #expect(client.frame { $0.type == Kind.headers && $0.stream == 3 } == nil)
    #expect(client.raw.isClosed)
    other.push(1, "now")
    #expect(other.frame { $0.type == Kind.headers && $0.stream == 1 } != nil)
    #expect(bench.pushes(3).map(\.bodyText) == ["now", "cut", "now"])
  }

  @Test func `GOAWAY has the reason, and open requests get their responses`() throws {
    let bench = try Self.bench()
    let client = try HTTP2Client(port: bench.port)
    client.push(1, "late")
    client.push(3, "goaway")
    let goaway = try #require(client.frame { $0.type == Kind.goaway })
    #expect(goaway.payload[3] == 3)
    #expect(goaway.text.hasSuffix(#"{"reason":"Shutdown"}"#))
    #expect(client.frame { $0.type == Kind.headers }?.stream == 3)
    bench.advance(6)
    #expect(client.frame { $0.type == Kind.headers }?.stream == 1)
    #expect(client.raw.textUntilClosed() != nil)
  }

  @Test func `on HTTP/1.1 a closing fault marks the last response`() throws {
    let bench = try Self.bench()
    let client = try RawClient(port: bench.port)
    client.send(
      "POST /3/device/ab HTTP/1.1\r\nhost: localhost\r\ncontent-length: 6\r\n\r\ngoaway")
    let text = try #require(client.textUntilClosed())
    #expect(text.hasPrefix("HTTP/1.1 200"))
    #expect(text.contains("connection: close\r\n"))
  }

  @Test func `stopping the listener does not wait for delays`() throws {
    let bench = try Self.bench()
    let client = try HTTP2Client(port: bench.port)
    client.push(1, "late")
    _ = bench.pushes()
    bench.loop.wait {}
    bench.listener.quiesce()
    #expect(client.frame { $0.type == Kind.headers }?.stream == 1)
    #expect(client.raw.textUntilClosed() != nil)
  }
}
