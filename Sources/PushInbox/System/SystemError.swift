import Foundation

/// A failed system call.
struct SystemError: Error, Equatable {
  /// `errno` right after the call.
  var code: Int32
  /// The call, for instance `bind`.
  var call: String
  /// The file concerned, if any.
  var path: String?

  /// Creates an error with the current `errno`, so call it directly after the failed call.
  init(_ call: String, path: String? = nil, code: Int32 = errno) {
    self.code = code
    self.call = call
    self.path = path
  }

  /// The system's description of the code, for instance `Permission denied`.
  var reason: String {
    String(cString: strerror(code))
  }
}
