import CZlib

/// Decompression of gzip bodies (RFC 1952), by zlib.
enum Gzip {
  /// The reason why a body cannot be decompressed, half a sentence.
  struct Failure: Error, Equatable {
    var because: String

    init(_ because: String) {
      self.because = because
    }
  }

  /// The version of zlib.
  static var libraryVersion: String { String(cString: zlibVersion()) }

  /// Returns the content of the first member.
  ///
  /// - Parameter limit: The maximum size in bytes. Of a larger content one byte more is returned.
  /// - Throws: ``Failure`` for other data, and for a content with a wrong checksum or size.
  static func decompressed(_ bytes: [UInt8], limit: Int) throws(Failure) -> [UInt8] {
    var stream = z_stream()
    guard czlib_begin_gzip(&stream) == Z_OK else { throw Failure("no memory is left") }
    defer { inflateEnd(&stream) }
    var status: Int32 = Z_OK
    let content = bytes.withUnsafeBufferPointer { input in
      [UInt8](unsafeUninitializedCapacity: limit + 1) { output, count in
        // zlib does not change its input.
        stream.next_in = UnsafeMutablePointer(mutating: input.baseAddress)
        stream.avail_in = UInt32(clamping: input.count)
        stream.next_out = output.baseAddress
        stream.avail_out = UInt32(clamping: limit + 1)
        status = inflate(&stream, Z_FINISH)
        count = limit + 1 - Int(stream.avail_out)
      }
    }
    if content.count > limit || status == Z_STREAM_END { return content }
    throw Failure(status == Z_BUF_ERROR ? "it ends too early" : Self.words(stream.msg))
  }

  /// Returns half a sentence for a message of zlib's `inflate`.
  private static func words(_ message: UnsafeMutablePointer<CChar>?) -> String {
    switch message.map({ String(cString: $0) }) {
    case "incorrect header check": "it is not gzip"
    case "incorrect data check", "incorrect length check": "its checksum is wrong"
    case let other: other.map { "zlib found an \($0)" } ?? "its data is not valid"
    }
  }
}
