/// A program that somebody named in a configuration: a hook, a service extension.
struct ChildProgram: Equatable, Sendable {
  /// The program and its arguments. A name with a slash is looked for in ``folder``, others in `PATH`.
  var arguments: [String]
  /// The folder it works in: that of the configuration file.
  var folder: String
  /// The time limit.
  var limit: Duration = .seconds(30)
  /// The time between SIGTERM and SIGKILL.
  var grace: Duration = .seconds(2)
  /// The most bytes of its standard output; with more it is ended. With 0 it has no standard output.
  var mostOutput = 0
  /// The most bytes of memory, with that of the programs it starts; nil: as many as it wants. With it,
  /// ``limit`` bounds its processor time, too. Linux only.
  var mostMemory: Int?
  /// Whether the programs that it started end with it.
  var endsChildren = false
}
