/// Shared storage for equal strings: apps, topics and tokens repeat in thousands of notifications,
/// and each string of more than 15 bytes would be an allocation.
public struct StringPool: Sendable {
  private let size: Int
  /// The slots, created for the first string.
  private var slots: [String] = []

  /// Makes a pool.
  ///
  /// - Parameter size: The maximum number of strings, a power of two. Strings with the same slot
  ///   replace each other.
  public init(size: Int = 1024) {
    self.size = size
  }

  /// Returns the string of these UTF-8 bytes, shared with an equal one in the pool.
  public mutating func string(_ bytes: UnsafeBufferPointer<UInt8>) -> String {
    string(bytes) { String(decoding: bytes, as: UTF8.self) }
  }

  /// Returns a string, shared with an equal one in the pool.
  public mutating func string(_ text: String) -> String {
    var bytes = text
    return bytes.withUTF8 { string($0) { text } }
  }

  private mutating func string(
    _ bytes: UnsafeBufferPointer<UInt8>, _ make: () -> String
  ) -> String {
    // Strings of up to 15 bytes need no allocation.
    guard bytes.count > 15 else { return make() }
    if slots.isEmpty { slots = Array(repeating: "", count: size) }
    var hasher = Hasher()
    hasher.combine(bytes: UnsafeRawBufferPointer(bytes))
    let slot = hasher.finalize() & (size - 1)
    if !slots[slot].hasSameBytes(as: bytes) { slots[slot] = make() }
    return slots[slot]
  }
}
