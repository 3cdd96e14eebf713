import Foundation
import InboxModel
import Testing

@testable import PushInbox

/// The Expo push service on the port for pushes.
@Suite(.patient) struct ExpoFeedTests {
  private static let message = #"{"to":"ExponentPushToken[a]","body":"Hi"}"#

  private static func request(
    _ body: [UInt8], _ fields: String = "", path: String = ExpoRequest.sendPath
  ) -> [UInt8] {
    Array(
      "POST \(path) HTTP/1.1\r\nhost: localhost\r\n\(fields)content-length: \(body.count)\r\n\r\n"
        .utf8) + body
  }

  private static func push(for request: [UInt8]) throws -> PushRequest {
    let bench = try FeedBench { _ in PushResponse(status: 200, document: #"{"data":[]}"#) }
    let client = try RawClient(port: bench.port)
    client.send(request)
    #expect(client.text(until: #"{"data":[]}"#).contains("content-type: application/json\r\n"))
    return try #require(bench.pushes().first)
  }

  @Test(arguments: [ExpoRequest.sendPath, ExpoRequest.sendPath + "?useFcmV1=true"])
  func `a POST to the send path is parsed as a message to its recipient`(path: String) throws {
    let push = try Self.push(for: Self.request(Array(Self.message.utf8), path: path))
    #expect(push.origin.wire == .expo && push.bodyText == Self.message)
    guard case .success(.send(let messages, isSingle: true)) = push.expo?.content else {
      Issue.record("it is not a message")
      return
    }
    #expect(messages.map(\.recipients) == [["ExponentPushToken[a]"]])
  }

  @Test func `a compressed body is decompressed`() throws {
    let row = GzipTests.rows[3]
    let body = Array(try #require(Data(base64Encoded: row.compressed)))
    let push = try Self.push(for: Self.request(body, "content-encoding: gzip\r\n"))
    #expect(push.bodyText == row.content)
    #expect(
      push.expo?.content == ExpoRequest(path: push.path, body: Array(row.content.utf8)).content)
  }

  @Test(arguments: ["gzip", "br"])
  func `a body that cannot be decompressed is rejected`(coding: String) throws {
    let push = try Self.push(
      for: Self.request(Array(Self.message.utf8), "content-encoding: \(coding)\r\n"))
    guard case .failure(let error) = push.expo?.content else {
      Issue.record("it was accepted")
      return
    }
    #expect(error.code == .invalid)
    #expect(error.message.hasPrefix("The body cannot be decompressed: "))
  }

  @Test func `a POST to the receipts path is parsed as a request for receipts`() throws {
    let push = try Self.push(
      for: Self.request(Array(#"{"ids":["a"]}"#.utf8), path: ExpoRequest.receiptsPath))
    #expect(push.expo?.content == .success(.receipts(["a"])))
  }
}
