import Foundation
import InboxModel

extension SettingsFiles {
  /// More than any app's strings need, less than what would hurt.
  private static let limit = 16 << 20

  /// The files beside a configuration or a scenario; `-`, standard input, stands in the current folder.
  static func beside(_ path: String) -> SettingsFiles {
    let folder = URL(filePath: path).deletingLastPathComponent()
    var files = SettingsFiles(folder: folder.standardizedFileURL.path) { name in
      do throws(Failure) {
        return .success(try item(at: URL(filePath: name, relativeTo: folder)))
      } catch {
        return .failure(error)
      }
    }
    files.credentials = .pem
    return files
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
    // A pipe would be waited for without end.
    default: throw Failure(reason: "neither a file nor a folder")
    }
  }
}
