import InboxModel

/// Gives equal texts one storage: apps, topics and tokens repeat in thousands of rows, and a text of more
/// than 15 bytes is an allocation of its own otherwise.
struct StringPool {
  private var slots: [String]

  /// A pool of so many slots, a power of two; texts that meet in one slot push each other out.
  init(slots: Int = 1024) {
    self.slots = Array(repeating: "", count: slots)
  }

  /// The text of these UTF-8 bytes, shared with the last equal one where that is still known.
  mutating func string(_ bytes: UnsafeBufferPointer<UInt8>) -> String {
    guard bytes.count > 15 else { return String(decoding: bytes, as: UTF8.self) }
    var hasher = Hasher()
    hasher.combine(bytes: UnsafeRawBufferPointer(bytes))
    let slot = hasher.finalize() & (slots.count - 1)
    if !slots[slot].hasSameBytes(as: bytes) {
      slots[slot] = String(decoding: bytes, as: UTF8.self)
    }
    return slots[slot]
  }
}
