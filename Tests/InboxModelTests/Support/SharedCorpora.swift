import Foundation

/// The shared test data outside the package: `$PUSHINBOX_SHARED`, else `../shared`.
enum SharedCorpora {
  /// The message of a skipped test.
  static let isAbsentMessage: String =
    "no shared test data: set PUSHINBOX_SHARED, or put it beside the package as ../shared"

  /// The folder; nil if it is absent, so that tests that need it are skipped.
  static let root: URL? = {
    let named = ProcessInfo.processInfo.environment["PUSHINBOX_SHARED"].map {
      URL(fileURLWithPath: $0, isDirectory: true)
    }
    let folder = named ?? packageRoot.deletingLastPathComponent().appending(path: "shared")
    return FileManager.default.fileExists(atPath: folder.path) ? folder : nil
  }()

  /// Whether the folder exists, for `.enabled(if:)`.
  static var isPresent: Bool { root != nil }

  /// The package's own test data, `Tests/InboxModelTests/Fixtures`.
  static let fixtures = packageRoot.appending(path: "Tests/InboxModelTests/Fixtures")

  /// Returns the bytes of a file, by its path relative to the folder.
  static func bytes(_ path: String) throws -> [UInt8] {
    guard let root else { throw CocoaError(.fileNoSuchFile) }
    return Array(try Data(contentsOf: root.appending(path: path)))
  }

  /// Returns the names of the files in a subfolder, sorted; empty if the folder is absent.
  static func names(in path: String) -> [String] {
    guard let root else { return [] }
    let folder = root.appending(path: path).path
    return (try? FileManager.default.contentsOfDirectory(atPath: folder))?.sorted() ?? []
  }

  /// The folder of the package.
  static let packageRoot =
    URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
}
