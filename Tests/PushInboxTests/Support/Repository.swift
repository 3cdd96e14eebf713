import Foundation

/// The files of the repository.
enum Repository {
  static let folder = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../../..").standardized

  static let path = folder.path

  static func asset(_ name: String) -> String { path + "/assets/" + name }

  /// Returns the text of a file.
  static func text(_ name: String) throws -> String {
    try String(contentsOf: folder.appending(path: name), encoding: .utf8)
  }
}
