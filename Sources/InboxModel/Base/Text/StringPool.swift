/// Gives equal texts one storage: apps, topics and tokens repeat in thousands of notifications, and
/// a text of more than 15 bytes is an allocation of its own otherwise.
public struct StringPool: Sendable {
  private let size: Int
  /// Made for the first text.
  private var slots: [String] = []

  /// Makes a pool.
  ///
  /// - Parameter size: the number of texts that are known at most, a power of two; those that meet
  ///   in one slot push each other out.
  public init(size: Int = 1024) {
    self.size = size
  }

  /// The text of these UTF-8 bytes, shared with the last equal one where that is still known.
  public mutating func string(_ bytes: UnsafeBufferPointer<UInt8>) -> String {
    string(bytes) { String(decoding: bytes, as: UTF8.self) }
  }

  /// A text, shared with the last equal one where that is still known.
  public mutating func string(_ text: String) -> String {
    var bytes = text
    return bytes.withUTF8 { string($0) { text } }
  }

  private mutating func string(
    _ bytes: UnsafeBufferPointer<UInt8>, _ make: () -> String
  ) -> String {
    // Up to 15 bytes stand in the value itself.
    guard bytes.count > 15 else { return make() }
    if slots.isEmpty { slots = Array(repeating: "", count: size) }
    var hasher = Hasher()
    hasher.combine(bytes: UnsafeRawBufferPointer(bytes))
    let slot = hasher.finalize() & (size - 1)
    if !slots[slot].hasSameBytes(as: bytes) { slots[slot] = make() }
    return slots[slot]
  }
}
