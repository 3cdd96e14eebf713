/// The paths of control sockets.
enum ControlPath {
  /// The most bytes of a path.
  static let longest = LocalSocket.longestPath

  /// Makes the folder that holds the socket of an inbox in memory, for the user alone, and names the
  /// socket in it.
  static func makePrivate(in folder: String) throws(ControlError) -> String {
    var template = Array((folder + "/pushinbox-XXXXXX").utf8CString)
    guard mkdtemp(&template) != nil else {
      throw .system(SystemError("mkdtemp", path: folder))
    }
    let path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    return path + "/pushinbox.sock"
  }
}
