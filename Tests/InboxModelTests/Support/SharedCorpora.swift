import Foundation

/// The shared test data beside the project: `$PUSHINBOX_SHARED`, else `../shared` seen from the
/// package.
enum SharedCorpora {
  /// The message of a skipped test.
  static let isAbsentMessage: String =
    "no shared test data: set PUSHINBOX_SHARED, or put it beside the package as ../shared"

  /// The folder; nil on a machine that has none, where tests that read it are skipped.
  static let root: URL? = {
    let named = ProcessInfo.processInfo.environment["PUSHINBOX_SHARED"].map {
      URL(fileURLWithPath: $0, isDirectory: true)
    }
    let folder = named ?? packageRoot.deletingLastPathComponent().appending(path: "shared")
    return FileManager.default.fileExists(atPath: folder.path) ? folder : nil
  }()

  /// Whether the folder is there, for `.enabled(if:)`.
  static var isPresent: Bool { root != nil }

  /// Our own test data, `Tests/InboxModelTests/Fixtures`.
  static let fixtures = packageRoot.appending(path: "Tests/InboxModelTests/Fixtures")

  /// The bytes of a file, its path relative to the folder.
  static func bytes(_ path: String) throws -> [UInt8] {
    guard let root else { throw CocoaError(.fileNoSuchFile) }
    return Array(try Data(contentsOf: root.appending(path: path)))
  }

  /// The names of the files in a subfolder, sorted; empty when the folder is absent.
  static func names(in path: String) -> [String] {
    guard let root else { return [] }
    let folder = root.appending(path: path).path
    return (try? FileManager.default.contentsOfDirectory(atPath: folder))?.sorted() ?? []
  }

  /// The package.
  static let packageRoot =
    URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
}
