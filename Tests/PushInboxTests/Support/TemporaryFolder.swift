import Foundation

/// A folder of its own for a test, deleted with the value.
final class TemporaryFolder {
  let path: String

  init() throws {
    path = FileManager.default.temporaryDirectory.path + "/pushinbox-test-" + UUID().uuidString
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit {
    try? FileManager.default.removeItem(atPath: path)
  }

  /// Puts a script there that can be executed, in folders that it makes, and returns its path.
  ///
  /// A process of its own writes it. A descriptor of ours would be held for a moment by whatever program
  /// another test starts just then, and what is open for writing cannot be executed (ETXTBSY).
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

  /// The names in it, sorted.
  var names: [String] {
    get throws { try FileManager.default.contentsOfDirectory(atPath: path).sorted() }
  }

  /// Copies everything in it, as it is on the disk right now, into a new folder.
  func copied() throws -> TemporaryFolder {
    let copy = try TemporaryFolder()
    for name in try names {
      try FileManager.default.copyItem(atPath: path + "/" + name, toPath: copy.path + "/" + name)
    }
    return copy
  }

  /// The permission bits of a file in it, or of itself.
  func mode(_ name: String = "") throws -> Int {
    let attributes = try FileManager.default.attributesOfItem(atPath: path + "/" + name)
    return attributes[.posixPermissions] as? Int ?? -1
  }
}
