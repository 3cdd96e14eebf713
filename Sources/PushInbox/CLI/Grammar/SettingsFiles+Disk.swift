import Foundation
import InboxModel

extension SettingsFiles {
  /// The maximum size of a file in bytes, larger than any app's strings.
  private static let limit = 16 << 20

  /// Returns the files beside a configuration or a scenario; `-`, standard input, counts as a file
  /// in the current folder.
  ///
  /// - Parameters:
  ///   - isConfined: Whether files outside that folder are rejected, also through links.
  ///   - willRead: Called with each path before it is read, on any thread.
  static func beside(
    _ path: String, isConfined: Bool = false,
    willRead: @escaping @Sendable (String) -> Void = { _ in }
  ) -> SettingsFiles {
    let folder = URL(filePath: path).deletingLastPathComponent()
    let home = isConfined ? WholeFile.realPath(folder.path) : nil
    var files = SettingsFiles(folder: folder.standardizedFileURL.path) { name in
      let url = URL(filePath: name, relativeTo: folder)
      willRead(url.path)
      do throws(Failure) {
        if isConfined { try checkInside(url.path, home) }
        return .success(try item(at: url))
      } catch {
        return .failure(error)
      }
    }
    files.credentials = .openSSL(
      password: ProcessInfo.processInfo.environment[PKCS12File.passwordVariable])
    return files
  }

  private static func checkInside(_ path: String, _ home: String?) throws(Failure) {
    // A missing file is a separate error.
    guard let place = WholeFile.realPath(path) else { return }
    // Compared by bytes: two names that only look the same are different folders.
    guard let home, "\(place)/".utf8.starts(with: (home == "/" ? home : home + "/").utf8) else {
      throw Failure(
        reason: "leads out of the folder of the file that names it, which needs --trust-folder",
        isOutside: true)
    }
  }

  private static func item(at url: URL) throws(Failure) -> Item {
    let files = FileManager.default
    let path = url.resolvingSymlinksInPath().path
    guard let attributes = try? files.attributesOfItem(atPath: path) else {
      throw Failure(reason: "no such file or folder")
    }
    switch attributes[.type] as? FileAttributeType {
    case .typeDirectory?:
      guard let names = try? files.contentsOfDirectory(atPath: path) else {
        throw Failure(reason: "the folder cannot be read")
      }
      return .folder(names)
    case .typeRegular?:
      guard let size = attributes[.size] as? UInt64, size <= limit else {
        throw Failure(reason: "larger than 16 MiB")
      }
      guard let data = files.contents(atPath: path) else {
        throw Failure(reason: "the file cannot be read")
      }
      return .file(Array(data))
    // Opening a FIFO would block.
    default: throw Failure(reason: "neither a file nor a folder")
    }
  }
}
