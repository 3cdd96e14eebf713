/// A response body that is read piece by piece, as the client reads it. Used on the loop's thread.
protocol HTTPBody: AnyObject {
  /// Removes and returns the next bytes, at most `limit`; none if they are not known yet.
  ///
  /// - Returns: The bytes, and whether the body ends after them.
  func read(atMost limit: Int) -> (bytes: ArraySlice<UInt8>, isLast: Bool)
}

/// A body that is complete, for responses that are too large for ``RequestMemory``.
final class CompleteBody: HTTPBody {
  private var rest: ArraySlice<UInt8>

  init(_ bytes: [UInt8]) {
    rest = bytes[...]
  }

  func read(atMost limit: Int) -> (bytes: ArraySlice<UInt8>, isLast: Bool) {
    let piece = rest.prefix(limit)
    rest = rest.dropFirst(limit)
    return (piece, rest.isEmpty)
  }
}
