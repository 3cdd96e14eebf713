/// A response body that is read piece by piece, as the client reads it. Used on the loop's thread.
protocol HTTPBody: AnyObject {
  /// Removes and returns the next bytes, at most `limit`; none if they are not known yet.
  ///
  /// - Returns: The bytes, and whether the body ends after them.
  func read(atMost limit: Int) -> (bytes: ArraySlice<UInt8>, isLast: Bool)
  /// The bytes that ``RequestMemory`` counts for this body, now.
  var held: Int { get }
}

extension HTTPBody {
  var held: Int { 0 }
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

/// A body that is made when the client has room for it, so that requests whose responses are not
/// read hold no memory for them.
final class LateBody: HTTPBody {
  private var make: (() -> [UInt8])?
  private var rest: ArraySlice<UInt8> = []
  private(set) var held = 0

  init(_ make: @escaping () -> [UInt8]) {
    self.make = make
  }

  func read(atMost limit: Int) -> (bytes: ArraySlice<UInt8>, isLast: Bool) {
    if let make {
      rest = make()[...]
      held = rest.count
      self.make = nil
    }
    let piece = rest.prefix(limit)
    rest = rest.dropFirst(limit)
    return (piece, rest.isEmpty)
  }
}
