import Foundation
import InboxModel

/// The user's consents to configuration files found in folders (`--trust-folder`): one small file
/// for each path, in a private folder beside the default store. It holds the path and the SHA-256
/// digest of the content, so that a changed file needs consent again.
struct FolderConsents {
  /// Whether the user has consented to a file.
  enum State {
    case missing
    /// The consent was given to other content.
    case outdated
    case given
  }

  private let folder: SecretFolder

  init(environment: [String: String]) {
    let locations = DefaultPaths(environment: environment, home: NSHomeDirectory())
    folder = SecretFolder(path: locations.store + "/trusted")
  }

  /// Returns the consent to a file by its absolute path and content. An unreadable consent counts
  /// as missing.
  func state(of path: String, _ content: [UInt8]) -> State {
    guard let name = Digest.sha256(Array(path.utf8)), let digest = Digest.sha256(content),
      let bytes = try? folder.read(name), let entry = try? JSONReader.read(bytes).root.object,
      entry["path"]?.string == path
    else { return .missing }
    return entry["sha256"]?.string == digest ? .given : .outdated
  }

  /// Records the consent to a file with this content, replacing an older one.
  func record(for path: String, _ content: [UInt8]) throws(CertificateAuthority.Failure) {
    guard let name = Digest.sha256(Array(path.utf8)), let digest = Digest.sha256(content) else {
      throw .openSSL("no SHA-256")
    }
    try folder.make()
    let entry: JSONObject = ["path": .string(path), "sha256": .string(digest)]
    try folder.write(Array((JSONWriter.text(.object(entry)) + "\n").utf8), to: name, mode: 0o600)
  }

  /// Withdraws the consent to a file with any content.
  ///
  /// - Returns: Whether there was one.
  func withdraw(from path: String) throws(CertificateAuthority.Failure) -> Bool {
    guard let name = Digest.sha256(Array(path.utf8)) else { throw .openSSL("no SHA-256") }
    guard unlink(folder.file(name)) != 0 else { return true }
    let error = SystemError("unlink", path: folder.file(name))
    if error.code == ENOENT || error.code == ENOTDIR { return false }
    throw .system(error)
  }
}
