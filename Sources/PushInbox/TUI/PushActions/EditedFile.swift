import Foundation

/// A file with a text for an editor, in a private folder that also contains the editor's other
/// files.
struct EditedFile: Equatable, Sendable {
  let job: EditJob
  let path: String
  private let folder: String

  init(_ job: EditJob, environment: [String: String]) throws(SystemError) {
    self.job = job
    let parent = environment["TMPDIR"].flatMap { $0.isEmpty ? nil : $0 } ?? "/tmp"
    folder = try Folder.makeTemporary(in: parent)
    path = folder + "/" + job.fileName
    do throws(SystemError) {
      try WholeFile.create(Array((job.text + "\n").utf8), at: path, mode: 0o600)
    } catch {
      remove()
      throw error
    }
  }

  /// Returns the text that the editor saved.
  func read(after ending: ForegroundProgram.Ending) -> EditedText {
    switch ending {
    case .exited(0): break
    case .exited(127): return .problem(.editorNotFound)
    case .exited(let code): return .problem(.editorEnded(code: code))
    case .killed(let signal): return .problem(.editorEnded(signal: signal))
    }
    do throws(SystemError) {
      switch try WholeFile.read(path, limit: EditedText.limit + 1) {
      case .nothing: return .problem(.editedFileRemoved)
      case .other: return .problem(.editedFileReplaced)
      case .file(let bytes): return EditedText(bytes)
      }
    } catch {
      return .problem(.editedFileUnreadable(error.reason))
    }
  }

  /// Removes the folder with all its files.
  func remove() {
    try? FileManager.default.removeItem(atPath: folder)
  }
}
