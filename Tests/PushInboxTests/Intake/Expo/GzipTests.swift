import Foundation
import Testing

@testable import PushInbox

@Suite struct GzipTests {
  /// Contents, and their gzip data in base64: dynamic, fixed and stored blocks.
  static let rows: [(content: String, compressed: String)] = [
    (
      #""#,
      "H4sIAAAAAAAAAwMAAAAAAAAAAAA="
    ),
    (
      #"Hi"#,
      "H4sIAAAAAAAAA/PIBAAODhdNAgAAAA=="
    ),
    (
      #"{"to":"ExponentPushToken[a]"}"#,
      "H4sIAAAAAAAAAwEdAOL/eyJ0byI6IkV4cG9uZW50UHVzaFRva2VuW2FdIn3D03x7HQAAAA=="
    ),
    (
      #"{"to":"ExponentPushToken[a]","body":"Hi"}"#,
      "H4sICAAAAAAAA2JvZHkuanNvbgCrVirJV7JScq0oyM9LzSsJKC3OCMnPTs2LToxV0lFKyk+pBMp6ZCrVAgBpQGE4KQAAAA=="
    ),
    (
      #"[{"to":"ExponentPushToken[0]","body":"Hi 0"},{"to":"ExponentPushToken[1]","body":"Hi 7"},{"to":"ExponentPushToken[2]","body":"Hi 14"},{"to":"ExponentPushToken[3]","body":"Hi 21"},{"to":"ExponentPushToken[4]","body":"Hi 28"},{"to":"ExponentPushToken[5]","body":"Hi 35"},{"to":"ExponentPushToken[6]","body":"Hi 42"},{"to":"ExponentPushToken[7]","body":"Hi 49"},{"to":"ExponentPushToken[8]","body":"Hi 56"},{"to":"ExponentPushToken[9]","body":"Hi 63"},{"to":"ExponentPushToken[10]","body":"Hi 70"},{"to":"ExponentPushToken[11]","body":"Hi 77"}]"#,
      "H4sIAAAAAAAAA33RuwqDQBBG4VcJU2/h3tU+YGmRTmxCBCWwG3ADEfHdtZ2B/PX5ujPsVDK1dP99cppS6b/r/MjvKQ3VSIqe+bVdtVtuFR3qr9XcRmQNt9ohbDk2GmEncI2w59h6hAPHziAcBW4Qrjn2AeGG42DhEzEw4oNy4fVwPAGeXMm3HQIAAA=="
    ),
  ]

  private static func decompressed(_ text: String, limit: Int = 100_000) throws -> [UInt8] {
    try Gzip.decompressed(Array(try #require(Data(base64Encoded: text))), limit: limit)
  }

  @Test(arguments: rows)
  func `gzip data within the limit is decompressed completely`(
    row: (content: String, compressed: String)
  ) throws {
    #expect(try Self.decompressed(row.compressed) == Array(row.content.utf8))
  }

  @Test(arguments: rows)
  func `content over the limit ends one byte after it`(row: (content: String, compressed: String))
    throws
  {
    guard row.content.utf8.count > 3 else { return }
    #expect(try Self.decompressed(row.compressed, limit: 3) == Array(row.content.utf8.prefix(4)))
  }

  @Test(arguments: rows)
  func `cut and changed data fails without a crash`(row: (content: String, compressed: String))
    throws
  {
    let bytes = Array(try #require(Data(base64Encoded: row.compressed)))
    for count in bytes.indices {
      #expect(throws: Gzip.Failure.self) {
        try Gzip.decompressed(Array(bytes[..<count]), limit: 100_000)
      }
    }
    for place in bytes.indices {
      for bit in 0..<8 {
        var changed = bytes
        changed[place] ^= 1 << bit
        // Bits of the time and the system change nothing.
        guard let content = try? Gzip.decompressed(changed, limit: 100_000) else { continue }
        #expect(content == Array(row.content.utf8))
      }
    }
  }

  /// `Hi` with one byte changed, and the reason.
  @Test(arguments: [
    (0, "it is not gzip"), (2, "zlib found an unknown compression method"),
    (10, "zlib found an invalid code lengths set"), (14, "its checksum is wrong"),
    (18, "its checksum is wrong"),
  ])
  func `the failure has a reason`(place: Int, because: String) throws {
    var bytes = Array(try #require(Data(base64Encoded: Self.rows[1].compressed)))
    bytes[place] ^= 0xFF
    #expect(throws: Gzip.Failure(because)) { try Gzip.decompressed(bytes, limit: 100) }
    #expect(throws: Gzip.Failure("it ends too early")) {
      try Gzip.decompressed(Array(bytes[..<0]), limit: 100)
    }
  }
}
