/// The reason for which nothing is recorded.
enum RecordingError: Error, Equatable {
  /// Another recording is being made.
  case underWay(path: String)
  /// A demo is being played, which is a scenario already.
  case playing
  /// The file holds something already.
  case notEmpty(path: String)
  /// It is a folder, a pipe or the like.
  case notAFile(path: String)
  /// The file cannot be opened.
  case cannotOpen(SystemError)
  /// It cannot be written.
  case system(SystemError)
}
