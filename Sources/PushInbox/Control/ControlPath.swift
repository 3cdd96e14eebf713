/// The paths of control sockets.
enum ControlPath {
  /// The most bytes of a path.
  static let longest = LocalSocket.longestPath

  /// Makes the folder that holds the socket of an inbox in memory, for the user alone, and names the
  /// socket in it.
  static func makePrivate(in folder: String) throws(ControlError) -> String {
    do throws(SystemError) {
      return try Folder.makeTemporary(in: folder) + "/pushinbox.sock"
    } catch {
      throw .system(error)
    }
  }
}
