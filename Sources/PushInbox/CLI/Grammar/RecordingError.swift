/// The reason why nothing is recorded.
enum RecordingError: Error, Equatable {
  /// Another recording is in progress.
  case underWay(path: String)
  /// A demo is playing, which is a scenario already.
  case playing
  /// The file is not empty.
  case notEmpty(path: String)
  /// The path is not a regular file.
  case notAFile(path: String)
  /// The file cannot be opened.
  case cannotOpen(SystemError)
  /// The file cannot be written.
  case system(SystemError)
}
