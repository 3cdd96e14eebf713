import Foundation

/// The processes of a program: its process group and, on Linux, all that it started and what those
/// started, in any group or session.
///
/// They are found by their parents (proc_pid_children(5)) and by a variable of their environment.
/// A process that removed the variable, and whose parent has ended, is not found.
struct ProcessTree: Hashable, Sendable {
  /// The environment variable that names the program.
  static let variable = "PUSHINBOX_RUN"

  /// The process that we started, which leads the group. It is not waited for yet.
  let leader: pid_t
  /// The value of ``variable``, different for each program.
  let mark: String

  /// The processes that exist now, also ended ones that are not waited for.
  var members: Set<pid_t> {
    Self.descendants(of: [leader] + marked)
  }

  /// Sends a signal to all processes. After SIGKILL none is left, unless they start others faster.
  func send(_ signal: Int32) {
    var known: Set = [leader]
    for _ in 0..<100 {
      let found = members.subtracting(known)
      kill(-leader, signal)
      for process in found where getpgid(process) != leader { kill(process, signal) }
      if signal != SIGKILL || found.isEmpty { return }
      known.formUnion(found)
    }
  }

  /// The processes of the user that have the variable with our mark.
  private var marked: [pid_t] {
    let wanted = Array("\(Self.variable)=\(mark)".utf8)
    return Self.names(in: "/proc").compactMap { pid_t($0) }.filter { process in
      ProcFile.bytes("/proc/\(process)/environ")?.split(separator: 0).contains { $0 == wanted[...] }
        ?? false
    }
  }

  /// Returns processes with all that descend from them.
  static func descendants(of roots: [pid_t]) -> Set<pid_t> {
    var (found, waiting) = (Set<pid_t>(), roots)
    while let process = waiting.popLast() {
      if found.insert(process).inserted { waiting += children(of: process) }
    }
    return found
  }

  /// Returns the children of a process, also ended ones that it has not waited for; empty where the
  /// system has no `/proc`.
  static func children(of process: pid_t) -> [pid_t] {
    let threads = "/proc/\(process)/task"
    return names(in: threads).flatMap { thread in
      (ProcFile.words("\(threads)/\(thread)/children") ?? []).compactMap {
        pid_t(String(decoding: $0, as: UTF8.self))
      }
    }
  }

  private static func names(in folder: String) -> [String] {
    (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
  }
}

/// A file of `/proc`, whose size is known only after it was read.
enum ProcFile {
  /// Returns the content; nil if it cannot be read.
  static func bytes(_ path: String) -> [UInt8]? {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var bytes: [UInt8] = []
    var part = [UInt8](repeating: 0, count: 16 << 10)
    while true {
      let count = read(descriptor, &part, part.count)
      guard count > 0 else { return count == 0 ? bytes : nil }
      bytes += part[..<count]
    }
  }

  /// Returns the words, separated by spaces or line ends; nil if it cannot be read.
  static func words(_ path: String) -> [ArraySlice<UInt8>]? {
    bytes(path)?.split { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\n") }
  }
}
