/// The reason why a push could not be saved to a file, and the remedy.
enum SaveProblem {
  static func text(_ error: SystemError, file: String) -> String {
    let slash = file.lastIndex(of: "/")
    let folder =
      slash.map { $0 == file.startIndex ? "/" : String(file[..<$0]) } ?? "this folder"
    return switch error.code {
    case ENOENT: "there is no folder \(folder): make it first, or name another"
    case ENOTDIR: "\(folder) is no folder: name another"
    case EISDIR: "\(file) is a folder: add the name of a file"
    case EACCES, EPERM, EROFS: "nothing may be written in \(folder): name another folder"
    default: "\(file): \(error.reason)"
    }
  }
}
