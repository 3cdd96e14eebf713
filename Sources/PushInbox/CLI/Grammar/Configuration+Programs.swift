import Foundation
import InboxModel

extension Configuration {
  /// Remarks about settings that are valid but probably not intended, a sentence each; about
  /// programs, those that cannot be started.
  var allRemarks: [String] {
    remarks
      + programs.compactMap { program in
        Self.problem(with: program.arguments[0], in: program.folder).map {
          "\(program.path).run: \(program.arguments[0]) \($0)"
        }
      }
  }

  private struct Program {
    var path: String
    var arguments: [String]
    var folder: String
  }

  /// The programs that the files name, in their order.
  private var programs: [Program] {
    let apps = phone.apps.sorted { $0.key < $1.key }
    let extensions = apps.flatMap { app, settings in
      var programs: [Program] = []
      if case .program(let arguments, let folder)? = settings.serviceExtension?.source {
        programs.append(
          Program(path: "apps.\(app.text).extension", arguments: arguments, folder: folder))
      }
      if case .program(let arguments, let folder)? = settings.contentExtension?.source {
        programs.append(
          Program(
            path: "apps.\(app.text).contentExtension", arguments: arguments, folder: folder))
      }
      return programs
    }
    let hooks = hooks.enumerated().map { number, hook in
      Program(
        path: "hooks[\(number)]", arguments: hook.run, folder: WholeFile.folder(of: hook.file))
    }
    return extensions + hooks
  }

  /// Returns the reason why a program cannot be started, half a sentence; nil if none is found.
  private static func problem(with name: String, in folder: String) -> String? {
    guard name.contains("/") else {
      // As `posix_spawnp` searches, which has a default list without PATH.
      guard let path = getenv("PATH") else { return nil }
      let isThere = String(cString: path).split(separator: ":").contains { folder in
        problem(at: folder + "/" + name) == nil
      }
      return isThere ? nil : "is not in PATH"
    }
    return problem(at: name.hasPrefix("/") ? name : folder + "/" + name)
  }

  private static func problem(at path: String) -> String? {
    var facts = stat()
    guard stat(path, &facts) == 0 else { return "does not exist" }
    let isFile = facts.st_mode & S_IFMT == S_IFREG
    return isFile && access(path, X_OK) == 0 ? nil : "cannot be executed"
  }
}
