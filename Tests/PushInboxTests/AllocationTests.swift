import CAllocations
import InboxModel
import Testing

@testable import PushInbox

/// The maximum numbers of heap allocations for a push on its way to the core and back, in a debug
/// build. They do not depend on the machine. If a stage needs fewer, its budget is lowered.
@Suite(.enabled(if: allocations_are_counted(), "allocations are counted with glibc only"))
struct `Allocations around the core` {
  /// Returns the frames of a push on a stream.
  private static func push(_ stream: Int) -> [UInt8] {
    HTTP2Client.headers(
      stream, path: "/3/device/" + DeviceToken.local.hex,
      [("apns-topic", "com.example.shop"), ("apns-push-type", "alert")])
      + HTTP2Client.bytes(
        HTTP2Client.Kind.data, flags: 1, stream: stream,
        Array(#"{"aps":{"alert":"Hello"}}"#.utf8))
  }

  @Test func `a parsed request allocates at most 210 times, its response at most 4 times`()
    throws
  {
    let limits = ConnectionLimits()
    let session = try #require(
      HTTP2Session(limits: limits, memory: RequestMemory(limit: limits.requestMemory)))
    let settings = HTTP2Client.bytes(HTTP2Client.Kind.settings, flags: 0, stream: 0, [])
    let preface = HTTP2Client.preface + settings
    preface.withUnsafeBytes { session.receive($0, at: 0) }
    let frames = (0..<120).map { Self.push($0 * 2 + 1) }
    var output: [UInt8] = []
    var (reading, answering) = (0, 0)
    for (number, frame) in frames.enumerated() {
      let start = allocation_count()
      frame.withUnsafeBytes { session.receive($0, at: 0) }
      let actions = session.drainActions()
      let read = allocation_count()
      guard case .request(let request)? = actions.first, actions.count == 1 else {
        Issue.record("no request: \(actions)")
        return
      }
      #expect(request.stream == number * 2 + 1)
      let found = allocation_count()
      session.respond(
        to: number * 2 + 1, with: HTTPResponse(PushResponse(status: 200, apnsID: "")), at: 0)
      output.removeAll(keepingCapacity: true)
      session.produce(into: &output, limit: .max)
      // The first pushes fill tables and buffers.
      if number >= 20 {
        reading += read - start
        answering += allocation_count() - found
      }
    }
    #expect(Double(reading) / 100 <= 210)
    #expect(Double(answering) / 100 <= 4)
  }

  @Test func `a push stored in its own transaction allocates at most 60 times`() throws {
    let folder = try TemporaryFolder()
    let store = try Store(at: .folder(folder.path))
    var count = 0
    for number in 1...120 {
      let changes = [StoreChange.phone(.insert(.stub(number)))]
      let before = allocation_count()
      try store.commit(changes)
      if number > 20 { count += allocation_count() - before }
    }
    #expect(Double(count) / 100 <= 60)
  }
}
