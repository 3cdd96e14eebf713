import Foundation

/// The resources that a process and its descendants use. Ended descendants count only with their
/// processor time. All zero where the system has no `/proc` (proc_pid_stat(5)).
struct ProcessUsage: Equatable {
  /// The resident memory in bytes; shared pages count for each process.
  private(set) var memory = 0
  /// The processor time.
  private(set) var processorTime = Duration.zero

  init(of process: pid_t) {
    add(process)
  }

  private mutating func add(_ process: pid_t) {
    let folder = "/proc/\(process)/"
    guard let stat = Self.words(folder + "stat") else { return }
    // The program's name, in parentheses, may contain any character. Fields 14 to 17 are user and
    // system time of the process and of its ended children, field 24 the resident pages.
    let fields = stat.lastIndex { $0.last == UInt8(ascii: ")") }.map { stat[($0 + 1)...] } ?? []
    let numbers = fields.map { Int(String(decoding: $0, as: UTF8.self)) ?? 0 }
    guard numbers.count > 21 else { return }
    let ticks = numbers[11...14].reduce(0, &+)
    processorTime += .seconds(1) * ticks / max(1, Int(sysconf(Int32(_SC_CLK_TCK))))
    memory += numbers[21] * Int(getpagesize())
    for thread in (try? FileManager.default.contentsOfDirectory(atPath: folder + "task")) ?? [] {
      for child in Self.words(folder + "task/\(thread)/children") ?? [] {
        if let child = pid_t(String(decoding: child, as: UTF8.self)) { add(child) }
      }
    }
  }

  /// Returns the words of a small file, separated by spaces; nil if it cannot be read.
  private static func words(_ path: String) -> [ArraySlice<UInt8>]? {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var bytes = [UInt8](repeating: 0, count: 16 << 10)
    let count = read(descriptor, &bytes, bytes.count)
    guard count >= 0 else { return nil }
    return bytes[..<count].split { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\n") }
  }
}
