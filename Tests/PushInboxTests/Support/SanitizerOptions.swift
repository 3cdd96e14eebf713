import Foundation

/// The variables of a program under test that say where its sanitizer reports, as that of the tests does; none where
/// the tests run without one.
enum SanitizerOptions {
  static let variables = ProcessInfo.processInfo.environment.filter { name, _ in
    ["ASAN_OPTIONS", "LSAN_OPTIONS", "TSAN_OPTIONS"].contains(name)
  }
}
