import InboxModel

/// Example frames of the binary interface, one for each command
/// (`docs/reference/binary-interface.md`).
enum LegacyVectors {
  static let token = (0..<32).map { UInt8($0) }
  static let payload = #"{"aps":{"alert":"Hi"}}"#

  /// Command 0: token and payload.
  static let simple = bytes(
    """
    00 00 20 00 01 02 03 04 05 06 07 08 09 0a 0b 0c
    0d 0e 0f 10 11 12 13 14 15 16 17 18 19 1a 1b 1c
    1d 1e 1f 00 16 7b 22 61 70 73 22 3a 7b 22 61 6c
    65 72 74 22 3a 22 48 69 22 7d 7d
    """)
  /// Command 1: identifier, expiration, token and payload.
  static let enhanced = bytes(
    """
    01 00 00 00 2a 69 55 b9 00 00 20 00 01 02 03 04
    05 06 07 08 09 0a 0b 0c 0d 0e 0f 10 11 12 13 14
    15 16 17 18 19 1a 1b 1c 1d 1e 1f 00 16 7b 22 61
    70 73 22 3a 7b 22 61 6c 65 72 74 22 3a 22 48 69
    22 7d 7d
    """)
  /// Command 2: items.
  static let framed = bytes(
    """
    02 00 00 00 4e 01 00 20 00 01 02 03 04 05 06 07
    08 09 0a 0b 0c 0d 0e 0f 10 11 12 13 14 15 16 17
    18 19 1a 1b 1c 1d 1e 1f 02 00 16 7b 22 61 70 73
    22 3a 7b 22 61 6c 65 72 74 22 3a 22 48 69 22 7d
    7d 03 00 04 00 00 00 2a 04 00 04 69 55 b9 00 05
    00 01 0a
    """)

  static let all = [simple, enhanced, framed]

  static func bytes(_ hex: String) -> [UInt8] {
    hex.split { $0 == " " || $0 == "\n" }.compactMap { UInt8($0, radix: 16) }
  }

  /// Returns a frame of command 2 with these items, each a number and its data.
  static func frame(_ items: (UInt8, [UInt8])...) -> [UInt8] {
    let content = items.flatMap { number, data in
      [number, UInt8(data.count >> 8), UInt8(data.count & 255)] + data
    }
    return [2] + number(content.count) + content
  }

  /// Returns a frame of command 1.
  static func enhanced(
    _ identifier: Int, expires: Int = 0, token: [UInt8] = token, _ payload: String = payload
  ) -> [UInt8] {
    [1] + number(identifier) + number(expires) + length(token.count) + token
      + length(payload.utf8.count) + Array(payload.utf8)
  }

  static func number(_ value: Int) -> [UInt8] {
    [24, 16, 8, 0].map { UInt8(value >> $0 & 255) }
  }

  static func length(_ value: Int) -> [UInt8] { [UInt8(value >> 8 & 255), UInt8(value & 255)] }
}
