import Foundation

/// The shared test data beside the project: `$PUSHINBOX_SHARED`, otherwise `../shared` relative to
/// the package.
enum SharedCorpora {
  /// The message of a skipped test.
  static let isAbsentMessage =
    "no shared test data: set PUSHINBOX_SHARED, or put it beside the package as ../shared"

  /// The folder; nil if it is missing, then tests that read it are skipped.
  static let root: URL? = {
    let folder =
      ProcessInfo.processInfo.environment["PUSHINBOX_SHARED"].map { URL(filePath: $0) }
      ?? Repository.folder.deletingLastPathComponent().appending(path: "shared")
    return FileManager.default.fileExists(atPath: folder.path) ? folder : nil
  }()
}
