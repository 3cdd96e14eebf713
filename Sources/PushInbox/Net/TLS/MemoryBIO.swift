import COpenSSL

/// OpenSSL's memory BIOs.
enum MemoryBIO {
  /// Calls a function that reads bytes with OpenSSL. After a failure the reason is in OpenSSL's
  /// error queue.
  static func read<Value>(_ bytes: [UInt8], _ body: (OpaquePointer) -> Value?) -> Value? {
    guard let bio = BIO_new_mem_buf(bytes, Int32(bytes.count)) else { return nil }
    defer { BIO_free(bio) }
    return body(bio)
  }

  /// Returns the bytes that OpenSSL writes; nil if it fails.
  static func written(_ write: (OpaquePointer) -> Bool) -> [UInt8]? {
    guard let bio = BIO_new(BIO_s_mem()) else { return nil }
    defer { BIO_free(bio) }
    guard write(bio) else { return nil }
    var start: UnsafeMutablePointer<CChar>?
    let count = cssl_memory(bio, &start)
    return [UInt8](UnsafeRawBufferPointer(start: start, count: count))
  }
}
