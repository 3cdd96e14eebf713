/// The paths of control sockets.
enum ControlPath {
  /// The maximum length of a path in bytes.
  static let maximumLength = LocalSocket.maximumPathLength

  /// Creates a private folder for the socket of an inbox in memory, and returns the path of the
  /// socket in it.
  static func makePrivate(in folder: String) throws(ControlError) -> String {
    do throws(SystemError) {
      return try Folder.makeTemporary(in: folder) + "/pushinbox.sock"
    } catch {
      throw .system(error)
    }
  }
}
