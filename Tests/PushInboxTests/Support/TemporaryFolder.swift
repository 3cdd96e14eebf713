import Foundation

/// A temporary folder of a test, deleted with the value.
final class TemporaryFolder {
  let path: String

  init() throws {
    path = FileManager.default.temporaryDirectory.path + "/pushinbox-test-" + UUID().uuidString
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit {
    try? FileManager.default.removeItem(atPath: path)
  }

  /// Writes an executable script and missing folders, and returns its path.
  ///
  /// A separate process writes it: a program that another test starts at that moment would inherit
  /// our descriptor, and a file that is open for writing cannot be executed (ETXTBSY).
  @discardableResult
  func program(_ script: String, named name: String) throws -> String {
    let file = path + "/" + name
    let write = #"mkdir -p "${0%/*}" && printf %s "$1" > "$0" && chmod 755 "$0""#
    let result = try Tool("sh")?.run(["-c", write, file, script])
    guard result?.status == 0 else {
      throw Child.Failure(description: "\(file): \(result?.output ?? "no shell")")
    }
    return file
  }

  /// The sorted names of its files.
  var names: [String] {
    get throws { try FileManager.default.contentsOfDirectory(atPath: path).sorted() }
  }

  /// Copies all files as they are on disk now into a new folder.
  func copied() throws -> TemporaryFolder {
    let copy = try TemporaryFolder()
    for name in try names {
      try FileManager.default.copyItem(atPath: path + "/" + name, toPath: copy.path + "/" + name)
    }
    return copy
  }

  /// Returns the permission bits of a file in the folder, or of the folder.
  func mode(_ name: String = "") throws -> Int {
    let attributes = try FileManager.default.attributesOfItem(atPath: path + "/" + name)
    return attributes[.posixPermissions] as? Int ?? -1
  }
}
