import Testing

@testable import PushInbox

struct SendBufferTests {
  @Test func `bytes that a slow reader has received are not retained`() {
    var buffer = SendBuffer()
    for round in 0..<1000 {
      buffer.bytes += repeatElement(UInt8(truncatingIfNeeded: round), count: 10_000)
      if round > 0 { buffer.drop(10_000) }
      #expect(buffer.waiting == 10_000)
      #expect(buffer.bytes[buffer.sent...].allSatisfy { $0 == UInt8(truncatingIfNeeded: round) })
    }
    #expect(buffer.bytes.capacity < 2 << 20)
    buffer.drop(10_000)
    #expect(buffer.waiting == 0 && buffer.bytes.isEmpty)
  }
}
