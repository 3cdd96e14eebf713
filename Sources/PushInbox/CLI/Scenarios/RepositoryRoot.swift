/// The folder from which GitHub reads the paths in annotations and in reports of code scanning
/// (GitHub, "Variables reference", `GITHUB_WORKSPACE`).
struct RepositoryRoot {
  /// The folder without symbolic links, with a final slash; nil outside of GitHub Actions.
  private let folder: String?

  /// Reads the folder from the environment.
  init(_ environment: [String: String]) {
    let path = environment["GITHUB_WORKSPACE"].flatMap { $0.hasPrefix("/") ? $0 : nil }
    folder = path.flatMap(WholeFile.realPath).map { $0.hasSuffix("/") ? $0 : $0 + "/" }
  }

  /// Returns the path of a file relative to the folder; unchanged if the file is elsewhere, and for
  /// standard input, `-`.
  func relative(_ path: String) -> String {
    guard let folder, path != "-", let name = path.split(separator: "/").last,
      let parent = WholeFile.realPath(WholeFile.folder(of: path))
    else { return path }
    let whole = (parent.hasSuffix("/") ? parent : parent + "/") + name
    guard whole.utf8.starts(with: folder.utf8) else { return path }
    return String(decoding: whole.utf8.dropFirst(folder.utf8.count), as: UTF8.self)
  }
}
