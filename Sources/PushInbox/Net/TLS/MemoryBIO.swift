import COpenSSL

/// Bytes as OpenSSL reads and writes them.
enum MemoryBIO {
  /// Lets OpenSSL read bytes; why it could not is left in its queue of errors.
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
