import CAllocations
import Foundation

/// The resident memory of a process in bytes, as Linux reports it.
struct ProcessMemory {
  /// The current size.
  let resident: Int
  /// The maximum so far.
  let peak: Int

  /// Reads the memory; nil if the system does not report it, and in a sanitizer build.
  init?(of process: pid_t) {
    guard !has_sanitizer() else { return nil }
    guard let text = try? String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8) else {
      return nil
    }
    func bytes(_ name: String) -> Int? {
      let line = text.split(separator: "\n").first { $0.hasPrefix(name + ":") }
      return line?.split(separator: " ").dropLast().last.flatMap { Int($0) }.map { $0 * 1024 }
    }
    guard let resident = bytes("VmRSS"), let peak = bytes("VmHWM") else { return nil }
    self.resident = resident
    self.peak = peak
  }
}
