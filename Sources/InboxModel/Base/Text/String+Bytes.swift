import Foundation

extension String {
  /// Whether its UTF-8 is these bytes; texts that Swift takes for equal may be spelled otherwise.
  public func hasSameBytes(as bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    utf8.withContiguousStorageIfAvailable { $0.isSame(as: bytes) } ?? utf8.elementsEqual(bytes)
  }
}

extension UnsafeBufferPointer<UInt8> {
  /// Whether these are the same bytes.
  public func isSame(as other: UnsafeBufferPointer<UInt8>) -> Bool {
    guard count == other.count, let mine = baseAddress, let otherBase = other.baseAddress else {
      return isEmpty && other.isEmpty
    }
    return memcmp(mine, otherBase, count) == 0
  }

  /// The offset of the first byte with a value; nil without one.
  public func place(of byte: UInt8) -> Int? {
    guard let baseAddress, let found = memchr(baseAddress, Int32(byte), count) else { return nil }
    return UnsafeRawPointer(found) - UnsafeRawPointer(baseAddress)
  }

  /// Whether these are the bytes of a literal.
  public func isSame(as text: StaticString) -> Bool {
    text.withUTF8Buffer { isSame(as: $0) }
  }
}
