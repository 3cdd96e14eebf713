/// The reason why a push could not be saved to a file, and the remedy.
enum SaveProblem {
  static func text(_ error: SystemError, file: String) -> String {
    let slash = file.lastIndex(of: "/")
    let folder =
      slash.map { $0 == file.startIndex ? "/" : String(file[..<$0]) } ?? "this folder"
    return switch error.code {
    case ENOENT: "the folder \(folder) does not exist: create it, or choose another"
    case ENOTDIR: "\(folder) is not a folder: choose another"
    case EISDIR: "\(file) is a folder: add the name of a file"
    case EACCES, EPERM, EROFS: "\(folder) is not writable: choose another folder"
    default: "\(file): \(error.reason)"
    }
  }
}
