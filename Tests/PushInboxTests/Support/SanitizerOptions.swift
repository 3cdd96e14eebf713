import Foundation

/// The environment variables that direct the reports of a sanitizer, passed from the tests to the
/// program under test; none without a sanitizer.
enum SanitizerOptions {
  static let variables = ProcessInfo.processInfo.environment.filter { name, _ in
    ["ASAN_OPTIONS", "LSAN_OPTIONS", "TSAN_OPTIONS"].contains(name)
  }
}
