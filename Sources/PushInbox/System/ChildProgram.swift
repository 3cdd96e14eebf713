/// A program that a configuration names: a hook or an extension.
struct ChildProgram: Equatable, Sendable {
  /// The program and its arguments. A name with a slash is relative to ``folder``, others are
  /// searched in `PATH`.
  var arguments: [String]
  /// The working folder: that of the configuration file.
  var folder: String
  /// The time limit.
  var limit: Duration = .seconds(30)
  /// The time between SIGTERM and SIGKILL.
  var grace: Duration = .seconds(2)
  /// The maximum size of its standard output in bytes; a program that exceeds it is ended. With 0
  /// it has no standard output.
  var maximumOutput = 0
  /// The maximum memory in bytes, of its descendants too; nil for no limit, also of its processor
  /// time. Linux only.
  var maximumMemory: Int?
  /// The maximum processor time; nil if ``limit`` applies to it.
  var maximumProcessorTime: Duration?
  /// Whether its descendants are ended with it.
  var endsChildren = false
}
