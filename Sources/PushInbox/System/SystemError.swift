import Foundation

/// A call of the operating system that failed.
struct SystemError: Error, Equatable {
  /// `errno` right after the call.
  var code: Int32
  /// The call, for instance `bind`.
  var call: String
  /// The file meant, if one was.
  var path: String?

  /// Takes `errno` unless told otherwise: make it directly after the call.
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
