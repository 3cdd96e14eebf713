import Foundation

extension String {
  /// Returns whether its UTF-8 equals these bytes. Strings that Swift considers equal may differ in
  /// bytes.
  public func hasSameBytes(as bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    utf8.withContiguousStorageIfAvailable { $0.isSame(as: bytes) } ?? utf8.elementsEqual(bytes)
  }
}

extension UnsafeBufferPointer<UInt8> {
  /// Returns whether the bytes are equal.
  public func isSame(as other: UnsafeBufferPointer<UInt8>) -> Bool {
    guard count == other.count, let mine = baseAddress, let otherBase = other.baseAddress else {
      return isEmpty && other.isEmpty
    }
    return memcmp(mine, otherBase, count) == 0
  }

  /// Returns the offset of the first byte with a value; nil for none.
  public func place(of byte: UInt8) -> Int? {
    guard let baseAddress, let found = memchr(baseAddress, Int32(byte), count) else { return nil }
    return UnsafeRawPointer(found) - UnsafeRawPointer(baseAddress)
  }

  /// Returns whether these are the bytes of a literal.
  public func isSame(as text: StaticString) -> Bool {
    text.withUTF8Buffer { isSame(as: $0) }
  }
}
